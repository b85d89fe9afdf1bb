// Package offline stands in for a language model where there is none. It is no
// model: it understands a handful of ways to ask, calls the tool that each is
// for, and says what the tool returned, in one of a few phrases. It knows
// nothing, makes nothing up, and says so.
//
// That is enough to hear the whole path at work without a network, and to try
// out a campaign's knowledge:
//
//   - a question: the player's words go to kg_query, and the statement that
//     shares most of them is the answer; "go on" brings the next one;
//   - "roll two d six": dice, and the total is spoken as it was rolled;
//   - "remember that …": remember_knowledge;
//   - "what did she say about …": transcript_search;
//   - "what happened last time": recap;
//   - a request whose system prompt begins with "TASK: recap": an extract of
//     the lines in it.
//
// It reads English and German, with or without the punctuation that a
// recogniser leaves out. The same request has always the same answer.
package offline

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"glyphoxa/internal/llm"
)

// Options shape a [Model]. The zero Options answer at once.
type Options struct {
	// Pace is the pause between two words, as a model makes it. Zero is none.
	Pace time.Duration
}

// A Model answers from tools alone. It may be used by several goroutines.
type Model struct{ pace time.Duration }

var _ llm.Model = (*Model)(nil)

// New returns a stand-in for a model.
func New(o Options) *Model { return &Model{pace: o.Pace} }

// Stream answers req, a word at a time; see [llm.Model]. There is no error but
// ctx's.
func (m *Model) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		text, call := answer(req)
		if call != nil && !yield(*call, nil) {
			return
		}
		for i, word := range pieces(text) {
			if i > 0 && m.pace > 0 {
				select {
				case <-time.After(m.pace):
				case <-ctx.Done():
				}
			}
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if !yield(llm.Text(word), nil) {
				return
			}
		}
		yield(llm.Finish{Reason: llm.Stop}, nil)
	}
}

// pieces cuts text after the space behind each word.
func pieces(text string) (out []string) {
	start, space := 0, false
	for i, r := range text {
		if space && !unicode.IsSpace(r) {
			out = append(out, text[start:i])
			start = i
		}
		space = unicode.IsSpace(r)
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

// answer returns what to say, or the tool to call first.
func answer(req llm.Request) (string, *llm.ToolCall) {
	if wantsRecap(req.System) {
		return retell(req), nil
	}
	t := readTurn(req)
	in := understand(t.line)
	if len(t.results) > 0 {
		return t.phrase(in), nil
	}
	name, args := in.tool(t, func(name string) bool { return offered(req, name) })
	if name == "" {
		return t.without(in), nil
	}
	return "", &llm.ToolCall{ID: fmt.Sprintf("offline_%d", len(req.Messages)), Name: name, Args: args}
}

func offered(req llm.Request, name string) bool {
	if req.NoTools {
		return false
	}
	for _, t := range req.Tools {
		if t.Name == name {
			return true
		}
	}
	return false
}

// A turn is what a request says about the moment.
type turn struct {
	line    line
	earlier []line // of the players, newest first
	said    string // by us so far, folded
	results []llm.ToolResult
	words   *phrases
	seed    uint64 // picks a phrase
}

func readTurn(req llm.Request) turn {
	t := turn{words: english}
	if strings.HasPrefix(language(req.System), "de") {
		t.words = german
	}
	var said []string
	for _, v := range slices.Backward(req.Messages) {
		switch m := v; m.Role {
		case llm.User:
			t.earlier = append(t.earlier, linesBackwards(m.Text)...)
		case llm.Assistant:
			said = append(said, m.Text)
		case llm.Tool:
			if len(t.earlier) == 0 { // of this turn
				t.results = append(slices.Clip(m.Results), t.results...)
			}
		}
	}
	if len(t.earlier) > 0 {
		t.line, t.earlier = t.earlier[0], t.earlier[1:]
	}
	t.said = " " + strings.Join(tokens(strings.Join(said, " ")), " ") + " "
	t.seed = seed(t.line.text, len(said))
	return t
}

// language returns the tag on the system prompt's line "Language: …".
func language(system string) string {
	for l := range strings.Lines(system) {
		if tag, ok := strings.CutPrefix(strings.TrimSpace(l), "Language:"); ok {
			return strings.ToLower(strings.TrimSpace(tag))
		}
	}
	return ""
}
