package conversation

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Who is muted stays so in the next scene, and who comes is as all are.
func TestMute(t *testing.T) {
	mute := func(id transcript.AgentID, yes bool) func(ctx context.Context, c *Conversation) error {
		return func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, id, yes) }
	}
	for _, tt := range []struct {
		name  string
		deeds []deed
		turns string
	}{
		{"nobody", nil, "Bart spoken, Silas declined, Bart spoken, Greta spoken"},
		{"one", []deed{{0, mute("bart", true)}}, "Bart declined, Silas declined, Bart declined, Greta spoken"},
		{"one is let", []deed{{0, mute("silas", false)}}, "Bart spoken, Silas spoken, Bart spoken, Greta spoken"},
		{"all", []deed{{0, mute("", true)}}, "Bart declined, Silas declined, Bart declined, Greta declined"},
		{"all but one", []deed{{0, mute("", true)}, {100 * ms, mute("bart", false)}}, "Bart spoken, Silas declined, Bart spoken, Greta declined"},
		{"and again", []deed{{0, mute("bart", true)}, {100 * ms, mute("", false)}}, "Bart spoken, Silas spoken, Bart spoken, Greta spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{
					{kara, 1 * time.Second, time.Second, "Bart, hello."},
					{kara, 6 * time.Second, time.Second, "Silas, hello."},
					{kara, 11 * time.Second, time.Second, "Bart, hello."},
					{kara, 16 * time.Second, time.Second, "Greta, hello."},
				},
				agents: []campaign.Agent{bart, muted}, mind: says(0, "Aye."),
				meanwhile: gmDoes(t, append(tt.deeds, deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
					return c.Enter(ctx, Scene{ID: "2", Agents: []campaign.Agent{bart, greta}})
				}})...),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
		})
	}
}

// Muting all does not keep the Butler from answering, whom nobody hears.
func TestMuteAllButTheButler(t *testing.T) {
	quill := campaign.Agent{ID: "quill", Kind: campaign.Butler, Name: "Quill"}
	tb := table{
		lines:  []said{{gm, time.Second, time.Second, "Quill, who has the key?"}},
		agents: []campaign.Agent{bart, quill}, mind: says(time.Second, "Greta."),
		meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "", true) }},
			deed{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "", true) }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := tb.book.outcomes(); got != "Quill spoken" {
		t.Errorf("turns: %s", got)
	}
}

// Somebody new is present from now on, with a voice, and knows nothing of what
// was said before; who talked to whom is not forgotten.
func TestRecast(t *testing.T) {
	mind := &asked{brain: says(0, "Aye.")}
	voices := make(map[string]string)
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, where is the key?"},
			{kara, 5 * time.Second, time.Second, "And the door?"},
			{kara, 10 * time.Second, time.Second, "Mirela, who are you?"},
		},
		agents: []campaign.Agent{bart, greta}, mind: mind,
		mouth: voiced{func(u speech.Utterance) { voices[u.Voice.Name] = u.Text }},
		opts:  Options{Voices: map[transcript.AgentID]speech.Voice{"bart": {Name: "deep"}}},
		meanwhile: gmDoes(t, deed{3 * time.Second, func(ctx context.Context, c *Conversation) error {
			if err := c.SetVoice(ctx, "mirela", speech.Voice{Name: "bright"}); err != nil {
				return err
			}
			kind := bart
			kind.Persona = "Kind now."
			return c.Recast(ctx, Scene{
				ID:     "2",
				Agents: []campaign.Agent{kind, greta, {ID: "mirela", Kind: campaign.NPC, Name: "Mirela"}},
				Names:  []string{"Mirela"},
			})
		}}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart spoken, Bart spoken, Mirela spoken"; got != want {
		t.Fatalf("turns: %s, want %s", got, want)
	}
	if mind.all[1].Agent.Persona != "Kind now." || len(mind.all[1].Present) != 3 {
		t.Errorf("asked %+v", mind.all[1])
	}
	// "And the door?" was said in her presence, and so was what Bart answered.
	if h := mind.all[2].History; len(h) != 3 || h[0].Text != "And the door?" {
		t.Errorf("Mirela remembers %+v", h)
	}
	if voices["deep"] == "" || voices["bright"] == "" {
		t.Errorf("spoken in %v", voices)
	}
	if got := tb.hints[len(tb.hints)-1].Names; len(got) != 1 || got[0] != "Mirela" {
		t.Errorf("the recogniser expects %q", got)
	}
}

// voiced is tone, and tells of what it is asked for.
type voiced struct{ told func(speech.Utterance) }

func (v voiced) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	v.told(u)
	return tone{}.Synthesize(ctx, u)
}

func (voiced) Voices(context.Context) ([]string, error) { return nil, nil }

// Who calls somebody who is not here gets no answer from another, and the GM
// hears of it; who only speaks of them does not count.
func TestAbsentCalled(t *testing.T) {
	mirela := campaign.Agent{ID: "mirela", Kind: campaign.NPC, Name: "Mirela Voss", Aliases: []string{"Bart Junior"}}
	hooded := campaign.Agent{ID: "spy", Kind: campaign.NPC, Name: "Sorrel", KnownAs: "the Hooded One"}
	for _, tt := range []struct {
		text   string
		who    transcript.SpeakerID
		absent string
		turns  string
	}{
		{"Mirela, where is the key?", kara, "mirela", ""},
		{"Where are you, Mirela?", kara, "mirela", ""},
		{"What did Mirela say?", kara, "", "Bart spoken"}, // they were talking to Bart
		{"Bart, where is Mirela?", kara, "", "Bart spoken"},
		{"Bart and Mirela, hello.", kara, "mirela", "Bart spoken"},
		{"Bart, hello.", kara, "", "Bart spoken"}, // here before who is not
		{"Sorrel, who are you?", kara, "", "Bart spoken"},
		{"Hooded One, who are you?", kara, "spy", ""},
		{"Mirela, come in.", gm, "", ""}, // the narrator's
	} {
		t.Run(tt.text, func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}, {tt.who, 5 * time.Second, time.Second, tt.text}},
				mind:  says(0, "Aye."), opts: Options{Scene: Scene{Absent: []campaign.Agent{mirela, hooded}}},
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			var absent []string
			for _, n := range noticed[AbsentCalled](&tb) {
				absent = append(absent, string(n.Agent))
				if n.Line.Text != tt.text {
					t.Errorf("called by %q", n.Line.Text)
				}
			}
			if got := strings.Join(absent, ","); got != tt.absent {
				t.Errorf("called %q, want %q", got, tt.absent)
			}
			if got := strings.TrimPrefix(strings.TrimPrefix(tb.book.outcomes(), "Bart spoken"), ", "); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
		})
	}
}
