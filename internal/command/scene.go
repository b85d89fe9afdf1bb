package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The subcommands of scene.
const (
	grpScene       = "scene"
	subSceneShow   = "show"
	subSceneEnter  = "enter"
	subSceneNew    = "new"
	subSceneAdd    = "add"
	subSceneRemove = "remove"
)

// maxSceneName is how long the name of a scene may be.
const maxSceneName = 80

// sceneCommands are for where the table is, and with whom.
func sceneCommands() subcommand {
	npc := discord.Option{Name: optNPC, Description: "about.npc-option", Required: true, Complete: true, Max: new(float64(maxChoice))}
	scene := discord.Option{Name: optScene, Description: "about.scene-option", Required: true, Complete: true, Max: new(float64(maxChoice))}
	planned := discord.Option{Name: optScene, Description: "about.scene-option.planned", Complete: true, Max: new(float64(maxChoice))}
	return subcommand{
		spec: discord.Spec{Name: grpScene, Description: "about.scene"},
		help: gmHelp,
		subs: []subcommand{
			{
				spec:    discord.Spec{Name: subSceneShow, Description: "about.scene.show"},
				private: true, gm: true, do: (*Desk).sceneShowCommand,
			},
			{
				spec:    discord.Spec{Name: subSceneEnter, Description: "about.scene.enter", Options: []discord.Option{scene}},
				private: true, gm: true, do: (*Desk).sceneEnterCommand, complete: completeScene,
			},
			{
				spec: discord.Spec{Name: subSceneNew, Description: "about.scene.new", Options: []discord.Option{
					{Name: optName, Description: "about.scene.new.name", Required: true, Max: new(float64(maxSceneName))},
				}},
				private: true, gm: true, do: (*Desk).sceneNewCommand,
			},
			{
				spec:    discord.Spec{Name: subSceneAdd, Description: "about.scene.add", Options: []discord.Option{npc, planned}},
				private: true, gm: true, do: casts(true), complete: completeScene,
			},
			{
				spec:    discord.Spec{Name: subSceneRemove, Description: "about.scene.remove", Options: []discord.Option{npc, planned}},
				private: true, gm: true, do: casts(false), complete: completeScene,
			},
			exchangeCommand(npc),
		},
	}
}

// completeScene suggests scenes and NPCs to a GM.
func completeScene(d *Desk, c discord.Completing) []discord.Choice {
	names, ok := d.catalogue(c)
	if !ok {
		return nil
	}
	switch c.Focus {
	case optNPC:
		return agentChoices(npcs(names.agents), true)
	case optScene:
		var out []discord.Choice
		for _, s := range names.scenes {
			out = append(out, discord.Choice{Name: s.Name, Value: s.Key})
		}
		return out
	}
	return nil
}

// A sceneView is where a table is: the campaign, and the scene that is played or
// will be.
type sceneView struct {
	campaign campaign.Campaign
	book     Book
	file     campaign.File
	stay     *stay
	session  Session // nil if none runs
	voice    transcript.ChannelID
	key      string // of the scene, empty for none
}

// sceneView finds where the GM who calls is.
func (d *Desk) sceneView(ctx context.Context, call discord.Call) (sceneView, error) {
	about, book, err := d.campaignFor(ctx, call)
	if err != nil {
		return sceneView{}, err
	}
	return d.sceneViewOf(ctx, call, about, book)
}

// sceneViewOf is sceneView for a campaign that is known.
func (d *Desk) sceneViewOf(ctx context.Context, call discord.Call, about campaign.Campaign, book Book) (sceneView, error) {
	if err := d.gmOnly(ctx, call, about); err != nil {
		return sceneView{}, err
	}
	file, err := book.File(ctx)
	if err != nil {
		return sceneView{}, err
	}
	s := sceneView{campaign: about, book: book, file: file, voice: d.discord.Where(call.Guild, call.By.User)}
	if s.stay, s.session = d.session(call.Guild, about.ID); s.session != nil {
		s.voice = s.stay.where()
		s.key = s.stay.scenePlayed()
	} else if s.voice != 0 {
		id, key, ok, err := d.library.Guild(call.Guild).Active(ctx, s.voice)
		if err != nil {
			return sceneView{}, err
		}
		if ok && id == about.ID {
			s.key = key
		}
	}
	if _, ok := sceneOf(file, s.key); !ok && len(file.Scenes) > 0 {
		s.key = file.Scenes[0].Key
	}
	return s, nil
}

func sceneOf(f campaign.File, key string) (campaign.Scene, bool) {
	i := slices.IndexFunc(f.Scenes, func(s campaign.Scene) bool { return s.Key == key })
	if i < 0 {
		return campaign.Scene{}, false
	}
	return f.Scenes[i], true
}

// sceneMeant finds a scene by the key that completion filled in, or by its name.
func sceneMeant(f campaign.File, typed string) (campaign.Scene, error) {
	if s, ok := sceneOf(f, typed); ok {
		return s, nil
	}
	for _, s := range f.Scenes {
		if campaign.Fold(s.Name) == campaign.Fold(typed) {
			return s, nil
		}
	}
	return campaign.Scene{}, refuse(say("scene.none", "scene", piece(typed, maxLabel)))
}

// scenePlayed returns the key of the scene that is played, empty for the first.
func (s *stay) scenePlayed() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scene
}

// sceneShowCommand carries out /glyphoxa scene show.
func (d *Desk) sceneShowCommand(ctx context.Context, c discord.Command) error {
	s, err := d.sceneView(ctx, c.Call)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, s.message(c.Locale))
}

// sceneEnterCommand carries out /glyphoxa scene enter.
func (d *Desk) sceneEnterCommand(ctx context.Context, c discord.Command) error {
	s, err := d.sceneView(ctx, c.Call)
	if err != nil {
		return err
	}
	if s, err = d.enterScene(ctx, c.Guild, s, c.Args[optScene]); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, s.message(c.Locale))
}

// enterScene has the table change to a scene, or begin there the next time.
func (d *Desk) enterScene(ctx context.Context, g transcript.GuildID, s sceneView, typed string) (sceneView, error) {
	scene, err := sceneMeant(s.file, typed)
	if err != nil {
		return s, err
	}
	if s.voice == 0 {
		return s, refuse(say("scene.where"))
	}
	if s.session != nil {
		if err := s.session.Scene(ctx, scene.Key); err != nil {
			return s, err
		}
		s.stay.mu.Lock()
		s.stay.scene = scene.Key
		s.stay.mu.Unlock()
	}
	s.key = scene.Key
	return s, d.library.Guild(g).Activate(ctx, s.voice, s.campaign.ID, scene.Key)
}

// sceneNewCommand carries out /glyphoxa scene new.
func (d *Desk) sceneNewCommand(ctx context.Context, c discord.Command) error {
	_, book, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return err
	}
	name, err := spoken(c.Args[optName])
	if err != nil {
		return err
	}
	if len([]rune(name)) > maxSceneName {
		return refuse(say("scene.long", "most", maxSceneName))
	}
	s, added, err := book.AddScene(ctx, name)
	if err != nil {
		return err
	}
	if !added {
		return refuse(say("scene.there", "scene", plain(s.Name)))
	}
	return c.Answer.Reply(ctx, discord.Message{Text: say("scene.added", "scene", plain(s.Name)).In(c.Locale)})
}

// casts carries out /glyphoxa scene add and remove: at the table, for tonight,
// and with a scene in the campaign, for good.
func casts(in bool) func(*Desk, context.Context, discord.Command) error {
	return func(d *Desk, ctx context.Context, c discord.Command) error {
		s, err := d.sceneView(ctx, c.Call)
		if err != nil {
			return err
		}
		npc, err := meant(npcs(s.file.Agents), c.Args[optNPC])
		if err != nil {
			return err
		}
		scene := campaign.Scene{Key: s.key}
		if typed := c.Args[optScene]; typed != "" {
			if scene, err = sceneMeant(s.file, typed); err != nil {
				return err
			}
			found, err := s.book.Cast(ctx, scene.Key, npc.ID, in)
			if err != nil {
				return err
			}
			if !found {
				return refuse(say("scene.cast-gone"))
			}
		} else if s.session == nil {
			return refuse(say("scene.none-said"))
		}
		here := s.session != nil && scene.Key == s.key
		if here {
			if err := bring(ctx, s.session, npc, in); err != nil {
				return err
			}
		}
		if s.file, err = s.book.File(ctx); err != nil {
			return err
		}
		said := stacked(sceneCastText(npc, scene, in, here), s.castWarnings(scene.Key, here))
		return c.Answer.Reply(ctx, discord.Message{Text: said.In(c.Locale)})
	}
}

// bring has an NPC come to the table that plays, or leave it.
func bring(ctx context.Context, session Session, npc campaign.Agent, in bool) error {
	if !in {
		return session.Send(ctx, npc.ID)
	}
	if !alive(npc) {
		return refuse(notAliveText(npc))
	}
	return session.Bring(ctx, npc.ID)
}

func alive(a campaign.Agent) bool { return stateOf(a) == campaign.Alive }
