package command

import (
	"context"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// recapFile is what a story is called that does not fit a message.
const recapFile = "recap.md"

// recapCommand carries out /glyphoxa recap. A GM gets a draft, to be edited and
// posted; anybody else what was posted last, or what they have missed. Each sees
// the answer alone.
func (d *Desk) recapCommand(ctx context.Context, c discord.Command) error {
	if c.Args[optWhat] == whatMissed {
		return d.missedCommand(ctx, c)
	}
	about, book, err := d.campaignFor(ctx, c.Call)
	if err != nil {
		return err
	}
	if c.Args[optWhat] == whatPosted || !isGM(about, c.By.User) {
		return d.postedCommand(ctx, c, about, book)
	}
	return d.draftCommand(ctx, c, about, book)
}

// tell returns the newest draft of a version or, if there is none or anew is
// wanted, has one told and keeps it.
func (d *Desk) tell(ctx context.Context, about campaign.Campaign, book Book, s transcript.SessionID, v recap.Version, anew bool) (transcript.Draft, error) {
	if !anew {
		if last, ok, err := book.LastDraft(ctx, s, v.Length, v.View); ok || err != nil {
			return last, err
		}
	}
	if d.opts.Recaps == nil {
		return transcript.Draft{}, refuse(say("recap.no-model"))
	}
	teller := d.opts.Recaps(about)
	var told transcript.Recap
	var err error
	if v == recap.Usual && !anew { // it may have been told already
		told, err = teller.Tell(ctx, s)
	} else {
		told, err = teller.Draft(ctx, s, v)
	}
	if err != nil {
		return transcript.Draft{}, err
	}
	if told.Model == "" { // too little was said for a story
		return transcript.Draft{}, refuse(lit(told.Text))
	}
	return book.AddDraft(ctx, transcript.Draft{Recap: told, Length: v.Length, View: v.View})
}
