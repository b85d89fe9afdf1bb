package demo

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// played is a scene that went as it should, as it was kept.
type played struct {
	scene *Scene
	rec   Record
	tape  *Tape
	told  *Chronicle
}

// play makes up what came of a scene in which Kara asks Bart something, has
// dice rolled, tells him something, and Joren speaks over her and interrupts.
func play(t *testing.T) *played {
	t.Helper()
	tape := NewTape()
	at := func(s float64) time.Time { return tape.start.Add(time.Duration(s * float64(time.Second))) }
	p := &played{
		tape: tape,
		told: NewChronicle(io.Discard, nil),
		scene: &Scene{
			Title:   "A test",
			Players: []Player{{Key: "kara", ID: 1}, {Key: "joren", ID: 2}},
			Lines: []Line{
				{ID: "ask", Who: "kara", Say: "Bart, roll a die.", Want: Want{Answer: "bart", Words: []string{"dice"}, Roll: true, Proposal: "gate"}},
				{ID: "over", Who: "joren", Say: "Bart, is the gate shut?", Want: Want{Over: "ask"}},
				{ID: "cut", Who: "joren", Say: "Stop it.", Want: Want{Cuts: "bart"}},
				{ID: "chat", Who: "kara", Say: "Pass the chips.", Want: Want{Nobody: true}},
			},
		},
		rec: Record{
			Lines: []transcript.Line{
				{N: 1, Speaker: 1, Name: "Kara", Text: "bart roll a die", At: at(1), End: at(3)},
				{N: 2, Speaker: 2, Name: "Joren", Text: "bart is the gate shut", At: at(1.5), End: at(3.5)},
				{N: 3, Agent: "bart", Name: "Bart", Text: "The dice say 8.", At: at(4), End: at(5), Cut: true},
				{N: 4, Speaker: 2, Name: "Joren", Text: "stop it", At: at(5), End: at(5.5)},
				{N: 5, Speaker: 1, Name: "Kara", Text: "pass the chips", At: at(7), End: at(8)},
			},
			Turns: []transcript.Turn{{
				ID: "t", Caller: 1, Agent: "bart", Outcome: transcript.Cut, Heard: "The dice say 8.", Unheard: "And more.",
				Stages: transcript.Stages{FirstSound: time.Second},
			}},
			Proposals: []knowledge.Proposal{{Write: tool.Write{Text: "The gate is shut."}}},
			Recap:     "It went well.",
		},
	}
	for id, s := range map[string]float64{"ask": 1, "over": 1.5, "cut": 5, "chat": 7} {
		tape.began(id, at(s))
	}
	p.told.tools = []ToolUse{{Turn: "t", Agent: "bart", Tool: "dice", Result: "2d6: 6 + 2 = 8"}}
	p.speak(t, 4, 5.1)
	return p
}

// speak has an agent heard on the tape from one second to another.
func (p *played) speak(t *testing.T, from, to float64) {
	t.Helper()
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var f audio.Frame
	n := 0
	for s := from; s < to; s += audio.FrameDuration.Seconds() {
		for i := range f {
			f[i] = int16(8000 * math.Sin(float64(n)*2*math.Pi*300/48000))
			n++
		}
		packet, err := enc.Encode(nil, &f)
		if err != nil {
			t.Fatal(err)
		}
		p.tape.Agent(voice.Packet{Opus: packet}, p.tape.start.Add(time.Duration(s*float64(time.Second))))
	}
}

// judge writes p down and returns the steps that failed.
func (p *played) judge(t *testing.T) (failed []string) {
	t.Helper()
	dir := t.TempDir()
	if err := WriteArtefacts(dir, p.scene, p.rec, p.tape, p.told); err != nil {
		t.Fatal(err)
	}
	verdicts, err := Judge(dir, p.scene)
	if err != nil {
		t.Fatal(err)
	}
	if len(verdicts) < 9 {
		t.Errorf("%d verdicts only: %v", len(verdicts), verdicts)
	}
	for _, v := range verdicts {
		if !v.OK {
			failed = append(failed, v.Step+" ("+v.Detail+")")
		}
	}
	return failed
}

// TestJudge: a scene that went well has no failed step, and each thing that
// goes wrong fails its own.
func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, p *played)
		want  string // part of a failed step; empty for none
	}{
		{"all is well", func(*testing.T, *played) {}, ""},
		{"a line is not in the transcript", func(_ *testing.T, p *played) { p.rec.Lines = p.rec.Lines[:4] }, "chat is heard"},
		{"a line is misheard", func(_ *testing.T, p *played) { p.rec.Lines[1].Text = "but is the goat shot" }, "over: read right"},
		{"words are misheard", func(_ *testing.T, p *played) { p.rec.Lines[4].Text = "parse those ships" }, "words are read right"},
		{"nobody answers", func(_ *testing.T, p *played) { p.rec.Turns = nil }, "ask: bart answers"},
		{"another answers", func(_ *testing.T, p *played) { p.rec.Turns[0].Agent = "greta" }, "ask: bart answers"},
		{"the answer is wrong", func(_ *testing.T, p *played) { p.rec.Turns[0].Heard = "I say 8." }, "the answer knows"},
		{"another number is spoken", func(_ *testing.T, p *played) { p.rec.Turns[0].Heard = "The dice say 9." }, "the number spoken is the number rolled"},
		{"nothing is rolled", func(_ *testing.T, p *played) { p.told.tools = nil }, "the number spoken is the number rolled"},
		{"nothing is proposed", func(_ *testing.T, p *played) { p.rec.Proposals = nil }, "something is proposed"},
		{"the agent talks on", func(t *testing.T, p *played) { t.Helper(); p.speak(t, 5.1, 6) }, "cut off within 200 ms"},
		{"the agent was silent anyway", func(_ *testing.T, p *played) { p.tape.npc = audio.Mix{} }, "cut off within 200 ms"},
		{"nothing is left unheard", func(_ *testing.T, p *played) { p.rec.Turns[0].Unheard = "" }, "what nobody heard is kept apart"},
		{"they do not overlap", func(_ *testing.T, p *played) { p.rec.Lines[0].End = p.rec.Lines[0].At.Add(time.Second) }, "two people speak at once"},
		{"table talk is answered", func(_ *testing.T, p *played) {
			p.rec.Turns = append(p.rec.Turns, transcript.Turn{Caller: 5, Agent: "bart", Heard: "Chips?"})
		}, "chat: nobody answers"},
		{"no recap", func(_ *testing.T, p *played) { p.rec.Recap = " " }, "a recap is told"},
		{"a line was not said", func(_ *testing.T, p *played) { p.rec.Missed = []string{"line x waited in vain"} }, "every line is said"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := play(t)
			tt.spoil(t, p)
			failed := p.judge(t)
			if tt.want == "" {
				if len(failed) > 0 {
					t.Errorf("failed: %q", failed)
				}
				return
			}
			if !slices.ContainsFunc(failed, func(s string) bool { return strings.Contains(s, tt.want) }) {
				t.Errorf("%q did not fail; failed: %q", tt.want, failed)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	p := play(t)
	dir := t.TempDir()
	if err := WriteArtefacts(dir, p.scene, p.rec, p.tape, p.told); err != nil {
		t.Fatal(err)
	}
	answers, err := Answers(dir, p.scene)
	if err != nil {
		t.Fatal(err)
	}
	if len(answers) != 1 || answers[0].Text != "The dice say 8." || audio.RMS(answers[0].PCM) < -30 {
		t.Errorf("answers: %d, want Bart's, which can be heard", len(answers))
	}
}

func TestSpreads(t *testing.T) {
	var turns []transcript.Turn
	for i := range 20 {
		turns = append(turns, transcript.Turn{Stages: transcript.Stages{FirstSound: time.Duration(i+1) * time.Second}})
	}
	turns = append(turns, transcript.Turn{}) // was never heard
	got := Spreads(turns)["first_sound"]
	if want := (Spread{20, 10000, 19000}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
