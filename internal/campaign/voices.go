package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// AssignVoices says which voice each of agents has with a speech provider that
// has the voices available; an empty list means that it does not say, and any
// may be tried. An agent's own entry counts. One without is given a voice that
// nobody else has while there are any, of those that speak language ([Speaking]),
// always the same one for the same cast, and notes tell the GM so, one sentence
// each.
//
// The error names every agent whose voice the provider does not have, and
// every one for whom there is none to choose.
func AssignVoices(agents []Agent, provider, language string, available []string) (voices map[transcript.AgentID]Voice, notes []string, err error) {
	voices = make(map[transcript.AgentID]Voice, len(agents))
	users := map[string][]string{} // voice → names of who has it
	var errs []error
	var open []Agent
	for _, a := range agents {
		v, ok := a.Voices[provider]
		if !ok {
			open = append(open, a)
			continue
		}
		if m := unknownVoice(a, provider, v.Name, available); m != nil {
			errs = append(errs, m)
			continue
		}
		voices[a.ID] = v
		users[v.Name] = append(users[v.Name], a.Name)
	}
	choice := Speaking(language, available)
	// By key, so that the order in the file does not change a voice.
	slices.SortStableFunc(open, func(a, b Agent) int { return cmp.Compare(a.ID, b.ID) })
	for _, a := range open {
		if len(available) == 0 {
			errs = append(errs, &Mistake{
				What:   fmt.Sprintf("%s has no voice with %s, which does not say what voices it has", a.Name, provider),
				Remedy: fmt.Sprintf("write voices: {%s: …} for %s", provider, a.ID),
			})
			continue
		}
		name := freest(a.ID, choice, users)
		note := fmt.Sprintf("%s has no voice of its own with %s and is given %s.", a.Name, provider, name)
		if sharing := users[name]; len(sharing) > 0 {
			note = fmt.Sprintf("%s has no voice of its own with %s and shares %s with %s: every voice is taken.", a.Name, provider, name, sharing[0])
		}
		notes = append(notes, note)
		voices[a.ID] = Voice{Name: name}
		users[name] = append(users[name], a.Name)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	return voices, notes, nil
}

// narrating is the narrator among those who have voices. No agent has such a key.
const narrating transcript.AgentID = "*"

// Narration returns the voice that tells what agents do; ok is false if nobody
// does: the campaign does not want it, or its narrator has no voice with this
// provider.
func (c Campaign) Narration(provider string) (v Voice, ok bool) {
	v, ok = c.Narrator[provider]
	return v, ok && c.Directions == DirectionsNarrate
}

// AssignVoices does what the function of that name does for all agents of a
// campaign. While there are others the narrator's voice is given to none of them.
func (f File) AssignVoices(provider, language string, available []string) (voices map[transcript.AgentID]Voice, notes []string, err error) {
	agents := f.Agents
	if v, ok := f.Campaign.Narration(provider); ok {
		narrator := Agent{ID: narrating, Name: "The narrator", Voices: map[string]Voice{provider: v}}
		agents = append(slices.Clone(agents), narrator)
	}
	voices, notes, err = AssignVoices(agents, provider, language, available)
	delete(voices, narrating)
	return voices, notes, err
}

// Speaking returns those of voices that are named for a language, such as en-gb
// and en_US-amy-medium for "en" or "en-AU", and all of them if none is: then
// their names mean something else.
func Speaking(language string, voices []string) []string {
	language, _, _ = strings.Cut(strings.ToLower(language), "-")
	var speak []string
	for _, v := range voices {
		of := strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return r == '-' || r == '_' })
		if len(of) > 0 && of[0] == language {
			speak = append(speak, v)
		}
	}
	if len(speak) == 0 {
		return voices
	}
	return speak
}

// freest returns the voice with the fewest users; among equals, the one that
// id likes best. What an agent likes depends on nobody else, so an agent that
// joins the cast seldom changes the voice of another.
func freest(id transcript.AgentID, available []string, users map[string][]string) string {
	liking := func(voice string) uint64 {
		h := fnv.New64a()
		_, _ = h.Write([]byte(string(id) + "\x00" + voice)) // never fails
		return h.Sum64()
	}
	return slices.MinFunc(available, func(a, b string) int {
		return cmp.Or(
			cmp.Compare(len(users[a]), len(users[b])),
			cmp.Compare(liking(a), liking(b)),
			cmp.Compare(a, b))
	})
}

// unknownVoice says that provider has no such voice for a, or nil.
func unknownVoice(a Agent, provider, voice string, available []string) *Mistake {
	switch {
	case voice == "":
		return &Mistake{
			What:   fmt.Sprintf("%s has a voice without a name with %s", a.Name, provider),
			Remedy: "name one, or take the entry out and one is chosen",
		}
	case len(available) == 0 || slices.Contains(available, voice):
		return nil
	}
	return &Mistake{
		What:   fmt.Sprintf("%s: %s has no voice %q", a.Name, provider, voice),
		Remedy: suggest(voice, "voice", available),
	}
}
