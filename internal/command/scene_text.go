package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
)

// What Discord shows of the scene commands: at most 100 characters each.
const (
	sceneSpecText       = "GM: where the table is, and with whom."
	sceneShowSpecText   = "GM: show the scene and who is present, and change both."
	sceneEnterSpecText  = "GM: go to a scene of the campaign."
	sceneNewSpecText    = "GM: add a scene to the campaign, with nobody in it yet."
	sceneAddSpecText    = "GM: bring an NPC in, tonight or into a scene for good."
	sceneRemoveSpecText = "GM: have an NPC leave, tonight or a scene for good."
	sceneOptionText     = "Which scene?"
	plannedOptionText   = "The scene to change for good. Without it: who is here tonight."
	sceneNameOptionText = "What the scene is called, such as The Old Mill."
	enterHintText       = "Go to another scene"
	castHintText        = "Who is present?"
)

const (
	emptySceneText  = "\n⚠ Nobody is there: no NPC can answer. `/glyphoxa scene add` brings one in."
	sceneWhereText  = "Join the voice channel of your table first: the scene is where your table is."
	castGoneText    = "That NPC or that scene was deleted meanwhile. `/glyphoxa scene show` shows what there is."
	noSceneSaidText = "No session is running, so nobody is anywhere tonight. Give the option `scene` to change a scene of the campaign."
)

func noSceneText(typed string) string {
	return fmt.Sprintf("There is no scene **%s** in this campaign. `/glyphoxa scene new` adds one; while you type I suggest those that there are.", piece(typed, maxLabel))
}

func sceneThereText(s campaign.Scene) string {
	return fmt.Sprintf("There is a scene **%s** already. `/glyphoxa scene enter` goes there.", plain(s.Name))
}

func longSceneText(most int) string {
	return fmt.Sprintf("That name is too long: it may have %d letters.", most)
}

func sceneAddedText(s campaign.Scene) string {
	return fmt.Sprintf("**%s** is a scene of the campaign now. Nobody is in it yet: `/glyphoxa scene add` with the option `scene` puts NPCs there, `/glyphoxa scene enter` goes there.", plain(s.Name))
}

func notAliveText(a campaign.Agent) string {
	return fmt.Sprintf("**%s** is %s, and cannot be present. `/glyphoxa npc` changes that.", plain(a.Name), a.State)
}

// text says which scene it is and who is there.
func (s sceneView) text(here []campaign.Agent) string {
	name := "no scene: everybody is there"
	if scene, ok := sceneOf(s.file, s.key); ok {
		name = plain(scene.Name)
	}
	var b strings.Builder
	if s.session != nil {
		fmt.Fprintf(&b, "**%s**, now: **%s**", plain(s.campaign.Name), name)
	} else {
		fmt.Fprintf(&b, "**%s**, when the session begins: **%s**", plain(s.campaign.Name), name)
	}
	if len(here) > 0 {
		var names []string
		for _, a := range here {
			shown := plain(a.Name)
			if a.KnownAs != "" {
				shown += " (known as " + plain(a.KnownAs) + ")"
			}
			names = append(names, shown)
		}
		fmt.Fprintf(&b, "\nPresent: %s.", clip(strings.Join(names, ", "), maxPresent))
	}
	b.WriteString(sceneWarnings(here, s.file.Characters))
	return b.String()
}

// maxPresent is how many letters the list of those present takes.
const maxPresent = 900

// maxAlike is how many pairs of names are warned of.
const maxAlike = 5

// sceneWarnings says what is wrong with those who are somewhere.
func sceneWarnings(here []campaign.Agent, characters []campaign.Character) string {
	if len(here) == 0 {
		return emptySceneText
	}
	var b strings.Builder
	pairs := alikeNames(here, characters)
	for _, pair := range pairs[:min(len(pairs), maxAlike)] {
		fmt.Fprintf(&b, "\n⚠ **%s** and **%s** sound alike: call them by something else, or I may take one for the other.", plain(pair[0]), plain(pair[1]))
	}
	return b.String()
}

func sceneCastText(npc campaign.Agent, scene campaign.Scene, in, here bool) string {
	name := plain(npc.Name)
	switch {
	case scene.Name != "" && in && here:
		return fmt.Sprintf("**%s** is here, and in **%s** from now on.", name, plain(scene.Name))
	case scene.Name != "" && in:
		return fmt.Sprintf("**%s** is in **%s** from now on.", name, plain(scene.Name))
	case scene.Name != "" && here:
		return fmt.Sprintf("**%s** has left, and is not in **%s** any more.", name, plain(scene.Name))
	case scene.Name != "":
		return fmt.Sprintf("**%s** is not in **%s** any more.", name, plain(scene.Name))
	case in:
		return fmt.Sprintf("**%s** is here for tonight.", name)
	}
	return fmt.Sprintf("**%s** has left.", name)
}
