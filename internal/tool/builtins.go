package tool

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The limits of the built-in tools. A result goes into the prompt as it is, so
// no single call may crowd out the rest. Lengths are in runes; what is longer is
// cut with an ellipsis. What a model asks for beyond a limit is brought within
// it.
const (
	MaxResult = 2000 // a whole result, except a recap

	DefaultHits = 5 // facts or lines, where the model does not say
	MaxHits     = 10

	MaxLineText = 300 // one line of the transcript
	MaxFactText = 500 // one fact
	MaxName     = 200 // one name

	DefaultRecapSessions = 1
	MaxRecapSessions     = 3
	// MaxRecap bounds a recap. It is what a model can pass on within a usual
	// output limit of 1024 tokens; the whole is there for the GM elsewhere.
	MaxRecap = 3500
)

// RegisterBuiltins adds the built-in tools to reg: dice, kg_query, recap,
// remember_knowledge and transcript_search. Those whose source in deps is nil
// are there all the same and say that they are not available.
func RegisterBuiltins(reg *Registry, deps Deps, dice *Dice) error {
	for _, t := range []Tool{
		diceTool(dice),
		queryTool(deps.Knowledge),
		searchTool(deps.Lines),
		rememberTool(deps.Proposals),
		recapTool(deps.Recap),
	} {
		if err := reg.Register(t); err != nil {
			return err
		}
	}
	return nil
}

func unavailable(what string) error { return fmt.Errorf("%s is not available here", what) }

var errNoQuery = errors.New("query is empty: say what to look for")

func diceTool(dice *Dice) Tool {
	type args struct {
		Dice string `json:"dice" jsonschema:"what to roll and then what for: 2d6+3, 1d20+5 stealth, 4d6kh3 (keep the highest three), adv+5 or dis-2 (advantage, disadvantage), 4df (Fate)"`
	}
	return New("dice",
		"Rolls dice. Use it whenever something is decided by dice, and say the total exactly as it comes back. Never make up a roll.",
		Reads, nil,
		func(_ context.Context, _ Scope, in args) (string, error) {
			if dice == nil {
				return "", unavailable("rolling dice")
			}
			roll, err := dice.Roll(in.Dice)
			if err != nil {
				return "", err
			}
			return roll.String(), nil
		})
}

type lookup struct {
	Query string `json:"query" jsonschema:"words to look for, such as names"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many at most, from 1 to 10; 5 if left out"`
}

// limit returns how many results to look for.
func (l lookup) limit() int { return within(l.Limit, DefaultHits, MaxHits) }

// within returns n brought into 1 to most, and for 0 the usual number.
func within(n, usual, most int) int {
	if n == 0 {
		return usual
	}
	return min(max(n, 1), most)
}

func queryTool(facts KnowledgeReader) Tool {
	return New("kg_query",
		"Looks up what you know about people, places, things and events of this world. Use it before you say that you know nothing.",
		Reads, []Scope{OwnNode, Campaign},
		func(ctx context.Context, scope Scope, in lookup) (string, error) {
			if facts == nil {
				return "", unavailable("knowledge")
			}
			query := strings.TrimSpace(in.Query)
			if query == "" {
				return "", errNoQuery
			}
			found, err := facts.Facts(ctx, scope, query, in.limit())
			if err != nil {
				return "", hide(ctx, "looking that up", err)
			}
			var l list
			for _, f := range found[:min(len(found), in.limit())] {
				l.add(factLine(f))
			}
			return l.or("Nothing is known about that."), nil
		})
}

// factLine writes f as "[npc] Mirela Voss, debt: She owes the abbey 40 gold."
func factLine(f Fact) string {
	var b strings.Builder
	if f.Belief {
		b.WriteString("(believes) ")
	}
	if f.Type != "" {
		b.WriteString("[" + oneLine(f.Type) + "] ")
	}
	b.WriteString(clip(oneLine(f.Name), MaxName))
	if f.Key != "" {
		b.WriteString(", " + clip(oneLine(f.Key), MaxName))
	}
	b.WriteString(": " + clip(oneLine(f.Text), MaxFactText))
	return b.String()
}

func searchTool(lines LineSearcher) Tool {
	return New("transcript_search",
		"Searches what was said at the table before, in this and in earlier sessions. Use it to recall a promise, a name or a quarrel.",
		Reads, nil,
		func(ctx context.Context, _ Scope, in lookup) (string, error) {
			if lines == nil {
				return "", unavailable("the transcript")
			}
			query := strings.TrimSpace(in.Query)
			if query == "" {
				return "", errNoQuery
			}
			found, err := lines.SearchLines(ctx, query, in.limit())
			if err != nil {
				return "", hide(ctx, "searching the transcript", err)
			}
			var l list
			for _, h := range found[:min(len(found), in.limit())] {
				l.add(clip(oneLine(h.Who), MaxName) + ": " + clip(oneLine(h.Text), MaxLineText))
			}
			return l.or("Nobody has said anything about that."), nil
		})
}

func recapTool(recap Recapper) Tool {
	type args struct {
		Sessions int `json:"sessions,omitempty" jsonschema:"how many of the last sessions, from 1 to 3; 1 if left out"`
	}
	return New("recap",
		"Tells what happened in the last sessions. Pass the text on as it is, without shortening it.",
		Reads, nil,
		func(ctx context.Context, _ Scope, in args) (string, error) {
			if recap == nil {
				return "", unavailable("the recap")
			}
			text, err := recap.RecapLast(ctx, within(in.Sessions, DefaultRecapSessions, MaxRecapSessions))
			if err != nil {
				return "", hide(ctx, "telling what happened", err)
			}
			if text = strings.TrimSpace(text); text == "" {
				return "There is no session to tell of yet.", nil
			}
			return clip(text, MaxRecap), nil
		})
}

// hide returns the fault of a source as the model may be told it. What is wrong
// with a database is not for an NPC's ears.
func hide(ctx context.Context, doing string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &sourceError{doing, err}
}

// A sourceError tells the model that a source is broken, but not how.
type sourceError struct {
	doing string
	err   error
}

func (e *sourceError) Error() string { return e.doing + " does not work just now" }
func (e *sourceError) Unwrap() error { return e.err }

// A list is numbered lines within MaxResult.
type list struct {
	b strings.Builder
	n int
	r int // runes in b
}

// add adds a line, unless it would not fit: lines come best first, so the rest
// is left out.
func (l *list) add(line string) {
	line = fmt.Sprintf("%d. %s\n", l.n+1, line)
	runes := utf8.RuneCountInString(line)
	if l.r+runes > MaxResult {
		l.r = MaxResult
		return
	}
	l.b.WriteString(line)
	l.n++
	l.r += runes
}

// or returns the list, or none if it is empty.
func (l *list) or(none string) string {
	if l.n == 0 {
		return none
	}
	return strings.TrimSuffix(l.b.String(), "\n")
}
