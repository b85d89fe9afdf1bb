package campaign

import "fmt"

// heard reports what the name list would hear as one name although it is
// another's. The list goes first, so whoever is called that could not be called
// any more.
func (c *checker) heard() {
	owners := c.owners()
	heardAs := map[string]string{} // folded → the name that it is heard as
	for i, n := range c.file.Names {
		for j, heard := range n.Heard {
			path, folded := fmt.Sprintf("names[%d].heard[%d]", i+1, j+1), Fold(heard)
			if folded == "" {
				continue
			}
			owner, other := owners[folded], heardAs[folded]
			switch {
			case owner != "" && owner != owners[Fold(n.Text)]:
				c.at(path, fmt.Sprintf("%q is a name of %s, which would be heard as %s", heard, owner, n.Text), "take it out")
			case other != "" && Fold(other) != Fold(n.Text):
				c.at(path, fmt.Sprintf("%q is heard as %s already", heard, other), "keep the one that is meant")
			case other == "":
				heardAs[folded] = n.Text
			}
		}
	}
}

// owners maps every name that is called, folded, to the path of whose it is.
func (c *checker) owners() map[string]string {
	owners := map[string]string{}
	add := func(path string, names ...string) {
		for _, n := range names {
			if folded := Fold(n); owners[folded] == "" {
				owners[folded] = path
			}
		}
	}
	for _, a := range c.file.Agents {
		add(join("agents", string(a.ID)), append([]string{a.Name, a.KnownAs}, a.Aliases...)...)
	}
	for _, ch := range c.file.Characters {
		add(join("characters", string(ch.ID)), append([]string{ch.Name}, ch.Aliases...)...)
	}
	for i, n := range c.file.Names {
		add(fmt.Sprintf("names[%d]", i+1), n.Text)
	}
	return owners
}
