package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The menus under the picture of a scene.
const (
	btnEnter = "enter" // campaign; a menu of scenes
	btnCast  = "cast"  // campaign; a menu of NPCs
)

// present are the NPCs at the table; before it plays, those that the scene
// would have there.
func (s sceneView) present() []campaign.Agent {
	if s.session != nil {
		at := seated{session: s.session, file: s.file}
		return npcs(at.present())
	}
	scene, ok := sceneOf(s.file, s.key)
	return s.cast(scene, !ok)
}

// cast are the NPCs of a planned scene that can be there, or all who can.
func (s sceneView) cast(scene campaign.Scene, all bool) []campaign.Agent {
	return slices.DeleteFunc(npcs(s.file.Agents), func(a campaign.Agent) bool {
		return !alive(a) || !all && !slices.Contains(scene.Present, a.ID)
	})
}

// message is the picture of a scene: which it is, who is there, and menus to
// change both, for a reader.
func (s sceneView) message(locale string) discord.Message {
	here := s.present()
	m := discord.Message{Text: s.text(here).In(locale)}
	if len(s.file.Scenes) > 1 {
		menu := discord.Menu{ID: button(btnEnter, string(s.campaign.ID)), Hint: say("scene.enter-hint").In(locale)}
		for _, sc := range s.file.Scenes[:min(len(s.file.Scenes), maxItems)] {
			menu.Items = append(menu.Items, discord.Item{Label: clip(sc.Name, maxLabel), Value: sc.Key, Chosen: sc.Key == s.key})
		}
		m.Rows = append(m.Rows, discord.Row{menu})
	}
	if all := s.cast(campaign.Scene{}, true); s.session != nil && len(all) > 0 && len(all) <= maxItems {
		menu := discord.Menu{ID: button(btnCast, string(s.campaign.ID)), Hint: say("scene.cast-hint").In(locale), Max: len(all)}
		for _, a := range all {
			chosen := slices.ContainsFunc(here, func(h campaign.Agent) bool { return h.ID == a.ID })
			menu.Items = append(menu.Items, discord.Item{Label: clip(a.Name, maxLabel), Value: string(a.ID), Chosen: chosen})
		}
		m.Rows = append(m.Rows, discord.Row{menu})
	}
	return m
}

// sceneViewFor is sceneView for a menu, which names its campaign.
func (d *Desk) sceneViewFor(ctx context.Context, p discord.Pressed, id string) (sceneView, error) {
	about, err := d.mine(ctx, p.Call, transcript.CampaignID(id))
	if err != nil {
		return sceneView{}, err
	}
	return d.sceneViewOf(ctx, p.Call, about, d.library.Campaign(about.ID))
}

// enterChosen takes the choice of a scene.
func (d *Desk) enterChosen(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.sceneViewFor(ctx, p, args[0])
	if err != nil {
		return err
	}
	if len(p.Values) != 1 {
		return refuse(say("button.unknown"))
	}
	if s, err = d.enterScene(ctx, p.Guild, s, p.Values[0]); err != nil {
		return err
	}
	return p.Answer.Update(ctx, s.message(p.Locale))
}

// castChosen takes the choice of who is at the table.
func (d *Desk) castChosen(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.sceneViewFor(ctx, p, args[0])
	if err != nil {
		return err
	}
	if s.session == nil {
		return refuse(say("table.no-session"))
	}
	here := s.present()
	for _, a := range s.cast(campaign.Scene{}, true) {
		was := slices.ContainsFunc(here, func(h campaign.Agent) bool { return h.ID == a.ID })
		if want := slices.Contains(p.Values, string(a.ID)); want != was {
			if err := bring(ctx, s.session, a, want); err != nil {
				return err
			}
		}
	}
	return p.Answer.Update(ctx, s.message(p.Locale))
}

// alikeNames are the pairs of names, of those NPCs and of the players'
// characters, that are easily taken for one another.
func alikeNames(here []campaign.Agent, characters []campaign.Character) (pairs [][2]string) {
	names := make([]string, 0, len(here)+len(characters))
	for _, a := range here {
		names = append(names, a.Shown())
	}
	for _, c := range characters {
		names = append(names, c.Name)
	}
	for i := range here {
		for _, other := range names[i+1:] {
			if campaign.SoundAlike(names[i], other) {
				pairs = append(pairs, [2]string{names[i], other})
			}
		}
	}
	return pairs
}

// castWarnings says what is wrong with who is in a scene, or at the table.
func (s sceneView) castWarnings(key string, here bool) text {
	who := s.present()
	if scene, ok := sceneOf(s.file, key); ok && !here {
		who = s.cast(scene, false)
	}
	return sceneWarnings(who, s.file.Characters)
}
