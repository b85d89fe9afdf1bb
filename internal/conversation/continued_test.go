package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// monologue is what Kara says in n pieces of 24 s, one directly after the other.
func monologue(n int) speaking {
	s := speaking{who: kara, more: make(map[int]bool)}
	for i := range n {
		text := fmt.Sprintf("Part %d of the tale", i+1)
		if i == 0 {
			text = "Bart, hear me. " + text
		}
		s.phrases = append(s.phrases, phrase{time.Duration(i) * 24300 * ms, 24 * time.Second, text})
		s.more[i] = i > 0
	}
	s.phrases[n-1].text += " and what do you say?"
	return s
}

// TestMonologue: who talks for long is recognised in pieces, and answered once.
// Case: V23.
func TestMonologue(t *testing.T) {
	for _, tt := range []struct {
		name    string
		pieces  int
		delay   time.Duration
		streams bool
		want    string
	}{
		{"a minute", 3, 300 * ms, false, "Kara: Bart, hear me. Part 1 of the tale Part 2 of the tale Part 3 of the tale and what do you say? | Bart: Aye."},
		{"slow ears", 3, 3 * time.Second, false, "Kara: Bart, hear me. Part 1 of the tale Part 2 of the tale Part 3 of the tale and what do you say? | Bart: Aye."},
		{"streaming", 2, 300 * ms, true, "Kara: Bart, hear me. Part 1 of the tale Part 2 of the tale and what do you say? | Bart: Aye."},
		{
			"two minutes and more", 6, 300 * ms, false,
			"Kara: Bart, hear me. Part 1 of the tale Part 2 of the tale Part 3 of the tale Part 4 of the tale | " +
				"Kara: Part 5 of the tale Part 6 of the tale and what do you say? | Bart: Aye.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := visit{parlour: parlour{people: []speaking{monologue(tt.pieces)}}, ears: ears{delay: tt.delay, streams: tt.streams}, tb: table{mind: says(0, "Aye.")}}
			v.hold(t)
			if got := strings.Join(v.tb.book.lines, " | "); got != tt.want {
				t.Errorf("kept %s, want %s", got, tt.want)
			}
		})
	}
}

// TestTwentyMinutes: of somebody who does not stop, no word is lost or told twice,
// and they are answered once, when they have come to their end. Case: V23.
func TestTwentyMinutes(t *testing.T) {
	const pieces = 50 // of 24.2 s
	tale := monologue(pieces)
	for i := range tale.phrases { // with pauses in which nobody else begins
		tale.phrases[i].at = time.Duration(i) * 24200 * ms
	}
	v := visit{
		parlour: parlour{people: []speaking{tale}}, ears: ears{delay: 300 * ms},
		tb: table{mind: says(0, "Aye."), early: true},
	}
	v.hold(t)
	said, last := strings.Join(v.tb.book.lines, " "), 0
	for i := range pieces {
		part := fmt.Sprintf("Part %d of", i+1)
		at := strings.Index(said, part)
		if strings.Count(said, part) != 1 || at < last {
			t.Errorf("%q is there %d times, at %d, and what is before it at %d", part, strings.Count(said, part), at, last)
		}
		last = at
	}
	if got, want := len(v.tb.book.lines), (pieces+piecesMost-1)/piecesMost+1; got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
	answers := 0
	for _, turn := range v.tb.book.turns {
		switch turn.Outcome {
		case transcript.Spoken:
			answers++
		case transcript.Superseded, transcript.Declined: // offered to the GM while they still talk
		default:
			t.Errorf("a turn is %s, %s", turn.Outcome, turn.Why)
		}
	}
	if answers != 1 {
		t.Errorf("%d answers: %s", answers, v.tb.book.outcomes())
	}
}

// TestMonologueLosesAPiece: a piece that is not understood costs that piece alone.
func TestMonologueLosesAPiece(t *testing.T) {
	// The peek at the first pause fails, and then the whole of the first piece.
	v := visit{parlour: parlour{people: []speaking{monologue(3)}}, ears: ears{delay: 50 * ms, fails: 2}, tb: table{mind: says(0, "Aye.")}}
	v.hold(t)
	if got, want := strings.Join(v.tb.book.lines, " | "), "Kara: Part 2 of the tale Part 3 of the tale and what do you say?"; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if len(noticed[Trouble](&v.tb)) != 1 {
		t.Errorf("noticed %v", noticed[Trouble](&v.tb))
	}
}

// TestMonologueIsDropped: nor is what follows of it listened to.
func TestMonologueIsDropped(t *testing.T) {
	s := monologue(3)
	s.phrases = append(s.phrases, phrase{80 * time.Second, time.Second, "Bart, hello."})
	v := visit{parlour: parlour{people: []speaking{s}}, ears: ears{delay: 300 * ms}, tb: table{mind: says(0, "Aye.")}}
	v.tb.meanwhile = gmDoes(t, deed{30 * time.Second, dropKara})
	v.hold(t)
	// The first piece is with the second, and goes with it.
	if got, want := strings.Join(v.tb.book.lines, " | "), "Kara: Bart, hello. | Bart: Aye."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// TestGoesOnAfterTheEnd: what was cut in mid-sentence, because the recogniser was
// too slow to say so, is one line with what follows. Case: T13, F01.
func TestGoesOnAfterTheEnd(t *testing.T) {
	for _, tt := range []struct {
		first string
		pause time.Duration
		want  string
	}{
		{"Bart, I want to attack and", 900 * ms, "Kara: Bart, I want to attack and then the left goblin. | Bart: Aye."},
		{"Bart, I want to attack.", 900 * ms, "Kara: Bart, I want to attack. | Kara: then the left goblin. | Bart: Aye."},
		{"Bart, I want to attack and", 1300 * ms, "Kara: Bart, I want to attack and | Kara: then the left goblin. | Bart: Aye."},
	} {
		v := visit{
			parlour: parlour{people: []speaking{{who: kara, phrases: []phrase{{0, time.Second, tt.first}, {time.Second + tt.pause, time.Second, "then the left goblin."}}}}},
			ears:    ears{delay: 1500 * ms}, tb: table{mind: says(0, "Aye.")},
		}
		v.hold(t)
		if got := strings.Join(v.tb.book.lines, " | "); got != tt.want {
			t.Errorf("%q, %v: kept %s, want %s", tt.first, tt.pause, got, tt.want)
		}
	}
}
