package command

import (
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// village is a campaign with a full scene, an empty one, and names that are
// hard to tell apart.
func village(w *world) {
	w.book.file.Agents = []campaign.Agent{
		{ID: "bart", Name: "Bart", Kind: campaign.NPC},
		{ID: "part", Name: "Part", Kind: campaign.NPC},
		{ID: "orlo", Name: "Count Orlo", KnownAs: "The Stranger", Kind: campaign.NPC},
		{ID: "edda", Name: "Edda", Kind: campaign.NPC, State: campaign.Dead},
		{ID: "jeeves", Name: "Jeeves", Kind: campaign.Butler},
	}
	w.book.file.Scenes = []campaign.Scene{
		{Key: "inn", Name: "The Inn", Present: []transcript.AgentID{"bart", "orlo", "edda"}},
		{Key: "wall", Name: "The Wall"},
		{Key: "mill", Name: "The Mill", Present: []transcript.AgentID{"bart", "part"}},
	}
}

func TestSceneShow(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		village(w)
		w.move(gina, tavern)
		before := w.order(gina, grpScene, subSceneShow, nil)
		wantText(t, "before the session", before.text(), "when the session begins: **The Inn**", "Present: Bart, Count Orlo (known as The Stranger).")
		w.here(w.playing(kim), "Part", "Jeeves")
		now := w.order(gina, grpScene, subSceneShow, nil)
		wantText(t, "in the session", now.text(), "now: **The Inn**", "Present: Part.")
		if strings.Contains(now.text(), "⚠") {
			t.Errorf("warned of nothing: %s", now.text())
		}
	})
}

// What is chosen from the picture is done, by GMs alone.
func TestSceneMenus(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		village(w)
		s := w.here(w.playing(kim), "Bart")
		menus := buttons(w.order(gina, grpScene, subSceneShow, nil).message())
		enter, cast := menus["Go to another scene"], menus["Who is present?"]
		if enter == "" || cast == "" {
			t.Fatalf("the menus are %q", menus)
		}
		wantText(t, "a player's choice", w.press(kim, enter, "wall").text(), "That is for the GM.")
		wantText(t, "a player's choice", w.press(kim, cast, "part").text(), "That is for the GM.")
		if got := s.took(); got != "" {
			t.Errorf("a player told the session %q", got)
		}
		w.press(gina, cast, "part", "orlo")
		if got := s.took(); got != "send bart; bring part; bring orlo" {
			t.Errorf("the session was told %q", got)
		}
		a := w.press(gina, enter, "wall")
		if got := s.took(); got != "scene wall" {
			t.Errorf("the session was told %q", got)
		}
		if !slices.Contains(a.did(), "update") {
			t.Errorf("answered by %q", a.did())
		}
		wantText(t, "a scene that is gone", w.press(gina, enter, "nowhere").text(), "There is no scene **nowhere**")
		wantText(t, "another guild's", w.press(gina, button(btnEnter, "c9"), "wall").text(), "no such campaign in this server")
	})
}

// A session that begins where nobody is says so to whoever began it.
func TestStartInEmptyScene(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.sess.status = Status{Scene: "The Wall"}
		w.move(gina, tavern)
		w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "wall"}}
		wantText(w.t, "the welcome", w.give(gina, subStart).text(), "⚠ Nobody is there")
	})
}

func TestSceneEnter(t *testing.T) {
	for _, tt := range []struct {
		name, scene string
		here        []string
		want        []string
		kept        string
	}{
		{"by its key", "mill", []string{"Bart", "Part"}, []string{"now: **The Mill**", "**Bart** and **Part** sound alike"}, "mill"},
		{"by its name", "the MILL", []string{"Bart"}, []string{"now: **The Mill**"}, "mill"},
		{"an empty one", "wall", nil, []string{"now: **The Wall**", "⚠ Nobody is there"}, "wall"},
		{"no such scene", "moon", nil, []string{"There is no scene **moon**"}, "inn"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				village(w)
				w.here(w.playing(kim), tt.here...)
				a := w.order(gina, grpScene, subSceneEnter, discord.Args{optScene: tt.scene})
				wantText(w.t, "enter", a.text(), tt.want...)
				if got := w.shelf.active[guild][tavern]; got != (place{lantern, tt.kept}) {
					w.t.Errorf("the channel plays %v, want %q", got, tt.kept)
				}
			})
		})
	}
	t.Run("from nowhere", func(t *testing.T) {
		inBubble(t, Options{}, func(w *world) {
			a := w.order(gina, grpScene, subSceneEnter, discord.Args{optScene: "wall"})
			wantText(w.t, "enter", a.text(), "Join the voice channel of your table first")
		})
	})
}

func TestSceneNew(t *testing.T) {
	for _, tt := range []struct{ name, scene, want string }{
		{"new", "The Old Mill", "**The Old Mill** is a scene of the campaign now"},
		{"there already", "the inn", "There is a scene **The Inn** already"},
		{"without a name", "\u200b", "no words"},
		{"too long", strings.Repeat("a", maxSceneName+1), "That name is too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				village(w)
				wantText(w.t, "new", w.order(gina, grpScene, subSceneNew, discord.Args{optName: tt.scene}).text(), tt.want)
				want := 3
				if tt.name == "new" {
					want = 4
				}
				if got := len(w.book.file.Scenes); got != want {
					w.t.Errorf("there are %d scenes, want %d", got, want)
				}
			})
		})
	}
}

func TestSceneCast(t *testing.T) {
	for _, tt := range []struct {
		name, sub string
		args      discord.Args
		told      string
		want      string
		inn, wall []transcript.AgentID
	}{
		{"for tonight", subSceneAdd, discord.Args{optNPC: "part"}, "bring part", "**Part** is here for tonight.", []transcript.AgentID{"bart", "orlo", "edda"}, nil},
		{"for good", subSceneAdd, discord.Args{optNPC: "part", optScene: "inn"}, "bring part", "is here, and in **The Inn**", []transcript.AgentID{"bart", "orlo", "edda", "part"}, nil},
		{"elsewhere", subSceneAdd, discord.Args{optNPC: "part", optScene: "The Wall"}, "", "**Part** is in **The Wall** from now on.", []transcript.AgentID{"bart", "orlo", "edda"}, []transcript.AgentID{"part"}},
		{"twice", subSceneAdd, discord.Args{optNPC: "bart", optScene: "inn"}, "bring bart", "**Bart** is here", []transcript.AgentID{"orlo", "edda", "bart"}, nil},
		{"out", subSceneRemove, discord.Args{optNPC: "bart", optScene: "inn"}, "send bart", "**Bart** has left", []transcript.AgentID{"orlo", "edda"}, nil},
		{"dead", subSceneAdd, discord.Args{optNPC: "Edda"}, "", "**Edda** is dead", []transcript.AgentID{"bart", "orlo", "edda"}, nil},
		{"the Butler", subSceneAdd, discord.Args{optNPC: "Jeeves"}, "", "nobody called **Jeeves**", []transcript.AgentID{"bart", "orlo", "edda"}, nil},
		{"no such scene", subSceneAdd, discord.Args{optNPC: "part", optScene: "moon"}, "", "no scene **moon**", []transcript.AgentID{"bart", "orlo", "edda"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				village(w)
				s := w.here(w.playing(kim), "Bart")
				a := w.order(gina, grpScene, tt.sub, tt.args)
				if got := s.took(); got != tt.told {
					w.t.Errorf("told the session %q, want %q", got, tt.told)
				}
				wantText(w.t, tt.sub, a.text(), tt.want)
				if got := w.book.file.Scenes[0].Present; !slices.Equal(got, tt.inn) {
					w.t.Errorf("in the inn are %v, want %v", got, tt.inn)
				}
				if got := w.book.file.Scenes[1].Present; !slices.Equal(got, tt.wall) {
					w.t.Errorf("at the wall are %v, want %v", got, tt.wall)
				}
			})
		})
	}
}
