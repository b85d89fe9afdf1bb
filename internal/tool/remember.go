package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The limits of a proposal, in runes. A wall of text has no business in the
// GM's list; names are bounded by MaxName.
const MaxProposalText = 2000

// MaxDisposition is how far a disposition goes, either way: love and hate.
const MaxDisposition = 2

// DefaultKey is the label of a fact for which the model names none.
const DefaultKey = "note"

// nodeTypes are the types that a new entry may have; package campaign, which
// this one does not import, defines them.
var nodeTypes = []string{"character", "npc", "location", "faction", "item", "quest", "event", "note"}

type rememberArgs struct {
	Kind        string `json:"kind" jsonschema:"one of: fact (a statement about somebody or something), edge (a relation between two), node (a new entry)"`
	Subject     string `json:"subject,omitempty" jsonschema:"name of whom or what it is about"`
	Key         string `json:"key,omitempty" jsonschema:"for a fact: a label of one or two words, such as debt or age"`
	Fact        string `json:"fact,omitempty" jsonschema:"for a fact: the statement, one sentence"`
	Text        string `json:"text,omitempty" jsonschema:"for a node: what is to be known about it"`
	Relation    string `json:"relation,omitempty" jsonschema:"for an edge: the relation, such as knows, owes, member_of"`
	Target      string `json:"target,omitempty" jsonschema:"for an edge: name of whom or what the relation leads to"`
	Note        string `json:"note,omitempty" jsonschema:"for an edge: why or how, in a few words"`
	Disposition int    `json:"disposition,omitempty" jsonschema:"for an edge: from -2 (hates) to 2 (loves)"`
	Type        string `json:"type,omitempty" jsonschema:"for a node: one of character, npc, location, faction, item, quest, event, note"`
	Name        string `json:"name,omitempty" jsonschema:"for a node: its name"`
}

func rememberTool(to Proposer) Tool {
	return New("remember_knowledge",
		"Suggests to the game master that something be remembered beyond today: a fact, a relation, a new person or place. "+
			"Use it only for what is new and matters later, once for each; the answer shows what is waiting already.",
		Proposes, []Scope{OwnNode, Campaign},
		func(ctx context.Context, scope Scope, in rememberArgs) (string, error) {
			if to == nil {
				return "", unavailable("remembering")
			}
			w, err := in.write(scope)
			if err != nil {
				return "", err
			}
			if scope == OwnNode {
				// The subject is the caller itself, whatever the model says.
				id, name, ok, err := to.OwnNode(ctx)
				if err != nil {
					return "", hide(ctx, "remembering", err)
				}
				if !ok {
					return "", errors.New("you have no entry of your own to remember this under")
				}
				w.Node, w.Subject = id, name
			}
			known, added, err := to.Propose(ctx, w)
			if err != nil {
				return "", hide(ctx, "remembering", err)
			}
			return remembered(known, added), nil
		})
}

// write returns the change that in describes, as far as scope lets it.
func (in rememberArgs) write(scope Scope) (Write, error) {
	w := Write{V: WriteVersion, Kind: WriteKind(strings.ToLower(strings.TrimSpace(in.Kind)))}
	subject := name(in.Subject)
	if subject == "" {
		subject = name(in.Name)
	}
	text := prose(in.Fact)
	if text == "" {
		text = prose(in.Text)
	}
	switch w.Kind {
	case WriteFact:
		w.Key, w.Text = cmp.Or(name(in.Key), DefaultKey), text
		if w.Text == "" {
			return w, errors.New("fact is empty: say what is to be remembered")
		}
	case WriteEdge:
		w.Relation, w.Target, w.Note = name(in.Relation), name(in.Target), prose(in.Note)
		w.Disposition = min(max(in.Disposition, -MaxDisposition), MaxDisposition)
		if w.Relation == "" || w.Target == "" {
			return w, errors.New("an edge needs a relation and a target")
		}
	case WriteNode:
		w.Type, w.Text = strings.ToLower(name(in.Type)), text
		if n := name(in.Name); n != "" {
			subject = n
		}
		switch {
		case scope != Campaign:
			return w, errors.New("you may remember things about yourself only, not make new entries")
		case subject == "":
			return w, errors.New("a new entry needs a name")
		case !slices.Contains(nodeTypes, w.Type):
			return w, fmt.Errorf("type of a new entry: one of %s", strings.Join(nodeTypes, ", "))
		}
	default:
		return w, errors.New("kind: one of fact, edge, node")
	}
	if scope == Campaign && subject == "" {
		return w, errors.New("subject is empty: say whom or what it is about")
	}
	w.Subject = subject
	return w, nil
}

func name(s string) string  { return clip(oneLine(s), MaxName) }
func prose(s string) string { return clip(strings.TrimSpace(s), MaxProposalText) }

// remembered tells the model what came of its proposal, and what is waiting, so
// that it does not propose the same again.
func remembered(known Known, added bool) string {
	head := "Noted for the game master to review."
	if !added {
		head = "That is noted or known already; nothing was added. Do not propose it again."
	}
	if len(known.Pending) == 0 {
		return head
	}
	var l list
	for _, p := range known.Pending {
		l.add(clip(oneLine(p), MaxLineText))
	}
	return clip(head+" Waiting for review:\n"+l.or(""), MaxResult)
}
