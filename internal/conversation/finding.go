package conversation

import (
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// A finding is what somebody's sound is, by the words in it.
type finding int

const (
	talk    finding = iota // words that want to be heard
	listens                // a backchannel
	echo                   // an agent's own words, out of a loudspeaker
	noise                  // nothing recognisable
)

// judge says what u is, going by its sound and the words h, and of an echo
// whose. While u goes on the words are not the whole of it.
func (r *running) judge(u *utterance, h speech.Hypothesis, whole bool) (v finding, of *turn) {
	if r.likeness(u) >= sameSound {
		return echo, r.spoken[len(r.spoken)-1]
	}
	if r.implausible(u, h) != "" {
		return noise, nil
	}
	if isBackchannel(h.Text, r.opts.Campaign.Language) {
		return listens, nil
	}
	if of = r.echoOf(u, h.Text, whole); of != nil {
		return echo, of
	}
	return talk, nil
}

// weigh decides by words, which may not be all, about what u speaks over. A word
// that short might be the beginning of an echo: what it interrupts is held
// until its end is known.
func (r *running) weigh(u *utterance, h speech.Hypothesis, whole bool) {
	v, _ := r.judge(u, h, whole)
	if v == talk && u.voicedFor(time.Now()) < contourShort*audio.FrameDuration {
		return
	}
	r.rule(u, v)
}

// finish takes the last words of an utterance. What it is, is decided now,
// though its words may be taken up later: after those that the same person
// said before.
func (r *running) finish(w *words) {
	u := w.utterance
	u.words = w
	defer func() { u.pieces = nil }()
	if w.err != nil {
		r.letGo(u)
		return
	}
	var v finding
	v, w.echo = r.judge(u, w.hyp, true)
	r.rule(u, v)
}

// rule carries out what v means for the turn that u speaks over. Words cut it
// even when they come late and the turn goes on already.
func (r *running) rule(u *utterance, v finding) {
	t := u.over
	switch {
	case t == nil || t != r.floor.current:
		return
	case t.outcome != "": // it is ending: see [floor.drop]
	case v == talk:
		// The valve stays shut: what it holds back is thrown away, and opening
		// it first would let some of that out.
		r.stop(t, transcript.Cut, u.who.Label()+" began to speak")
		return
	case u.holding && v != listens:
		if t.strikes == nil {
			t.strikes = make(map[transcript.SpeakerID]int)
		}
		t.strikes[u.who.ID]++
	}
	r.letGo(u)
}

// onlyListens reports whether u, with these words, is a backchannel to what an
// agent is saying. It calls for no answer: one to "yes, yes" would cut it off.
func (r *running) onlyListens(u *utterance, text string) bool {
	t := r.floor.current
	return t != nil && !t.audible.IsZero() && u.lastVoiced.After(t.audible) && isBackchannel(text, r.opts.Campaign.Language)
}
