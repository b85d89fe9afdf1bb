package agent

import (
	"slices"
	"strings"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/transcript"
)

// narrator is the label of the GM's lines: what the GM says is the world.
const narrator = "Narrator"

// cutMark ends a line whose speaker was interrupted. It is what a script would
// have there; a mark in words would sooner or later be read aloud.
const cutMark = " —"

// maxLine bounds one line, in runes: minutes of speech. Only typed or broken
// ones are longer.
const maxLine = 4000

// messages returns the history within budget runes, oldest lines dropped first,
// as a conversation: the agent's own lines are the assistant's, without a label;
// all others are the user's, one a line, labelled. The last message is the
// user's.
func messages(q Question, budget int) []llm.Message {
	var msgs []llm.Message
	names := newNamer(q)
	for _, l := range append(newest(q.History, budget), q.Answers...) {
		role, text := llm.User, clip(oneLine(l.Text), maxLine)
		if l.Cut {
			text += cutMark
		}
		if own(q, l) {
			role = llm.Assistant
		} else {
			text = names.line(l) + ": " + text
		}
		if n := len(msgs); n > 0 && msgs[n-1].Role == role {
			msgs[n-1].Text += "\n" + text
		} else {
			msgs = append(msgs, llm.Message{Role: role, Text: text})
		}
	}
	if len(q.Answers) > 0 {
		msgs = withNote(msgs, render("answered.tmpl", nil))
	}
	if q.Unsaid != "" {
		msgs = withNote(msgs, render("goon.tmpl", oneLine(q.Unsaid)))
	}
	if q.Direct != "" {
		msgs = withNote(msgs, render("direct.tmpl", oneLine(q.Direct)))
	}
	if q.Amiss != "" {
		msgs = withNote(msgs, render("amiss.tmpl", struct {
			Amiss Amiss
			Said  string
		}{q.Amiss, oneLine(q.Said)}))
	}
	// Some providers refuse a conversation that begins or ends with the
	// assistant.
	if len(msgs) == 0 || msgs[len(msgs)-1].Role != llm.User {
		msgs = withNote(msgs, render("turn.tmpl", nil))
	}
	if msgs[0].Role != llm.User {
		msgs = append([]llm.Message{{Role: llm.User, Text: render("earlier.tmpl", nil)}}, msgs...)
	}
	return msgs
}

// withNote returns msgs with a note from us behind them. It does not change
// msgs.
func withNote(msgs []llm.Message, note string) []llm.Message {
	msgs = append([]llm.Message(nil), msgs...)
	if n := len(msgs); n > 0 && msgs[n-1].Role == llm.User {
		msgs[n-1].Text += "\n" + note
		return msgs
	}
	return append(msgs, llm.Message{Role: llm.User, Text: note})
}

// newest returns the last lines that fit into budget runes, without those that
// say nothing. The very last stays whatever it takes.
func newest(lines []transcript.Line, budget int) []transcript.Line {
	from := len(lines)
	for i, line := range slices.Backward(lines) {
		budget -= utf8.RuneCountInString(line.Text) + utf8.RuneCountInString(line.Name) + len(": \n")
		if budget < 0 && i < len(lines)-1 {
			break
		}
		from = i
	}
	var kept []transcript.Line
	for _, l := range lines[from:] {
		if strings.TrimSpace(l.Text) != "" {
			kept = append(kept, l)
		}
	}
	return kept
}

func own(q Question, l transcript.Line) bool {
	return l.Agent != "" && l.Agent == q.Agent.ID
}

// A namer writes the names in front of lines.
type namer struct {
	q     Question
	taken map[string]bool   // the names of those in the scene, folded
	given map[string]string // what people are called, by their names
}

func newNamer(q Question) *namer {
	n := &namer{q: q, taken: map[string]bool{campaign.Fold(narrator): true}, given: make(map[string]string)}
	for _, a := range append([]campaign.Agent{q.Agent}, q.Present...) {
		for _, name := range withWords(selves(a)) {
			n.taken[campaign.Fold(name)] = true
		}
	}
	return n
}

// line returns the name in front of a line that is not the agent's own.
func (n *namer) line(l transcript.Line) string {
	switch {
	case l.Role == transcript.GM && !playsCharacter(n.q, l.Speaker):
		return narrator
	case l.Agent != "":
		for _, a := range n.q.Present {
			if a.ID == l.Agent {
				return label(a.Shown()) // never the name behind a disguise
			}
		}
	}
	return n.person(l.Name)
}

// person returns what a person is called in front of what they say. One who calls
// themself like somebody in the scene, or like us, is not.
func (n *namer) person(name string) string {
	given, ok := n.given[name]
	if !ok {
		given = label(name)
		if n.taken[campaign.Fold(given)] {
			given += " at the table"
		}
		n.given[name] = given
	}
	return given
}

func playsCharacter(q Question, id transcript.SpeakerID) bool {
	return slices.ContainsFunc(q.People, func(p transcript.Speaker) bool { return p.ID == id && p.Character != "" })
}

// selves returns the names that mean the agent itself.
func selves(a campaign.Agent) []string {
	all := append([]string{a.Name, a.KnownAs}, a.Aliases...)
	var names []string
	for _, n := range all {
		if n = label(n); n != "Someone" {
			names = append(names, n)
		}
	}
	return names
}
