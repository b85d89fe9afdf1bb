package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// `campaign import` and its options.
const (
	subImport = "import"

	optFile = "file"
)

// A YAML parser takes a thousand times the size of what is all marks and no
// words. Anybody in a server may send a file: it may be large, and have as many
// marks as a large one needs, and no more. 2 MiB that are all commas took half a
// gigabyte.
const (
	maxImport = 2 << 20
	maxMarks  = 150_000
)

// The buttons under what an import would change.
const (
	btnImport     = "import"     // the import
	btnImportLeft = "importleft" // the import
)

// A Reader reads campaign files, as the program does that reads one where it
// runs.
type Reader interface {
	// Read reads and checks a file of that name. notes are sentences for the GM
	// about what the file leaves open. An error with a [campaign.Mistake] in it is
	// the file's, and is shown to whoever sent it.
	Read(ctx context.Context, name string, data []byte) (f campaign.File, notes []string, err error)
}

// campaignImportCommand takes a campaign as a file. Anybody may bring one of
// their own; one that is there already is changed by its GMs.
func campaignImportCommand(which discord.Option) subcommand {
	which.Description = "about.campaign.import.campaign"
	return subcommand{
		spec: discord.Spec{Name: subImport, Description: "about.campaign.import", Options: []discord.Option{
			{Name: optFile, Description: "about.campaign.import.file", Kind: discord.FileOption, Required: true},
			which,
		}},
		private: true, complete: completeCampaign, do: (*Desk).campaignImport,
	}
}

// campaignImport carries out /glyphoxa campaign import: it says what the file
// would change, and changes nothing yet.
func (d *Desk) campaignImport(ctx context.Context, c discord.Command) error {
	if d.opts.Files == nil {
		return refuse(say("import.cannot"))
	}
	a, given := c.Files[c.Args.ID(optFile)]
	if !given {
		return refuse(say("import.without"))
	}
	// One file at a time is in memory: they may be large, and are read by a
	// parser that takes many times their size.
	leave, err := d.reading.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	data, err := d.discord.Download(ctx, a, maxImport)
	switch {
	case errors.Is(err, discord.ErrTooLarge), marks(data) > maxMarks:
		return refuse(say("import.large", "most", maxImport>>20))
	case errors.Is(err, discord.ErrDownload):
		d.log.LogAttrs(ctx, slog.LevelWarn, "an attachment was not fetched", slog.Uint64("interaction", c.ID), slog.Any("err", err))
		return refuse(say("import.unfetched"))
	case err != nil:
		return err
	}
	name := cmp.Or(oneLine(clip(a.Name, maxLabel)), "campaign.yaml")
	f, notes, err := d.opts.Files.Read(ctx, name, data)
	if _, wrong := errors.AsType[*campaign.Mistake](err); wrong {
		return c.Answer.Reply(ctx, discord.Message{Text: mistakesText(err).In(c.Locale), AsFile: "mistakes.md", Private: true})
	}
	if err != nil {
		return err
	}
	p, err := d.plan(ctx, c, f)
	if err != nil {
		return err
	}
	if len(p.changes) == 0 {
		return c.Answer.Reply(ctx, private(say("import.same", "campaign", plain(p.to.Campaign.Name)).In(c.Locale)))
	}
	p.notes = notes
	return c.Answer.Reply(ctx, p.card(d.pending.keep(p), c.Locale))
}

// A plannedImport is what a file would change, as its sender was shown it.
type plannedImport struct {
	by    transcript.SpeakerID
	guild transcript.GuildID
	// about is the campaign that would change, empty for a new one.
	about   transcript.CampaignID
	old, to campaign.File // without guests
	changes []campaign.Change
	notes   []string
}

// plan finds the campaign that a file is about, and what it would change there:
// the one that the command names, or the guild's of the same key, or the
// caller's of the same name, or else a new one.
func (d *Desk) plan(ctx context.Context, c discord.Command, f campaign.File) (*plannedImport, error) {
	p := &plannedImport{by: c.By.User, guild: c.Guild}
	about, err := d.importInto(ctx, c, f)
	if err != nil {
		return nil, err
	}
	if about.ID == "" {
		f.Campaign.Owner = c.By.User
		p.to, p.changes = f, campaign.Diff(campaign.File{}, f)
		return p, nil
	}
	if about, err = d.mine(ctx, c.Call, about.ID); err != nil {
		return nil, err
	}
	if d.played(c.Guild, about.ID) {
		return nil, refuse(say("import.busy"))
	}
	book := d.library.Campaign(about.ID)
	old, err := book.File(ctx)
	if err != nil {
		return nil, err
	}
	guests, err := book.Guests(ctx)
	if err != nil {
		return nil, err
	}
	p.about, p.old = about.ID, withoutGuests(old, guests)
	f.Campaign.Key = about.Key
	p.to = f.Over(p.old)
	p.changes = campaign.Diff(p.old, p.to)
	return p, nil
}

func (d *Desk) importInto(ctx context.Context, c discord.Command, f campaign.File) (campaign.Campaign, error) {
	if what := c.Args[optCampaign]; what != "" {
		return d.campaignNamed(ctx, c.Guild, what)
	}
	list, err := d.library.Guild(c.Guild).Campaigns(ctx)
	if err != nil {
		return campaign.Campaign{}, err
	}
	if i := slices.IndexFunc(list, func(o campaign.Campaign) bool { return o.Key == f.Campaign.Key }); i >= 0 {
		return list[i], nil
	}
	// A key that was taken elsewhere got a number behind it.
	for _, o := range theirs(list, c.By.User) {
		if campaign.Fold(o.Name) == campaign.Fold(f.Campaign.Name) {
			return o, nil
		}
	}
	return campaign.Campaign{}, nil
}

// card shows what an import would change, with a copy of what is there now: it
// is the GM's before anything is lost.
func (p *plannedImport) card(id, locale string) discord.Message {
	return discord.Message{
		Text: importText(p).In(locale), AsFile: "changes.md", Files: p.copies(), Private: true,
		Rows: []discord.Row{{
			discord.Button{ID: button(btnImport, id), Label: say("import.do").In(locale), Style: discord.Success},
			discord.Button{ID: button(btnImportLeft, id), Label: say("import.leave").In(locale)},
		}},
	}
}

// copies is the campaign as it was before the import, as a file.
func (p *plannedImport) copies() []discord.File {
	if p.about == "" {
		return nil
	}
	var text bytes.Buffer
	if err := p.old.Write(&text); err != nil {
		return nil // of a buffer: it cannot be
	}
	return []discord.File{{Name: p.old.Campaign.Key + "-before.yaml", Data: text.Bytes()}}
}

// importPressed does an import that was shown. Pressed twice it is done once.
func (d *Desk) importPressed(ctx context.Context, p discord.Pressed, args []string) error {
	planned := d.pending.take(args[0], p.By.User, p.Guild)
	if planned == nil {
		return p.Answer.Update(ctx, private(say("import.forgotten").In(p.Locale)))
	}
	id, err := d.importNow(ctx, p.Call, planned)
	if _, refused := errors.AsType[*Complaint](err); refused {
		d.pending.giveBack(args[0]) // it may be done later: when the session has ended
		return err
	}
	d.pending.forget(args[0])
	if err != nil {
		return err
	}
	voice := transcript.ChannelID(0)
	if planned.about == "" {
		if voice, err = d.playNew(ctx, p.Call, id); err != nil {
			return err
		}
	}
	return p.Answer.Update(ctx, discord.Message{
		Text: importedText(planned, voice).In(p.Locale), Files: planned.copies(), Private: true,
	})
}

// errMoved says that a campaign is not what an import was planned for any more.
var errMoved = errors.New("the campaign has changed since")

func (d *Desk) importNow(ctx context.Context, call discord.Call, p *plannedImport) (transcript.CampaignID, error) {
	if p.about == "" {
		leave, err := d.adding.enter(ctx, call.Guild)
		if err != nil {
			return "", err
		}
		defer leave()
		return d.library.Guild(call.Guild).Add(ctx, p.to)
	}
	if _, err := d.mine(ctx, call, p.about); err != nil {
		return "", err
	}
	leave, err := d.casting.enter(ctx, call.Guild)
	if err != nil {
		return "", err
	}
	defer leave()
	book := d.library.Campaign(p.about)
	guests, err := book.Guests(ctx)
	if err != nil {
		return "", err
	}
	err = book.Replace(ctx, func(now campaign.File) (campaign.File, error) {
		if d.played(call.Guild, p.about) { // asked here, so that a session which begins reads the new one
			return campaign.File{}, refuse(say("import.busy"))
		}
		if len(campaign.Diff(p.old, withoutGuests(now, guests))) > 0 {
			return campaign.File{}, errMoved
		}
		to := p.to.Over(now)
		for _, a := range now.Agents {
			if guests[a.ID] != "" && !slices.ContainsFunc(to.Agents, func(b campaign.Agent) bool { return b.ID == a.ID }) {
				to.Agents = append(to.Agents, a)
			}
		}
		return to, nil
	})
	if errors.Is(err, errMoved) {
		return "", refuse(say("import.moved"))
	}
	return p.about, campaignGone(err)
}

// importLeft forgets an import.
func (d *Desk) importLeft(ctx context.Context, p discord.Pressed, args []string) error {
	if d.pending.take(args[0], p.By.User, p.Guild) == nil { // perhaps because it has been done
		return p.Answer.Update(ctx, private(say("import.forgotten").In(p.Locale)))
	}
	d.pending.forget(args[0])
	return p.Answer.Update(ctx, private(say("import.left").In(p.Locale)))
}

// marks counts what a parser of YAML may begin something new at.
func marks(data []byte) (n int) {
	for _, c := range data {
		if strings.IndexByte("\n,:[]{}\"'-?!&*#|>%@`", c) >= 0 {
			n++
		}
	}
	return n
}
