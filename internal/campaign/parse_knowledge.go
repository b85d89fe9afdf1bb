package campaign

import (
	"strings"

	"glyphoxa/internal/transcript"
)

// The words for visibility. No node may have them for a key.
const (
	everyone = "everyone"
	gmOnly   = "gm"
)

func readNode(e entry) (Node, []Edge) {
	n := Node{ID: transcript.NodeID(e.key)}
	var edges []Edge
	e.fields(map[string]func(value){
		"type":    func(v value) { n.Type = NodeType(v.words()) },
		"name":    func(v value) { n.Name = v.words() },
		"aliases": func(v value) { n.Aliases = v.texts() },
		"text":    func(v value) { n.Text = v.prose() },
		"visible": func(v value) { n.Visible = readVisible(v) },
		"party":   func(v value) { n.Party = v.boolean() },
		"stances": func(v value) { n.Stances = readStances(v) },
		"aspects": func(v value) { n.Aspects = each(v, readAspect) },
		"relations": func(v value) {
			for _, item := range v.list() {
				edges = append(edges, readEdge(n.ID, item))
			}
		},
	})
	return n, edges
}

// readAspect reads a statement that is a text, or a group of keys with one.
func readAspect(e entry) Aspect {
	a := Aspect{Key: e.key}
	if _, ok := scalar(e.node); ok || e.empty() {
		a.Text = e.prose()
		return a
	}
	e.fields(map[string]func(value){
		"text":    func(v value) { a.Text = v.prose() },
		"visible": func(v value) { a.Visible = readVisible(v) },
		"party":   func(v value) { a.Party = v.boolean() },
		"stances": func(v value) { a.Stances = readStances(v) },
	})
	return a
}

func readEdge(from transcript.NodeID, v value) Edge {
	e := Edge{From: from}
	v.fields(map[string]func(value){
		"to":          func(v value) { e.To = transcript.NodeID(v.words()) },
		"type":        func(v value) { e.Type = v.words() },
		"disposition": func(v value) { e.Disposition = v.integer() },
		"note":        func(v value) { e.Note = v.prose() },
		"visible":     func(v value) { e.Visible = readVisible(v) },
		"party":       func(v value) { e.Party = v.boolean() },
	})
	return e
}

// readVisible reads everyone, gm, or the nodes that may know a statement.
func readVisible(v value) Visibility {
	words := v.texts()
	vis := Visibility{Secret: true}
	switch {
	case len(words) == 0: // a secret that nobody wrote down must not come out
		v.wrong("nothing is written here", "write everyone, gm, or the keys of those who may know")
		return vis
	case len(words) == 1 && strings.EqualFold(words[0], everyone):
		return Visibility{}
	case len(words) == 1 && strings.EqualFold(words[0], gmOnly):
		return vis
	}
	for _, w := range words {
		vis.Nodes = append(vis.Nodes, transcript.NodeID(w))
	}
	return vis
}

// readStances reads who does what with a statement.
func readStances(v value) []Stance {
	var stances []Stance
	for _, item := range v.list() {
		var s Stance
		said := 0
		item.fields(map[string]func(value){
			"who": func(v value) { s.Who = transcript.NodeID(v.words()) },
			"tells": func(v value) {
				said++
				s.Kind = Tells
				if !v.boolean() {
					v.wrong("this can only be true", "an entry that does not tell hides: give the cover story")
				}
			},
			"hides":    func(v value) { said++; s.Kind, s.Text = Hides, v.prose() },
			"believes": func(v value) { said++; s.Kind, s.Text = Believes, v.prose() },
		})
		if said != 1 {
			item.wrong("a stance has one of tells, hides and believes", "write hides: and the cover story, or believes: and what it takes for true")
		}
		stances = append(stances, s)
	}
	return stances
}
