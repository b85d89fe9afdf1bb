package campaign

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

func (c *checker) agents() {
	seen := map[string]string{}
	butler := ""
	for _, a := range c.file.Agents {
		path := join("agents", string(a.ID))
		c.key(path, string(a.ID))
		c.name(path+".name", a.Name)
		c.words(path+".known_as", a.KnownAs)
		c.list(path+".aliases", a.Aliases)
		c.list(path+".titles", a.Titles)
		c.prose(path+".persona", a.Persona)
		c.oneOf(path+".kind", string(a.Kind), string(NPC), string(Butler))
		c.oneOf(path+".state", string(a.State), "", string(Alive), string(Away), string(Dead))
		c.oneOf(path+".talk", string(a.Talk), "", string(TalkBrief), string(TalkNormal), string(TalkLong))
		c.oneOf(path+".invents", string(a.Invents), "", string(InventsNothing), string(InventsColour), string(InventsFreely))
		c.oneOf(path+".interruptible", string(a.Interruptible), "", string(InterruptAlways), string(InterruptSentence), string(InterruptNever))
		c.list(path+".fillers", a.Fillers)
		if n := len(a.Fillers); n > MaxFillers {
			c.at(path+".fillers", fmt.Sprintf("these are %d, the most is %d", n, MaxFillers), "keep those that sound most like it")
		}
		for i, f := range a.Fillers {
			item := fmt.Sprintf("%s.fillers[%d]", path, i+1)
			c.voiced(item, f)
			if n := utf8.RuneCountInString(f); n > MaxFiller {
				c.at(item, fmt.Sprintf("this has %d letters, and one that takes longer than two seconds is not used", n), fmt.Sprintf("shorten it to %d at most", MaxFiller))
			}
		}
		if a.Node != "" {
			c.node(path+".node", string(a.Node))
		}
		// Titles are not among them: two ladies may both be "my lady".
		c.everyName(seen, path, slices.Concat([]string{a.Name, a.KnownAs}, a.Aliases))
		if a.Kind == Butler && butler != "" {
			c.at(path+".kind", "there is a butler already: "+butler, "a campaign has one; make this one an npc")
		} else if a.Kind == Butler {
			butler = string(a.ID)
		}
		c.grants(path, a.Grants)
		c.voices(path+".voices", a)
	}
	for _, ch := range c.file.Characters {
		c.everyName(seen, join("characters", string(ch.ID)), slices.Concat([]string{ch.Name}, ch.Aliases))
	}
}

// everyName reports each name of the agent or character at path that another
// one has too.
func (c *checker) everyName(seen map[string]string, path string, names []string) {
	for _, name := range names {
		c.unique(seen, path, name)
	}
}

func (c *checker) characters() {
	for _, ch := range c.file.Characters {
		path := join("characters", string(ch.ID))
		c.key(path, string(ch.ID))
		c.name(path+".name", ch.Name)
		c.list(path+".aliases", ch.Aliases)
		if ch.Node != "" {
			c.node(path+".node", string(ch.Node))
		}
	}
}

func (c *checker) grants(path string, grants []Grant) {
	for i, g := range grants {
		item := fmt.Sprintf("%s.tools[%d]", path, i+1)
		c.words(item, g.Tool)
		c.words(item, g.Scope)
		if g.Tool == "" {
			c.at(item, "this names no tool", "take it out")
			continue
		}
		if slices.ContainsFunc(grants[:i], func(b Grant) bool { return b.Tool == g.Tool }) {
			c.at(item, g.Tool+" is granted twice", "keep the one with the scope that is meant")
			continue
		}
		if c.known.Tools == nil {
			continue
		}
		scopes, ok := c.known.Tools[g.Tool]
		switch {
		case !ok:
			c.at(item, fmt.Sprintf("there is no tool %q", g.Tool), suggest(g.Tool, "tool", slices.Collect(maps.Keys(c.known.Tools))))
		case g.Scope != "" && len(scopes) == 0:
			c.at(item, g.Tool+" has no scopes", "write only its name")
		case g.Scope != "" && !slices.Contains(scopes, g.Scope):
			c.at(item, fmt.Sprintf("%s has no scope %q", g.Tool, g.Scope), suggest(g.Scope, "scope", scopes))
		}
	}
}

func (c *checker) voices(path string, a Agent) {
	for _, provider := range slices.Sorted(maps.Keys(a.Voices)) {
		v := a.Voices[provider]
		item := path + "." + provider
		c.key(item, provider)
		c.words(item, v.Name)
		for _, o := range slices.Sorted(maps.Keys(v.Options)) {
			c.key(item+"."+o, o)
			c.words(item+"."+o, v.Options[o])
		}
		if v.Name == "" {
			c.at(item, "the voice has no name", "name one of "+provider+"'s voices, or take the line out and one is chosen")
			continue
		}
		if err := unknownVoice(a, provider, v.Name, c.known.Voices[provider]); err != nil {
			c.at(item, err.What, err.Remedy)
		}
	}
}
