package campaign

import "glyphoxa/internal/transcript"

// A NodeType says what an entry of the knowledge graph is.
type NodeType string

// The types of node.
const (
	CharacterNode NodeType = "character"
	NPCNode       NodeType = "npc"
	LocationNode  NodeType = "location"
	FactionNode   NodeType = "faction"
	ItemNode      NodeType = "item"
	QuestNode     NodeType = "quest"
	EventNode     NodeType = "event"
	NoteNode      NodeType = "note"
)

// NodeTypes lists the types in the order in which they are shown.
var NodeTypes = []NodeType{
	CharacterNode, NPCNode, LocationNode, FactionNode,
	ItemNode, QuestNode, EventNode, NoteNode,
}

// MemberOf is the type of edge by which a node belongs to a faction: what is
// visible to the faction is visible to its members.
const MemberOf = "member_of"

// A Visibility says who in the world may know a statement. It does not say
// whether the party knows it: that is Party, beside it. The zero Visibility is
// everyone.
type Visibility struct {
	Secret bool // nobody but the GM, and Nodes
	// Nodes may know it although it is Secret: agents' own nodes, factions.
	Nodes []transcript.NodeID
}

// A StanceKind is what a knower does with a statement.
type StanceKind string

// The stances.
const (
	Tells    StanceKind = "tells"    // says it freely; the default
	Hides    StanceKind = "hides"    // never says it; Stance.Text is the cover story
	Believes StanceKind = "believes" // holds Stance.Text, which is false, for true
)

// A Stance is one knower's way with one statement. For Hides and Believes the
// knower is never given the statement itself.
type Stance struct {
	Who  transcript.NodeID
	Kind StanceKind
	Text string // cover story or belief; empty for Tells
}

// A Node is an entry of the graph. Text is its first statement.
type Node struct {
	ID      transcript.NodeID
	Type    NodeType
	Name    string
	Aliases []string
	Text    string
	Visible Visibility
	Party   bool // the party knows it
	Stances []Stance
	Aspects []Aspect
}

// An Aspect is a labelled statement about its node.
type Aspect struct {
	Key     string // unique within the node, such as "age" or "debt"
	Text    string
	Visible Visibility
	Party   bool
	Stances []Stance
}

// An Edge is a directed relation between two nodes.
type Edge struct {
	From, To    transcript.NodeID
	Type        string // such as "member_of", "knows", "owes"
	Disposition int    // from −2, hates, to +2, loves
	Note        string
	Visible     Visibility
	Party       bool
}

// A File is the whole of a campaign, as it is imported and exported.
type File struct {
	Campaign   Campaign
	Agents     []Agent
	Scenes     []Scene
	Characters []Character
	Names      []Name
	Nodes      []Node
	Edges      []Edge
}
