package conversation

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// errand is what Bart says from 1.5 s on when Kara has spoken to him for a
// second: two sentences of 1.5 s and 1 s.
const errand = "Ask Greta about it, my old friend. She has the key, I say."

// asking is a table at which Kara has asked Bart, and then things are heard.
func asking(lines ...said) *table {
	return &table{
		lines: append([]said{{kara, 0, time.Second, "Bart, what now?"}}, lines...),
		mind:  says(0, errand),
		end:   45 * time.Second,
	}
}

// echoed returns the reasons why lines were dropped as echoes.
func (tb *table) echoed() (all []string) {
	for _, n := range noticed[LineDropped](tb) {
		if n.Echo {
			all = append(all, n.Reason)
		}
	}
	return all
}

// TestEchoIsNoTurn: what an agent says and a loudspeaker sends back 400 ms later
// is no line, no interruption and no question, whoever's it is and however well
// it is read. Case: T01.
func TestEchoIsNoTurn(t *testing.T) {
	for _, tt := range []struct {
		name string
		who  transcript.SpeakerID
		text string
	}{
		{"of the partner", kara, "Ask Greta about it, my old friend."},
		{"misheard", kara, "ask greeter about id my old friends"},
		{"of two sentences", joren, errand},
		{"of a piece", kara, "about it my old friend"},
		{"of somebody else", joren, "Ask Greta about it, my old friend."},
		{"of the GM", gm, "Ask Greta about it, my old friend."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := asking(said{tt.who, 1910 * ms, 2900 * ms, tt.text})
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got, want := tb.book.lines, []string{"Kara: Bart, what now?", "Bart: " + errand}; !equal(got, want) {
				t.Errorf("kept %q, want %q", got, want)
			}
			if got := tb.book.outcomes(); got != "Bart spoken" {
				t.Errorf("turns: %s", got)
			}
			if got := tb.echoed(); len(got) != 1 || got[0] != "an echo of what Bart said" {
				t.Errorf("dropped %q", got)
			}
		})
	}
}

// TestEchoHoldsShortly: who may interrupt holds the answer even when it is its
// echo that is heard; it goes on 600 ms later. Case: T01.
func TestEchoHoldsShortly(t *testing.T) {
	tb := asking(said{kara, 1910 * ms, 1500 * ms, "Ask Greta about it, my old friend."})
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ch.spoken(), []string{"1.5s-2.02s", "2.51s-4.85s"}; !equal(got, want) {
		t.Errorf("spoken %v, want %v", got, want)
	}
}

// TestLateEcho: a piece of an answer that comes back after its end is dropped.
// The same words, asked by a player much later, are theirs. Case: T02.
func TestLateEcho(t *testing.T) {
	for _, tt := range []struct {
		name string
		at   time.Duration // after the end of the answer
		text string
		kept bool
	}{
		{"at once", 100 * ms, "specific block", false},
		{"a moment later", 700 * ms, "specific block", false},
		{"two seconds later", 2 * time.Second, "the specific block", false},
		{"five seconds later", 5 * time.Second, "the specific block", true},
		{"twenty seconds later", 20 * time.Second, "specific block?", true},
		{"other words", 700 * ms, "which block", true},
		{"a question, where the agent asked none", 700 * ms, "Specific block?", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			// Until 1.5 s + 33 letters.
			tb := asking(said{kara, 3150*ms + tt.at, 500 * ms, tt.text})
			tb.mind = brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
				if len(q.History) > 1 {
					return says(0, "Aye.")(ctx, q)
				}
				return says(0, "Look for the specific block here.")(ctx, q)
			})
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(strings.Join(tb.book.lines, "\n"), "Kara: "+tt.text); got != tt.kept {
				t.Errorf("kept %q", tb.book.lines)
			}
			if got := tb.echoed(); (len(got) == 0) != tt.kept {
				t.Errorf("dropped %q", got)
			}
		})
	}
}

// TestEchoOfAFiller: what an agent says to be heard to think comes back like any
// other words of its.
func TestEchoOfAFiller(t *testing.T) {
	pensive := bart
	pensive.Fillers = []string{"Let me see about that mill."} // from 2.7 s on
	tb := table{
		agents: []campaign.Agent{pensive, greta}, mind: says(3*time.Second, "It burnt."), opts: Options{FillerAfter: 1200 * ms},
		lines: []said{{kara, 500 * ms, time.Second, "Bart, hello."}, {joren, 2910 * ms, time.Second, "let me see about that mill"}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.story(), "Kara: Bart, hello. | Bart: It burnt."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if got := tb.echoed(); len(got) != 1 || got[0] != "an echo of what Bart said" {
		t.Errorf("dropped %q", got)
	}
}

// TestOwnWordsOverAnAgent: a player who listens by loudspeaker still interrupts
// with words of their own, even among the agent's, and "wait" is meant though
// the agent has just said it.
func TestOwnWordsOverAnAgent(t *testing.T) {
	for _, tt := range []struct{ text, answer string }{
		{"no, tell me where she lives", errand},
		{"Wait, who has the key?", errand},
		{"about it my old friend nonsense I will not ask her", errand},
		{"Wait.", "You have to wait for it, my old friend. She has the key, I say."},
	} {
		tb := asking(said{kara, 2510 * ms, 1500 * ms, tt.text})
		tb.mind = says(0, tt.answer)
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if got := tb.book.turns[0]; got.Outcome != transcript.Cut {
			t.Errorf("%q: %s", tt.text, got.Outcome)
		}
		if !slices.Contains(tb.book.lines, "Kara: "+tt.text) {
			t.Errorf("kept %q", tb.book.lines)
		}
	}
}

// TestNothingIsGatedInSilence: while a voice is still at work on the first
// sentence, or on the next one, nothing is to be heard that could come back.
// What people say then is theirs, even if it is what the agent is about to say.
// Case: T17.
func TestNothingIsGatedInSilence(t *testing.T) {
	for _, tt := range []struct {
		name  string
		takes map[string]time.Duration // of a sentence, by how it begins
		line  said
		setup transcript.Loudspeaker
	}{
		{"before the first sentence", map[string]time.Duration{"Ask": time.Second}, said{joren, 1610 * ms, 500 * ms, "She has the key."}, transcript.LoudspeakerAuto},
		// The first is heard until 3.2 s, the second 900 ms later.
		{"before the second", map[string]time.Duration{"She": 2600 * ms}, said{joren, 3310 * ms, 500 * ms, "She has the key."}, transcript.LoudspeakerAuto},
		{"before the second, by loudspeaker", map[string]time.Duration{"She": 2600 * ms}, said{joren, 3810 * ms, 250 * ms, "She has the key."}, transcript.LoudspeakerOn},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := asking(tt.line)
			tb.mouth = voiceFunc(func(ctx context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
				if until(ctx, time.Now().Add(tt.takes[u.Text[:3]])) {
					yield(sound(24000, letters(u.Text)), nil)
				}
			})
			tb.opts.Loudspeakers = map[transcript.SpeakerID]transcript.Loudspeaker{joren: tt.setup}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got, want := strings.Join(tb.book.lines, "\n"), "Joren: She has the key."; !strings.Contains(got, want) {
				t.Errorf("kept %q, want %q", tb.book.lines, want)
			}
		})
	}
}

// TestAgentsDoNotCallEachOther: that Bart says "Ask Greta about it" and a
// loudspeaker sends it back calls Greta as little as hearing it from him.
// Case: T18.
func TestAgentsDoNotCallEachOther(t *testing.T) {
	for _, text := range []string{"Ask Greta about it.", "Greta about it, my old friend", "Greta"} {
		tb := asking(said{joren, 1910 * ms, 700 * ms, text})
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if got := tb.book.outcomes(); got != "Bart spoken" {
			t.Errorf("%q: turns: %s", text, got)
		}
	}
}
