package spoken

// clock knows times of day: "8:00", "20:15 Uhr". Where a language writes it,
// "20.15 Uhr", too.
func (s *scan) clock() (said string, n int) {
	rest := s.rest()
	h := digitRun(rest)
	if h == 0 || h > 2 || h+3 > len(rest) || digitRun(rest[h+1:]) != 2 {
		return "", 0
	}
	hour, minute := value(rest[:h]), value(rest[h+1:h+3])
	if hour > 24 || minute > 59 {
		return "", 0
	}
	switch rest[h] {
	case ':':
		if !endsNumber(rest[h+3:]) {
			return "", 0
		}
	case '.':
		if following(rest[h+3:]) != s.tongue.oclock || !ends(rest[h+3:]) {
			return "", 0
		}
	default:
		return "", 0
	}
	said, n = s.tongue.clock(hour, minute, rest[h+3:])
	return said, h + 3 + n
}
