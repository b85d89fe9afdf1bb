package command

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	formFieldLimit = 4000 // Discord's limit for a field, in UTF-16 code units
	formFieldRoom  = 3500 // of a text in several fields, so that there is room to write
	formFieldsMost = 5    // of a form
	maxShownDrafts = 50   // that are ready to be edited
)

// A draftsCache holds the drafts that were shown last, since a form has to be
// opened before any database could be asked. Its zero value is ready to use.
type draftsCache struct {
	mu    sync.Mutex
	shown []shownDraft // the newest last
}

// A shownDraft is a draft and the campaign as it was when it was shown.
type shownDraft struct {
	about campaign.Campaign
	draft transcript.Draft
}

func (c *draftsCache) keep(about campaign.Campaign, d transcript.Draft) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, o := range c.shown {
		if o.about.ID == about.ID && o.draft.N == d.N {
			c.shown = append(c.shown[:i], c.shown[i+1:]...)
			break
		}
	}
	c.shown = append(c.shown, shownDraft{about, d})
	if over := len(c.shown) - maxShownDrafts; over > 0 {
		c.shown = append([]shownDraft(nil), c.shown[over:]...)
	}
}

func (c *draftsCache) find(id transcript.CampaignID, n string) (shownDraft, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.shown {
		if o.about.ID == id && strconv.FormatInt(o.draft.N, 10) == n {
			return o, true
		}
	}
	return shownDraft{}, false
}

// editButton opens the form. A draft that was shown before the program was
// restarted is read first, which may take longer than Discord waits: then the
// button is to be pressed again.
func (d *Desk) editButton(ctx context.Context, p discord.Pressed, args []string) error {
	id := transcript.CampaignID(args[0])
	if o, ok := d.drafts.find(id, args[1]); ok && isGM(o.about, p.By.User) {
		if f, ok := editForm(o, p.Locale); ok {
			return p.Answer.Open(ctx, f)
		}
		if err := p.Answer.Hold(ctx); err != nil {
			return nil // as everywhere: too late, or answered elsewhere
		}
		return refuse(say("recap.long-draft"))
	}
	if err := p.Answer.Hold(ctx); err != nil {
		return nil // as above
	}
	t, err := d.onDesk(ctx, p.Call, args)
	if err != nil {
		return err
	}
	d.drafts.keep(t.about, t.draft)
	return refuse(say("recap.read-again"))
}

// editForm is a form with the text of a draft, in as many fields as that takes.
// ok is false if it does not fit.
func editForm(o shownDraft, locale string) (f discord.Form, ok bool) {
	pieces := fieldsOf(o.draft.Text)
	if len(pieces) > formFieldsMost {
		return discord.Form{}, false
	}
	f = discord.Form{ID: button(formDraftEdit, string(o.about.ID), strconv.FormatInt(o.draft.N, 10)), Title: say("recap.form.title").In(locale)}
	for i, text := range pieces {
		f.Fields = append(f.Fields, discord.Field{ID: fieldID(i), Label: partLabel(i, len(pieces)).In(locale), Text: text, Long: true, Optional: true, Max: formFieldLimit})
	}
	return f, true
}

func fieldID(i int) string { return "part" + strconv.Itoa(i) }

// fieldsOf splits a text for the fields of a form: between paragraphs, else
// between words, else between characters.
func fieldsOf(text string) []string {
	text = strings.TrimSpace(text)
	var pieces []string
	for discord.Units(text) > formFieldLimit || len(pieces) > 0 && discord.Units(text) > formFieldRoom {
		room := discord.Within(text, formFieldRoom)
		cut := room
		for _, at := range []string{"\n\n", "\n", " "} {
			if i := strings.LastIndex(text[:room], at); i > room/2 {
				cut = i
				break
			}
		}
		pieces = append(pieces, strings.TrimSpace(text[:cut]))
		text = strings.TrimSpace(text[cut:])
	}
	return append(pieces, text)
}

// editSubmitted keeps what a GM has made of a draft as a draft of its own. What
// cannot be kept is given back.
func (d *Desk) editSubmitted(ctx context.Context, s discord.Submitted, args []string) error {
	var pieces []string
	for i := range formFieldsMost {
		if text := strings.TrimSpace(s.Fields[fieldID(i)]); text != "" {
			pieces = append(pieces, text)
		}
	}
	text := strings.Join(pieces, "\n\n")
	if text == "" {
		return refuse(say("recap.empty-draft"))
	}
	err := d.keepEdited(ctx, s, args, text)
	if err == nil {
		return nil
	}
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), postLimit)
	defer cancel()
	if _, lost := s.Answer.FollowUp(within, discord.Message{
		Text: say("recap.unkept-draft").In(s.Locale), Files: []discord.File{{Name: recapFile, Data: []byte(text)}}, Private: true,
	}); lost != nil {
		return lost
	}
	return err
}

func (d *Desk) keepEdited(ctx context.Context, s discord.Submitted, args []string, text string) error {
	t, err := d.onDesk(ctx, s.Call, args)
	if err != nil {
		return err
	}
	newest, _, err := t.book.LastDraft(ctx, t.draft.Session, t.draft.Length, t.draft.View)
	if err != nil {
		return err
	}
	edited := transcript.Draft{
		Recap:  transcript.Recap{Session: t.draft.Session, Text: text, At: time.Now()},
		Length: t.draft.Length, View: t.draft.View, By: s.By.User,
	}
	if edited, err = t.book.AddDraft(ctx, edited); err != nil {
		return err
	}
	m := d.draftMessage(t.about, t.session, edited, s.Call)
	if newest.N > t.draft.N {
		m.Text = say("recap.edited-by-other").In(s.Locale) + "\n" + m.Text
	}
	if s.Message == 0 {
		return s.Answer.Reply(ctx, m)
	}
	return s.Answer.Update(ctx, m)
}
