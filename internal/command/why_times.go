package command

import (
	"fmt"
	"time"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// timesText says what the time of an answer went to, and what it cost, in short;
// nothing if nothing is known.
func timesText(t transcript.Turn) text {
	var parts []text
	s := t.Stages
	if d := s.Recognise; d > 0 {
		parts = append(parts, say("why.time-recognise", "ms", millis(d)))
	}
	if d := s.Address; d >= time.Millisecond {
		parts = append(parts, say("why.time-decide", "ms", millis(d)))
	}
	if d := s.FirstWord; d > 0 {
		parts = append(parts, say("why.time-think", "ms", millis(d)))
	}
	if d := s.FirstSound; d > 0 {
		parts = append(parts, say("why.time-speak", "ms", millis(d)))
	}
	if d := s.Play; d > 0 {
		parts = append(parts, say("why.time-play", "seconds", fmt.Sprintf("%.1f", d.Seconds())))
	}
	if t.Cost > 0 {
		parts = append(parts, say("why.time-cost", "cost", fmt.Sprintf("%.4f", t.Cost)))
	}
	if len(parts) == 0 {
		return text{}
	}
	return say("why.times", "times", texts.Join(", ", parts...))
}

// timedText is what came of an answer, with its times behind it.
func timedText(outcome text, t transcript.Turn) text { return texts.Join(" ", outcome, timesText(t)) }

func millis(d time.Duration) int { return int(d.Round(time.Millisecond).Milliseconds()) }
