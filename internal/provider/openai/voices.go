package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
)

// voices are OpenAI's own, which its interface does not list.
// https://platform.openai.com/docs/guides/text-to-speech#voice-options
var voices = []string{
	"alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin",
	"nova", "onyx", "sage", "shimmer", "verse",
}

// unknownAddress are the statuses of servers without a list of voices, which is no
// part of the interface. Others say something about the key or the moment.
var unknownAddress = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone, http.StatusUnprocessableEntity,
}

// Voices lists the voices that may be asked for, sorted; see
// [speech.Synthesizer]. OpenAI's are known; other servers are asked, and the
// list is empty if they have none to give.
func (s *Speech) Voices(ctx context.Context) ([]string, error) {
	if s.p.base.Hostname() == "api.openai.com" {
		return slices.Clone(voices), nil
	}
	const op = "list voices"
	a, f := s.p.get(ctx, "audio/voices")
	switch {
	case f == nil:
	case slices.Contains(unknownAddress, f.status):
		return nil, nil
	default:
		return nil, s.p.outcome(ctx, op, f)
	}
	defer a.close()
	var list json.RawMessage
	if f := a.decode(&list); f != nil {
		return nil, s.p.outcome(ctx, op, f)
	}
	return voiceNames(list), nil
}

// voiceNames reads a list of names, or of objects with an id or a name, bare or
// under "voices" or "data".
func voiceNames(raw json.RawMessage) (names []string) {
	var under struct{ Voices, Data json.RawMessage }
	_ = lenient(raw, &under) // a bare list
	for _, r := range []json.RawMessage{under.Voices, under.Data} {
		if !blank(r) {
			raw = r
		}
	}
	var items []json.RawMessage
	_ = lenient(raw, &items) // no list: no names
	for _, item := range items {
		var v struct{ ID, Name string }
		_ = lenient(item, &v) // a bare name
		for _, name := range []string{scalar(item), v.ID, v.Name} {
			if name != "" {
				names = append(names, name)
				break
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
