package tool

import (
	"context"
	"time"
)

// Deps are the sources behind the built-in tools. Each is optional: a tool
// without its source is registered all the same, so that the catalogue of
// grants is the same everywhere, and says that it is not available. Every
// method takes its caller from the context, never from arguments.
type Deps struct {
	Knowledge KnowledgeReader
	Lines     LineSearcher
	Proposals Proposer
	Recap     Recapper
}

// A Fact is one statement as the caller may see it.
type Fact struct {
	Name   string // of the entry it is about
	Type   string // of the entry, such as "npc" or "location"
	Key    string // label; empty for the entry's own text
	Text   string // for what the caller hides, its cover story
	Belief bool   // the caller believes it; it may be false
}

// A KnowledgeReader looks facts up.
type KnowledgeReader interface {
	// Facts returns the facts within scope that the caller may know and that
	// match query, best first, at most limit. An empty query matches all.
	Facts(ctx context.Context, scope Scope, query string, limit int) ([]Fact, error)
}

// A LineHit is one line of the transcript that the caller may know.
type LineHit struct {
	Who  string
	Text string
	At   time.Time
}

// A LineSearcher searches what was said.
type LineSearcher interface {
	SearchLines(ctx context.Context, query string, limit int) ([]LineHit, error)
}

// A Recapper tells what happened.
type Recapper interface {
	// RecapLast tells the caller's campaign's last n ended sessions.
	RecapLast(ctx context.Context, n int) (string, error)
}

// A WriteKind says what a proposal would add.
type WriteKind string

// The kinds of write.
const (
	WriteFact WriteKind = "fact" // an aspect of a node
	WriteEdge WriteKind = "edge" // a relation between two nodes
	WriteNode WriteKind = "node" // a new entry
)

// WriteVersion is the version of [Write] that this program makes. A stored
// write of another version is refused, never guessed at.
const WriteVersion = 1

// A Write is a change to the knowledge graph as an agent proposes it. Its JSON
// form is what the store keeps.
type Write struct {
	V    int       `json:"v"`
	Kind WriteKind `json:"kind"`

	Node    string `json:"node,omitempty"`    // id of the entry it is about, once known
	Subject string `json:"subject,omitempty"` // its name, as it was said
	Key     string `json:"key,omitempty"`     // label of a fact
	Text    string `json:"text,omitempty"`    // the fact, or the body of a new entry

	Relation    string `json:"relation,omitempty"` // of an edge
	Target      string `json:"target,omitempty"`   // name of the entry it leads to
	Note        string `json:"note,omitempty"`
	Disposition int    `json:"disposition,omitempty"`

	Type string `json:"type,omitempty"` // of a new entry; its name is Subject

	// Claim is the name of who says so, if it is what they say instead of the
	// truth: then it is no fact that it is so, only that they claim it. No agent
	// is shown it.
	Claim string `json:"claim,omitempty"`
}

// Known is what there is already about the subject of a write, as far as the
// caller may see it.
type Known struct {
	Pending     []string // proposals that wait for the GM
	Established []string // facts
}

// A Proposer takes proposals.
type Proposer interface {
	// OwnNode returns the id and the name of the caller's own entry. ok is
	// false if it has none.
	OwnNode(ctx context.Context) (id, name string, ok bool, err error)
	// Propose records w for the GM. known is what the caller may know of its
	// subject. added is false when a repetition made no row; where the caller
	// may not see what it repeats, added is true all the same, so that the
	// answer tells nothing.
	Propose(ctx context.Context, w Write) (known Known, added bool, err error)
}
