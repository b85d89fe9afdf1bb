package campaign

import "glyphoxa/internal/transcript"

// none is written for the node of an agent or a character that has none
// although there is one of the same key.
const none = "none"

// Known is what a campaign refers to and does not hold. The zero Known holds
// every reference for good.
type Known struct {
	// Tools maps the name of each tool to the scopes that its grants may
	// have. Nil means that grants are not checked.
	Tools map[string][]string
	// Voices maps the name of a speech provider to its voices. A provider that
	// is absent, or does not say which it has, is not checked.
	Voices map[string][]string
}

// Parse reads the campaign file in data. file is its name, for mistakes. The
// error holds every [Mistake], in the order of the file. Lists in the result
// are in the order of the file, and what the file leaves open is empty, but
// for two things: the language is "en", and the node of an agent or a
// character is the one with the same key, if there is one.
//
// Who owns a campaign is not in its file: importing one must not give it away.
func Parse(file string, data []byte) (File, error) { return Known{}.Parse(file, data) }

// Parse is like the function [Parse], and also checks grants and voices.
func (k Known) Parse(file string, data []byte) (File, error) {
	r := &report{file: file, lines: map[string]int{}}
	root := r.tree(data)
	if len(r.mistakes) > 0 {
		return File{}, r.err()
	}
	f := readFile(value{r: r, node: root})
	checks := &report{file: file, lines: r.lines}
	k.check(checks, f)
	r.merge(checks)
	if err := r.err(); err != nil {
		return File{}, err
	}
	return f, nil
}

func readFile(v value) File {
	f := File{Campaign: Campaign{Language: "en"}}
	c := &f.Campaign
	v.fields(map[string]func(value){
		"campaign":   func(v value) { c.Key = v.words() },
		"name":       func(v value) { c.Name = v.words() },
		"language":   func(v value) { c.Language = v.words() },
		"setting":    func(v value) { c.Setting = v.prose() },
		"talk":       func(v value) { c.Talk = Talk(v.words()) },
		"invents":    func(v value) { c.Invents = Invents(v.words()) },
		"directions": func(v value) { c.Directions = Directions(v.words()) },
		"narrator":   func(v value) { c.Narrator = readVoices(v) },
		"chorus":     func(v value) { c.Chorus = Chorus(v.words()) },
		"agents":     func(v value) { f.Agents = each(v, readAgent) },
		"scenes":     func(v value) { f.Scenes = each(v, readScene) },
		"characters": func(v value) { f.Characters = each(v, readCharacter) },
		"names":      func(v value) { f.Names = readNames(v) },
		"knowledge": func(v value) {
			f.Nodes = each(v, func(e entry) Node {
				n, edges := readNode(e)
				f.Edges = append(f.Edges, edges...)
				return n
			})
		},
	})
	nodes := f.nodeSet()
	for i := range f.Agents {
		a := &f.Agents[i]
		a.Node = nodeOr(nodes, a.Node, string(a.ID))
	}
	for i := range f.Characters {
		ch := &f.Characters[i]
		ch.Node = nodeOr(nodes, ch.Node, string(ch.ID))
	}
	return f
}

// nodeOr resolves what was written for the node of something named key.
func nodeOr(nodes map[transcript.NodeID]bool, written transcript.NodeID, key string) transcript.NodeID {
	switch {
	case written == none:
		return ""
	case written == "" && nodes[transcript.NodeID(key)]:
		return transcript.NodeID(key)
	}
	return written
}

func (f File) nodeSet() map[transcript.NodeID]bool {
	set := make(map[transcript.NodeID]bool, len(f.Nodes))
	for _, n := range f.Nodes {
		set[n.ID] = true
	}
	return set
}

func each[T any](v value, read func(entry) T) []T {
	var list []T
	for _, e := range v.entries() {
		list = append(list, read(e))
	}
	return list
}

func readAgent(e entry) Agent {
	a := Agent{ID: transcript.AgentID(e.key), Kind: NPC}
	e.fields(map[string]func(value){
		"kind":     func(v value) { a.Kind = AgentKind(v.words()) },
		"name":     func(v value) { a.Name = v.words() },
		"aliases":  func(v value) { a.Aliases = v.texts() },
		"titles":   func(v value) { a.Titles = v.texts() },
		"known_as": func(v value) { a.KnownAs = v.words() },
		"state":    func(v value) { a.State = State(v.words()) },
		"muted":    func(v value) { a.Muted = v.boolean() },
		"persona":  func(v value) { a.Persona = v.prose() },
		"node":     func(v value) { a.Node = transcript.NodeID(v.words()) },
		"voices":   func(v value) { a.Voices = readVoices(v) },
		"tools":    func(v value) { a.Grants = readGrants(v) },
		"talk":     func(v value) { a.Talk = Talk(v.words()) },
		"invents":  func(v value) { a.Invents = Invents(v.words()) },

		"interruptible": func(v value) { a.Interruptible = Interruptible(v.words()) },
		"fillers":       func(v value) { a.Fillers = v.texts() },
	})
	return a
}

func readVoices(v value) map[string]Voice {
	voices := map[string]Voice{}
	for _, e := range v.entries() {
		var voice Voice
		if _, ok := scalar(e.node); ok || e.empty() {
			voice.Name = e.words()
			voices[e.key] = voice
			continue
		}
		for _, o := range e.entries() {
			if o.key == "voice" {
				voice.Name = o.words()
				continue
			}
			if voice.Options == nil {
				voice.Options = map[string]string{}
			}
			voice.Options[o.key] = o.words()
		}
		voices[e.key] = voice
	}
	if len(voices) == 0 {
		return nil
	}
	return voices
}

// readGrants reads a list of tools, each a name or name: scope.
func readGrants(v value) []Grant {
	var grants []Grant
	for _, item := range v.list() {
		if _, ok := scalar(item.node); ok || item.empty() {
			grants = append(grants, Grant{Tool: item.words()})
			continue
		}
		for _, e := range item.entries() {
			grants = append(grants, Grant{Tool: e.key, Scope: e.words()})
		}
	}
	return grants
}

func readScene(e entry) Scene {
	s := Scene{Key: e.key}
	e.fields(map[string]func(value){
		"name": func(v value) { s.Name = v.words() },
		"present": func(v value) {
			for _, id := range v.texts() {
				s.Present = append(s.Present, transcript.AgentID(id))
			}
		},
	})
	return s
}

func readCharacter(e entry) Character {
	c := Character{ID: transcript.CharacterID(e.key)}
	e.fields(map[string]func(value){
		"name":    func(v value) { c.Name = v.words() },
		"aliases": func(v value) { c.Aliases = v.texts() },
		"player":  func(v value) { c.Player = transcript.SpeakerID(v.unsigned()) },
		"node":    func(v value) { c.Node = transcript.NodeID(v.words()) },
		"retired": func(v value) { c.Retired = v.boolean() },
	})
	return c
}

// readNames reads the name list: each item a name, or a group of keys.
func readNames(v value) []Name {
	var names []Name
	for _, item := range v.list() {
		var n Name
		if _, ok := scalar(item.node); ok || item.empty() {
			n.Text = item.words()
		} else {
			item.fields(map[string]func(value){
				"text":  func(v value) { n.Text = v.words() },
				"say":   func(v value) { n.Say = v.words() },
				"heard": func(v value) { n.Heard = v.texts() },
			})
		}
		names = append(names, n)
	}
	return names
}
