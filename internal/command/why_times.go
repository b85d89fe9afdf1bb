package command

import (
	"fmt"
	"strings"
	"time"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// timesText says what the time of an answer went to, and what it cost in a
// currency, in short; nothing if nothing is known.
func timesText(t transcript.Turn, currency string) text {
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
		parts = append(parts, say("why.time-play", "seconds", texts.Number(fmt.Sprintf("%.1f", d.Seconds()))))
	}
	if t.Cost > 0 {
		parts = append(parts, say("why.time-cost", "cost", texts.Number(strings.TrimSpace(fmt.Sprintf("%.4f %s", t.Cost, plain(currency))))))
	}
	if len(parts) == 0 {
		return text{}
	}
	return say("why.times", "times", texts.Join(", ", parts...))
}

func millis(d time.Duration) int { return int(d.Round(time.Millisecond).Milliseconds()) }
