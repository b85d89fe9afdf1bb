package command

import (
	"fmt"
	"strings"
)

// helpText lists the commands of a level; allHelp is all of them.
func helpText(list []subcommand, level helpLevel) string {
	var b strings.Builder
	switch level {
	case gmHelp:
		b.WriteString("**What a GM needs most**\n")
	case playerHelp:
		b.WriteString("**What a player needs most**\n")
	default:
		b.WriteString("**Every command**\n")
	}
	for _, s := range list {
		if s.help&level != level {
			continue
		}
		if len(s.subs) == 0 || level != allHelp {
			fmt.Fprintf(&b, "`/%s %s` %s\n", Name, s.spec.Name, s.spec.Description)
			continue
		}
		for _, sub := range s.subs {
			fmt.Fprintf(&b, "`/%s %s %s` %s\n", Name, s.spec.Name, sub.spec.Name, sub.spec.Description)
		}
	}
	if level != allHelp {
		fmt.Fprintf(&b, "`/%s help all:True` shows the rest.", Name)
	}
	return strings.TrimSpace(b.String())
}
