// Package knowledge is the campaign's memory: the graph of entries, relations
// and labelled statements, who may know them, and the proposals by which
// agents would add to it.
//
// Reach is scope ∩ visibility, decided in the query, for every reader: an NPC
// reads what is public, its own, its factions', and lines of scenes where it
// was present. What it hides is never given to it, only its cover; what it
// believes is given as its belief. Spoken agents, the Butler included, never
// read what only the GM may know.
//
// Writes by agents are proposals, always. The GM approves, edits or rejects;
// approving twice applies once. What an agent says under a cover story or a
// mistaken belief stays what somebody claims ([Claim]), in proposals and in
// recaps: no lie becomes a fact because it was told.
//
// There are two doors. [Tools] are for agents and read with the eyes of the
// caller. [Keeper] and [Review] are for the GM.
package knowledge

import (
	"context"
	"errors"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A Reader is who wants to know, and how far its grant reaches.
type Reader struct {
	// Agent reads with its own eyes. Empty means the GM, who reads all; no
	// path from a prompt or a tool makes such a Reader.
	Agent transcript.AgentID
	Scope tool.Scope
}

// A Query asks for facts or lines.
type Query struct {
	Reader Reader
	Text   string // words to match, in any order; empty matches all
	Limit  int    // at most this many; 0 means 10
	// Kinds are the kinds of session whose lines are searched. Empty means
	// live ones only. Facts ignore it.
	Kinds []transcript.Kind
}

// A Fact is one statement as one reader may see it.
type Fact struct {
	Node transcript.NodeID
	Name string // of the node
	Type campaign.NodeType
	// Key is the label of an aspect, the type of an edge, or empty for the
	// node's own text.
	Key string
	// Text is the statement. Where the reader hides it, it is the cover story;
	// where the reader believes otherwise, the belief.
	Text   string
	Stance campaign.StanceKind
	Own    bool // it is about the reader's own node
	// Relation says that it is an edge and no statement: Key is its type, and the
	// four below are what Text is made of.
	Relation    bool
	From, To    string // names
	Note        string
	Disposition int
	Secret      bool // not everyone may know it
	Party       bool // the party knows it
}

// A Status says where a proposal stands.
type Status string

// The states of a proposal.
const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
)

// A Proposal is a change that an agent suggests.
type Proposal struct {
	ID      transcript.ProposalID
	Session transcript.SessionID
	Scene   transcript.SceneID
	Line    int64 // N of the line it came from
	Agent   transcript.AgentID
	Write   tool.Write
	Digest  string // folded text by which repetitions are found
	Status  Status
	Made    time.Time
	Decided time.Time // zero while pending
	By      string    // who decided
	// Contradicts are facts about the same label that say otherwise, today:
	// those of a pending proposal, see [Contradictions].
	Contradicts []string
}

// An Audience says who is to know what is approved.
type Audience string

// The audiences.
const (
	Witnesses Audience = "witnesses" // those who were there, and the party: the first choice
	Everyone  Audience = "everyone"
	OnlyGM    Audience = "gm"
)

// A Decision is the GM's word on one proposal.
type Decision struct {
	Proposal transcript.ProposalID
	Status   Status   // Approved or Rejected
	Audience Audience // for Approved; empty means Witnesses
	Conflict Conflict // for Approved
	// NeverHappened, for Rejected: the line that it came from is hidden from
	// memory, search and recap, and with it goes all else that waits of it.
	NeverHappened bool
	By            string
	At            time.Time
	// Batch is what decisions have in common that can be undone together. Those
	// without one cannot be undone.
	Batch string
}

// ErrNoProposal says that there is no proposal of that ID in the campaign.
var ErrNoProposal = errors.New("no such proposal in this campaign")

// A Store keeps one campaign's knowledge. Its methods reach nothing outside
// the campaign that it was opened for.
type Store interface {
	// Agent returns the agent of that id.
	Agent(ctx context.Context, id transcript.AgentID) (campaign.Agent, error)
	// Facts returns what q.Reader may know and what matches q.Text, the best
	// match first; scope and visibility are part of the query.
	Facts(ctx context.Context, q Query) ([]Fact, error)
	// Lines returns the lines that q.Reader heard and that match q.Text: the
	// newest 500 matches, ranked, the best first.
	Lines(ctx context.Context, q Query) ([]transcript.Line, error)
	// NodeByName finds a node by name or alias, folded. ok is false if there
	// is none.
	NodeByName(ctx context.Context, name string) (n campaign.Node, ok bool, err error)
	// Claims returns what agents say and what is not so, the agents' in their
	// order.
	Claims(ctx context.Context) ([]Claim, error)
	// AddProposal keeps p unless a pending proposal of the same node or
	// subject has its digest; then added is false.
	AddProposal(ctx context.Context, p Proposal) (added bool, err error)
	// Proposals lists proposals of one status, oldest first; an empty status
	// lists all.
	Proposals(ctx context.Context, s Status) ([]Proposal, error)
	// Decide carries d out and returns the proposal as it then is. A proposal
	// that was decided before is left alone and changed is false. It returns
	// [ErrNoProposal] if there is none.
	Decide(ctx context.Context, d Decision) (p Proposal, changed bool, err error)
}
