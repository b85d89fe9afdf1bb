package main

import (
	"glyphoxa/internal/command"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// A library is the database as the commands see it.
type library struct{ *store.DB }

func (l library) Guild(id transcript.GuildID) command.Guild { return l.DB.Guild(id) }

func (l library) Campaign(id transcript.CampaignID) command.Book { return l.DB.Campaign(id) }
