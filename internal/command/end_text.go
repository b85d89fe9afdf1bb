package command

import "glyphoxa/internal/command/texts"

// fewLines is below which number of lines no story is told, whatever they say:
// package recap's rule.
const fewLines = 4

// endText says how the stay has ended. The stay is done.
func (s *stay) endText() text {
	why := say("end.ended")
	var trouble text
	switch s.why {
	case endGMAway:
		why = say("end.gm-away", "limit", duration(s.rules.gmLimit))
	case endEmpty:
		why = say("end.empty", "limit", duration(s.rules.emptyLimit))
	case endProgram:
		why = say("end.program")
	case endItself:
		if err := s.session.Err(); err != nil {
			trouble, _ = words(err)
		}
	case endAsked, endGone, endRemoved:
	}
	kept := say("end.kept", "n", s.lines)
	switch {
	case s.lines == 0:
		kept = say("end.nothing-kept")
	case s.lines < fewLines:
		kept = say("end.few-kept", "n", s.lines)
	}
	return texts.Join(" ", why, trouble, kept)
}
