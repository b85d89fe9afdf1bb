// Package agent is the mind of one character: it turns what was said at the
// table into what an NPC, or the Butler, answers.
//
// [Mind.Reply] gathers what the agent may know, writes the prompt, and runs the
// tool loop; the words come out as the model writes them. The prompt begins
// with what never changes (rules, persona, setting), so that a provider can
// reuse it from turn to turn, and is kept within [Budgets]: old history and
// remote knowledge go first, the persona never. Typed and spoken lines take the
// same way. [Mind.Foresee] gathers while the line to answer is still being said.
//
// What was said at the table, and by whom, is data: names are cleaned, every
// line is one line with its speaker in front, and what the agent may do is in
// its grants. A secret is safe because it is not in the prompt: for what the
// agent hides, the source of facts gives only the cover story.
//
// On the way out the agent's own name in front of its words is taken off, words
// it would put into another's mouth end the answer, and an answer that speaks
// as an AI is asked for once more and then refused. Thoughts in <think> tags and
// all that is merely unspeakable are left to the conversation's filter.
package agent

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A Knower finds what the agent in the context may know. See
// [tool.KnowledgeReader] for the contract. It may be asked by several goroutines.
type Knower interface {
	Facts(ctx context.Context, scope tool.Scope, query string, limit int) ([]tool.Fact, error)
}

// A Mind answers for every agent. It may be used by several goroutines; its
// fields do not change. It may not be copied once it is used.
type Mind struct {
	Model    llm.Model
	Registry *tool.Registry // nil means that there are no tools
	Facts    Knower         // nil means that nothing is known
	Budgets  Budgets
	Log      *slog.Logger // nil discards

	foreseen foresight
	headless atomic.Bool // the model leaves the opening tags of its thoughts out
}

// A Question is what an agent is to answer, and all that it needs to know for
// that.
type Question struct {
	Campaign campaign.Campaign
	Agent    campaign.Agent
	Present  []campaign.Agent     // those in the scene; Agent may be among them
	People   []transcript.Speaker // those at the table

	// History is what was said before, oldest first. The last line is the one
	// to answer. Its N may be set late, by Commit: tools that propose come after
	// that.
	History []transcript.Line

	// Unsaid is what the agent did not get to say of its last answer, if the
	// last line asks it to go on: what nobody heard was not said.
	Unsaid string

	// Answers are what others have answered to the last line already, oldest
	// first.
	Answers []transcript.Line

	// Amiss is what was wrong with an answer to the same question that is asked
	// for again, empty if nothing was; and Said what of that was spoken all the
	// same.
	Amiss Amiss
	Said  string

	// Direct is a note from the GM to the agent that nobody else hears, such as
	// "lie to them". Empty for none.
	Direct string

	Session transcript.SessionID
	Scene   transcript.SceneID

	// Commit is [tool.Loop.Commit].
	Commit func(ctx context.Context) error

	// OnTool, if set, is told of each tool's result as the model was shown it.
	OnTool func(name, result string, isErr bool)

	// OnFirst, if set, is called once, when the model's first text has come.
	OnFirst func()
}

// An Amiss is what is wrong with an answer.
type Amiss string

// What may be.
const (
	Repeats Amiss = "repeats" // it is what the agent said before
	Rolls   Amiss = "rolls"   // it tells of a roll that nobody rolled
)

// Budgets bound the parts of a prompt, in runes; a rune is about a third of a
// token. The zero Budgets suit a model with a window of 16,384 tokens.
type Budgets struct {
	// Window is the model's context window in tokens. Zero means 16384. The
	// parts below shrink to fit into it; the persona, the rules and the setting
	// do not.
	Window    int
	History   int // zero means 8000
	Knowledge int // zero means 4000
	Result    int // one tool result; zero means tool.DefaultResultRunes
}

func (b Budgets) filled() Budgets {
	b.Window = cmp.Or(b.Window, 16384)
	b.History = cmp.Or(b.History, 8000)
	b.Knowledge = cmp.Or(b.Knowledge, 4000)
	b.Result = cmp.Or(b.Result, tool.DefaultResultRunes)
	return b
}

// runesPerToken is a careful guess that holds for English (about 4) and German
// (about 3) text, with the tenth that is kept free of the window: some servers
// halve what they keep when it overflows.
const runesPerToken = 2.7

// fit shrinks history and knowledge so that they fit into the window beside
// fixed runes that cannot shrink and an answer of that many tokens. It reports
// false if they had to be given up and even so it does not fit.
func (b Budgets) fit(fixed, answer int) (Budgets, bool) {
	room := int(float64(b.Window-answer)*runesPerToken) - fixed
	if room >= b.History+b.Knowledge {
		return b, true
	}
	// The line to answer is history too: keep room for it whatever happens.
	const least = 600
	fits := room >= least
	room = max(room, least)
	b.Knowledge = min(b.Knowledge, room/3)
	b.History = min(b.History, room-b.Knowledge)
	return b, fits
}

// halved returns the budgets for another attempt after the model's provider
// found the prompt too long.
func (b Budgets) halved() Budgets {
	b.History /= 2
	b.Knowledge /= 2
	return b
}

// answerTokens bounds an answer. It is several times what the wanted length
// needs, since the arguments of a tool call count as well.
func answerTokens(q Question) int {
	if q.Agent.Kind == campaign.Butler {
		return 1500 // it passes recaps on
	}
	switch talk(q) {
	case campaign.TalkLong:
		return 1200
	case campaign.TalkNormal:
		return 700
	default:
		return 400
	}
}

func talk(q Question) campaign.Talk {
	return cmp.Or(q.Agent.Talk, q.Campaign.Talk, campaign.TalkBrief)
}

func invents(q Question) campaign.Invents {
	return cmp.Or(q.Agent.Invents, q.Campaign.Invents, campaign.InventsColour)
}
