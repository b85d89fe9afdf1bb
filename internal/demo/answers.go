package demo

import (
	"time"

	"glyphoxa/internal/audio"
)

// An Answer is what an agent said to a line of the scene, as the table heard
// it.
type Answer struct {
	Line  string   // id of the line it answers
	Words []string // of which the scene wants one
	Text  string   // as it was kept
	PCM   []int16  // as it sounded, at the Discord rate
}

// Answers returns the answers in dir that the scene wants certain words of.
func Answers(dir string, s *Scene) ([]Answer, error) {
	e, err := gather(dir)
	if err != nil {
		return nil, err
	}
	var all []Answer
	for i := range s.Lines {
		l := &s.Lines[i]
		heard, ok := e.heard(l)
		if !ok || len(l.Want.Words) == 0 {
			continue
		}
		t, ok := answerOf(e.answers(heard), l.Want.Answer)
		if !ok {
			continue
		}
		for _, said := range e.lines {
			if said.Agent == t.Agent && said.Text == t.Heard && said.At.After(heard.At) {
				all = append(all, Answer{l.ID, l.Want.Words, said.Text, e.sound(said)})
				break
			}
		}
	}
	return all, nil
}

// sound returns how a line of an agent sounded, with a moment around it.
func (e *evidence) sound(l lineJSON) []int16 {
	const margin = 200 * time.Millisecond
	from := audio.Discord.Samples(l.At.Sub(e.report.Start) - margin)
	to := audio.Discord.Samples(l.End.Sub(e.report.Start) + margin)
	return e.npc[min(max(from, 0), len(e.npc)):min(max(to, 0), len(e.npc))]
}
