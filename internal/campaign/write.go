package campaign

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/transcript"
)

// Write writes f as a campaign file, as a GM would: what has its default is
// left out, long texts stand on lines of their own. Parsing it gives f again,
// if f came from [Parse]; relations are written under the entry they lead
// from. What a file does not hold is not written: IDs of rows, the owner, the
// co-GMs.
func (f File) Write(w io.Writer) error {
	var p printer
	p.campaign(f.Campaign)
	nodes := f.nodeSet()
	if len(f.Agents) > 0 {
		p.section("agents", func() {
			for _, a := range f.Agents {
				p.agent(a, nodes)
			}
		})
	}
	if len(f.Scenes) > 0 {
		p.section("scenes", func() {
			for _, s := range f.Scenes {
				p.group(s.Key, func() {
					p.text("name", s.Name)
					p.list("present", asStrings(s.Present))
				})
			}
		})
	}
	if len(f.Characters) > 0 {
		p.section("characters", func() {
			for _, c := range f.Characters {
				p.character(c, nodes)
			}
		})
	}
	if len(f.Names) > 0 {
		p.section("names", func() {
			for _, n := range f.Names {
				p.item(func() {
					p.text("text", n.Text)
					p.text("say", n.Say)
					p.list("heard", n.Heard)
				})
			}
		})
	}
	if len(f.Nodes) > 0 {
		edges := map[transcript.NodeID][]Edge{}
		for _, e := range f.Edges {
			edges[e.From] = append(edges[e.From], e)
		}
		p.section("knowledge", func() {
			for _, n := range f.Nodes {
				p.node(n, edges[n.ID])
			}
		})
	}
	_, err := w.Write(p.out.Bytes())
	if err != nil {
		return fmt.Errorf("write campaign: %w", err)
	}
	return nil
}

// A printer writes keys and values at a depth.
type printer struct {
	out   bytes.Buffer
	depth int
	dash  bool // the next key is the first of a list's item
}

func (p *printer) key(key string) {
	indent := strings.Repeat("  ", p.depth)
	if p.dash {
		indent = strings.Repeat("  ", p.depth-1) + "- "
		p.dash = false
	}
	p.out.WriteString(indent + quote(key, false) + ":")
}

// section writes a group that stands apart.
func (p *printer) section(key string, inside func()) {
	p.out.WriteByte('\n')
	p.group(key, inside)
}

func (p *printer) group(key string, inside func()) {
	p.key(key)
	before := p.out.Len()
	p.out.WriteByte('\n')
	p.depth++
	start := p.out.Len()
	inside()
	p.depth--
	if p.out.Len() == start {
		p.out.Truncate(before)
		p.out.WriteString(" {}\n")
	}
}

func (p *printer) item(inside func()) {
	p.depth++
	p.dash = true
	inside()
	p.dash = false
	p.depth--
}

// text writes a text that is not empty.
func (p *printer) text(key, s string) {
	if s == "" {
		return
	}
	p.key(key)
	if !block(s) {
		p.out.WriteString(" " + quote(s, false) + "\n")
		return
	}
	p.out.WriteString(" |\n")
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" {
			p.out.WriteString(strings.Repeat("  ", p.depth+1) + line)
		}
		p.out.WriteByte('\n')
	}
}

func (p *printer) list(key string, list []string) {
	if len(list) == 0 {
		return
	}
	p.key(key)
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = quote(s, true)
	}
	p.out.WriteString(" [" + strings.Join(quoted, ", ") + "]\n")
}

func (p *printer) flag(key string, b bool) {
	if b {
		p.key(key)
		p.out.WriteString(" true\n")
	}
}

func (p *printer) number(key, n string) {
	if n != "0" {
		p.key(key)
		p.out.WriteString(" " + n + "\n")
	}
}

// nodeOf writes the node of something named key, unless that is its default.
func (p *printer) nodeOf(key string, node transcript.NodeID, nodes map[transcript.NodeID]bool) {
	switch {
	case string(node) == key:
	case node == "" && nodes[transcript.NodeID(key)]:
		p.key("node")
		p.out.WriteString(" " + none + "\n")
	default:
		p.text("node", string(node))
	}
}

func (p *printer) campaign(c Campaign) {
	p.text("campaign", c.Key)
	p.text("name", c.Name)
	p.text("language", c.Language)
	p.text("talk", string(c.Talk))
	p.text("invents", string(c.Invents))
	p.text("directions", string(c.Directions))
	p.voices("narrator", c.Narrator)
	p.text("chorus", string(c.Chorus))
	p.text("setting", c.Setting)
}

func (p *printer) agent(a Agent, nodes map[transcript.NodeID]bool) {
	p.group(string(a.ID), func() {
		if a.Kind != NPC {
			p.text("kind", string(a.Kind))
		}
		p.text("name", a.Name)
		p.list("aliases", a.Aliases)
		p.list("titles", a.Titles)
		p.text("known_as", a.KnownAs)
		p.text("state", string(a.State))
		p.flag("muted", a.Muted)
		p.text("persona", a.Persona)
		p.nodeOf(string(a.ID), a.Node, nodes)
		p.voices("voices", a.Voices)
		p.grants(a.Grants)
		p.text("talk", string(a.Talk))
		p.text("invents", string(a.Invents))
		p.text("interruptible", string(a.Interruptible))
		p.list("fillers", a.Fillers)
	})
}

func (p *printer) voices(key string, voices map[string]Voice) {
	if len(voices) == 0 {
		return
	}
	p.group(key, func() {
		for _, provider := range slices.Sorted(maps.Keys(voices)) {
			v := voices[provider]
			if len(v.Options) == 0 {
				p.text(provider, v.Name)
				continue
			}
			p.group(provider, func() {
				p.text("voice", v.Name)
				for _, o := range slices.Sorted(maps.Keys(v.Options)) {
					p.key(o)
					p.out.WriteString(" " + quote(v.Options[o], false) + "\n")
				}
			})
		}
	})
}

func (p *printer) grants(grants []Grant) {
	if len(grants) == 0 {
		return
	}
	list := make([]string, len(grants))
	for i, g := range grants {
		list[i] = quote(g.Tool, true)
		if g.Scope != "" {
			list[i] = "{" + quote(g.Tool, true) + ": " + quote(g.Scope, true) + "}"
		}
	}
	p.key("tools")
	p.out.WriteString(" [" + strings.Join(list, ", ") + "]\n")
}

func (p *printer) character(c Character, nodes map[transcript.NodeID]bool) {
	p.group(string(c.ID), func() {
		p.text("name", c.Name)
		p.list("aliases", c.Aliases)
		p.number("player", strconv.FormatUint(uint64(c.Player), 10))
		p.nodeOf(string(c.ID), c.Node, nodes)
		p.flag("retired", c.Retired)
	})
}

func asStrings[T ~string](list []T) []string {
	s := make([]string, len(list))
	for i, v := range list {
		s[i] = string(v)
	}
	return s
}
