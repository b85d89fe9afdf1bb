package campaign

import (
	"fmt"
	"slices"

	"glyphoxa/internal/transcript"
)

func (c *checker) knowledge() {
	types := make([]string, len(NodeTypes))
	for i, t := range NodeTypes {
		types[i] = string(t)
	}
	seen := map[string]string{}
	for _, n := range c.file.Nodes {
		path := join("knowledge", string(n.ID))
		c.key(path, string(n.ID))
		if id := string(n.ID); id == everyone || id == gmOnly || id == none {
			c.at(path, fmt.Sprintf("%q means something else in this file", id), "choose another key")
		}
		c.name(path+".name", n.Name)
		c.list(path+".aliases", n.Aliases)
		c.oneOf(path+".type", string(n.Type), types...)
		c.prose(path+".text", n.Text)
		c.everyName(seen, path, slices.Concat([]string{n.Name}, n.Aliases))
		c.visible(path, n.Visible)
		c.stances(path, n.Stances)
		c.aspects(path+".aspects", n.Aspects)
	}
	c.edges()
}

func (c *checker) aspects(path string, aspects []Aspect) {
	seen := map[string]string{}
	for _, a := range aspects {
		item := join(path, a.Key)
		c.name(item, a.Key)
		c.unique(seen, item, a.Key)
		if a.Text == "" {
			c.at(item, "this says nothing", "write what is so")
		}
		c.prose(item, a.Text)
		c.visible(item, a.Visible)
		c.stances(item, a.Stances)
	}
}

func (c *checker) visible(path string, v Visibility) {
	for i, id := range v.Nodes {
		if slices.Contains(v.Nodes[:i], id) {
			c.at(path+".visible", string(id)+" is there twice", "")
		} else {
			c.ref(path+".visible", string(id), "entry under knowledge", c.knowers)
		}
	}
}

func (c *checker) stances(path string, stances []Stance) {
	for i, s := range stances {
		item := fmt.Sprintf("%s.stances[%d]", path, i+1)
		c.node(item+".who", string(s.Who))
		c.oneOf(item, string(s.Kind), string(Tells), string(Hides), string(Believes))
		if slices.ContainsFunc(stances[:i], func(b Stance) bool { return b.Who == s.Who }) {
			c.at(item, string(s.Who)+" has two stances on this", "keep one")
		}
		// Without a cover story an NPC that hides has nothing to say, and says
		// so: everybody knows then that there is something.
		if s.Kind != Tells && s.Text == "" {
			c.at(item, "what is said instead is missing", "write the cover story, or the belief")
		}
		c.prose(item, s.Text)
	}
}

func (c *checker) edges() {
	type key struct {
		from, to transcript.NodeID
		kind     string
	}
	seen := map[key]bool{}
	count := map[transcript.NodeID]int{} // relations are counted under their node
	for _, e := range c.file.Edges {
		count[e.From]++
		path := fmt.Sprintf("knowledge.%s.relations[%d]", e.From, count[e.From])
		if !c.nodes.set[string(e.From)] { // never so in a file
			c.at(path, fmt.Sprintf("there is no entry %q", e.From), "")
		}
		c.node(path+".to", string(e.To))
		c.name(path+".type", e.Type)
		c.prose(path+".note", e.Note)
		c.visible(path, e.Visible)
		if e.Disposition < -2 || e.Disposition > 2 {
			c.at(path+".disposition", fmt.Sprintf("%d is outside -2 (hates) to 2 (loves)", e.Disposition), "")
		}
		if k := (key{e.From, e.To, e.Type}); seen[k] {
			c.at(path, fmt.Sprintf("%s is %s of %s twice", e.From, e.Type, e.To), "take one out")
		} else {
			seen[k] = true
		}
	}
}
