package command

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
)

// A Namer thinks up an NPC from a few words, with a language model.
type Namer interface {
	// Invent returns a name and a persona, in the campaign's language, for
	// somebody of whom only words are known. taken are the names that there are.
	Invent(ctx context.Context, c campaign.Campaign, words string, taken []string) (name, persona string, err error)
}

const (
	// inventWithin is how long a model may think about a name. It is a luxury:
	// there is a list.
	inventWithin = 5 * time.Second
	// maxQuick is how many characters say what a quick NPC is.
	maxQuick = 200
	// maxInvented is how long a persona of a model's may be.
	maxInvented = 800
)

// npcQuick carries out /glyphoxa npc quick: somebody whom nobody has prepared is
// in the scene within ten seconds.
func (d *Desk) npcQuick(ctx context.Context, c discord.Command) error {
	all, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	what := oneLine(c.Args[optWords])
	if campaign.Fold(what) == "" {
		return refuse(say("npc.quick-wordless"))
	}
	_, session := d.session(c.Guild, all.campaign.ID)
	if session == nil {
		return refuse(say("npc.quick-idle"))
	}
	leave, err := d.casting.enter(ctx, c.Guild)
	if err != nil {
		return err
	}
	defer leave()
	if all.file, err = all.book.File(ctx); err != nil {
		return err
	}
	a := d.invent(ctx, all, clip(what, maxQuick))
	note, err := d.setVoice(ctx, all, &a, "")
	if err != nil {
		return err
	}
	if a, err = all.book.AddAgent(ctx, a, session.ID()); err != nil {
		return campaignGone(err)
	}
	said := say("npc.quick", "npc", plain(a.Name))
	if err := session.Agent(ctx, a); err != nil {
		told, _ := words(err)
		said = texts.Join(" ", say("npc.quick-absent", "npc", plain(a.Name)), told)
	}
	return c.Answer.Reply(ctx, all.card(a, d.provider(), session.ID(), said, note, npcAlikeText(all.alike(a))))
}

// invent thinks up an NPC. What a model comes up with is taken if it is in time
// and can be told from everybody else; else the name is from a list.
func (d *Desk) invent(ctx context.Context, c cast, what string) campaign.Agent {
	a := campaign.Agent{Kind: campaign.NPC, Titles: calling(what), Grants: campaign.UsualGrants()}
	if d.opts.Namer != nil {
		if name, persona, ok := d.ask(ctx, c, what); ok {
			a.Name, a.Persona = name, persona
			return a
		}
	}
	a.Name = c.freeName(what)
	a.Persona = quickPersona(c.campaign.Language, a.Name, what)
	return a
}

// ask asks the model.
func (d *Desk) ask(ctx context.Context, c cast, what string) (name, persona string, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, inventWithin)
	defer cancel()
	name, persona, err := d.opts.Namer.Invent(ctx, c.campaign, what, c.names())
	if err != nil {
		d.log.LogAttrs(ctx, slog.LevelWarn, "no name from the model", slog.Any("err", err))
		return "", "", false
	}
	f, err := npcDraft{fieldName: name, fieldPersona: clipProse(persona, maxInvented)}.clean()
	a := campaign.Agent{Name: f[fieldName]}
	if err != nil || f[fieldPersona] == "" || c.clash(a) != nil || len(c.alike(a)) > 0 {
		return "", "", false
	}
	return f[fieldName], f[fieldPersona], true
}

// names lists all names that agents and characters answer to.
func (c cast) names() []string {
	var all []string
	for _, a := range c.file.Agents {
		all = append(all, namesOf(a)...)
	}
	for _, ch := range c.file.Characters {
		all = append(append(all, ch.Name), ch.Aliases...)
	}
	return all
}

// clipProse cuts a text to n characters, and keeps its lines.
func clipProse(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// calling returns how people who do not know somebody's name address them: the
// last word of what they are, such as ferryman of a grumpy old ferryman with a
// limp.
func calling(what string) []string {
	fields := strings.FieldsFunc(what, func(r rune) bool { return strings.ContainsRune(" ,;:.!?\"“”„()", r) })
	if i := slices.IndexFunc(fields, func(w string) bool { return addsMore[strings.ToLower(w)] }); i > 0 {
		fields = fields[:i]
	}
	if len(fields) == 0 {
		return nil
	}
	title := fields[len(fields)-1]
	if campaign.Fold(title) == "" {
		return nil
	}
	return []string{title}
}

// addsMore are the words after which something is said of somebody, and no
// longer what they are.
var addsMore = map[string]bool{
	"with": true, "without": true, "who": true, "of": true, "from": true, "in": true, "at": true, "on": true, "that": true, "and": true,
	"mit": true, "ohne": true, "der": true, "die": true, "das": true, "aus": true, "von": true, "im": true, "am": true, "und": true,
}

// dropGuests has those go who were there for a session that has ended.
func (s *stay) dropGuests(ctx context.Context) {
	s.failed(ctx, "let guests go", s.book.DropGuests(ctx))
	s.desk.names.changed(s.guild)
}
