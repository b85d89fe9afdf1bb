package command

import (
	"context"
	"fmt"
	"hash/fnv"
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

// An npcDraft is what the form of an NPC holds.
type npcDraft struct{ name, knownAs, persona, voice, talk string }

// draftOf is an agent as the form shows it.
func draftOf(a campaign.Agent, provider string) npcDraft {
	return npcDraft{a.Name, a.KnownAs, a.Persona, a.Voices[provider].Name, string(a.Talk)}
}

// digest tells two drafts apart. A form carries that of what it was opened
// with, so that what another GM has changed meanwhile is not undone unseen.
func (f npcDraft) digest() string {
	h := fnv.New32a()
	_, _ = fmt.Fprintf(h, "%q", []string{f.name, f.knownAs, f.persona, f.voice, f.talk}) // never fails
	return fmt.Sprintf("%08x", h.Sum32())
}

// clean makes what was written what can be kept, and complains about what
// cannot: a name of nothing that could be said, a length that is none.
func (f npcDraft) clean() (npcDraft, error) {
	f = npcDraft{oneLine(f.name), oneLine(f.knownAs), prose(f.persona), oneLine(f.voice), campaign.Fold(f.talk)}
	names := []string{f.name}
	if f.knownAs != "" {
		names = append(names, f.knownAs)
	}
	for _, name := range names {
		if campaign.Fold(name) == "" {
			return f, refuse(say("npc.nameless"))
		}
		if n := utf8.RuneCountInString(name); n > maxNPCName {
			return f, refuse(say("npc.long-name", "n", n, "most", maxNPCName))
		}
	}
	if n := utf8.RuneCountInString(f.persona); n > maxPersona {
		return f, refuse(say("npc.long-persona", "n", n, "most", maxPersona))
	}
	if f.talk != "" {
		talk, ok := talks[nearest.Word(f.talk, talkWords)]
		if !ok {
			return f, refuse(say("npc.talk-unknown", "talk", piece(f.talk, maxTalk)))
		}
		f.talk = string(talk)
	}
	return f, nil
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
	a.Name, a.KnownAs, a.Persona, a.Talk = f.name, f.knownAs, f.persona, campaign.Talk(f.talk)
	return d.setVoice(ctx, c, a, f.voice)
}
