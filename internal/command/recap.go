package command

import (
	"context"
	"errors"

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

// postedCommand shows the recap that was posted last.
func (d *Desk) postedCommand(ctx context.Context, c discord.Command, about campaign.Campaign, book Book) error {
	posted, ok, err := book.LastPosted(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return complain("%s", noPostedText(about))
	}
	s, err := book.Session(ctx, posted.Session)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: recapText(about, s, posted.Text), AsFile: recapFile, Private: true})
}

// missedCommand tells somebody what the party heard of the running session
// while they were not there.
func (d *Desk) missedCommand(ctx context.Context, c discord.Command) error {
	s := d.stay(c.Guild)
	if s == nil {
		return complain(noneRunningText)
	}
	s.mu.Lock()
	session := s.session
	s.mu.Unlock()
	switch {
	case session == nil:
		return complain(nothingMissedText)
	case d.opts.Recaps == nil:
		return complain(noModelText)
	case session.Status().Spending.Capped:
		return complain(cappedText)
	}
	missed, err := d.opts.Recaps(s.campaign).Missed(ctx, session.ID(), c.By.User)
	if errors.Is(err, recap.ErrStranger) {
		return complain("%s", strangerText(s.where()))
	}
	if err != nil {
		return err
	}
	m := discord.Message{Text: nothingMissedText, AsFile: recapFile, Private: true}
	switch {
	case missed.Text != "":
		m.Text = missedText(s.campaign, missed.Text)
	case missed.Lines > 0:
		m.Text = littleMissedText(missed.Lines)
	}
	return c.Answer.Reply(ctx, m)
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
		return transcript.Draft{}, complain(noModelText)
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
		return transcript.Draft{}, complain("%s", told.Text)
	}
	return book.AddDraft(ctx, transcript.Draft{Recap: told, Length: v.Length, View: v.View})
}
