package command

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/discord"
)

// Name is the bot's slash command.
const Name = "glyphoxa"

// RollName is a command of its own for the dice, for tables without another bot
// that has one.
const RollName = "roll"

// A subcommand is one branch of the tree: everything that is to be known of it
// stands in one place.
type subcommand struct {
	// spec has the IDs of sentences for descriptions: see [localised].
	spec discord.Spec
	// subs make it a group: each has its own rights and its own do, and what
	// the group says of them does not count.
	subs []subcommand
	// private shows the answer to nobody but the caller.
	private bool
	// hidden, if not nil, says for each call whether it is private.
	hidden func(c discord.Command) bool
	// gm is for GMs of the channel's campaign alone. It is checked before do is
	// called, and nothing is suggested to anybody else.
	gm   bool
	help helpLevel
	// opens says that do answers with a form, which has to be the first answer:
	// nothing has been acknowledged, so do waits for no database before it. gm
	// is then for do to check, when the form is sent off.
	opens bool
	// limit bounds do. Zero means workLimit.
	limit time.Duration
	do    func(d *Desk, ctx context.Context, c discord.Command) error
	// now, in place of do, does at once what must not come late, in the order
	// of events, and returns what is left. It is done although Discord takes no
	// answer any more.
	now func(d *Desk, c discord.Command) func(context.Context) error
	// complete suggests values for the option being typed, from memory. Only
	// what fits the typed text is shown, the best first: see [best].
	complete func(d *Desk, c discord.Completing) []discord.Choice
}

// A helpLevel says in whose short help a subcommand stands. Levels can be
// added up; the rest is shown by `help all`.
type helpLevel int

const (
	allHelp helpLevel = 0
	gmHelp  helpLevel = 1 << (iota - 1)
	playerHelp
)

// subcommands is the tree.
func subcommands() []subcommand {
	return slices.Concat(coreCommands(), screenCommands(), tableCommands(), npcCommands(), knowCommands(), reviewCommands(), peopleCommands(), storyCommands())
}

// branch finds a subcommand by its name, within its group if it has one.
func branch(group, sub string) (subcommand, bool) {
	all := subcommands()
	if group != "" {
		i := slices.IndexFunc(all, func(s subcommand) bool { return s.spec.Name == group })
		if i < 0 {
			return subcommand{}, false
		}
		all = all[i].subs
	}
	i := slices.IndexFunc(all, func(s subcommand) bool { return s.spec.Name == sub && (s.do != nil || s.now != nil) })
	if i < 0 {
		return subcommand{}, false
	}
	return all[i], true
}

// Specs are the commands to register: the tree, and [RollName] if it is wanted.
// They are what [Desk.Handle] answers.
func Specs(roll bool) []discord.Spec {
	list := []discord.Spec{localised(discord.Spec{
		Name:        Name,
		Description: "about.glyphoxa",
		Subs:        specs(subcommands()),
	})}
	if s, ok := branch("", subRoll); ok && roll {
		s.spec.Name, s.spec.Names = RollName, localNames(RollName)
		list = append(list, localised(s.spec))
	}
	return list
}

func specs(list []subcommand) []discord.Spec {
	var out []discord.Spec
	for _, s := range list {
		if len(s.subs) > 0 {
			s.spec.Subs = specs(s.subs)
		}
		out = append(out, s.spec)
	}
	return out
}
