package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// ask is a question of Kara's to Bart, from 0 to 1 s.
var ask = []speaking{{who: kara, phrases: []phrase{{0, time.Second, "Bart, where is the key?"}}}}

// goesOn is one that goes on after a pause.
func goesOn(pause time.Duration) []speaking {
	return []speaking{{who: kara, phrases: []phrase{
		{0, time.Second, "Bart, where is the key?"},
		{time.Second + pause, time.Second, "The old one, I mean."},
	}}}
}

// A ponderer is a mind that remembers what it was asked.
type ponderer struct {
	brain
	mu    sync.Mutex
	asked []Question
}

func (p *ponderer) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		p.mu.Lock()
		p.asked = append(p.asked, q)
		p.mu.Unlock()
		p.brain(ctx, q)(yield)
	}
}

// heard returns the last lines that the mind was asked about.
func (p *ponderer) heard() (all []string) {
	for _, q := range p.asked {
		all = append(all, q.History[len(q.History)-1].Text)
	}
	return all
}

// TestEarly: an answer is begun at the pause and let go at the end, and the
// recogniser is not asked a second time. Without early work everything waits for
// everything.
func TestEarly(t *testing.T) {
	for _, tt := range []struct {
		name    string
		delay   time.Duration // of the recogniser
		streams bool
		off     bool
		first   time.Duration // of the answer's frames
		ended   time.Duration
		asked   int
		begun   int64
	}{
		// Pause, recogniser, mind, voice: 96 + 300 + 250 + 150 ms after 1 s.
		{"asked once", 300 * ms, false, false, 1796 * ms, 1396 * ms, 1, 1},
		// The words are known, and whole, long before the shortest endpoint delay.
		{"fast", 50 * ms, false, false, 1546 * ms, 1300 * ms, 1, 1},
		// They come after the endpoint delay: there is nothing to begin early.
		{"slow", 1500 * ms, false, false, 2996 * ms, 1500 * ms, 1, 0},
		{"hears as it goes", 100 * ms, true, false, 1500 * ms, 1300 * ms, 1, 1},
		{"off", 300 * ms, false, true, 2200 * ms, 1500 * ms, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &ponderer{brain: says(250*ms, "Under the mat.")}
			v := visit{
				parlour: parlour{people: ask},
				ears:    ears{delay: tt.delay, streams: tt.streams},
				tb:      table{mind: mind, mouth: tone{delay: 150 * ms}, opts: Options{NoEarly: tt.off}},
			}
			v.hold(t)
			if got, want := strings.Join(v.tb.book.lines, " | "), "Kara: Bart, where is the key? | Bart: Under the mat."; got != want {
				t.Errorf("kept %s, want %s", got, want)
			}
			if v.frames[0] != tt.first || v.ends[0] != tt.ended {
				t.Errorf("heard from %v, ended at %v; want %v and %v", v.frames[0], v.ends[0], tt.first, tt.ended)
			}
			if v.ears.asked != tt.asked || len(mind.asked) != 1 {
				t.Errorf("recogniser asked %d times, mind %d", v.ears.asked, len(mind.asked))
			}
			if v.early.Begun != tt.begun || v.early.Dropped != 0 {
				t.Errorf("early %+v", v.early)
			}
			turn := v.tb.book.turns[0]
			if turn.Caller != 1 || turn.Stages.FirstSound != tt.first-time.Second {
				t.Errorf("turn %+v", turn)
			}
		})
	}
}

// TestEarlyGoesOn: an answer that was begun is thrown away when the speaker goes
// on, and nothing is left of it. No word of theirs is lost. Case: F01.
func TestEarlyGoesOn(t *testing.T) {
	for _, streams := range []bool{false, true} {
		t.Run(fmt.Sprint("streams ", streams), func(t *testing.T) {
			mind := &ponderer{brain: func(ctx context.Context, q Question) iter.Seq2[string, error] {
				q.Ran("look", "nothing", false)
				return says(10*ms, "Under the mat. ", "Or in the well.")(ctx, q)
			}}
			voice := &reader{}
			v := visit{parlour: parlour{people: goesOn(250 * ms)}, ears: ears{delay: 50 * ms, streams: streams}, tb: table{mind: mind, mouth: voice}}
			v.hold(t)
			want := "Kara: Bart, where is the key? The old one, I mean. | Bart: Under the mat. Or in the well."
			if got := strings.Join(v.tb.book.lines, " | "); got != want {
				t.Errorf("kept %s, want %s", got, want)
			}
			if got := v.tb.book.outcomes(); got != "Bart spoken" || len(noticed[Addressed](&v.tb)) != 1 || len(noticed[ToolRan](&v.tb)) != 1 {
				t.Errorf("turns: %s; noticed %v", got, v.tb.notices)
			}
			if len(v.spoken()) != 1 || v.frames[0] < 2250*ms {
				t.Errorf("spoken %v", v.spoken())
			}
			if len(mind.asked) != 2 {
				t.Errorf("asked %q", mind.heard())
			}
			if v.early.Begun != 2 || v.early.Dropped != 1 {
				t.Errorf("early %+v", v.early)
			}
			// The first clause was made into sound, and nothing beyond it.
			if want := []string{"Under the mat.", "Under the mat.", "Or in the well."}; !slices.Equal(voice.texts, want) {
				t.Errorf("the voice was asked for %q, want %q", voice.texts, want)
			}
		})
	}
}

// TestEarlyUnfinished: what stops in mid-sentence is not answered, and waited for
// longer. Case: T13, F01.
func TestEarlyUnfinished(t *testing.T) {
	mind := &ponderer{brain: says(0, "Aye.")}
	v := visit{
		parlour: parlour{people: []speaking{{who: kara, phrases: []phrase{
			{0, time.Second, "Bart, I want to attack and"},
			{2 * time.Second, time.Second, "then the left goblin is mine."},
		}}}},
		ears: ears{delay: 100 * ms}, tb: table{mind: mind},
	}
	v.hold(t)
	if got, want := strings.Join(mind.heard(), " | "), "Bart, I want to attack and then the left goblin is mine."; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	// Who has gone on once is asked about after 250 ms.
	if len(v.ends) != 1 || v.ends[0] != 3350*ms {
		t.Errorf("ended at %v, want once, as soon as the words are known", v.ends)
	}
}

// TestEarlyRecognitions: somebody who pauses again and again is not recognised
// again and again.
func TestEarlyRecognitions(t *testing.T) {
	var phrases []phrase
	for i := range 6 {
		phrases = append(phrases, phrase{time.Duration(i) * 1400 * ms, time.Second, "goblin number " + string(rune('a'+i))})
	}
	v := visit{parlour: parlour{people: []speaking{{who: kara, phrases: phrases}}}, ears: ears{delay: 100 * ms}, tb: table{mind: says(0, "Aye.")}}
	v.hold(t)
	if len(v.tb.book.lines) != 1 || v.ears.asked != 3 || v.ears.atOnce != 1 {
		t.Errorf("recognised %d times, %d at once, as %q", v.ears.asked, v.ears.atOnce, v.tb.book.lines)
	}
	if v.early.Asked != 2 || v.early.Wasted != 0 {
		t.Errorf("early %+v", v.early)
	}
}

// TestEarlyRecogniserFails: one that fails at the pause is asked with the whole.
func TestEarlyRecogniserFails(t *testing.T) {
	for _, delay := range []time.Duration{100 * ms, time.Second} { // before the end, and after it
		v := visit{parlour: parlour{people: ask}, ears: ears{delay: delay, fails: 1}, tb: table{mind: says(0, "Aye.")}}
		v.hold(t)
		if got, want := strings.Join(v.tb.book.lines, " | "), "Kara: Bart, where is the key? | Bart: Aye."; got != want || v.ears.asked != 2 {
			t.Errorf("asked %d times, kept %s, want %s", v.ears.asked, got, want)
		}
		if len(noticed[Trouble](&v.tb)) > 0 || v.early.Wasted != 1 {
			t.Errorf("noticed %v; early %+v", noticed[Trouble](&v.tb), v.early)
		}
	}
}

// TestEarlyMindFails: a mind that fails early is asked again, and makes its excuse
// only then.
func TestEarlyMindFails(t *testing.T) {
	n := 0
	v := visit{parlour: parlour{people: ask}, ears: ears{delay: 50 * ms}, tb: table{mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		if n++; n == 1 {
			return func(yield func(string, error) bool) { yield("", errors.New("mind: 503")) }
		}
		return says(0, "Aye.")(ctx, q)
	})}}
	v.hold(t)
	if got, want := strings.Join(v.tb.book.lines, " | "), "Kara: Bart, where is the key? | Bart: Aye."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if got := v.tb.book.outcomes(); got != "Bart spoken" || n != 2 || len(noticed[Trouble](&v.tb)) > 0 {
		t.Errorf("turns: %s, asked %d times", got, n)
	}
}

// TestEarlyWaits: an answer that was begun early waits for others as any does,
// and is interrupted as any is.
func TestEarlyWaits(t *testing.T) {
	people := append(slices.Clone(ask), speaking{who: joren, phrases: []phrase{{900 * ms, time.Second, "pass the chips"}}})
	v := visit{parlour: parlour{people: people}, ears: ears{delay: 50 * ms}, tb: table{mind: says(0, "Under the mat.")}}
	v.hold(t)
	if v.frames[0] != 2200*ms || v.early.Begun != 1 || v.early.Dropped != 0 {
		t.Errorf("heard from %v; early %+v", v.frames[0], v.early)
	}

	people = []speaking{{who: kara, phrases: []phrase{{0, time.Second, "Bart, where is the key?"}, {1900 * ms, time.Second, "No, wait for me there."}}}}
	v = visit{parlour: parlour{people: people}, ears: ears{delay: 50 * ms}, tb: table{mind: says(0, count), opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}}}}
	v.hold(t)
	if turn := v.tb.book.turns[0]; turn.Outcome != transcript.Cut || !strings.HasPrefix(turn.Heard, "One is") || turn.Unheard == "" {
		t.Errorf("turn %+v", turn)
	}
}

// TestEarlyTogether: two who finish at the same moment are both answered, the
// second by an agent that has heard the first answer. Case: F16.
func TestEarlyTogether(t *testing.T) {
	mind := &ponderer{brain: says(0, "Well met.")}
	v := visit{
		parlour: parlour{people: []speaking{
			{who: kara, phrases: []phrase{{0, time.Second, "Bart, where is the key?"}}},
			{who: joren, phrases: []phrase{{40 * ms, time.Second, "Greta, where is the door?"}}},
		}},
		ears: ears{delay: 50 * ms}, tb: table{mind: mind},
	}
	v.hold(t)
	want := "Kara: Bart, where is the key? | Joren: Greta, where is the door? | Bart: Well met. | Greta: Well met."
	if got := strings.Join(v.tb.book.lines, " | "); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	last := mind.asked[len(mind.asked)-1]
	if last.Agent.ID != "greta" || len(last.History) != 3 {
		t.Errorf("asked last: %s, of %d lines", last.Agent.ID, len(last.History))
	}
}

// TestEarlyAsksFirst: what is to wait for the GM is written early, and offered
// when the speaker has ended.
func TestEarlyAsksFirst(t *testing.T) {
	for _, on := range []bool{false, true} {
		people := ask
		if on {
			people = goesOn(250 * ms)
		}
		var o offered
		offeredAt := time.Duration(0)
		v := visit{parlour: parlour{people: people}, ears: ears{delay: 50 * ms}}
		v.tb = table{mind: says(0, "Under the mat."), opts: Options{Mode: AskFirst, Observe: func(n Notice) {
			if _, ok := n.(TurnOffered); ok && offeredAt == 0 {
				offeredAt = time.Since(v.start)
			}
			o.observe(n)
		}}}
		v.tb.meanwhile = gmDoes(t, deed{5 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }})
		v.hold(t)
		if len(o.all) != 1 || offeredAt != v.ends[0] || v.frames[0] != 5*time.Second {
			t.Errorf("%d offers, the first at %v; heard from %v", len(o.all), offeredAt, v.frames[0])
		}
		if got := v.tb.book.outcomes(); got != "Bart spoken" {
			t.Errorf("turns: %s", got)
		}
	}
}

// TestEarlyIsStopped: whatever the GM does while an answer is begun early holds
// for it as for any other.
func TestEarlyIsStopped(t *testing.T) {
	for _, tt := range []struct {
		name  string
		deed  func(ctx context.Context, c *Conversation) error
		lines string
		turns string
	}{
		{"off the record", func(ctx context.Context, c *Conversation) error { return c.OffRecord(ctx, true) }, "", ""},
		{"struck", func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now().Add(-time.Second))
			return err
		}, "", ""},
		{"dropped", func(ctx context.Context, c *Conversation) error { return c.Drop(ctx, kara) }, "", ""},
		{"muted", func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "bart", true) }, "Kara: Bart, where is the key?", "Bart declined"},
		{"listening only", func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, ListenOnly) }, "Kara: Bart, where is the key?", "Bart declined"},
		{"another scene", func(ctx context.Context, c *Conversation) error {
			return c.Enter(ctx, Scene{ID: "hall", Agents: []campaign.Agent{greta}})
		}, "Kara: Bart, where is the key?", ""},
		{"in writing", func(ctx context.Context, c *Conversation) error { return c.SetTextOnly(ctx, true) }, "Kara: Bart, where is the key? | Bart: Aye.", "Bart spoken"},
		{"directed", func(ctx context.Context, c *Conversation) error { return c.Direct(ctx, "bart", "lie", 1) }, "Kara: Bart, where is the key? | Bart: Aye.", "Bart spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &ponderer{brain: says(0, "Aye.")}
			v := visit{parlour: parlour{people: ask}, ears: ears{delay: 50 * ms}, tb: table{mind: mind, meanwhile: gmDoes(t, deed{1200 * ms, tt.deed})}}
			v.hold(t)
			if got := strings.Join(v.tb.book.lines, " | "); got != tt.lines {
				t.Errorf("kept %s, want %s", got, tt.lines)
			}
			if got := v.tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
			if v.early.Begun != 1 || v.early.Dropped != 1 {
				t.Errorf("early %+v", v.early)
			}
			if tt.name == "directed" && mind.asked[1].Direct != "lie" {
				t.Errorf("asked %+v", mind.asked[1])
			}
		})
	}
}

// TestEarlyUnkept: who is not to be kept is answered early, too, and nothing of
// their words is left. Case: H10.
func TestEarlyUnkept(t *testing.T) {
	mind := &listener{words: func(Question) string { return "Aye." }}
	v := visit{parlour: parlour{people: goesOn(250 * ms)}, ears: ears{delay: 50 * ms}, tb: table{mind: mind, meanwhile: gmDoes(t,
		deed{0, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, unkeptKara()) }})}}
	v.hold(t)
	if got := strings.Join(v.tb.book.lines, " | "); got != "Bart: Aye." {
		t.Errorf("kept %s", got)
	}
	for _, err := range mind.commits {
		if !errors.Is(err, errUnkept) {
			t.Errorf("commit: %v", err)
		}
	}
	if got, want := mind.history(1), "Kara: Bart, where is the key? The old one, I mean."; len(mind.questions) != 2 || got != want {
		t.Errorf("asked %d times, at last %q", len(mind.questions), got)
	}
	for _, n := range v.tb.notices {
		if said := fmt.Sprintf("%+v", n); strings.Contains(said, "key") {
			t.Errorf("observed: %s", said)
		}
	}
}

// TestEarlyInLine: while somebody is answered nothing is begun early for others,
// who would miss the answer, and the line is as long as ever. Case: T14.
func TestEarlyInLine(t *testing.T) {
	people := slices.Clone(ask)
	for i := range 5 {
		at := 2*time.Second + time.Duration(i)*1500*ms
		people = append(people, speaking{who: joren + transcript.SpeakerID(10+i), phrases: []phrase{{at, time.Second, "Greta, where is the door?"}}})
	}
	slow := brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		if q.Agent.ID == "bart" {
			return says(0, strings.Repeat("A long story about a dragon is told here. ", 8))(ctx, q)
		}
		return says(0, "There.")(ctx, q)
	})
	v := visit{
		parlour: parlour{people: people, script: script{end: 60 * time.Second}}, ears: ears{delay: 50 * ms},
		tb: table{mind: slow, opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}, InterruptBy: ByNobody}},
	}
	v.hold(t)
	if v.early.Begun != 1 || v.early.Dropped != 0 {
		t.Errorf("early %+v", v.early)
	}
	dropped := 0
	for _, turn := range v.tb.book.turns {
		if turn.Why == "too many answers were waiting" {
			dropped++
		}
	}
	if dropped != 2 {
		t.Errorf("turns: %s; %d of them were too many", v.tb.book.outcomes(), dropped)
	}
}

// TestEarlyLongHistory: that the oldest lines are forgotten meanwhile is no reason
// to begin anew, and a line of an agent that was not there is.
func TestEarlyLongHistory(t *testing.T) {
	past := make([]Past, historyLines)
	for i := range past {
		past[i] = Past{transcript.Line{N: int64(i), Text: "before", Role: transcript.Player, Name: "Kara"}, []transcript.AgentID{"bart"}}
	}
	v := visit{parlour: parlour{people: ask}, ears: ears{delay: 50 * ms}, tb: table{mind: says(0, "Aye."), opts: Options{History: past}}}
	v.hold(t)
	if v.early.Begun != 1 || v.early.Dropped != 0 {
		t.Errorf("early %+v", v.early)
	}
	line := func(role transcript.Role, text string) transcript.Line {
		return transcript.Line{Role: role, Text: text}
	}
	before := []transcript.Line{line(transcript.Player, "a"), line(transcript.NPC, "b")}
	last := line(transcript.Player, "last")
	for _, tt := range []struct {
		name  string
		since []transcript.Line
		want  bool
	}{
		{"nothing", nil, true},
		{"a person", []transcript.Line{line(transcript.Player, "c")}, true},
		{"an agent", []transcript.Line{line(transcript.NPC, "c")}, false},
		{"a person after an agent", []transcript.Line{line(transcript.NPC, "c"), line(transcript.Player, "d")}, false},
		{"the same person", []transcript.Line{{Role: transcript.Player, Text: "c", Speaker: kara}}, false},
		{"many", slices.Repeat([]transcript.Line{line(transcript.Player, "c")}, 6), false},
	} {
		if got := sameHistory(append(slices.Clone(before), last), append(append(slices.Clone(before), tt.since...), last), kara); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestEarlyAnswersBoth: who goes on before they are answered, and is not to be
// kept, gets one answer to both, begun early or not.
func TestEarlyAnswersBoth(t *testing.T) {
	mind := &listener{words: func(Question) string { return "Aye." }}
	slow := brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			if until(ctx, time.Now().Add(600*ms)) {
				mind.Reply(ctx, q)(yield)
			}
		}
	})
	v := visit{
		parlour: parlour{people: []speaking{{who: kara, phrases: []phrase{{0, time.Second, "Bart, hear me out."}, {1400 * ms, time.Second, "Bart, what of the mill?"}}}}},
		ears:    ears{delay: 50 * ms}, tb: table{mind: slow, meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, unkeptKara()) }})},
	}
	v.hold(t)
	if got, want := mind.history(len(mind.questions)-1), "Kara: Bart, hear me out.\nKara: Bart, what of the mill?"; got != want {
		t.Errorf("the last question:\n%s\nwant:\n%s", got, want)
	}
	if got, want := v.tb.book.outcomes(), "Bart superseded, Bart spoken"; got != want || v.early.Begun != 2 || v.early.Dropped != 0 {
		t.Errorf("turns: %s, want %s; early %+v", got, want, v.early)
	}
}

// TestEarlyAfterAName: nobody is asked about in the pause behind a name, and so
// the question after it is answered as fast as any.
func TestEarlyAfterAName(t *testing.T) {
	v := visit{
		parlour: parlour{people: []speaking{{who: kara, phrases: []phrase{{0, 400 * ms, "Bart,"}, {550 * ms, time.Second, "where is the key?"}}}}},
		ears:    ears{delay: 300 * ms}, tb: table{mind: says(0, "Under the mat.")},
	}
	v.hold(t)
	if v.ears.asked != 1 || v.early.Begun != 1 || v.early.Dropped != 0 || v.frames[0] != 1946*ms {
		t.Errorf("recognised %d times; early %+v; heard from %v", v.ears.asked, v.early, v.frames[0])
	}
}
