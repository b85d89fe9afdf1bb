package command

import "glyphoxa/internal/command/texts"

// helpText lists the commands of a level; allHelp is all of them.
func helpText(list []subcommand, level helpLevel) text {
	all := []text{say("help.every")}
	switch level {
	case gmHelp:
		all[0] = say("help.gm")
	case playerHelp:
		all[0] = say("help.player")
	case allHelp:
	}
	for _, s := range list {
		if s.help&level != level {
			continue
		}
		if len(s.subs) == 0 || level != allHelp {
			all = append(all, helpLine(s.spec.Description, s.spec.Name))
			continue
		}
		for _, sub := range s.subs {
			all = append(all, helpLine(sub.spec.Description, s.spec.Name, sub.spec.Name))
		}
	}
	if level != allHelp {
		all = append(all, say("help.rest"))
	}
	return stacked(all...)
}

// helpLine is a command by the names that its reader's Discord shows, and what
// it is for.
func helpLine(about string, path ...string) text {
	words := []text{lit("/" + Name)}
	for _, name := range path {
		words = append(words, texts.Say(nameID(name)))
	}
	return together(lit("`"), texts.Join(" ", words...), lit("` "), texts.Say(about))
}
