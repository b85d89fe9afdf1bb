package conversation

import (
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestDefaults: what is not set is as it is documented.
func TestDefaults(t *testing.T) {
	o := Options{}.withDefaults()
	for name, tt := range map[string]struct{ got, want time.Duration }{
		"Endpoint":      {o.Endpoint, 500 * ms},
		"EndpointLimit": {o.EndpointLimit, 1200 * ms},
		"Quiet":         {o.Quiet, 300 * ms},
		"WaitLimit":     {o.WaitLimit, 3 * time.Second},
		"FollowUp":      {o.FollowUp, 12 * time.Second},
		"FollowUpAlone": {o.FollowUpAlone, 30 * time.Second},
		"FillerAfter":   {o.FillerAfter, 0},
	} {
		if tt.got != tt.want {
			t.Errorf("%s is %v, want %v", name, tt.got, tt.want)
		}
	}
	if o.InterruptBy != ByPartner || o.Mode != Live || o.GMVoice != "narrator" {
		t.Errorf("interrupted by %s, mode %s, GM's voice %s", o.InterruptBy, o.Mode, o.GMVoice)
	}
}

// TestInterruptBy: who may interrupt by beginning to speak is a setting. Others do by
// what they say, where anybody may.
func TestInterruptBy(t *testing.T) {
	const (
		whole = "One is here. Two is here. Three is here."
		part  = "One is here. Two"
		talk  = "we should leave this place"
		call  = "Bart, be silent."
	)
	for _, tt := range []struct {
		by    Policy
		who   transcript.SpeakerID
		text  string
		heard string
	}{
		{ByPartner, kara, talk, part},
		{ByPartner, joren, talk, whole},
		{ByPartner, gm, talk, part},
		{ByAnyone, kara, talk, part},
		{ByAnyone, joren, talk, part},
		{ByAnyone, gm, talk, part},
		{ByNobody, kara, talk, whole},
		{ByNobody, joren, talk, whole},
		{ByNobody, gm, talk, whole},
		{ByPartner, joren, call, "One is here. Two is here. Three is"}, // once it is understood
		{ByNobody, joren, call, whole},
	} {
		tb := table{
			lines: []said{{kara, 0, time.Second, "Bart, count."}, {tt.who, 2310 * ms, 500 * ms, tt.text}},
			mind:  says(0, "One is here. ", "Two is here. ", "Three is here."),
			opts:  Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}, InterruptBy: tt.by},
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if got := tb.book.turns[0].Heard; got != tt.heard {
			t.Errorf("by %s, speaker %d, %q: heard %q, want %q", tt.by, tt.who, tt.text, got, tt.heard)
		}
	}
}
