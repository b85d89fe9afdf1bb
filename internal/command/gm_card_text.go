package command

// maxPresentShown is how much of the list of who is present is shown.
const maxPresentShown = 500

// modeLabel names a mode; it is empty if there is no such mode.
func modeLabel(m Mode) text {
	switch m {
	case ModeLive:
		return say("mode.live-label")
	case ModeAskFirst:
		return say("mode.ask-label")
	case ModeListenOnly:
		return say("mode.listen-label")
	}
	return text{}
}

// modeText says what a mode means.
func modeText(m Mode) text {
	switch m {
	case ModeLive:
		return say("mode.live")
	case ModeAskFirst:
		return say("mode.ask")
	case ModeListenOnly:
		return say("mode.listen")
	}
	return text{}
}

func struckText(minutes, lines int) text {
	if lines == 0 {
		return say("strike.nothing", "minutes", minutes)
	}
	return say("strike.done", "minutes", minutes, "lines", say("strike.lines", "n", lines))
}

// gmCardText is the session's card for the GM, with mu held.
func (s *stay) gmCardText() text {
	if s.ended {
		return s.closedText()
	}
	about := s.screen.about
	all := []text{
		whereText(s.campaign.Name, s.channel, about.Scene, presentText(about.Present, maxPresentShown)),
		say("mode.is", "mode", modeLabel(s.screen.mode), "means", modeText(s.screen.mode)),
	}
	switch s.stand {
	case onRecord:
	case gmAway:
		all = append(all, say("stand.is-gm-away"))
	case empty:
		all = append(all, say("stand.is-empty"))
	case hushed:
		all = append(all, say("stand.is-hushed-gm"))
	}
	return stacked(all...)
}
