package campaign

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// The most runes that a text may have. A name longer than that is a mistake of
// the keyboard, and prose longer than that would fill a prompt by itself.
const (
	maxKey   = 64
	maxWords = 200
	maxProse = 20_000
)

// Check reports what is wrong with a campaign that did not come from a file:
// the same as [Known.Parse] does, but for lines.
func (f File) Check(k Known) error {
	var r report
	k.check(&r, f)
	return r.err()
}

// A checker goes through a campaign and reports what does not hold together.
type checker struct {
	*report
	file  File
	known Known
	nodes keys
	// knowers are nodes too; what may be meant by a wrong one is more.
	knowers keys
}

// keys are those that a reference may have.
type keys struct {
	list []string
	set  map[string]bool
}

func (k *keys) add(key string) {
	if k.set == nil {
		k.set = map[string]bool{}
	}
	k.list = append(k.list, key)
	k.set[key] = true
}

func (k Known) check(r *report, f File) {
	c := checker{report: r, file: f, known: k}
	for _, n := range f.Nodes {
		c.nodes.add(string(n.ID))
	}
	c.knowers = keys{list: append(slices.Clone(c.nodes.list), everyone, gmOnly), set: c.nodes.set}
	c.campaign()
	c.agents()
	c.characters()
	c.scenes()
	c.names()
	c.knowledge()
}

func (c *checker) campaign() {
	f := c.file.Campaign
	if f.Key == "" {
		c.at("campaign", "the campaign has no key", "write campaign: and one word that will never change")
	} else {
		c.key("campaign", f.Key)
	}
	c.name("name", f.Name)
	if _, err := language.Parse(f.Language); err != nil {
		c.at("language", fmt.Sprintf("%q is no language", f.Language), "write a code such as en, de or pt-BR")
	}
	c.prose("setting", f.Setting)
	c.oneOf("talk", string(f.Talk), "", string(TalkBrief), string(TalkNormal), string(TalkLong))
	c.oneOf("invents", string(f.Invents), "", string(InventsNothing), string(InventsColour), string(InventsFreely))
	c.oneOf("directions", string(f.Directions), "", string(DirectionsDrop), string(DirectionsNarrate))
	c.oneOf("chorus", string(f.Chorus), "", string(ChorusOne), string(ChorusEach))
	c.voices("narrator", Agent{Name: "The narrator", Voices: f.Narrator})
	if f.Directions == DirectionsNarrate && len(f.Narrator) == 0 {
		c.at("directions", "the narrator has no voice", "write narrator: and one, as an agent's voices: {flite: slt}")
	}
}

func (c *checker) scenes() {
	var agents keys
	for _, a := range c.file.Agents {
		agents.add(string(a.ID))
	}
	for _, s := range c.file.Scenes {
		path := join("scenes", s.Key)
		c.key(path, s.Key)
		c.name(path+".name", s.Name)
		for i, id := range s.Present {
			item := fmt.Sprintf("%s.present[%d]", path, i+1)
			if slices.Contains(s.Present[:i], id) {
				c.at(item, string(id)+" is present twice", "")
			} else {
				c.ref(item, string(id), "agent", agents)
			}
		}
	}
}

func (c *checker) names() {
	seen := map[string]string{}
	for i, n := range c.file.Names {
		path := fmt.Sprintf("names[%d]", i+1)
		c.name(path, n.Text)
		c.words(path+".say", n.Say)
		c.list(path+".heard", n.Heard)
		c.unique(seen, path, n.Text)
		c.voiced(path, n.Text)
		c.voiced(path+".say", n.Say)
		for j, heard := range n.Heard {
			c.voiced(fmt.Sprintf("%s.heard[%d]", path, j+1), heard)
		}
	}
	c.heard()
}

// unique reports a name that folds like one of seen, and adds it to them.
func (c *checker) unique(seen map[string]string, path, name string) {
	folded := Fold(name)
	if folded == "" {
		return
	}
	if other, ok := seen[folded]; ok && other != path {
		c.at(path, fmt.Sprintf("%s already has the name %q", other, name), "tell the two apart: nobody could say which is meant")
		return
	}
	seen[folded] = path
}

// ref reports a key that is none of known.
func (c *checker) ref(path, key, noun string, known keys) {
	switch {
	case key == "":
		c.at(path, "nothing is written here", "give the key of an "+noun)
	case !known.set[key] && len(c.mistakes) < 4*maxMistakes: // as many as may be shown
		c.at(path, fmt.Sprintf("there is no %s %q", noun, key), suggest(key, noun, known.list))
	case !known.set[key]:
		c.at(path, fmt.Sprintf("there is no %s %q", noun, key), "")
	}
}

// node reports a key that is no node's.
func (c *checker) node(path, key string) { c.ref(path, key, "entry under knowledge", c.nodes) }

func (c *checker) oneOf(path, word string, allowed ...string) {
	if !slices.Contains(allowed, word) {
		c.at(path, fmt.Sprintf("%q cannot stand here", word), suggest(word, "word", slices.DeleteFunc(allowed, func(s string) bool { return s == "" })))
	}
}

// key reports a key that could not be written in a file or a command.
func (c *checker) key(path, key string) {
	fine := key != "" && utf8.RuneCountInString(key) <= maxKey
	for _, r := range key {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' || unicode.IsUpper(r) {
			fine = false
		}
	}
	if !fine {
		c.at(path, fmt.Sprintf("%q cannot be a key", key), fmt.Sprintf("use at most %d small letters, digits, - and _", maxKey))
	}
}

func (c *checker) name(path, name string) {
	if strings.TrimSpace(name) == "" {
		c.at(path, "the name is missing", "write name: and what it is called")
	}
	c.words(path, name)
}

// voiced reports a text of which nothing can be said or heard.
func (c *checker) voiced(path, s string) {
	if s != "" && Fold(s) == "" {
		c.at(path, fmt.Sprintf("there are no letters in %q", s), "take it out, or write what is said")
	}
}

// words reports a text that is not one line, or too long.
func (c *checker) words(path, s string) {
	if strings.Contains(s, "\n") {
		c.at(path, "this must be one line", "")
	}
	c.text(path, s, maxWords)
}

func (c *checker) list(path string, list []string) {
	for i, s := range list {
		item := fmt.Sprintf("%s[%d]", path, i+1)
		if s == "" {
			c.at(item, "this is empty", "take it out")
		}
		c.words(item, s)
	}
}

func (c *checker) prose(path, s string) { c.text(path, s, maxProse) }

// text reports what no database, prompt or terminal should be handed.
func (c *checker) text(path, s string, most int) {
	if n := utf8.RuneCountInString(s); n > most {
		c.at(path, fmt.Sprintf("this has %d letters, the most is %d", n, most), "shorten it")
	}
	if !utf8.ValidString(s) {
		c.at(path, "this is not text in UTF-8", "")
	}
	for _, r := range s {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			c.at(path, fmt.Sprintf("there is a control character in it, %U", r), "take it out")
			return
		}
	}
}
