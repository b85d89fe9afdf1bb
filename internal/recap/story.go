package recap

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"unicode/utf8"

	"glyphoxa/internal/llm"
)

//go:embed prompts
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompts/*.tmpl"))

const (
	usualPart = 24_000 // runes
	partWords = 300    // of the story of a part, at the least: short ones would lose things

	// moreTokens is what a model is given that stopped at its own limit. A
	// model that thinks first may spend a small limit on that alone.
	moreTokens = 4096
)

// A prompt is what a template is filled with.
type prompt struct {
	Language    string
	Words       int
	Part, Parts int
	Notes       bool // lines of the GM's are among the message's
	Names       string
}

// mostNames is how many names the model is told.
const mostNames = 60

// system fills the template of that name.
func (r *Recapper) system(name string, p prompt) (string, error) {
	p.Language = r.Campaign.Language
	if p.Language == "" {
		p.Language = "en"
	}
	var names []string
	for _, n := range r.Names[:min(len(r.Names), mostNames)] {
		if n = oneLine(n); n != "" {
			names = append(names, n)
		}
	}
	p.Names = strings.Join(names, "; ")
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name+".tmpl", p); err != nil {
		return "", fmt.Errorf("fill the prompt %s: %w", name, err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// story tells rows. notes stand before each part of them.
func (r *Recapper) story(ctx context.Context, v Version, notes, rows []row) (string, error) {
	var before strings.Builder
	for _, n := range notes {
		before.WriteString(n.String() + "\n")
	}
	list := parts(rows, r.part())
	told := make([]string, len(list))
	for i, part := range list {
		p := prompt{Words: v.words(), Part: i + 1, Parts: len(list), Notes: len(notes) > 0}
		if p.Parts > 1 {
			p.Words = max(p.Words, partWords)
		}
		system, err := r.system("recap", p)
		if err != nil {
			return "", err
		}
		if told[i], err = r.ask(ctx, system, before.String()+part); err != nil {
			return "", numbered(err, i+1, len(list))
		}
	}
	return r.join(ctx, told, prompt{Words: v.words(), Notes: len(notes) > 0})
}

// numbered says which of several parts failed.
func numbered(err error, part, of int) error {
	if of == 1 {
		return err
	}
	return fmt.Errorf("part %d of %d: %w", part, of, err)
}

// join puts the stories of parts together, in several steps if they are too
// long for one.
func (r *Recapper) join(ctx context.Context, told []string, p prompt) (string, error) {
	system, err := r.system("join", p)
	if err != nil {
		return "", err
	}
	for len(told) > 1 {
		var next []string
		for _, group := range r.groups(told) {
			if len(group) == 1 {
				next = append(next, group[0])
				continue
			}
			var b strings.Builder
			for i, s := range group {
				fmt.Fprintf(&b, "Part %d: %s\n", i+1, oneLine(s))
			}
			s, err := r.ask(ctx, system, strings.TrimSuffix(b.String(), "\n"))
			if err != nil {
				return "", fmt.Errorf("put %d parts together: %w", len(group), err)
			}
			next = append(next, s)
		}
		if len(next) == len(told) {
			// Each is as long as a request may be: they stand one after the
			// other rather than lose anything.
			return strings.Join(next, "\n\n"), nil
		}
		told = next
	}
	return told[0], nil
}

// groups splits told into runs that fit one request, or single ones.
func (r *Recapper) groups(told []string) [][]string {
	var groups [][]string
	runes := 0
	for _, s := range told {
		n := utf8.RuneCountInString(s)
		if last := len(groups) - 1; last >= 0 && runes+n <= r.part() {
			groups[last] = append(groups[last], s)
			runes += n
			continue
		}
		groups = append(groups, []string{s})
		runes = n
	}
	return groups
}

func (r *Recapper) part() int {
	if r.Part > 0 {
		return r.Part
	}
	return usualPart
}

// errLimit is an answer that the model's own output limit ended.
var errLimit = errors.New("the model stopped at its output limit")

// A ModelError is a story that did not come about because of the model, and not
// of anything of ours. Its cause may be an [llm.Error], which says what to do.
type ModelError struct{ Err error }

func (e *ModelError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *ModelError) Unwrap() error { return e.Err }

// ask has one message answered, whole. Its error is a *ModelError.
func (r *Recapper) ask(ctx context.Context, system, message string) (string, error) {
	req := llm.Request{System: system, Messages: []llm.Message{{Role: llm.User, Text: message}}}
	s, err := r.stream(ctx, req)
	if errors.Is(err, errLimit) {
		req.MaxTokens = moreTokens
		s, err = r.stream(ctx, req)
	}
	if err != nil {
		return "", &ModelError{err}
	}
	return s, nil
}

func (r *Recapper) stream(ctx context.Context, req llm.Request) (string, error) {
	var b strings.Builder
	var finish *llm.Finish
	for e, err := range r.Model.Stream(ctx, req) {
		if err != nil {
			return "", err
		}
		switch e := e.(type) {
		case llm.Text:
			b.WriteString(string(e))
		case llm.Finish:
			finish = &e
		}
	}
	text := strings.TrimSpace(b.String())
	switch {
	case finish == nil:
		return "", llm.ErrCut
	case finish.Reason == llm.Length:
		return "", errLimit
	case finish.Reason == llm.Filter:
		return "", errors.New("the provider withheld the recap")
	case text == "":
		return "", errors.New("the model said nothing")
	}
	return text, nil
}
