package conversation

import (
	"slices"
	"time"

	"glyphoxa/internal/audio"
)

// What was heard of a sentence that was cut in its middle goes by words. Where
// the voice says when each word ends, that is what counts. Else the words share
// the sound between its first and its last voiced sample by how long they are
// to say, those between two pauses the sound between these, and a word counts
// once all of its share has been played.
//
// TestLiveHeardToTheWord compares that with the true ends of words.

const (
	// wordSlack is how much later than its share a word is taken to end: better
	// one too few than one that nobody heard.
	wordSlack = 60 * time.Millisecond
	// slowUnit is what a unit of length takes a voice that speaks slowly. It
	// stands in for the length of sound whose end is not known.
	slowUnit = 120 * time.Millisecond
	// leastUnit is less than it takes a voice that speaks four times as fast as
	// people do. Sound that is shorter than that stopped before its text did.
	leastUnit = 13 * time.Millisecond
	// leastUnits is how long a text is of which that can be said.
	leastUnits = 9
	// leastLull is the shortest silence that is a pause. That before a "t" or a
	// "k" is shorter.
	leastLull = 100 * time.Millisecond
	// lullDepth is how far below the loudest of a voice it is silent, in dB: in its
	// pauses a voice breathes, and some hiss.
	lullDepth = 25
	lullStep  = 10 * time.Millisecond
	// lullReach is how far from where it is expected a pause is looked for.
	lullReach = 450 * time.Millisecond
)

// A making is what is known of the sound of a segment: as much as its voice
// has made. Times are from the beginning of the sound.
type making struct {
	length   time.Duration
	from, to time.Duration // the first and the last of what is voiced; equal if nothing is
	lulls    []lull        // within that
	words    []wordEnd     // as the voice says
	whole    bool          // nothing comes after it

	loudest float64       // its peak, in dBFS above [audio.Floor]
	loud    time.Duration // the end of the last of it that is no lull
}

// A lull is a silence in the midst of the sound.
type lull struct{ from, to time.Duration }

type wordEnd struct {
	to  int // bytes of the text
	end time.Duration
}

// add takes the next clip.
func (m *making) add(c audio.Clip) {
	if from, to := audio.Voiced(c.PCM); from < to {
		if m.to == 0 {
			m.from = m.length + c.Rate.Duration(from)
		}
		m.to = m.length + c.Rate.Duration(to)
	}
	for part := range slices.Chunk(c.PCM, max(1, c.Rate.Samples(lullStep))) {
		level := audio.Peak(part) - audio.Floor
		m.loudest = max(m.loudest, level)
		end := m.length + c.Rate.Duration(len(part))
		if level > m.loudest-lullDepth {
			if m.loud > m.from && m.length-m.loud >= leastLull {
				m.lulls = append(m.lulls, lull{m.loud, m.length})
			}
			m.loud = end
		}
		m.length = end
	}
	for _, w := range c.Words {
		m.words = append(m.words, wordEnd{w.To, c.Rate.Duration(w.End)})
	}
}

// fault returns what is wrong with the sound, which has ended, as that of text.
func (m *making) fault(text string) error {
	switch {
	case m.to == m.from && len(wordLengths(text)) > 0:
		return errNoSound // or silence alone
	case m.stopped(text):
		return errStoppedShort
	}
	return nil
}

// stopped reports whether the sound, which has ended, is too short to be all of
// text.
func (m *making) stopped(text string) bool {
	total := unitsIn(wordLengths(text))
	return m.to > m.from && total >= leastUnits && m.to-m.from < time.Duration(total*float64(leastUnit))
}

// unitsIn returns how long words are, with the pauses between them.
func unitsIn(words []wordLength) (units float64) {
	for i, w := range words {
		units += w.units
		if w.paused && i < len(words)-1 {
			units += pauseUnits
		}
	}
	return units
}

// said returns how many bytes of text have been said once so much of its sound
// has been played, up to the end of a word.
func (m *making) said(text string, played time.Duration) (n int) {
	if len(m.words) > 0 {
		for _, w := range m.words {
			if w.end <= played && w.to <= len(text) {
				n = max(n, w.to)
			}
		}
		return n
	}
	words := wordLengths(text)
	end := m.to
	if !m.whole || m.stopped(text) {
		end = max(end, m.from+time.Duration(unitsIn(words)*float64(slowUnit)))
	}
	if end <= m.from {
		return 0
	}
	for i, at := range m.ends(words, end) {
		if i < len(words)-1 {
			at = min(at+wordSlack, end)
		}
		if at > played {
			break
		}
		n = words[i].to
	}
	return n
}

// ends returns when each of words ends, if the last does at end.
func (m *making) ends(words []wordLength, end time.Duration) []time.Duration {
	at := share(words, m.from, end)
	first, from := 0, m.from
	for i, w := range words[:max(0, len(words)-1)] {
		if !w.paused {
			continue
		}
		if l, ok := m.lullNear(at[i], from, end); ok {
			copy(at[first:], share(words[first:i+1], from, l.from))
			first, from = i+1, l.to
		}
	}
	copy(at[first:], share(words[first:], from, end))
	return at
}

// share returns when each of words ends, if the first begins at from and the last
// ends at to.
func share(words []wordLength, from, to time.Duration) []time.Duration {
	ends := make([]time.Duration, len(words))
	total, until := unitsIn(words), 0.0
	for i, w := range words {
		until += w.units
		ends[i] = from + time.Duration(until/total*float64(to-from))
		if w.paused {
			until += pauseUnits
		}
	}
	return ends
}

// lullNear returns the lull between two moments that is most likely the pause
// expected at a third: long, and near.
func (m *making) lullNear(at, after, before time.Duration) (best lull, ok bool) {
	fits := func(l lull) time.Duration { return l.to - l.from - (l.from-at).Abs()/4 }
	for _, l := range m.lulls {
		near := l.from > after && l.to < before && (l.from-at).Abs() < lullReach
		if near && (!ok || fits(l) > fits(best)) {
			best, ok = l, true
		}
	}
	return best, ok
}
