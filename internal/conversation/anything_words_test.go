package conversation

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// checkTurn checks how one turn ended.
func (e *evening) checkTurn(t *testing.T, turn transcript.Turn) {
	t.Helper()
	complain := func(what string) {
		t.Errorf("%s: %s, why %q; called by %q, %s; heard %q, unheard %.200q", what, turn.Outcome, turn.Why, turn.Who, turn.Reason, turn.Heard, turn.Unheard)
	}
	text := strings.HasPrefix(turn.Why, "as text")
	if (turn.Outcome == transcript.Spoken) != (turn.Why == "" || text) {
		complain("a reason that does not go with the outcome")
	}
	if turn.Reason == "" {
		complain("nobody knows why it answers")
	}
	if turn.Outcome == transcript.Superseded && turn.Heard != "" {
		complain("superseded and heard")
	}
	if turn.Outcome == transcript.Declined && turn.Heard != "" {
		complain("declined and heard")
	}
	turn.Stages.Each(func(name string, d time.Duration) {
		if d < 0 || d > 2*answerLimit && turn.Heard != "" { // else it may have waited for the GM, and been written on
			complain(name + " took " + d.String())
		}
	})
	var a campaign.Agent
	for _, o := range e.opts.Scene.Agents {
		if o.ID == turn.Agent {
			a = o
		}
	}
	byVoice := strings.HasSuffix(turn.Why, " began to speak") || strings.Contains(turn.Why, " spoke to ")
	if turn.Outcome == transcript.Cut && byVoice && a.Interruptible == campaign.InterruptNever {
		complain("cut, and is not to be interrupted")
	}
	if turn.Outcome == transcript.Cut && strings.HasSuffix(turn.Why, " began to speak") && e.opts.InterruptBy == ByNobody {
		complain("cut, and nobody may")
	}
	r := e.runs[int(turn.Cost)]
	if r == nil {
		if turn.Heard != "" || turn.Unheard != "" {
			complain("words out of nothing")
		}
		return
	}
	e.checkWords(turn, r, text, complain)
}

// checkWords: what was heard and what was not are together what was written, as
// far as it was prepared; and no more was heard than the channel got.
func (e *evening) checkWords(turn transcript.Turn, r *run, text bool, complain func(string)) {
	if turn.Heard != "" && len(r.frames) == 0 && !text {
		complain("heard without sound")
	}
	withdrawn := strings.Contains(turn.Heard+turn.Unheard, transcript.Withdrawn)
	if !utf8.ValidString(turn.Heard + turn.Unheard) {
		complain("cut within a letter")
	}
	if !text && !withdrawn && asHeard(turn.Heard) == turn.Heard && e.voice.tells && e.voice.faulty == 0 {
		// This voice says when each of its words ends, of 30 ms a letter.
		played := time.Duration(len(r.frames)) * audio.FrameDuration
		least := time.Duration(len(strings.Join(wordsOf(turn.Heard), ""))) * 30 * ms
		most := time.Duration(len(turn.Heard)+len(longestWord)) * 30 * ms
		if least > played+audio.FrameDuration || most < played && turn.Heard+turn.Unheard != "" {
			complain("heard in " + played.String())
		}
	}
	if turn.Heard+turn.Unheard == "" || withdrawn || strings.Contains(turn.Why, "struck") || strings.Contains(turn.Why, "forgotten") {
		return
	}
	turn.Heard, turn.Unheard = asHeard(turn.Heard), asHeard(turn.Unheard)
	have := slices.Concat(wordsOf(turn.Heard), wordsOf(turn.Unheard))
	if len(r.asked) > 0 {
		source := wordsOf(strings.Join(r.wrote, " ") + " " + excuse(e.tongue.language))
		for _, q := range r.asked {
			source = append(source, wordsOf(asHeard(q.Unsaid))...)
		}
		if w, ok := inside(have, source); !ok {
			complain("has said what nobody wrote: " + w)
		}
	}
	said := wordsOf(asHeard(strings.Join(r.said, " ")))
	if w, ok := inside(said, have); !ok {
		complain("lost what was prepared: " + w)
	}
	if w, ok := inside(said, wordsOf(turn.Heard)); !ok && turn.Outcome == transcript.Spoken && !text && e.voice.faulty == 0 {
		complain("spoken, and not heard: " + w)
	}
	// Of what is marked up, or tells of rolls, something is left out or moved.
	plain := len(r.asked) == 1 && !strings.ContainsAny(r.wrote[0], "<*|:") && !strings.Contains(r.wrote[0], "roll") && !strings.Contains(r.wrote[0], "gewürfelt")
	if plain && !strings.Contains(join(turn.Heard, turn.Unheard), excuse(e.tongue.language)) &&
		!woven(wordsOf(turn.Heard), wordsOf(turn.Unheard), wordsOf(r.wrote[0])) {
		complain("not in the order in which it was written")
	}
}

// woven reports whether a and b are together the beginning of whole, each in its
// order.
func woven(a, b, whole []string) bool {
	if len(a)+len(b) > len(whole) {
		return false
	}
	// from holds how many words of a may be used up with the first n of whole.
	from := map[int]bool{0: true}
	for n, w := range whole[:len(a)+len(b)] {
		next := make(map[int]bool)
		for i := range from {
			if i < len(a) && a[i] == w {
				next[i+1] = true
			}
			if j := n - i; j < len(b) && b[j] == w {
				next[i] = true
			}
		}
		from = next
	}
	return from[len(a)]
}

// longestWord is longer than any that is said, with what stands around it.
const longestWord = "“grandfather, — "

// wordsOf returns the words of text without their marks.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// inside reports whether every word of part is in whole, as often, and which is not.
func inside(part, whole []string) (word string, ok bool) {
	count := make(map[string]int)
	for _, w := range whole {
		count[w]++
	}
	for _, w := range part {
		if count[w]--; count[w] < 0 {
			return w, false
		}
	}
	return "", true
}
