package conversation

import (
	"context"
	"iter"
	"testing"
	"time"

	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// TestMurmur: words that a recogniser reads, unsure, in a hum or a laugh over an
// agent hold it and do not cut it, and nobody answers them. Whoever is
// understood, goes on, calls an agent or says "stop" is heard. Case: T04, T05.
func TestMurmur(t *testing.T) {
	for _, tt := range []struct {
		name string
		long time.Duration
		text string
		sure float64
		cut  bool
	}{
		{"unclear", 400 * ms, "am I make him", 0.3, false},
		{"unclear, for a second", 1000 * ms, "am I make him", 0.3, false},
		{"clear", 400 * ms, "am I make him", 0.8, true},
		{"of a recogniser that does not say", 400 * ms, "am I make him", 0, true},
		{"unclear, and goes on", 1400 * ms, "am I make him", 0.3, true},
		{"more than is hummed", 900 * ms, "where have you been all day", 0.3, true},
		{"a name", 500 * ms, "greta come", 0.3, true},
		{"stop", 400 * ms, "stop", 0.2, true},
		{"a lone article", 400 * ms, "the", 0.7, false},
		{"a lone noun", 400 * ms, "wolves", 0.7, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := murmured(tt.long, tt.text, tt.sure)
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			turn := tb.book.turns[0]
			if (turn.Outcome == transcript.Cut) != tt.cut || turn.Outcome != transcript.Cut && turn.Heard != count {
				t.Errorf("%s, %s; heard %q", turn.Outcome, turn.Why, turn.Heard)
			}
			if !tt.cut && (len(tb.book.turns) != 1 || len(ch.spoken()) != 2) {
				t.Errorf("turns: %s; spoken %v", tb.book.outcomes(), ch.spoken())
			}
		})
	}
}

// murmured is a table at which Kara makes a sound over Bart, in which something
// is read.
func murmured(long time.Duration, text string, sure float64) *table {
	tb := counting(said{kara, 2010 * ms, long, text})
	tb.hears = hearFunc(func(ctx context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
		var n int16
		for s := range sound {
			n = s[0]
		}
		h := speech.Hypothesis{Text: tb.lines[n-1000].text, Final: true, Confidence: 0.9}
		if n > 1000 {
			h.Confidence = sure
		}
		if until(ctx, time.Now().Add(100*ms)) {
			yield(h, nil)
		}
	})
	return tb
}

// TestMurmursOfVoices: what pocketsphinx with the large English model and the
// example campaign's words read when flite's voices slt, rms, awb and kal16 said
// "Mm hm", "Uh huh", "Hmm", "Yeah", "Okay", "Ha ha ha", "Right, yeah" and "Oh".
// Of 32, 20 would be talk if words alone decided.
func TestMurmursOfVoices(t *testing.T) {
	read := []struct {
		text string
		sure float64
	}{
		{"And and mage hand", 0.58},
		{"The head", 0.16},
		{"A gem them", 0.46},
		{"Yeah", 0.98},
		{"Okay", 0.77},
		{"Can help", 0.20},
		{"Right yeah", 0.93},
		{"", 0},
		{"I'm I'm a gem", 0.24},
		{"But", 0.79},
		{"A champion", 0.87},
		{"Yeah", 0.86},
		{"Okay", 0.84},
		{"The flood", 0.18},
		{"Right you that", 0.39},
		{"Oh", 0.45},
		{"Am I make him", 0.33},
		{"The vote", 0.21},
		{"They can am", 0.53},
		{"Yeah", 1},
		{"Okay", 0.84},
		{"How humble", 0.09},
		{"Right us", 0.60},
		{"Gold", 0.10},
		{"Am I am a jump", 0.43},
		{"The", 0.64},
		{"A drown them", 0.23},
		{"Yeah", 0.97},
		{"Okay", 0.83},
		{"Of hand", 0.05},
		{"Right yeah", 0.81},
		{"Odo", 0.18},
	}
	cut := 0
	for _, r := range read {
		tb := murmured(500*ms, r.text, r.sure)
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if tb.book.turns[0].Outcome == transcript.Cut {
			t.Logf("%q (%.2f) cuts the answer", r.text, r.sure)
			cut++
		}
	}
	t.Logf("%d of %d cut the answer", cut, len(read))
	if cut > 5 {
		t.Errorf("%d of %d cut the answer", cut, len(read))
	}
}
