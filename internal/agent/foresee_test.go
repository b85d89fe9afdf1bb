package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// readTakes is how long an archive takes.
const readTakes = 200 * time.Millisecond

// An archive knows facts that say who asked for what, and takes its time.
type archive struct {
	mu    sync.Mutex
	fails int            // how often it fails at first
	asked map[string]int // how often it was asked, by query
	given int            // how often it was given up
}

var errArchive = errors.New("archive: closed")

func (a *archive) Facts(ctx context.Context, scope tool.Scope, query string, _ int) ([]tool.Fact, error) {
	a.mu.Lock()
	if a.asked == nil {
		a.asked = make(map[string]int)
	}
	a.asked[query]++
	fails := a.fails > 0
	if fails {
		a.fails--
	}
	a.mu.Unlock()
	select {
	case <-time.After(readTakes):
	case <-ctx.Done():
		a.mu.Lock()
		a.given++
		a.mu.Unlock()
		return nil, ctx.Err()
	}
	if fails {
		return nil, errArchive
	}
	c, _ := tool.CallerOf(ctx)
	return []tool.Fact{{Name: fmt.Sprintf("%s/%s/%s/%s", c.Session, c.Scene, c.Agent, scope), Text: "about " + query}}, nil
}

// told returns what the prompt for q says that is known, and how long it took to
// find that.
func told(t *testing.T, m *Mind, q Question) (known string, took time.Duration) {
	t.Helper()
	model := llm.Script(says("Aye."))
	m.Model = model
	start := time.Now()
	if _, err := answer(t, m, q); err != nil {
		t.Fatal(err)
	}
	took = time.Since(start)
	for line := range strings.Lines(model.Requests()[0].System + "\n" + model.Requests()[0].Messages[0].Text) {
		if strings.Contains(line, "about ") {
			known += line
		}
	}
	return known, took
}

// soFar is scene with other words.
func soFar(text string) Question {
	q := scene()
	q.History[len(q.History)-1].Text = text
	return q
}

// What was looked up while the question was still being said is not looked up
// again, and it is what would have been found.
func TestForesee(t *testing.T) {
	const whole = "Mirela, who sank the Heron?"
	with := func(change func(*Question)) Question {
		q := soFar(whole)
		change(&q)
		return q
	}
	for _, tt := range []struct {
		name   string
		ahead  Question
		before time.Duration // the answer is asked for, the lookup having begun
		ends   time.Duration // the utterance; 0: after all that
		fails  int
		took   time.Duration
		asked  map[string]int
	}{
		{"the same", soFar(whole), time.Second, 0, 0, 0, map[string]int{"": 1, "who sank the heron": 1}},
		{"other marks", soFar("mirela who sank the heron"), time.Second, 0, 0, 0, map[string]int{"": 1, "who sank the heron": 1}},
		{"still running", soFar(whole), 150 * time.Millisecond, 0, 0, 50 * time.Millisecond, map[string]int{"": 1, "who sank the heron": 1}},
		{"the utterance ends while it is waited for", soFar(whole), 150 * time.Millisecond, 180 * time.Millisecond, 0, 50 * time.Millisecond, map[string]int{"": 1, "who sank the heron": 1}},
		{"other words", soFar("Mirela, who sank"), time.Second, 0, 0, readTakes, map[string]int{"": 1, "who sank": 1, "who sank the heron": 1}},
		{"the name alone", soFar("Mirela!"), time.Second, 0, 0, readTakes, map[string]int{"": 1, "who sank the heron": 1}},
		{"too old", soFar(whole), foreseenFor + time.Millisecond, 0, 0, readTakes, map[string]int{"": 2, "who sank the heron": 2}},
		{"the utterance ended before", soFar(whole), time.Second, 900 * time.Millisecond, 0, readTakes, map[string]int{"": 2, "who sank the heron": 2}},
		{"one failed", soFar(whole), time.Second, 0, 1, readTakes, nil},
		{"both failed, while waited for", soFar(whole), 150 * time.Millisecond, 0, 2, 50*time.Millisecond + readTakes, map[string]int{"": 2, "who sank the heron": 2}},

		// Whoever reads otherwise reads anew.
		{"another agent", with(func(q *Question) { q.Agent.ID = "bart" }), time.Second, 0, 0, readTakes, nil},
		{"another campaign", with(func(q *Question) { q.Campaign.ID = "c2" }), time.Second, 0, 0, readTakes, nil},
		{"another session", with(func(q *Question) { q.Session = "s2" }), time.Second, 0, 0, readTakes, nil},
		{"another scene", with(func(q *Question) { q.Scene = "sc2" }), time.Second, 0, 0, readTakes, nil},
		{"another entry", with(func(q *Question) { q.Agent.Node = "bart" }), time.Second, 0, 0, readTakes, nil},
		{"a wider grant", with(func(q *Question) {
			q.Agent.Grants = []campaign.Grant{{Tool: "kg_query", Scope: "campaign"}}
		}), time.Second, 0, 0, readTakes, map[string]int{"": 1, "who sank the heron": 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plain, _ := told(t, &Mind{Registry: registry(t), Facts: new(archive)}, soFar(whole))
				known := &archive{fails: tt.fails}
				m := &Mind{Registry: registry(t), Facts: known}
				ctx, end := context.WithCancel(t.Context())
				defer end()
				if tt.ends > 0 {
					time.AfterFunc(tt.ends, end)
				}
				go m.Foresee(ctx, tt.ahead)
				time.Sleep(tt.before)
				synctest.Wait()
				got, took := told(t, m, soFar(whole))
				if got != plain || !strings.Contains(got, "about who sank the heron") {
					t.Errorf("knows %q, want %q", got, plain)
				}
				if took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				if tt.asked != nil && !maps.Equal(known.asked, tt.asked) {
					t.Errorf("asked %v, want %v", known.asked, tt.asked)
				}
				end()
				synctest.Wait()
				if n := len(m.foreseen.lookups); n > 0 {
					t.Errorf("%d lookups are left", n)
				}
			})
		})
	}
}

// What was found is used once: whoever asks again looks again.
func TestForeseenOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		known := new(archive)
		m := &Mind{Registry: registry(t), Facts: known}
		m.Foresee(t.Context(), scene())
		for _, want := range []time.Duration{0, readTakes} {
			if _, took := told(t, m, scene()); took != want {
				t.Errorf("took %v, want %v", took, want)
			}
		}
	})
}

// As words come, what they are about is looked up; what the agent says of itself
// only when that gets old, and then it is there until the end.
func TestForeseeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		known := new(archive)
		m := &Mind{Registry: registry(t), Facts: known}
		const words = "who of all the people in this town could have sunk the Heron last spring"
		all := strings.Fields(words)
		for n := range all {
			m.Foresee(t.Context(), soFar("Mirela, "+strings.Join(all[:n+1], " ")))
			time.Sleep(300*time.Millisecond - readTakes)
		}
		m.Foresee(t.Context(), soFar("Mirela, "+words)) // nothing new
		if _, took := told(t, m, soFar("Mirela, "+words)); took != 0 {
			t.Errorf("took %v", took)
		}
		if len(known.asked) != len(all)+1 || known.asked[strings.ToLower(words)] != 1 {
			t.Errorf("asked %v", known.asked)
		}
		// The words take 4.5 s: it is asked at once and every foreseenFor/2.
		if own := known.asked[""]; own != 4 {
			t.Errorf("asked %d times for what the agent says of itself", own)
		}
	})
}

// A lookup that nobody wants any more is given up, and so is one whose answer is.
// However many people bring things up, few are kept.
func TestForeseenIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		known := new(archive)
		m := &Mind{Registry: registry(t), Facts: known}
		ctx, end := context.WithCancel(t.Context())
		go m.Foresee(ctx, scene())
		synctest.Wait()
		end()
		synctest.Wait()
		if known.given != 2 {
			t.Errorf("%d lookups were given up at the end of the utterance, want 2", known.given)
		}
		m.Foresee(ctx, scene())
		if len(m.foreseen.lookups) > 0 || known.given != 2 || known.asked[""] != 1 {
			t.Errorf("an utterance that is over: asked %v, %d are left", known.asked, len(m.foreseen.lookups))
		}

		go m.Foresee(t.Context(), scene())
		synctest.Wait()
		ctx, cut := context.WithTimeout(t.Context(), time.Millisecond)
		defer cut()
		for _, err := range m.Reply(ctx, scene()) {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a cut answer: %v", err)
			}
		}
		synctest.Wait()
		if known.given != 4 {
			t.Errorf("%d lookups were given up with their answer, want 4", known.given)
		}

		for n := range 2 * foreseenMost {
			q := soFar(fmt.Sprint("Mirela, number ", n))
			q.Agent.ID = transcript.AgentID(fmt.Sprint("agent ", n))
			go m.Foresee(t.Context(), q)
		}
		synctest.Wait()
		if n := len(m.foreseen.lookups); n != foreseenMost {
			t.Errorf("%d lookups are kept, want %d", n, foreseenMost)
		}
		time.Sleep(foreseenFor)
		synctest.Wait()
		if n := len(m.foreseen.lookups); n != 0 {
			t.Errorf("%d lookups are left after their time", n)
		}
	})
}
