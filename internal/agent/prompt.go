package agent

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompts/*.tmpl"))

// render fills a template of ours. One that cannot be filled is a mistake in
// the program, and a test fills each.
func render(name string, data any) string {
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("agent: prompt %s: %v", name, err))
	}
	return strings.TrimSpace(b.String())
}

// A prompt is a request and what it took.
type prompt struct {
	request llm.Request
	fixed   int // runes that cannot be trimmed
	budgets Budgets
}

// A sheet is what the system prompt is made of.
type sheet struct {
	Name     string
	KnownAs  string
	Language string
	Persona  string
	Setting  string
	Talk     campaign.Talk
	Invents  campaign.Invents
	Tools    map[string]bool
	NPCs     []string
	Players  []player
	Tells    []string
	Beliefs  []string
}

// A player is a person at the table, by the name in front of their lines.
type player struct {
	Label  string
	Player string // the person's own name, if it is another
}

// compose writes the request. fits is false if what cannot be trimmed alone is
// too long.
func compose(q Question, grants *tool.GrantSet, facts []tool.Fact, budgets Budgets) (p prompt, fits bool) {
	s := sheet{
		Name:     q.Agent.Name,
		KnownAs:  q.Agent.KnownAs,
		Language: q.Campaign.Language,
		Persona:  strings.TrimSpace(q.Agent.Persona),
		Setting:  strings.TrimSpace(q.Campaign.Setting),
		Talk:     talk(q),
		Invents:  invents(q),
		Tools:    make(map[string]bool),
	}
	specs := grants.Declarations()
	for _, t := range specs {
		s.Tools[t.Name] = true
		p.fixed += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	for _, a := range q.Present {
		if a.ID != q.Agent.ID {
			s.NPCs = append(s.NPCs, label(a.Shown()))
		}
	}
	names := newNamer(q)
	for _, person := range q.People {
		if person.Role == transcript.GM {
			continue
		}
		one := player{Label: names.person(person.Label())}
		if name := label(person.Name); name != label(person.Label()) {
			one.Player = name
		}
		s.Players = append(s.Players, one)
	}
	file := "npc.tmpl"
	if q.Agent.Kind == campaign.Butler {
		file = "butler.tmpl"
	}
	answer := answerTokens(q)
	p.fixed += utf8.RuneCountInString(render(file, s)) + utf8.RuneCountInString(q.Direct) + utf8.RuneCountInString(q.Unsaid)
	p.budgets, fits = budgets.fit(p.fixed, answer)

	s.Tells, s.Beliefs = choose(facts, p.budgets.Knowledge)
	p.request = llm.Request{
		System:    render(file, s),
		Messages:  messages(q, p.budgets.History),
		MaxTokens: answer,
	}
	return p, fits
}
