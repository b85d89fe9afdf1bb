package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/nearest"
)

const (
	// maxChoices is how many suggestions Discord takes.
	maxChoices = 25
	// maxChoice is how long a suggestion's name and its value may be.
	maxChoice = 100
)

// completing suggests values while somebody types. Who is no GM learns nothing
// from a command of the GM's, not even how many names there are.
func (d *Desk) completing(ctx context.Context, c discord.Completing) {
	var choices []discord.Choice
	if s, ok := branch(c.Group, c.Sub); ok && s.complete != nil && c.Guild != 0 {
		names, known := d.namesFor(ctx, c.Call)
		if !s.gm || known && isGM(names.campaign, c.By.User) {
			choices = best(s.complete(d, c), c.Text)
		}
	}
	// Too late or not, there is nothing more to do about it.
	_ = c.Answer.Suggest(ctx, choices)
}

// catalogue returns the names that a complete function suggests from. ok is
// false if there are none in memory.
func (d *Desk) catalogue(c discord.Completing) (names catalogue, ok bool) {
	places := d.places(c.Call)
	m, known, _ := d.names.get(c.Guild, places)
	if !known {
		return catalogue{}, false
	}
	return m.of(d, c.Guild, places)
}

// best picks the suggestions that fit a typed text, at most 25: first those
// that begin with it, then those of which a word does, then those that have it
// inside, and then those that a slip of the keyboard away do.
func best(all []discord.Choice, text string) []discord.Choice {
	typed := campaign.Fold(text)
	type ranked struct {
		choice discord.Choice
		rank   int
	}
	var fit []ranked
	for _, c := range all {
		if strings.TrimSpace(c.Name) == "" || c.Value == "" || discord.Units(c.Value) > maxChoice {
			continue // Discord would refuse the whole list
		}
		if rank, ok := fits(campaign.Fold(c.Name), typed); ok {
			c.Name = clip(c.Name, maxLabel)
			fit = append(fit, ranked{c, rank})
		}
	}
	slices.SortStableFunc(fit, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	var out []discord.Choice
	for _, f := range fit[:min(len(fit), maxChoices)] {
		out = append(out, f.choice)
	}
	return out
}

func fits(name, typed string) (rank int, ok bool) {
	switch {
	case strings.HasPrefix(name, typed):
		return 0, true
	case strings.Contains(name, " "+typed):
		return 1, true
	case strings.Contains(name, typed):
		return 2, true
	case len(typed) > 2 && nearest.Word(typed, strings.Fields(name)) != "":
		return 3, true
	}
	return 0, false
}

// agentChoices suggests agents by the names that players see, or, for a GM, by
// their own.
func agentChoices(list []campaign.Agent, gm bool) []discord.Choice {
	var out []discord.Choice
	for _, a := range list {
		name := a.Shown()
		if gm {
			name = a.Name
		}
		out = append(out, discord.Choice{Name: name, Value: string(a.ID)})
	}
	return out
}
