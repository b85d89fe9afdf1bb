package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/nearest"
	"glyphoxa/internal/transcript"
)

// A seated call is one about the session that runs at the caller's table.
type seated struct {
	stay     *stay
	session  Session
	campaign campaign.Campaign
	book     Book
	file     campaign.File
}

// seated finds the session that a call is about. A session at another table of
// the guild, with another campaign, is none of the caller's.
func (d *Desk) seated(ctx context.Context, call discord.Call) (seated, error) {
	about, book, err := d.campaignFor(ctx, call)
	if err != nil {
		return seated{}, err
	}
	return d.seatedAt(ctx, call.Guild, about, book)
}

// seatedGM is seated for GMs alone.
func (d *Desk) seatedGM(ctx context.Context, call discord.Call) (seated, error) {
	about, book, err := d.gmCampaign(ctx, call)
	if err != nil {
		return seated{}, err
	}
	return d.seatedAt(ctx, call.Guild, about, book)
}

func (d *Desk) seatedAt(ctx context.Context, g transcript.GuildID, about campaign.Campaign, book Book) (seated, error) {
	stay, session := d.session(g, about.ID)
	if session == nil {
		return seated{}, refuse(say("table.no-session"))
	}
	file, err := book.File(ctx)
	if err != nil {
		return seated{}, err
	}
	return seated{stay, session, about, book, file}, nil
}

// stayFor returns the stay that plays a campaign in a guild, or is about to; nil
// for none.
func (d *Desk) stayFor(g transcript.GuildID, id transcript.CampaignID) *stay {
	if s := d.stay(g); s != nil && s.campaign.ID == id {
		return s
	}
	return nil
}

// session returns the session of a campaign that runs in a guild, nil if none
// does, or it ends.
func (d *Desk) session(g transcript.GuildID, id transcript.CampaignID) (*stay, Session) {
	s := d.stayFor(g, id)
	if s == nil {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, nil
	}
	return s, s.session
}

// present returns those agents that are at the table now.
func (s seated) present() []campaign.Agent {
	names := s.session.Status().Present
	var list []campaign.Agent
	for _, a := range s.file.Agents {
		if slices.Contains(names, a.Shown()) {
			list = append(list, a)
		}
	}
	return list
}

// meant finds the agent that a GM means: by the ID that completion filled in,
// or by any of its names.
func meant(list []campaign.Agent, typed string) (campaign.Agent, error) {
	if i := slices.IndexFunc(list, func(a campaign.Agent) bool { return string(a.ID) == typed }); i >= 0 {
		return list[i], nil
	}
	return named(list, typed, namesOf)
}

// shown finds the agent that a player means, by the names that players know.
// That another name is refused tells nothing of whose it is.
func shown(list []campaign.Agent, typed string) (campaign.Agent, error) {
	return named(list, typed, func(a campaign.Agent) []string {
		if a.KnownAs != "" {
			return []string{a.KnownAs}
		}
		return append([]string{a.Name}, a.Aliases...)
	})
}

// named finds the agent that has the name, and complains if there is none, with
// the name that is all but the same.
func named(list []campaign.Agent, typed string, names func(campaign.Agent) []string) (campaign.Agent, error) {
	want := campaign.Fold(typed)
	var all []string
	called := map[string]string{}
	for _, a := range list {
		for _, name := range names(a) {
			folded := campaign.Fold(name)
			if folded != "" && folded == want {
				return a, nil
			}
			all = append(all, folded)
			called[folded] = name
		}
	}
	return campaign.Agent{}, refuse(nobodyCalledText(typed, called[nearest.Word(want, all)]))
}
