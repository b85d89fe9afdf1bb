package command

import (
	"glyphoxa/internal/campaign"
)

func notAliveText(a campaign.Agent) text {
	return say("scene.not-alive", "npc", plain(a.Name), "state", stateText(a.State))
}

// stateText is how an NPC is that cannot be present.
func stateText(s campaign.State) text {
	if s == campaign.Dead {
		return say("scene.dead")
	}
	return say("scene.away")
}

// text says which scene it is and who is there.
func (s sceneView) text(here []campaign.Agent) text {
	name := say("scene.no-scene")
	if scene, ok := sceneOf(s.file, s.key); ok {
		name = lit(plain(scene.Name))
	}
	where := say("scene.will-be", "campaign", plain(s.campaign.Name), "scene", name)
	if s.session != nil {
		where = say("scene.is", "campaign", plain(s.campaign.Name), "scene", name)
	}
	var present text
	if len(here) > 0 {
		var names []text
		for _, a := range here {
			shown := lit(plain(a.Name))
			if a.KnownAs != "" {
				shown = say("scene.known-as", "npc", plain(a.Name), "known", plain(a.KnownAs))
			}
			names = append(names, shown)
		}
		present = say("scene.present", "npcs", clipped(commas(names...), maxPresent))
	}
	return stacked(where, present, sceneWarnings(here, s.file.Characters))
}

// maxPresent is how many letters the list of those present takes.
const maxPresent = 900

// maxAlike is how many pairs of names are warned of.
const maxAlike = 5

// sceneWarnings says what is wrong with those who are somewhere, a line each.
func sceneWarnings(here []campaign.Agent, characters []campaign.Character) text {
	if len(here) == 0 {
		return say("scene.empty")
	}
	var warnings []text
	pairs := alikeNames(here, characters)
	for _, pair := range pairs[:min(len(pairs), maxAlike)] {
		warnings = append(warnings, say("scene.alike", "one", plain(pair[0]), "other", plain(pair[1])))
	}
	return stacked(warnings...)
}

func sceneCastText(npc campaign.Agent, scene campaign.Scene, in, here bool) text {
	name, place := plain(npc.Name), plain(scene.Name)
	switch {
	case place != "" && in && here:
		return say("scene.cast.in-both", "npc", name, "scene", place)
	case place != "" && in:
		return say("scene.cast.in-scene", "npc", name, "scene", place)
	case place != "" && here:
		return say("scene.cast.out-both", "npc", name, "scene", place)
	case place != "":
		return say("scene.cast.out-scene", "npc", name, "scene", place)
	case in:
		return say("scene.cast.in", "npc", name)
	}
	return say("scene.cast.out", "npc", name)
}
