package command

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// The buttons under a draft. Each names its campaign and the draft's number,
// so that it works as long as the draft is kept.
const (
	btnDraftPost  = "dpost" // campaign, draft, where to
	btnDraftEdit  = "dedit" // campaign, draft
	btnDraftAnew  = "danew" // campaign, draft
	btnDraftShow  = "dshow" // campaign, draft, length, view
	formDraftEdit = "dtext" // campaign, draft
	postHere      = "here"  // the channel where the button is pressed
	postTable     = "table" // the chat of the session's voice channel
	unpostLimit   = time.Second * 5
)

// draftCommand shows the GM a draft of the last session's recap.
func (d *Desk) draftCommand(ctx context.Context, c discord.Command, about campaign.Campaign, book Book) error {
	v := recap.Version{
		Length: transcript.Length(cmp.Or(c.Args[optLength], string(recap.Usual.Length))),
		View:   transcript.View(cmp.Or(c.Args[optFor], string(recap.Usual.View))),
	}
	last, err := book.LastEnded(ctx, 1)
	if err != nil {
		return err
	}
	if len(last) == 0 {
		return refuse(say("recap.nothing-to-tell", "campaign", plain(about.Name)))
	}
	draft, err := d.tell(ctx, about, book, last[0].ID, v, false)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, d.draftMessage(about, last[0], draft, c.Call))
}

// draftMessage shows a draft with what can be done with it, to whoever has called
// for it, where they are.
func (d *Desk) draftMessage(about campaign.Campaign, s transcript.Session, draft transcript.Draft, to discord.Call) discord.Message {
	d.drafts.keep(about, draft)
	id, n := string(about.ID), strconv.FormatInt(draft.N, 10)
	posted := !draft.Posted.IsZero() || draft.View == transcript.ForGM
	first := discord.Row{discord.Button{ID: button(btnDraftPost, id, n, postHere), Label: say("recap.post-here-label").In(to.Locale), Style: discord.Success, Off: posted}}
	if s.Channel != 0 && s.Channel != to.Channel {
		first = append(first, discord.Button{ID: button(btnDraftPost, id, n, postTable), Label: say("recap.post-table-label").In(to.Locale), Style: discord.Success, Off: posted})
	}
	first = append(first,
		discord.Button{ID: button(btnDraftEdit, id, n), Label: say("button.edit-label").In(to.Locale)},
		discord.Button{ID: button(btnDraftAnew, id, n), Label: say("recap.anew-label").In(to.Locale)},
	)
	show := func(label text, l transcript.Length, v transcript.View) discord.Button {
		return discord.Button{
			ID: button(btnDraftShow, id, n, string(l), string(v)), Label: label.In(to.Locale), Style: discord.Primary,
			Off: l == draft.Length && v == draft.View,
		}
	}
	second := discord.Row{
		show(say("recap.short-label"), transcript.Short, draft.View), show(say("recap.medium-label"), transcript.Medium, draft.View), show(say("recap.long-label"), transcript.Long, draft.View),
	}
	if draft.View == transcript.ForGM {
		second = append(second, show(say("recap.for-players-label"), draft.Length, transcript.ForPlayers))
	} else {
		second = append(second, show(say("recap.for-gm-label"), draft.Length, transcript.ForGM))
	}
	return discord.Message{Text: recapDraftText(about, s, draft).In(to.Locale), AsFile: recapFile, Rows: []discord.Row{first, second}, Private: true}
}

// A draftAtHand is a draft that lies before its GM.
type draftAtHand struct {
	about   campaign.Campaign
	book    Book
	draft   transcript.Draft
	session transcript.Session
}

// onDesk returns the draft that a button or a form is about, if its GM asks.
func (d *Desk) onDesk(ctx context.Context, c discord.Call, args []string) (draftAtHand, error) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return draftAtHand{}, refuse(say("button.unknown"))
	}
	about, err := d.mine(ctx, c, transcript.CampaignID(args[0]))
	if err != nil {
		return draftAtHand{}, err
	}
	t := draftAtHand{about: about, book: d.library.Campaign(about.ID)}
	var ok bool
	if t.draft, ok, err = t.book.Draft(ctx, n); err != nil {
		return draftAtHand{}, err
	}
	if !ok {
		return draftAtHand{}, refuse(say("recap.no-draft"))
	}
	t.session, err = t.book.Session(ctx, t.draft.Session)
	return t, err
}

// postButton posts a draft, once, whoever presses and how often.
func (d *Desk) postButton(ctx context.Context, p discord.Pressed, args []string) error {
	t, err := d.onDesk(ctx, p.Call, args)
	if err != nil {
		return err
	}
	to := p.Channel
	switch {
	case t.draft.View != transcript.ForPlayers:
		return refuse(say("recap.gms-eyes"))
	case t.draft.Stale: // edited or told anew it is not
		return refuse(say("posted.not-stale"))
	case args[2] == postTable && t.session.Channel != 0:
		to = t.session.Channel
	case args[2] != postHere && args[2] != postTable:
		return refuse(say("button.unknown"))
	}
	draft, changed, ok, err := t.book.Post(ctx, t.draft.N, to, time.Now())
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse(say("recap.no-draft"))
	case !changed:
		return refuse(say("recap.already-posted", "channel", channelTag(draft.Channel)))
	}
	if _, err := d.discord.Send(ctx, to, discord.Message{Text: recapText(t.about, t.session, draft.Text), AsFile: recapFile}); err != nil {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), unpostLimit)
		defer cancel()
		if lost := t.book.Unpost(within, draft.N); lost != nil {
			return lost
		}
		return err
	}
	return p.Answer.Update(ctx, d.draftMessage(t.about, t.session, draft, p.Call))
}

// anewButton has a version told once more; the one before stays in the store.
func (d *Desk) anewButton(ctx context.Context, p discord.Pressed, args []string) error {
	t, err := d.onDesk(ctx, p.Call, args)
	if err != nil {
		return err
	}
	return d.turnTo(ctx, p, t, recap.Version{Length: t.draft.Length, View: t.draft.View}, true)
}

// showDraftButton shows another version of the same session.
func (d *Desk) showDraftButton(ctx context.Context, p discord.Pressed, args []string) error {
	t, err := d.onDesk(ctx, p.Call, args)
	if err != nil {
		return err
	}
	return d.turnTo(ctx, p, t, recap.Version{Length: transcript.Length(args[2]), View: transcript.View(args[3])}, false)
}

// turnTo puts another version in the place of the one that is shown. While it
// is written the buttons are gone, so that nobody asks twice; if that fails the
// old one is back.
func (d *Desk) turnTo(ctx context.Context, p discord.Pressed, t draftAtHand, v recap.Version, anew bool) error {
	writing := say("recap.writing", "length", say(lengthID(v.Length)), "for", say(forWhomID(v.View)))
	if err := p.Answer.Update(ctx, discord.Message{Text: writing.In(p.Locale), Private: true}); err != nil {
		return err
	}
	draft, err := d.tell(ctx, t.about, t.book, t.session.ID, v, anew)
	if err != nil {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), postLimit)
		defer cancel()
		if lost := p.Answer.Update(within, d.draftMessage(t.about, t.session, t.draft, p.Call)); lost != nil {
			return lost
		}
		return err
	}
	return p.Answer.Update(ctx, d.draftMessage(t.about, t.session, draft, p.Call))
}
