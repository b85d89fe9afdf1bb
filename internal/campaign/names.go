package campaign

import (
	"slices"

	"glyphoxa/internal/transcript"
)

// Hints returns the names that a recogniser should expect while the agents
// present are in the scene, the likeliest first and each once: those present,
// as they are addressed, the players' characters, the name list, what the
// party may have heard of, and the agents elsewhere.
//
// A recogniser writes what it expects. So the true name of an agent in
// disguise, and names that only the GM knows, are not among them.
func (f File) Hints(present []transcript.AgentID) []string {
	h := hints{seen: map[string]bool{}}
	for _, a := range f.Agents {
		if a.KnownAs != "" { // seen, so not added
			h.seen[Fold(a.Name)] = true
		}
	}
	for _, a := range f.Agents {
		if slices.Contains(present, a.ID) {
			h.agent(a)
		}
	}
	for _, c := range f.Characters {
		h.add(c.Name)
		h.add(c.Aliases...)
	}
	for _, n := range f.Names {
		h.add(n.Text)
	}
	for _, n := range f.Nodes {
		if !f.disguised(n) && (!n.Visible.Secret || n.Party) {
			h.add(n.Name)
			h.add(n.Aliases...)
		}
	}
	for _, a := range f.Agents {
		h.agent(a)
	}
	return h.names
}

// disguised reports whether n is an agent who goes by another name.
func (f File) disguised(n Node) bool {
	return slices.ContainsFunc(f.Agents, func(a Agent) bool { return a.KnownAs != "" && a.Node == n.ID })
}

type hints struct {
	names []string
	seen  map[string]bool
}

func (h *hints) add(names ...string) {
	for _, n := range names {
		if folded := Fold(n); folded != "" && !h.seen[folded] {
			h.seen[folded] = true
			h.names = append(h.names, n)
		}
	}
}

func (h *hints) agent(a Agent) {
	h.add(a.Shown())
	if a.KnownAs == "" {
		h.add(a.Aliases...)
		h.add(a.Titles...)
	}
}

// Pronunciations maps each name of the name list that has one to how it is
// said.
func (f File) Pronunciations() map[string]string {
	say := map[string]string{}
	for _, n := range f.Names {
		if n.Say != "" {
			say[n.Text] = n.Say
		}
	}
	return say
}
