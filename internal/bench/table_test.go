package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// behave measures a little of a table in fake time.
func behave(t *testing.T, c crowdedness, change func(over, answering *seat)) (got Table) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		over, answering := standInSeats()
		change(&over, &answering)
		var err error
		if got, err = tableOf(t.Context(), quiet(), standIns, over, answering, c, clip.Interruptions()[:c.people], clip.Dragon(), nil); err != nil {
			t.Fatal(err)
		}
	})
	return got
}

// TestTable: at a table that is as it should be nothing is to blame, whatever
// people do.
func TestTable(t *testing.T) {
	got := behave(t, crowdedness{times: 3, sounds: 12, people: 12, tables: 4}, func(_, _ *seat) {})
	for _, e := range got.excesses() {
		t.Error(e)
	}
	if k := got.FalseHolds.sum(); k.Made != 12 || k.Cut != 0 || k.Held == 0 {
		t.Errorf("of %d sounds %d held the answer and %d cut it", k.Made, k.Held, k.Cut)
	}
	if s := got.Splits; s.Lost != 0 || s.Added != 0 || s.Words != 3*15 {
		t.Errorf("of %d words %d were lost and %d added", s.Words, s.Lost, s.Added)
	}
	if p := got.Pairs; p.Heard != 3 || p.Answered != 3 {
		t.Errorf("of %d pairs %d were understood and %d answered", p.Pairs, p.Heard, p.Answered)
	}
}

// TestGuardOfTable has something be amiss, and looks whom the guard blames.
func TestGuardOfTable(t *testing.T) {
	through := func(wrap func(conversation.Channel) conversation.Channel) func(over, answering *seat) {
		return func(over, answering *seat) { over.channel, answering.channel = wrap, wrap }
	}
	hears := func(text string) func(over, answering *seat) {
		return func(over, _ *seat) {
			over.ears, over.mouth = parrot{text, 0.9, 200 * time.Millisecond}, recording(clip.Frames(clip.Dragon()))
		}
	}
	for _, tt := range []struct {
		name   string
		c      crowdedness
		change func(over, answering *seat)
		blamed string
	}{
		{
			"it is noticed 50 ms late that somebody speaks",
			crowdedness{1, 1, 12, 4},
			through(func(c conversation.Channel) conversation.Channel {
				return eventful{c, func(ev voice.Event) bool {
					if _, ok := ev.(voice.Stirred); ok {
						time.Sleep(50 * time.Millisecond)
					}
					return true
				}}
			}),
			"the silence after an interruption",
		},
		{"nobody is understood", crowdedness{1, 1, 3, 3}, hears(""), "interruptions"},
		{"a cough is taken for talk", crowdedness{1, 8, 1, 4}, hears("roll for initiative everyone"), "sounds that mean nothing"},
		{
			"the beginning is not handed over",
			crowdedness{2, 1, 1, 2},
			func(_, answering *seat) {
				answering.channel = func(c conversation.Channel) conversation.Channel {
					began := false
					return eventful{c, func(ev voice.Event) bool {
						_, sound := ev.(voice.Sound)
						lost := sound && began
						_, began = ev.(voice.Began)
						return !lost
					}}
				}
			},
			"utterances with a pause",
		},
		{
			"one of two is not heard",
			crowdedness{1, 1, 1, 1},
			through(func(c conversation.Channel) conversation.Channel {
				return eventful{c, func(ev voice.Event) bool {
					s, ok := ev.(voice.Sound)
					return !ok || s.Speaker != other
				}}
			}),
			"two who speak at once",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			over := behave(t, tt.c, tt.change).excesses()
			if !slices.ContainsFunc(over, func(e Excess) bool { return e.What == tt.blamed }) {
				t.Errorf("the guard blames %v, want %s", over, tt.blamed)
			}
		})
	}
}

// An eventful channel lets through those events that pass.
type eventful struct {
	conversation.Channel
	pass func(voice.Event) bool
}

func (e eventful) Hear(ctx context.Context) iter.Seq2[voice.Event, error] {
	return func(yield func(voice.Event, error) bool) {
		for ev, err := range e.Channel.Hear(ctx) {
			if (err != nil || e.pass(ev)) && !yield(ev, err) {
				return
			}
		}
	}
}

func (e eventful) SetEndpoint(who transcript.SpeakerID, d time.Duration) {
	e.Channel.(conversation.Endpointer).SetEndpoint(who, d)
}

func TestCommon(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"a b c", "a b c", 3},
		{"a b c", "b c", 2},
		{"a b c", "c b a", 1},
		{"a a b", "a b b", 2},
		{"the road to the hills", "the hills to the road", 3},
	} {
		if got := common(strings.Fields(tt.a), strings.Fields(tt.b)); got != tt.want {
			t.Errorf("%q and %q have %d words in common, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestVerdicts: what is over its budget is said to be, by the worst of twenty.
func TestVerdicts(t *testing.T) {
	r := Report{
		Answers: []Answers{{
			Case: cases[0], Budget: ms(100), Sum: ms(60),
			First: Spread{P50: ms(90), P95: ms(101)}, Beyond: Spread{P50: ms(30), P95: ms(40)}, Gap: Spread{P95: ms(41)},
		}},
		Databases: []Database{{Engine: "sqlite", Lines: 5, Searches: []Search{{Took: Spread{P95: ms(31)}}, {Took: Spread{P95: ms(2)}}}}},
	}
	var got []bool
	for _, v := range r.verdicts() {
		if v.Kept != nil {
			got = append(got, *v.Kept)
		}
	}
	if want := []bool{false, true, false, false}; !slices.Equal(got, want) {
		t.Errorf("kept: %v, want %v", got, want)
	}
}

// TestLiveTable tries the table and the providers in real time, over real sockets.
func TestLiveTable(t *testing.T) {
	open := func(context.Context, *slog.Logger) (Providers, func() error, error) {
		ears := (&stenographer{delay: 50 * time.Millisecond}).learn(askedText, trimmed(clip.Question()))
		return Providers{
			Name: "parrots", Ears: ears, Mind: typist{}, Mouth: recording(clip.Frames(clip.Dragon())[:40]), Agent: bart,
			Players: []speech.Voice{{Name: "a"}},
		}, func() error { return nil }, nil
	}
	var out bytes.Buffer
	r, err := Run(t.Context(), quiet(), &out, Options{Only: []Part{Behaving, Really}, Quick: true, Real: []Opening{open}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", out.Bytes())
	if r.Table == nil || r.Table.Interruptions.Silent.P50 <= 0 || len(r.Real) != 1 || r.Real[0].Answers.First.P50 <= 0 {
		t.Errorf("got %+v and %+v", r.Table, r.Real)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"onset_to_silence":{"p50_ms":`, `"kinds":[{"name":"cough"`, `"lost":`, `"in_order":`, `"budgets":[{"what":`, `"kept":`} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}
