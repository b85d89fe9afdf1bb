package command

import (
	"context"
	"slices"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/nearest"
)

// How much a GM may write about an NPC. The longest text is what a field of a
// form takes.
const (
	maxNPCName = 80
	maxPersona = 4000
	maxVoice   = 100
	maxTalk    = 20
)

// An npcDraft is what the form of an NPC holds, by field. A field that it does not
// have stays as it is.
type npcDraft map[string]string

// emptyNPC is the draft of an NPC of whom nothing is known.
func emptyNPC() npcDraft { return draftOf(campaign.Agent{}, "") }

// draftOf is an agent as a draft.
func draftOf(a campaign.Agent, provider string) npcDraft {
	return npcDraft{
		fieldName: a.Name, fieldPersona: a.Persona, fieldKnownAs: a.KnownAs, fieldVoice: a.Voices[provider].Name, fieldTalk: string(a.Talk),
	}
}

// digest tells two drafts apart. A form carries that of what it was opened
// with, so that what another GM has changed meanwhile is not undone unseen.
func (f npcDraft) digest() string {
	return mark(f[fieldName], f[fieldKnownAs], f[fieldPersona], f[fieldVoice], f[fieldTalk])
}

// clean makes what was written what can be kept, and complains about what
// cannot: a name of nothing that could be said, a length that is none.
func (f npcDraft) clean() (npcDraft, error) {
	c := npcDraft{}
	for field, written := range f {
		switch field {
		case fieldPersona:
			c[field] = prose(written)
		case fieldTalk:
			c[field] = campaign.Fold(written)
		default:
			c[field] = oneLine(written)
		}
	}
	for _, field := range []string{fieldName, fieldKnownAs} {
		name, has := c[field]
		if !has || field == fieldKnownAs && name == "" {
			continue
		}
		if campaign.Fold(name) == "" {
			return c, refuse(say("npc.nameless"))
		}
		if n := utf8.RuneCountInString(name); n > maxNPCName {
			return c, refuse(say("npc.long-name", "n", n, "most", maxNPCName))
		}
	}
	if n := utf8.RuneCountInString(c[fieldPersona]); n > maxPersona {
		return c, refuse(say("npc.long-persona", "n", n, "most", maxPersona))
	}
	if written := c[fieldTalk]; written != "" {
		talk, ok := talks[nearest.Word(written, talkWords)]
		if !ok {
			return c, refuse(say("npc.talk-unknown", "talk", piece(written, maxTalk)))
		}
		c[fieldTalk] = string(talk)
	}
	return c, nil
}

// talks are the words for how much an NPC says.
var (
	talks = map[string]campaign.Talk{
		"brief": campaign.TalkBrief, "short": campaign.TalkBrief, "kurz": campaign.TalkBrief,
		"normal": campaign.TalkNormal,
		"long":   campaign.TalkLong, "lang": campaign.TalkLong,
	}
	talkWords = []string{"brief", "short", "kurz", "normal", "long", "lang"}
)

// clash complains if somebody else in the campaign answers to one of an
// agent's names already: nobody could say which is meant. So it does if what is
// heard is corrected from that name to another.
func (c cast) clash(a campaign.Agent) error {
	for _, mine := range namesOf(a) {
		if other := c.named(mine, a); other != "" {
			return refuse(npcClashText(mine, other))
		}
		if right, ok := heardAs(c.file.Names, mine); ok && !isNamed(right, namesOf(a)) {
			return refuse(say("npc.corrected", "name", piece(mine, maxNPCName), "right", piece(right, maxNPCName)))
		}
	}
	return nil
}

// named returns who but a answers to a name, empty for nobody.
func (c cast) named(name string, a campaign.Agent) string {
	folded := campaign.Fold(name)
	same := func(n string) bool { return campaign.Fold(n) == folded }
	for _, o := range c.file.Agents {
		if o.ID != a.ID && slices.ContainsFunc(namesOf(o), same) {
			return o.Name
		}
	}
	for _, ch := range c.file.Characters {
		if same(ch.Name) || slices.ContainsFunc(ch.Aliases, same) {
			return ch.Name
		}
	}
	return ""
}

// alike lists who sounds like an agent, so that one may be heard for the other.
func (c cast) alike(a campaign.Agent) []string {
	var out []string
	add := func(name string, names []string) {
		for _, mine := range namesOf(a) {
			if slices.ContainsFunc(names, func(n string) bool { return campaign.SoundAlike(mine, n) }) {
				out = append(out, name)
				return
			}
		}
	}
	for _, o := range c.file.Agents {
		if o.ID != a.ID {
			add(o.Name, namesOf(o))
		}
	}
	for _, ch := range c.file.Characters {
		add(ch.Name, append([]string{ch.Name}, ch.Aliases...))
	}
	return out
}

// apply makes an agent what a clean draft says. Its other properties stay, and
// so do the options of a voice that stays.
func (d *Desk) apply(ctx context.Context, c cast, a *campaign.Agent, f npcDraft) (note text, err error) {
	f.describe(a)
	if voice, has := f[fieldVoice]; has {
		return d.setVoice(ctx, c, a, voice)
	}
	return text{}, nil
}

// describe makes an agent what a clean draft says, but for its voice.
func (f npcDraft) describe(a *campaign.Agent) {
	for field, into := range map[string]*string{fieldName: &a.Name, fieldKnownAs: &a.KnownAs, fieldPersona: &a.Persona} {
		if written, has := f[field]; has {
			*into = written
		}
	}
	if talk, has := f[fieldTalk]; has {
		a.Talk = campaign.Talk(talk)
	}
}
