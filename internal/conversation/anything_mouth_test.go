package conversation

import (
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
)

// checkMouth: there is one mouth. Of a turn that has ended, of one that the GM was
// to be asked about and of a head start that was thrown away nothing is heard.
func (e *evening) checkMouth(t *testing.T) {
	t.Helper()
	if e.tangled {
		t.Error("two spoke at once")
	}
	begun := make(map[transcript.TurnID]int)
	for _, n := range noticedBy[SpeechBegan](e) {
		if begun[n.Turn]++; begun[n.Turn] > 1 {
			t.Errorf("%s began to speak twice in one turn", n.Agent)
		}
	}
	turns := make(map[*run]transcript.Turn)
	for _, n := range noticedBy[TurnEnded](e) {
		if n.Turn.Outcome == transcript.Cut && begun[n.Turn.ID] == 0 {
			t.Errorf("a turn of %s was cut before it was heard: %s", n.Turn.Name, n.Turn.Why)
		}
		if r := e.runs[int(n.Turn.Cost)]; r != nil {
			turns[r] = n.Turn
		}
	}
	for _, r := range e.runs {
		if len(r.frames) > 0 && e.opts.TextOnly && !e.gm.wrote {
			t.Errorf("%q was heard, and all is written", r.said)
		}
		turn, ok := turns[r]
		if !ok {
			e.checkNoTurn(t, r)
			continue
		}
		if len(r.frames) > 0 && begun[turn.ID] == 0 && turn.Ended.Before(e.start.Add(e.end)) && e.stops == 0 {
			t.Errorf("a turn of %s, %s, is heard, and nobody was told", turn.Name, turn.Outcome)
		}
		e.checkFrames(t, turn, r)
		e.checkPauses(t, turn, r)
		e.checkStart(t, turn, r)
	}
}

// checkNoTurn: of what became no turn nothing is heard and nothing left, but for a
// filler.
func (e *evening) checkNoTurn(t *testing.T, r *run) {
	t.Helper()
	switch {
	case r.committed:
		t.Errorf("what nobody heard of has had an effect: %q", r.wrote)
	case len(r.frames) > 0 && len(r.asked) > 0:
		t.Errorf("what is no turn was heard: %q", r.wrote)
	case len(r.frames) > int(fillerLongest/audio.FrameDuration) && e.voice.faulty == 0:
		t.Errorf("a filler of %d frames: %q", len(r.frames), r.said)
	}
}

// checkFrames: nothing is heard of a turn after its end, while its agent is muted,
// and between the GM's having stopped it, or having been offered it, and having it
// played.
func (e *evening) checkFrames(t *testing.T, turn transcript.Turn, r *run) {
	t.Helper()
	var since []time.Time // from when on it has to be played
	for _, at := range e.gm.stops {
		if turn.Started.Before(at) {
			since = append(since, at)
		}
	}
	for _, n := range e.notices {
		if o, ok := n.Notice.(TurnOffered); ok && o.Turn == turn.ID {
			since = append(since, n.at)
		}
	}
	e.gm.mu.Lock()
	defer e.gm.mu.Unlock()
	for _, at := range r.frames {
		unplayed := func(s time.Time) bool {
			return at.After(s) && !slices.ContainsFunc(e.gm.played[turn.ID], func(p time.Time) bool { return !p.Before(s) && !p.After(at) })
		}
		switch {
		case at.After(turn.Ended):
			t.Errorf("a turn of %s, %s, was heard %v after its end", turn.Name, turn.Outcome, at.Sub(turn.Ended))
		case slices.ContainsFunc(since, unplayed):
			t.Errorf("a turn of %s was stopped or offered, and heard without being played", turn.Name)
		case e.muted(turn.Agent, at) && !strings.HasPrefix(turn.Reason, "the GM had it sa"):
			t.Errorf("%s speaks, and is muted", turn.Name)
		default:
			continue
		}
		return
	}
}

// checkPauses: a turn that has begun to be heard goes on, but while people talk and
// for the time a hold may last after that.
func (e *evening) checkPauses(t *testing.T, turn transcript.Turn, r *run) {
	t.Helper()
	const slack = time.Second // for a voice that is slow
	if e.voice.faulty > 0 || e.stalls || len(r.asked) > 1 || e.leave != nil {
		return
	}
	for i, from := range r.frames {
		to := turn.Ended
		if i+1 < len(r.frames) {
			to = r.frames[i+1]
		}
		since := from
		for _, s := range e.people {
			for _, p := range s.phrases {
				if start, end := e.start.Add(p.at), e.start.Add(p.at+p.long); start.Before(to) && end.After(since) {
					since = end
				}
			}
		}
		if pause := to.Sub(since); pause > holdLimit+slack {
			t.Errorf("a turn of %s, %s, stops for %v", turn.Name, turn.Outcome, pause)
			return
		}
	}
}

// checkStart: nobody speaks while people do, or did just now, unless the GM wants
// it heard.
func (e *evening) checkStart(t *testing.T, turn transcript.Turn, r *run) {
	t.Helper()
	if len(r.frames) == 0 || e.gm.played[turn.ID] != nil || strings.HasPrefix(turn.Reason, "the GM") || e.gm.struck || e.leave != nil {
		return
	}
	known := 100 * ms // when it is that somebody talks
	if e.voice.faulty > 0 {
		known = 2 * time.Second // it was let go before, and what was to be heard first is noise
	}
	at := r.frames[0].Sub(e.start)
	for _, s := range e.people {
		if l := e.opts.Loudspeakers[s.who]; e.deaf(s.who) || l == transcript.LoudspeakerAuto {
			continue
		}
		for _, p := range s.phrases {
			if p.at+known < at && p.at+p.long > at-300*ms && at < e.end {
				t.Errorf("%s speaks at %v, and %d from %v to %v", turn.Name, at, s.who, p.at, p.at+p.long)
			}
		}
	}
}

// muted reports whether an agent is muted at a moment. At that at which the GM says
// so nobody knows.
func (e *evening) muted(id transcript.AgentID, at time.Time) bool {
	yes := id == "silas"
	for _, m := range e.gm.muted {
		if m.at.Before(at) && (m.id == id || m.id == "") {
			yes = m.yes
		}
		if m.at.Equal(at) {
			return false
		}
	}
	return yes
}
