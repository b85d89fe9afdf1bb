package command

import (
	"context"
	"maps"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/nearest"
	"glyphoxa/internal/transcript"
)

// A Voicer speaks as the agents of a session would, with the configured
// provider.
type Voicer interface {
	// Provider is its name, as agents' voices have it.
	Provider() string
	// Voices lists its voices. None means that it does not say.
	Voices(ctx context.Context) ([]string, error)
	// Clip says a text in a voice of its, and returns the sound as a file. What
	// that costs is the campaign's. An error that may be shown is a [*Complaint].
	Clip(ctx context.Context, about transcript.CampaignID, v campaign.Voice, text string) (discord.File, error)
}

const (
	// voicesWithin bounds how long a provider is asked for its voices: somebody
	// is waiting for an NPC.
	voicesWithin = 3 * time.Second
	// maxTry is how many characters an NPC's voice is tried with.
	maxTry = 200
	// maxVoicesShown is how many voices a complaint lists.
	maxVoicesShown = 40
)

// setVoice gives an agent the voice of that name with the configured provider,
// or, without a name, keeps the one that it has, and else gives it one unlike
// everybody else's. note is for the GM.
func (d *Desk) setVoice(ctx context.Context, c cast, a *campaign.Agent, name string) (note text, err error) {
	v := d.opts.Voicer
	if v == nil || name != "" && a.Voices[v.Provider()].Name == name {
		return text{}, nil
	}
	available, err := d.voices(ctx)
	if err != nil {
		if name != "" { // it may be right: the session says if it is not
			a.Voices = withVoice(a.Voices, v.Provider(), campaign.Voice{Name: name})
		}
		return say("npc.voices-unknown"), nil
	}
	if name != "" {
		if len(available) > 0 && !slices.Contains(available, name) {
			return text{}, refuse(noVoiceText(name, nearest.Word(name, available), available))
		}
		a.Voices = withVoice(a.Voices, v.Provider(), campaign.Voice{Name: name})
		return text{}, nil
	}
	if len(available) == 0 {
		return say("npc.no-voices"), nil
	}
	chosen, err := unlike(c, *a, v.Provider(), available)
	if err != nil {
		return text{}, refuse(brokenVoicesText(err))
	}
	a.Voices = withVoice(a.Voices, v.Provider(), chosen)
	return text{}, nil
}

// voices asks the provider for its voices.
func (d *Desk) voices(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, voicesWithin)
	defer cancel()
	return d.opts.Voicer.Voices(ctx)
}

// unlike returns a voice for an agent that neither anybody else in the campaign has
// nor its narrator, while there are any. Those that have none of their own keep what
// a session gives them.
func unlike(c cast, a campaign.Agent, provider string, available []string) (campaign.Voice, error) {
	gone := func(voices map[string]campaign.Voice) bool { // is told elsewhere
		own, ok := voices[provider]
		return ok && !slices.Contains(available, own.Name)
	}
	others := c.file
	others.Agents = slices.DeleteFunc(slices.Clone(c.file.Agents), func(o campaign.Agent) bool {
		return o.ID == a.ID || gone(o.Voices)
	})
	if gone(others.Campaign.Narrator) {
		others.Campaign.Narrator = nil
	}
	language := c.campaign.Language
	taken, _, err := others.AssignVoices(provider, language, available)
	if err != nil {
		return campaign.Voice{}, err
	}
	for i, o := range others.Agents {
		others.Agents[i].Voices = withVoice(o.Voices, provider, taken[o.ID])
	}
	a.Voices = maps.Clone(a.Voices)
	delete(a.Voices, provider)
	if a.ID == "" { // it has no key yet
		a.ID = transcript.AgentID("+" + campaign.KeyOf(a.Name, string(campaign.NPC)))
	}
	others.Agents = append(others.Agents, a)
	all, _, err := others.AssignVoices(provider, language, available)
	return all[a.ID], err
}

// withVoice returns voices with one set, and leaves voices alone.
func withVoice(voices map[string]campaign.Voice, provider string, v campaign.Voice) map[string]campaign.Voice {
	out := maps.Clone(voices)
	if out == nil {
		out = map[string]campaign.Voice{}
	}
	out[provider] = v
	return out
}

// npcTry carries out /glyphoxa npc try.
func (d *Desk) npcTry(ctx context.Context, c discord.Command) error {
	all, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	a, err := all.find(c.Args[optName])
	if err != nil {
		return err
	}
	m, err := d.clip(ctx, all, a, c.Args[optText])
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// tryButton plays an NPC's voice to whoever presses.
func (d *Desk) tryButton(ctx context.Context, p discord.Pressed, args []string) error {
	all, a, err := d.pressedNPC(ctx, p, args)
	if err != nil {
		return err
	}
	m, err := d.clip(ctx, all, a, "")
	if err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, m)
	return err
}

// clip has an NPC say something, in a file that one GM alone hears.
func (d *Desk) clip(ctx context.Context, c cast, a campaign.Agent, words string) (discord.Message, error) {
	v := d.opts.Voicer
	if v == nil {
		return discord.Message{}, refuse(say("npc.no-voicer"))
	}
	if words = oneLine(words); words == "" {
		words = tryText(c.campaign.Language, a.Name)
	}
	voice, ok := a.Voices[v.Provider()]
	if !ok {
		available, err := d.voices(ctx)
		if err != nil {
			return discord.Message{}, err
		}
		given, _, err := c.file.AssignVoices(v.Provider(), c.campaign.Language, available)
		if err != nil {
			return discord.Message{}, refuse(brokenVoicesText(err))
		}
		voice = given[a.ID] // what a session gives it
	}
	file, err := v.Clip(ctx, c.campaign.ID, voice, words)
	if err != nil {
		return discord.Message{}, err
	}
	told := say("npc.clip", "npc", piece(a.Name, maxNPCName), "voice", piece(voice.Name, maxVoice))
	return discord.Message{Text: told.In(c.locale), Files: []discord.File{file}, Private: true}, nil
}
