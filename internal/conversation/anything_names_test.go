package conversation

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A misnomer is a name as it is heard, and as it is right.
type misnomer struct {
	heard, right string
	at           time.Time // when the GM corrected it
}

// misnomers are what the GM corrects. What is right is never itself corrected.
var misnomers = []misnomer{
	{heard: "Zbigniev", right: "Zbyszek"},
	{heard: "Zbigniev", right: "Old Zbyszek"},
	{heard: "salt marsh", right: "Saltmarsh"},
}

// asHeard undoes all corrections.
var asHeard = strings.NewReplacer("Old Zbyszek", "Zbigniev", "Zbyszek", "Zbigniev", "Saltmarsh", "salt marsh").Replace

// correct has the GM correct a name, for what comes as well or not.
func (e *evening) correct(ctx context.Context, c *Conversation, n int) {
	m := misnomers[n%len(misnomers)]
	if n%2 > 0 {
		_ = c.SetNames(ctx, []campaign.Name{{Text: m.right, Heard: []string{m.heard}}})
	}
	m.at = time.Now()
	if c.Respell(ctx, m.heard, m.right) != nil {
		return
	}
	e.gm.corrected = append(e.gm.corrected, m)
	e.lookBack(ctx, c)
}

// lookBack has the GM look what has become of what was said before.
func (e *evening) lookBack(ctx context.Context, c *Conversation) {
	why, err := c.Why(ctx)
	if err != nil {
		return
	}
	now := time.Now()
	for _, d := range why {
		if at, ok := e.keptAt(d.Line); ok && e.misspelt(d.Line.Text, at, now) {
			e.gm.wrong = append(e.gm.wrong, "it is decided about "+d.Line.Text)
		}
		for _, t := range d.Turns {
			if e.misspelt(t.Heard, t.Ended, now) || e.misspelt(t.Unheard, t.Ended, now) {
				e.gm.wrong = append(e.gm.wrong, fmt.Sprintf("%s is told to have said %q, %q", t.Name, t.Heard, t.Unheard))
			}
		}
	}
}

// misspelt reports whether text has a name in it that was corrected between two
// moments.
func (e *evening) misspelt(text string, from, to time.Time) bool {
	for _, m := range e.gm.corrected {
		setOff := OnlySetOff(e.opts.Campaign.Language, m.heard)
		if _, n := campaign.Respell(text, m.heard, m.right, setOff); n > 0 && m.at.After(from) && m.at.Before(to) {
			return true
		}
	}
	return false
}

// keptAt returns when a line was kept.
func (e *evening) keptAt(l transcript.Line) (time.Time, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, n := range e.notices {
		if k, ok := n.Notice.(LineKept); ok && k.Line.Name == l.Name && k.Line.At.Equal(l.At) && asHeard(k.Line.Text) == asHeard(l.Text) {
			return n.at, true
		}
	}
	return time.Time{}, false
}

// checkSpelling: what the GM has corrected is right for everybody from then on.
func (e *evening) checkSpelling(t *testing.T) {
	t.Helper()
	for _, wrong := range e.gm.wrong {
		t.Errorf("after it was corrected, %s", wrong)
	}
	ended := noticedBy[TurnEnded](e)
	for _, r := range e.runs {
		for _, q := range r.asked {
			for _, l := range append(q.History, q.Answers...) {
				if at, ok := e.keptAt(l); ok && e.misspelt(l.Text, at, r.began) {
					t.Errorf("%s knows of %q, of %s, which was corrected", q.Agent.Name, l.Text, l.Name)
				}
			}
			var last time.Time // its latest turn ended
			for _, n := range ended {
				if n.Turn.Agent == q.Agent.ID && !n.Turn.Ended.After(r.began) {
					last = n.Turn.Ended
				}
			}
			if e.misspelt(q.Unsaid, last, r.began) {
				t.Errorf("%s has still to say %q, which was corrected", q.Agent.Name, q.Unsaid)
			}
		}
	}
	for _, n := range ended {
		if r := e.runs[int(n.Turn.Cost)]; r != nil && (e.misspelt(n.Turn.Heard, r.began, n.Turn.Ended) || e.misspelt(n.Turn.Unheard, r.began, n.Turn.Ended)) {
			t.Errorf("a turn of %s, %s, is kept with %q, %q, which was corrected", n.Turn.Name, n.Turn.Outcome, n.Turn.Heard, n.Turn.Unheard)
		}
	}
}
