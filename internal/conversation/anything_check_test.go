package conversation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// check checks all that a table may count on.
func (e *evening) check(t *testing.T) {
	t.Helper()
	over := e.end
	if e.stops > 0 {
		over = e.stops
	}
	limit := recogniseLimit
	if late := e.took - over; late > limit {
		t.Errorf("Run ended %v after the end", late)
	}
	e.checkCalls(t)
	e.checkBook(t)
	e.checkLines(t)
	e.checkMouth(t)
	e.checkMemory(t)
	e.checkSpelling(t)
	if e.crowded.Load() {
		t.Error("providers are made ready while they are")
	}
	for _, turn := range noticedBy[TurnEnded](e) {
		e.checkTurn(t, turn.Turn)
	}
	for _, w := range noticedBy[Whispered](e) {
		if w.Agent != "quill" || w.To != gm {
			t.Errorf("%s whispers to %d", w.Agent, w.To)
		}
	}
}

// A calling is why somebody is to answer: a reason without what it quotes, since a turn
// does not say what words of the line it is for.
type calling struct {
	agent  transcript.AgentID
	reason string
	who    string
}

var quotation = regexp.MustCompile(`"[^"]*"`)

func unquotedReason(reason string) string {
	return quotation.ReplaceAllString(reason, transcript.Withdrawn)
}

// checkCalls: whoever is addressed has one turn, the GM gets what it asks for, and
// every turn ends once.
func (e *evening) checkCalls(t *testing.T) {
	t.Helper()
	calls := make(map[calling]int)
	ended := make(map[transcript.TurnID]bool)
	said, again, talked, renewed, extra := 0, 0, 0, 0, 0
	for _, a := range noticedBy[Addressed](e) {
		for _, id := range a.Agents {
			calls[calling{id, unquotedReason(a.Reason), a.Line.Name}]++
		}
	}
	for _, n := range noticedBy[TurnEnded](e) {
		turn := n.Turn
		if ended[turn.ID] {
			t.Errorf("a turn of %s ended twice, at last %s", turn.Name, turn.Outcome)
		}
		ended[turn.ID] = true
		if turn.Why == "the GM spoke for it" && turn.Reason == "the GM had it say that" {
			t.Errorf("what the GM had %s say gave way to something else", turn.Name)
		}
		switch {
		case turn.Reason == "the GM had it say that":
			said++
		case turn.Reason == "the GM had it said again":
			again++
		case strings.HasPrefix(turn.Reason, "the GM has it talk to"):
			talked++
		default:
			calls[calling{turn.Agent, unquotedReason(turn.Reason), turn.Who}]--
		}
		if turn.Why == "what it answers was forgotten" {
			renewed++ // or was given up
		}
	}
	for c, n := range calls {
		if n > 0 {
			t.Errorf("%s was called by %s %d times too often for its turns: %s", c.agent, c.who, n, c.reason)
		}
		extra -= min(n, 0)
	}
	if extra > e.gm.redone+renewed || said != e.gm.said || again > e.gm.again {
		t.Errorf("%d turns too many, %d done again; the GM had agents speak %d and %d times, and they did %d and %d times",
			extra, e.gm.redone+renewed, e.gm.said, e.gm.again, said, again)
	}
	ends := noticedBy[ExchangeEnded](e)
	if len(ends) != e.gm.exch || talked < e.gm.exch {
		t.Errorf("%d exchanges of %d turns; %d ended", e.gm.exch, talked, len(ends))
	}
	for _, x := range ends {
		if x.Heard > x.Of || (x.Heard == x.Of) != (x.End == ExchangeDone) {
			t.Errorf("an exchange is %s after %d of %d turns", x.End, x.Heard, x.Of)
		}
	}
}

// checkBook: what was said to be kept is kept, in that order, or given back.
func (e *evening) checkBook(t *testing.T) {
	t.Helper()
	var told, kept []string
	for _, n := range noticedBy[LineKept](e) {
		told = append(told, n.Line.Name+": "+n.Line.Text)
	}
	for _, l := range e.book.kept {
		kept = append(kept, l.Name+": "+l.Text)
	}
	turns := len(e.book.turns)
	if e.unsaved != nil {
		for _, l := range e.unsaved.Lines {
			kept = append(kept, l.Name+": "+l.Text)
		}
		turns += len(e.unsaved.Turns)
	}
	if e.unsaved != nil && (e.gm.struck || len(e.gm.corrected) > 0) { // what is struck is not given back, nor what is put right as it was
		kept, told = nil, nil
	}
	if !slices.Equal(told, kept) {
		t.Errorf("said to be kept:\n%s\nkept:\n%s", strings.Join(told, "\n"), strings.Join(kept, "\n"))
	}
	if n := len(noticedBy[TurnEnded](e)); n != turns {
		t.Errorf("%d turns were said to have ended, %d are kept", n, turns)
	}
	for _, turn := range e.book.turns {
		if n := turn.Caller; n > 0 && (n > int64(len(e.book.kept)) || e.book.kept[n-1].Name != turn.Who) {
			t.Errorf("a turn answers %s with line %d, which is no line of theirs", turn.Who, n)
		}
	}
}

// checkLines: what people say is one line, or one is told why not, in the order in
// which each of them said it; and a line of an agent is what one turn was heard to
// say.
func (e *evening) checkLines(t *testing.T) {
	t.Helper()
	dropped := make(map[transcript.SpeakerID]bool)
	for _, d := range noticedBy[LineDropped](e) {
		dropped[d.Speaker] = true
	}
	for who := range e.opts.Loudspeakers {
		dropped[who] = dropped[who] || e.deaf(who) // a part of what they say may not be listened to
	}
	dropped[e.unkept] = true
	var all, heard, spoken []string
	latest := make(map[transcript.SpeakerID]time.Time)
	for _, n := range noticedBy[LineKept](e) {
		l := n.Line
		if l.Role == transcript.NPC {
			heard = append(heard, fmt.Sprint(l.Agent, ": ", l.Text, " cut: ", l.Cut))
			continue
		}
		if l.Text == e.tongue.typed {
			continue
		}
		if l.Speaker == e.unkept && l.Speaker != 0 {
			t.Errorf("%q is kept", l.Text)
		}
		if strings.Contains(l.Text, foreign) || l.Text == strings.Join(e.opts.Names, ", ")+"." {
			t.Errorf("%q is what nobody said", l.Text)
		}
		all = append(all, l.Text)
		if l.At.Before(latest[l.Speaker]) && !e.slow {
			t.Errorf("%q of %s comes behind what they said after it", l.Text, l.Name)
		}
		latest[l.Speaker] = l.At
		if l.End.Before(l.At) {
			t.Errorf("%q ends before it begins", l.Text)
		}
	}
	text := strings.Join(all, "\n")
	for _, s := range e.people {
		for _, p := range s.phrases {
			word := unique(p.text)
			n := strings.Count(text, word)
			if word == "" {
				continue
			}
			if n > 1 {
				t.Errorf("%q is in %d lines", p.text, n)
			}
			from, to := e.start.Add(p.at), e.start.Add(p.at+p.long)
			if n > 0 && slices.ContainsFunc(e.gm.offs, func(s stretch) bool { return from.After(s.from) && to.Before(s.to) }) {
				t.Errorf("%q was said off the record", p.text)
			}
			at, left := e.leave[s.who]
			gone := e.stops > 0 || e.gm.struck || left && p.at+p.long+usual > at || p.at+200*ms > e.end
			if n == 0 && !dropped[s.who] && !gone {
				t.Errorf("%q of %d is lost", p.text, s.who)
			}
		}
	}
	for _, n := range noticedBy[TurnEnded](e) {
		if n.Turn.Heard != "" {
			cut := n.Turn.Outcome == transcript.Cut || n.Turn.Outcome == transcript.Failed && n.Turn.Unheard != ""
			spoken = append(spoken, fmt.Sprint(n.Turn.Agent, ": ", n.Turn.Heard, " cut: ", cut))
		}
	}
	if !slices.Equal(heard, spoken) {
		t.Errorf("agents' lines:\n%s\nheard of turns:\n%s", strings.Join(heard, "\n"), strings.Join(spoken, "\n"))
	}
}

// deaf reports whether somebody may not be listened to while an agent speaks.
func (e *evening) deaf(who transcript.SpeakerID) bool {
	return e.opts.Loudspeakers[who] == transcript.LoudspeakerOn || e.gm.deaf && who == kara
}

// unique returns the word of text that nobody else says, if it has one.
func unique(text string) string {
	for _, w := range foldedWords(text) {
		if strings.HasPrefix(w, "z") && strings.HasSuffix(w, "dra") {
			return w
		}
	}
	return ""
}

// checkMemory: minds know what was kept, before them, in its order, and nothing
// that was only prepared, struck or forgotten.
func (e *evening) checkMemory(t *testing.T) {
	t.Helper()
	for _, r := range e.runs {
		for _, q := range r.asked {
			before := q.History
			if n := len(before); n > 0 {
				before = before[:n-1] // the one to answer is the last, and may be known early
			}
			if l, why := e.unknown(before, r.began); why != "" {
				t.Errorf("%s knows of %q, of %s, which was %s", q.Agent.Name, l.Text, l.Name, why)
				return
			}
			for _, l := range q.Answers {
				if _, why := e.unknown([]transcript.Line{l}, r.began); why != "" || l.Agent == q.Agent.ID {
					t.Errorf("%s is told that %s answered %q: %s", q.Agent.Name, l.Name, l.Text, why)
				}
			}
		}
	}
}

// unknown returns a line that a mind cannot have known at a moment, and why; lines
// are in the order in which it knew them.
func (e *evening) unknown(lines []transcript.Line, asked time.Time) (l transcript.Line, why string) {
	i := 0
	for _, l := range lines {
		if l.Speaker == e.unkept && l.Speaker != 0 { // answered together with a later one
			continue
		}
		same := func(n seen) bool {
			k, ok := n.Notice.(LineKept)
			return ok && !n.at.After(asked) && k.Line.Name == l.Name && k.Line.At.Equal(l.At) && (asHeard(k.Line.Text) == asHeard(l.Text) || l.Text == transcript.Withdrawn)
		}
		for i < len(e.notices) && !same(e.notices[i]) {
			i++
		}
		if i == len(e.notices) {
			return l, "not heard, or not then"
		}
		was := func(s stretch) bool { return e.notices[i].at.Before(s.to) && asked.After(s.to) }
		if slices.ContainsFunc(e.gm.strikes, func(s stretch) bool { return was(s) && l.End.After(s.from) }) {
			return l, "struck"
		}
		if l.Speaker == joren && l.Text != transcript.Withdrawn && slices.ContainsFunc(e.gm.forgets, was) {
			return l, "forgotten"
		}
		i++
	}
	return transcript.Line{}, ""
}
