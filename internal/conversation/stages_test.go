package conversation

import (
	"log/slog"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// TestStages: a turn says what its time went to, also what was done of it before
// the speaker's end.
func TestStages(t *testing.T) {
	for _, tt := range []struct {
		name        string
		early       bool
		mind, voice time.Duration
		want        transcript.Stages
	}{
		{"after the end", false, 400 * ms, 250 * ms, transcript.Stages{
			Endpoint: 500 * ms, Recognise: 100 * ms, FirstWord: 400 * ms, FirstText: 400 * ms, FirstAudio: 250 * ms,
			FirstSound: 1250 * ms, Play: 800 * ms,
		}},
		{"at the pause", true, 400 * ms, 250 * ms, transcript.Stages{
			Endpoint: 96 * ms, Recognise: 100 * ms, FirstWord: 400 * ms, FirstText: 400 * ms, FirstAudio: 250 * ms,
			FirstSound: 846 * ms, Play: 800 * ms,
		}},
		{"ready before the end", true, 100 * ms, 50 * ms, transcript.Stages{
			Endpoint: 96 * ms, Recognise: 100 * ms, Wait: 154 * ms, FirstWord: 100 * ms, FirstText: 100 * ms, FirstAudio: 50 * ms,
			FirstSound: 500 * ms, Play: 800 * ms,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}},
				mind:  says(tt.mind, "Aye, ", "what is it? "),
				mouth: tone{delay: tt.voice},
				early: tt.early,
			}
			tb.ears.delay = 100 * ms
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			got := tb.book.turns[0].Stages
			got.Address = 0 // our own work, which takes no time here: see TestStageOfAddressing
			if got != tt.want {
				t.Errorf("%+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// TestStageOfAddressing: what it takes to see whom a line is for is among a turn's
// stages. It is measured in real time, since in a bubble it takes none.
func TestStageOfAddressing(t *testing.T) {
	opts := Options{Campaign: campaign.Campaign{Language: "en"}, People: crew, Scene: Scene{Agents: []campaign.Agent{bart, greta}}}
	const most = 1000 // of lines, for a clock that ticks seldom
	r := &running{
		Conversation: New(slog.New(slog.DiscardHandler), nil, nil, nil, nil, nil, opts),
		scene:        opts.Scene, keep: make(chan record, 2*most),
	}
	for range most {
		line := r.newLine(r.scene, crew[0], "Bart, what of the mill?", time.Now(), time.Now())
		r.hear(t.Context(), r.scene, line, speech.Hypothesis{Text: line.Text}, false, transcript.Stages{})
		if len(r.floor.waiting) != 1 {
			t.Fatalf("%d turns wait, want 1", len(r.floor.waiting))
		}
		if r.floor.waiting[0].rec.Stages.Address > 0 {
			return
		}
	}
	t.Errorf("none of %d lines took any time", most)
}
