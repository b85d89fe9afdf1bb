package command

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The form of an NPC, and the button that opens it.
const (
	btnNPCForm  = "npcform" // campaign, agent or newNPC, digest of what it shows
	formNPC     = "npcsent" // campaign or thisChannel, agent or newNPC, digest of what it showed
	newNPC      = "new"
	noDigest    = "0"
	thisChannel = "here" // the campaign that is played where the form is sent from
)

// The fields of the form.
const (
	fieldName    = "name"
	fieldKnownAs = "known_as"
	fieldPersona = "persona"
	fieldVoice   = "voice"
	fieldTalk    = "talk"
)

// npcForm is the form with a draft in it. It has no field for what does not fit
// into one, as a file may have it: that stays as it is.
func npcForm(title text, f npcDraft, locale string, args ...string) discord.Form {
	fields := []discord.Field{
		{ID: fieldName, Label: say("npc.form.name-label").In(locale), Text: f[fieldName], Hint: say("npc.form.name-hint").In(locale), Max: maxNPCName},
		{ID: fieldPersona, Label: say("npc.form.persona-label").In(locale), Text: f[fieldPersona], Hint: say("npc.form.persona-hint").In(locale), Long: true, Optional: true, Max: maxPersona},
		{ID: fieldKnownAs, Label: say("npc.form.known-as-label").In(locale), Text: f[fieldKnownAs], Hint: say("npc.form.known-as-hint").In(locale), Optional: true, Max: maxNPCName},
		{ID: fieldVoice, Label: say("npc.form.voice-label").In(locale), Text: f[fieldVoice], Hint: say("npc.form.voice-hint").In(locale), Optional: true, Max: maxVoice},
		{ID: fieldTalk, Label: say("npc.form.talk-label").In(locale), Text: f.shownTalk(locale), Hint: say("npc.form.talk-hint").In(locale), Optional: true, Max: maxTalk},
	}
	return discord.Form{ID: button(formNPC, args...), Title: title.In(locale), Fields: slices.DeleteFunc(fields, func(shown discord.Field) bool {
		_, has := f[shown.ID]
		return !has || !shown.Fits()
	})}
}

// npcCreate carries out /glyphoxa npc create. The rights are checked when the
// form is sent off: it shows nothing.
func (d *Desk) npcCreate(ctx context.Context, c discord.Command) error {
	return c.Answer.Open(ctx, npcForm(say("npc.form.new"), emptyNPC(), c.Locale, thisChannel, newNPC, noDigest))
}

// openWithin is how long a form that has to be read first may take: after that
// the interaction is acknowledged, and a button opens it.
const openWithin = 150 * time.Millisecond

// npcEdit carries out /glyphoxa npc edit. A form has to be the first answer,
// within three seconds; where the database takes longer, a button opens it.
func (d *Desk) npcEdit(ctx context.Context, c discord.Command) error {
	return d.openEdit(ctx, c.Call, func(ctx context.Context) (cast, campaign.Agent, error) {
		all, err := d.castFor(ctx, c.Call)
		if err != nil {
			return cast{}, campaign.Agent{}, err
		}
		a, err := all.find(c.Args[optName])
		return all, a, err
	})
}

// npcFormButton opens the form of an NPC that is there, or again one that was
// not taken.
func (d *Desk) npcFormButton(ctx context.Context, p discord.Pressed, args []string) error {
	if f, ok := d.npcForms.get(p.By.User, p.Button); ok {
		title := say("npc.form.new")
		if args[1] != newNPC {
			title = say("npc.form.change")
		}
		return p.Answer.Open(ctx, npcForm(title, f, p.Locale, args...))
	}
	if args[1] == newNPC {
		return p.Answer.Open(ctx, npcForm(say("npc.form.new"), emptyNPC(), p.Locale, args...))
	}
	return d.openEdit(ctx, p.Call, func(ctx context.Context) (cast, campaign.Agent, error) {
		return d.pressedNPC(ctx, p, args)
	})
}

// openEdit opens the form of an agent that has to be read first. read checks
// the rights.
func (d *Desk) openEdit(ctx context.Context, call discord.Call, read func(context.Context) (cast, campaign.Agent, error)) error {
	type found struct {
		cast cast
		a    campaign.Agent
		err  error
	}
	done := make(chan found, 1)
	go func() { // it is waited for below, either way
		all, a, err := read(ctx)
		done <- found{all, a, err}
	}()
	timer := time.NewTimer(openWithin)
	defer timer.Stop()
	var was found
	select {
	case was = <-done:
		if was.err == nil {
			f := draftOf(was.a, d.provider())
			return call.Answer.Open(ctx, npcForm(say("npc.form.change"), f, call.Locale, string(was.cast.campaign.ID), refOf(was.a.ID), f.digest()))
		}
		return was.err
	case <-timer.C:
	}
	if err := call.Answer.Defer(ctx, true); err != nil {
		<-done
		return nil // too late: the client has logged it
	}
	if was = <-done; was.err != nil {
		return was.err
	}
	f := draftOf(was.a, d.provider())
	return call.Answer.Reply(ctx, discord.Message{
		Text: say("npc.ready", "npc", plain(was.a.Name)).In(call.Locale),
		Rows: []discord.Row{{d.formButton(call, was.cast.campaign.ID, refOf(was.a.ID), f.digest(), f, say("npc.open-label"))}},
	})
}

// formButton is a button that opens the form with a draft in it.
func (d *Desk) formButton(call discord.Call, c transcript.CampaignID, ref, digest string, f npcDraft, label text) discord.Button {
	id := button(btnNPCForm, string(c), ref, digest)
	d.npcForms.put(call.By.User, id, f)
	return discord.Button{ID: id, Label: label.In(call.Locale), Style: discord.Primary}
}

// provider is the name of the speech provider, empty for none.
func (d *Desk) provider() string {
	if d.opts.Voicer == nil {
		return ""
	}
	return d.opts.Voicer.Provider()
}

// pressedNPC returns what a button of an NPC is about: its first arguments are
// the campaign and the agent.
func (d *Desk) pressedNPC(ctx context.Context, p discord.Pressed, args []string) (cast, campaign.Agent, error) {
	all, err := d.castOf(ctx, p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return cast{}, campaign.Agent{}, err
	}
	a, err := all.byRef(args[1])
	return all, a, err
}

// npcSent takes the form of an NPC. What somebody has written is not lost: of
// a form that cannot be taken the answer says why, brings it along, and opens
// it again.
func (d *Desk) npcSent(ctx context.Context, s discord.Submitted, args []string) error {
	wrote := npcDraft(s.Fields)
	var all cast
	var err error
	if args[0] == thisChannel {
		all, err = d.castFor(ctx, s.Call)
	} else {
		all, err = d.castOf(ctx, s.Call, transcript.CampaignID(args[0]))
	}
	if err != nil {
		return err
	}
	var m discord.Message
	if args[1] == newNPC {
		m, err = d.addNPC(ctx, s, all, wrote)
	} else {
		m, err = d.changeNPC(ctx, s, all, args[1], args[2], wrote)
	}
	refused, ok := errors.AsType[*Complaint](err)
	if !ok {
		if err == nil {
			err = s.Answer.Reply(ctx, m)
		}
		return err
	}
	digest := args[2]
	if now, ok := errors.AsType[*outdated](err); ok {
		digest = now.digest
	}
	return s.Answer.Reply(ctx, discord.Message{
		Text:  stacked(refused.Text, say("npc.wrote")).In(s.Locale),
		Files: []discord.File{{Name: draftFile, Data: []byte(wrote.draftText().In(s.Locale))}},
		Rows:  []discord.Row{{d.formButton(s.Call, all.campaign.ID, args[1], digest, wrote, say("npc.again-label"))}},
	})
}

// An outdated form shows what is no longer so.
type outdated struct {
	complaint Complaint
	digest    string // of what is so
}

func (o *outdated) Error() string { return o.complaint.Text.String() }
func (o *outdated) Unwrap() error { return &o.complaint }

// addNPC makes an agent of a draft. One at a time, so that of two with one name
// the second is told.
func (d *Desk) addNPC(ctx context.Context, s discord.Submitted, c cast, wrote npcDraft) (discord.Message, error) {
	f, err := wrote.clean()
	if err != nil {
		return discord.Message{}, err
	}
	leave, err := d.casting.enter(ctx, s.Guild)
	if err != nil {
		return discord.Message{}, err
	}
	defer leave()
	if c.file, err = c.book.File(ctx); err != nil {
		return discord.Message{}, err
	}
	a := campaign.Agent{Kind: campaign.NPC, Grants: campaign.UsualGrants()}
	note, err := d.apply(ctx, c, &a, f)
	if err == nil {
		err = c.clash(a)
	}
	if err != nil {
		return discord.Message{}, err
	}
	if a, err = c.book.AddAgent(ctx, a, ""); err != nil {
		return discord.Message{}, campaignGone(err)
	}
	return c.card(a, d.provider(), "", say("npc.added", "npc", plain(a.Name)), note, npcAlikeText(c.alike(a)), d.notHereText(s.Guild, c.campaign.ID)), nil
}

// changeNPC makes an agent what a draft says.
func (d *Desk) changeNPC(ctx context.Context, s discord.Submitted, c cast, ref, digest string, wrote npcDraft) (discord.Message, error) {
	was, err := c.byRef(ref)
	if err != nil {
		return discord.Message{}, err
	}
	f, err := wrote.clean()
	if err != nil {
		return discord.Message{}, err
	}
	leave, err := d.casting.enter(ctx, s.Guild)
	if err != nil {
		return discord.Message{}, err
	}
	defer leave()
	if c.file, err = c.book.File(ctx); err != nil {
		return discord.Message{}, err
	}
	want := was // for what has to be asked or looked up outside of the change
	note, err := d.apply(ctx, c, &want, f)
	if err == nil {
		err = c.clash(want)
	}
	if err != nil {
		return discord.Message{}, err
	}
	now, err := c.book.ChangeAgent(ctx, was.ID, func(a *campaign.Agent) error {
		before, shown := *a, draftOf(*a, d.provider())
		f.describe(a)
		_, has := f[fieldVoice]
		if v, ok := want.Voices[d.provider()]; has && ok && v.Name != shown[fieldVoice] {
			a.Voices = withVoice(a.Voices, d.provider(), v)
		}
		if shown.digest() != digest && !reflect.DeepEqual(before, *a) {
			return &outdated{Complaint{say("npc.outdated", "npc", plain(before.Name))}, shown.digest()}
		}
		return nil
	})
	if err != nil {
		return discord.Message{}, npcGone(err)
	}
	guests, err := c.book.Guests(ctx)
	if err != nil {
		return discord.Message{}, err
	}
	note = stacked(wrote.leftOutText(), note, d.tellTable(ctx, s.Guild, c.campaign.ID, now))
	return c.card(now, d.provider(), guests[now.ID], say("npc.changed", "npc", plain(now.Name)), note, npcAlikeText(c.alike(now))), nil
}

// tellTable tells the session that plays the campaign of an agent that is
// different. What is wrong is for the GM: the change is kept already.
func (d *Desk) tellTable(ctx context.Context, g transcript.GuildID, id transcript.CampaignID, a campaign.Agent) (note text) {
	_, session := d.session(g, id)
	if session == nil {
		return text{}
	}
	if err := session.Agent(ctx, a); err != nil && !errors.Is(err, ErrEnded) {
		told, _ := words(err)
		return texts.Join(" ", say("npc.later"), told)
	}
	return text{}
}

// npcGone puts that an agent is gone into words.
func npcGone(err error) error {
	if errors.Is(err, campaign.ErrNoAgent) {
		return refuse(say("npc.gone"))
	}
	return err
}
