package campaign

import "strconv"

func (p *printer) node(n Node, edges []Edge) {
	p.group(string(n.ID), func() {
		p.text("type", string(n.Type))
		p.text("name", n.Name)
		p.list("aliases", n.Aliases)
		p.text("text", n.Text)
		p.reach(n.Visible, n.Party)
		p.stances(n.Stances)
		if len(n.Aspects) > 0 {
			p.group("aspects", func() {
				for _, a := range n.Aspects {
					p.aspect(a)
				}
			})
		}
		if len(edges) > 0 {
			p.group("relations", func() {
				for _, e := range edges {
					p.item(func() {
						p.text("to", string(e.To))
						p.text("type", e.Type)
						p.number("disposition", strconv.Itoa(e.Disposition))
						p.text("note", e.Note)
						p.reach(e.Visible, e.Party)
					})
				}
			})
		}
	})
}

func (p *printer) aspect(a Aspect) {
	if !a.Visible.Secret && !a.Party && len(a.Stances) == 0 {
		p.text(a.Key, a.Text)
		return
	}
	p.group(a.Key, func() {
		p.text("text", a.Text)
		p.reach(a.Visible, a.Party)
		p.stances(a.Stances)
	})
}

// reach writes who may know a statement, and whether the party does.
func (p *printer) reach(v Visibility, party bool) {
	switch {
	case v.Secret && len(v.Nodes) == 0:
		p.text("visible", gmOnly)
	case v.Secret:
		p.list("visible", asStrings(v.Nodes))
	}
	p.flag("party", party)
}

func (p *printer) stances(stances []Stance) {
	if len(stances) == 0 {
		return
	}
	p.group("stances", func() {
		for _, s := range stances {
			p.item(func() {
				p.text("who", string(s.Who))
				if s.Kind == Tells {
					p.flag("tells", true)
				} else {
					p.text(string(s.Kind), s.Text)
				}
			})
		}
	})
}
