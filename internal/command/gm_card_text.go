package command

import (
	"fmt"
	"strings"
)

const (
	stopLabel = "Stop"

	// maxPresentShown is how much of the list of who is present is shown.
	maxPresentShown = 500

	notRunningText    = "No session of this campaign is running. `/glyphoxa start` begins one."
	unknownButtonText = "I do not know this button any more."
)

// modeLabel names a mode, "" if there is no such mode.
func modeLabel(m Mode) string {
	switch m {
	case ModeLive:
		return "Live"
	case ModeAskFirst:
		return "Ask me first"
	case ModeListenOnly:
		return "Listen only"
	default:
		return ""
	}
}

// modeText says what a mode means.
func modeText(m Mode) string {
	switch m {
	case ModeLive:
		return "characters answer by themselves."
	case ModeAskFirst:
		return "each answer waits until you let it be heard."
	case ModeListenOnly:
		return "what is said is kept, and nobody answers."
	default:
		return ""
	}
}

func strikeLabel(minutes int) string { return fmt.Sprintf("Strike %d minutes", minutes) }

func struckText(n, lines int) string {
	if lines == 0 {
		return fmt.Sprintf("Nothing was kept of the last %d minutes.", n)
	}
	what := "1 line is"
	if lines != 1 {
		what = fmt.Sprintf("%d lines are", lines)
	}
	return fmt.Sprintf("The last %d minutes are struck: %s out of memory, search and recap.", n, what)
}

// gmCardText is the session's card for the GM, with mu held.
func (s *stay) gmCardText() string {
	if s.ended {
		return s.closedText()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** in %s", plain(s.campaign.Name), channelTag(s.channel))
	if s.screen.about.Scene != "" {
		fmt.Fprintf(&b, ", scene *%s*", plain(s.screen.about.Scene))
	}
	if len(s.screen.about.Present) > 0 {
		fmt.Fprintf(&b, " (%s)", piece(list(s.screen.about.Present, "and"), maxPresentShown))
	}
	fmt.Fprintf(&b, "\n**%s:** %s", modeLabel(s.screen.mode), modeText(s.screen.mode))
	switch s.stand {
	case onRecord:
	case gmAway:
		b.WriteString("\n**Off the record:** no GM is in the channel.")
	case empty:
		b.WriteString("\n**Off the record:** nobody is in the channel.")
	case hushed:
		b.WriteString("\n**Off the record:** nobody is heard until you press Live, Ask me first or Listen only.")
	}
	return b.String()
}
