package conversation

import (
	"slices"
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

const (
	// unsureWords is the confidence below which a recogniser may have read
	// anything.
	unsureWords = 0.5
	// murmurLimit is how long a murmur is voiced, and murmurWords how many words
	// are read in it, at most.
	murmurLimit = time.Second
	murmurWords = 4
)

// judge says what u is, going by its sound and the words h, and of an echo
// whose. While u goes on the words are not the whole of it.
func (r *running) judge(u *utterance, h speech.Hypothesis, whole bool) (v finding, of *turn) {
	if r.soundsLikeEcho(u, h) {
		return echo, r.spoken[len(r.spoken)-1]
	}
	if r.implausible(u, h) != "" {
		return noise, nil
	}
	if isBackchannel(h.Text, r.opts.Campaign.Language) || r.murmurs(u, h) {
		return listens, nil
	}
	if of = r.echoOf(u, h.Text, whole); of != nil {
		return echo, of
	}
	return talk, nil
}

// unsure reports whether the recogniser may have read anything. One that does
// not say how sure it is is believed.
func unsure(h speech.Hypothesis) bool { return h.Confidence > 0 && h.Confidence < unsureWords }

// murmurs reports whether u, spoken over an agent, is so short and so unclear
// that it is more likely a hum or a laugh in which somebody reads words than
// somebody who wants something: those say it again. A recogniser made of "mm
// hm", "uh huh", "hmm", "oh" and "ha ha ha" by four voices of flite words in 18
// of 20 cases and was unsure of 13 of them.
func (r *running) murmurs(u *utterance, h speech.Hypothesis) bool {
	if u.over == nil || u.talking || u.voicedFor(time.Now()) > murmurLimit {
		return false
	}
	line := parseLine(h.Text)
	if len(line.words) > murmurWords || line.only(lexiconFor(r.opts.Campaign.Language).stop) {
		return false
	}
	names := r.calledNames()
	for _, w := range line.words {
		if slices.Contains(names, w.fold) {
			return false
		}
	}
	// A lone "the" or "but" is not where anybody stops.
	alone := len(line.words) == 1 && finished(r.opts.Campaign.Language, h.Text, names) == unfinished
	return unsure(h) || alone
}

// weigh decides by words, which may not be all, about what u speaks over. A word
// that short might be the beginning of an echo, and so might what sounds much
// like one, and words that the recogniser is not sure of might be none: what
// they interrupt is held until their end is known.
func (r *running) weigh(u *utterance, h speech.Hypothesis, whole bool) {
	v, _ := r.judge(u, h, whole)
	short := u.voicedFor(time.Now()) < contourShort*audio.FrameDuration
	if v == talk && (short || u.talking && (unsure(h) || r.mayBeEcho(u))) {
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
	u.murmur = v == listens && !isBackchannel(w.hyp.Text, r.opts.Campaign.Language)
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
		r.interrupt(t, u.who.Label()+" began to speak")
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
// agent is saying, or a murmur over it. It calls for no answer: one to "yes, yes"
// would cut it off.
func (r *running) onlyListens(u *utterance, text string) bool {
	if u.murmur {
		return true
	}
	t := r.floor.heard()
	return t != nil && u.lastVoiced.After(t.audible) && isBackchannel(text, r.opts.Campaign.Language)
}
