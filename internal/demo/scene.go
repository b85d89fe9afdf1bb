package demo

import (
	"bytes"
	_ "embed" // for the example scene
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Example is the scene for the example campaign, as [ParseScene] reads it.
//
//go:embed scene.yaml
var Example []byte

// A Scene is what is played: people and their lines.
type Scene struct {
	Title   string
	Cast    string // key of the campaign's scene that is played
	Players []Player
	Lines   []Line
}

// A Player is a person at the table.
type Player struct {
	Key       string
	ID        transcript.SpeakerID
	Name      string
	Role      transcript.Role
	Character string // name of the character they play
	Voice     speech.Voice
}

// A Line is something that a player says, and what should come of it.
type Line struct {
	ID   string
	Who  string // key of the player
	Say  string
	When Trigger
	Want Want
}

// Want is what should come of a line. Empty fields want nothing.
type Want struct {
	// Nobody says that no agent may answer.
	Nobody bool
	// Answer is the key of the agent that should answer, and Words are words
	// that its answer should contain, at least one of them.
	Answer transcript.AgentID
	Words  []string
	// Roll says that the answer should speak what a dice tool rolled.
	Roll bool
	// Proposal is a word of the proposal that the line should lead to.
	Proposal string
	// Cuts is the key of the agent that the line should cut off.
	Cuts transcript.AgentID
	// Over is the ID of the line that this one should overlap by a second, and
	// both should be read right.
	Over string
}

// Speakers returns the players as a session knows them.
func (s *Scene) Speakers() []transcript.Speaker {
	var people []transcript.Speaker
	for _, p := range s.Players {
		people = append(people, transcript.Speaker{
			ID: p.ID, Name: p.Name, Role: p.Role, Character: p.Character, Consent: transcript.ConsentYes,
		})
	}
	return people
}

func (s *Scene) player(key string) Player {
	for _, p := range s.Players {
		if p.Key == key {
			return p
		}
	}
	panic("demo: no player " + key) // ParseScene has checked
}

func (s *Scene) line(id string) *Line {
	for i := range s.Lines {
		if s.Lines[i].ID == id {
			return &s.Lines[i]
		}
	}
	return nil
}

// sceneFile is a scene as it is written.
type sceneFile struct {
	Title   string            `yaml:"title"`
	Cast    string            `yaml:"cast"`
	Vars    map[string]string `yaml:"vars"`
	Players yaml.MapSlice     `yaml:"players"`
	Lines   []lineFile        `yaml:"lines"`
}

type playerFile struct {
	Name      string            `yaml:"name"`
	Role      string            `yaml:"role"`
	Character string            `yaml:"character"`
	Voice     string            `yaml:"voice"`
	Options   map[string]string `yaml:"options"`
}

type lineFile struct {
	ID   string   `yaml:"id"`
	Who  string   `yaml:"who"`
	Say  string   `yaml:"say"`
	When string   `yaml:"when"`
	Want wantFile `yaml:"want"`
}

type wantFile struct {
	Nobody   bool     `yaml:"nobody"`
	Answer   string   `yaml:"answer"`
	Words    []string `yaml:"words"`
	Roll     bool     `yaml:"roll"`
	Proposal string   `yaml:"proposal"`
	Cuts     string   `yaml:"cuts"`
	Over     string   `yaml:"over"`
}

// ParseScene reads a scene. {name} in it stands for the value of that name in
// vars, or else in the scene's own vars. Every mistake is reported with the
// file's name and the line of the scene it is in.
func ParseScene(file string, data []byte, vars map[string]string) (*Scene, error) {
	var head struct {
		Vars map[string]string `yaml:"vars"`
	}
	if err := yaml.Unmarshal(data, &head); err != nil {
		return nil, notYAML(file, err)
	}
	known := head.Vars
	if known == nil {
		known = map[string]string{}
	}
	maps.Copy(known, vars)
	filled, err := fill(string(data), known)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var f sceneFile
	dec := yaml.NewDecoder(bytes.NewReader([]byte(filled)), yaml.Strict(), yaml.UseOrderedMap())
	if err := dec.Decode(&f); err != nil {
		return nil, notYAML(file, err)
	}
	return f.scene(file)
}

// notYAML says in one line what is wrong with a scene that cannot be read.
func notYAML(file string, err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: the scene is empty: internal/demo/scene.yaml is an example", file)
	}
	if e, ok := errors.AsType[yaml.Error](err); ok {
		where := file
		if t := e.GetToken(); t != nil && t.Position != nil {
			where = fmt.Sprintf("%s:%d", file, t.Position.Line)
		}
		return fmt.Errorf("%s: %s", where, e.GetMessage())
	}
	return fmt.Errorf("%s: %w", file, err)
}

var placeholder = regexp.MustCompile(`\{([a-z_]+)\}`)

// fill replaces each {name} by its value.
func fill(text string, vars map[string]string) (string, error) {
	var errs []error
	filled := placeholder.ReplaceAllStringFunc(text, func(m string) string {
		v, ok := vars[m[1:len(m)-1]]
		if !ok {
			errs = append(errs, fmt.Errorf("%s has no value: give it one under vars", m))
		}
		return v
	})
	return filled, errors.Join(errs...)
}

func (f sceneFile) scene(file string) (*Scene, error) {
	s := &Scene{Title: f.Title, Cast: f.Cast}
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(file+": "+format, args...)) }

	players := map[string]bool{}
	for i, item := range f.Players {
		key := fmt.Sprint(item.Key)
		raw, err := yaml.Marshal(item.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: player %q: %w", file, key, err)
		}
		var p playerFile
		if err := yaml.UnmarshalWithOptions(raw, &p, yaml.Strict()); err != nil {
			bad("player %q: %v", key, err)
			continue
		}
		role := transcript.Role(p.Role)
		switch role {
		case "":
			role = transcript.Player
		case transcript.Player, transcript.GM:
		default:
			bad("player %q: role %q: use player or gm", key, p.Role)
		}
		players[key] = true
		s.Players = append(s.Players, Player{
			Key: key, ID: transcript.SpeakerID(i + 1), Name: p.Name, Role: role, Character: p.Character,
			Voice: speech.Voice{Name: p.Voice, Options: p.Options},
		})
	}
	ids := map[string]bool{}
	for i, l := range f.Lines {
		where := fmt.Sprintf("line %d", i+1)
		if l.ID == "" || ids[l.ID] {
			bad("%s: id %q: give each line an id of its own", where, l.ID)
		}
		ids[l.ID] = true
		if !players[l.Who] {
			bad("%s %q: who: %q is not among the players", where, l.ID, l.Who)
		}
		if strings.TrimSpace(l.Say) == "" {
			bad("%s %q: say: there is nothing to say", where, l.ID)
		}
		when, err := parseTrigger(l.When)
		if err != nil {
			bad("%s %q: when: %v", where, l.ID, err)
		}
		if l.Want.Over != "" && !ids[l.Want.Over] {
			bad("%s %q: over: there is no line %q before it", where, l.ID, l.Want.Over)
		}
		s.Lines = append(s.Lines, Line{ID: l.ID, Who: l.Who, Say: l.Say, When: when, Want: Want{
			Nobody: l.Want.Nobody, Answer: transcript.AgentID(l.Want.Answer), Words: l.Want.Words,
			Roll: l.Want.Roll, Proposal: l.Want.Proposal, Cuts: transcript.AgentID(l.Want.Cuts), Over: l.Want.Over,
		}})
	}
	return s, errors.Join(errs...)
}

// Check reports what the scene asks of the campaign and the campaign does not
// have.
func (s *Scene) Check(c campaign.File) error {
	var errs []error
	agents := map[transcript.AgentID]bool{}
	for _, a := range c.Agents {
		agents[a.ID] = true
	}
	cast := false
	for _, sc := range c.Scenes {
		cast = cast || sc.Key == s.Cast
	}
	if !cast {
		errs = append(errs, fmt.Errorf("the campaign has no scene %q", s.Cast))
	}
	for _, l := range s.Lines {
		for _, id := range []transcript.AgentID{l.Want.Answer, l.Want.Cuts} {
			if id != "" && !agents[id] {
				errs = append(errs, fmt.Errorf("line %q wants agent %q, which the campaign does not have", l.ID, id))
			}
		}
	}
	return errors.Join(errs...)
}

// A Trigger is the event that a line waits for, and how long after it.
type Trigger struct {
	After time.Duration
	Of    string // a line's id or an agent's key; empty for Start and Quiet
	What  Happening
}

// A Happening is a kind of event in a scene.
type Happening string

// The happenings.
const (
	Start  Happening = "start"  // the scene begins
	Quiet  Happening = "quiet"  // everything said has been answered, or left alone
	Begins Happening = "begins" // a line or an agent begins to be heard
	Ends   Happening = "ends"   // a line or an agent has ended
)

func (t Trigger) String() string {
	s := strings.TrimSpace(t.Of + " " + string(t.What))
	if t.After > 0 {
		s = t.After.String() + " after " + s
	}
	return s
}

// parseTrigger reads "start", "quiet", "mirela begins", "1.5s after mirela
// begins".
func parseTrigger(s string) (Trigger, error) {
	const forms = `write "start", "quiet", "NAME begins" or "NAME ends", with "1.5s after" before it or not`
	var t Trigger
	words := strings.Fields(s)
	if len(words) > 2 && words[1] == "after" {
		d, err := time.ParseDuration(words[0])
		if err != nil || d < 0 || d > time.Minute {
			return t, fmt.Errorf("%q is no time to wait: %s", words[0], forms)
		}
		t.After, words = d, words[2:]
	}
	switch {
	case len(words) == 1 && (words[0] == string(Start) || words[0] == string(Quiet)):
		t.What = Happening(words[0])
	case len(words) == 2 && (words[1] == string(Begins) || words[1] == string(Ends)):
		t.Of, t.What = words[0], Happening(words[1])
	default:
		return t, fmt.Errorf("%q is not understood: %s", s, forms)
	}
	return t, nil
}
