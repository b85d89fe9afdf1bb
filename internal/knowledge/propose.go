package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

const (
	// proposeTimeout bounds the writing of a proposal, which no barge-in ends.
	proposeTimeout = 5 * time.Second

	// maxKnown is how many proposals, and how many facts, the model is shown.
	maxKnown = 10

	// lookAt is how many facts are looked through for repetitions.
	lookAt = 200
)

// OwnNode returns the caller's own entry.
func (t *Tools) OwnNode(ctx context.Context) (id, name string, ok bool, err error) {
	_, agent, ok := t.caller(ctx)
	if !ok {
		return "", "", false, nil
	}
	a, err := t.Store.Agent(ctx, agent)
	if err != nil {
		return "", "", false, fmt.Errorf("look up the caller: %w", err)
	}
	if a.Node == "" {
		return "", "", false, nil
	}
	// An agent that is known by another name has an entry of that name or of
	// the true one, so the entry is asked.
	facts, err := t.Store.Facts(ctx, Query{Reader: Reader{Agent: agent, Scope: tool.OwnNode}, Limit: lookAt})
	if err != nil {
		return "", "", false, fmt.Errorf("look up the caller's entry: %w", err)
	}
	for _, f := range facts {
		// A relation that leads to it is its own as well, under the other's name.
		if f.Own && f.Node == a.Node {
			return string(a.Node), f.Name, true, nil
		}
	}
	return string(a.Node), a.Name, true, nil
}

// Propose records w for the GM. It finishes although ctx is cancelled, within
// five seconds: what an agent heard is not unheard because somebody
// interrupted it.
func (t *Tools) Propose(ctx context.Context, w tool.Write) (tool.Known, bool, error) {
	c, agent, ok := t.caller(ctx)
	if !ok {
		return tool.Known{}, false, ErrNoCaller
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), proposeTimeout)
	defer cancel()

	known, added, err := t.propose(ctx, c, agent, w)
	if err != nil {
		return tool.Known{}, false, fmt.Errorf("propose: %w", err)
	}
	return known, added, nil
}

func (t *Tools) propose(ctx context.Context, c tool.Caller, agent transcript.AgentID, w tool.Write) (tool.Known, bool, error) {
	if w.V != tool.WriteVersion {
		return tool.Known{}, false, fmt.Errorf("a write of version %d", w.V)
	}
	subject, err := t.resolve(ctx, agent, &w)
	if err != nil {
		return tool.Known{}, false, err
	}
	if err := normalise(&w); err != nil {
		return tool.Known{}, false, err
	}
	seen, err := t.seen(ctx, agent, w, cmp.Or(subject.Name, w.Subject))
	if err != nil {
		return tool.Known{}, false, err
	}
	known := seen.known()
	switch {
	case seen.repeats(w):
		return known, false, nil
	case repeated(subject, w):
		// Something that this caller may not know: it is answered like a new
		// one, so that asking tells nothing.
		return known, true, nil
	}
	claims, err := t.Store.Claims(ctx)
	if err != nil {
		return tool.Known{}, false, err
	}
	w.Claim = claimant(claims, agent, w)
	// It may not be added: another agent's pending proposal says the same, and
	// that is not for this one to know.
	_, err = t.Store.AddProposal(ctx, Proposal{
		ID:      transcript.ProposalID(transcript.NewID()),
		Session: transcript.SessionID(c.Session),
		Scene:   transcript.SceneID(c.Scene),
		Line:    c.Line,
		Agent:   agent,
		Write:   w,
		Digest:  digest(w),
		Status:  Pending,
		Made:    time.Now(),
	})
	return known, true, err
}

// resolve finds the entry that w is about, sets w.Node to it, and returns it.
// It is the zero Node if there is none yet. Only the caller's own entry is
// taken at its ID; any other must be found by its name.
func (t *Tools) resolve(ctx context.Context, agent transcript.AgentID, w *tool.Write) (campaign.Node, error) {
	a, err := t.Store.Agent(ctx, agent)
	if err != nil {
		return campaign.Node{}, err
	}
	own := w.Node != "" && w.Node == string(a.Node)
	if !own {
		w.Node = ""
	}
	name := w.Subject
	if own {
		name = cmp.Or(name, a.Name)
	}
	n, ok, err := t.Store.NodeByName(ctx, name)
	if err != nil {
		return campaign.Node{}, err
	}
	if own && n.ID != a.Node { // nothing of that name, or another's
		return campaign.Node{ID: a.Node, Name: name}, nil
	}
	if !ok {
		return campaign.Node{}, nil
	}
	w.Node = string(n.ID)
	return n, nil
}

// normalise brings w into the form in which it is kept, or refuses it. An
// entry that exists already is not made again: what was to be its text becomes
// a fact about it.
func normalise(w *tool.Write) error {
	w.Subject = strings.Join(strings.Fields(w.Subject), " ")
	w.Key = strings.Join(strings.Fields(w.Key), " ")
	w.Text = strings.TrimSpace(w.Text)
	if w.Kind == tool.WriteNode && w.Node != "" && campaign.Fold(w.Text) != "" {
		w.Kind, w.Type = tool.WriteFact, ""
	}
	switch {
	case w.Subject == "" && w.Node == "":
		return fmt.Errorf("a %s about nothing", w.Kind)
	case w.Kind == tool.WriteFact && campaign.Fold(w.Text) == "":
		return errors.New("a fact that says nothing")
	case w.Kind == tool.WriteEdge && (campaign.Fold(w.Relation) == "" || campaign.Fold(w.Target) == ""):
		return errors.New("a relation that leads nowhere")
	}
	switch w.Kind {
	case tool.WriteFact:
		if k := campaign.Fold(w.Key); k == "" || k == tool.DefaultKey {
			w.Key = label(w.Subject, w.Text)
		}
	case tool.WriteEdge, tool.WriteNode:
	default:
		return fmt.Errorf("a write of kind %q", w.Kind)
	}
	return nil
}

// A sight is what one agent may see about the subject of a write.
type sight struct {
	pending []tool.Write // its own proposals
	facts   []Fact
}

// seen looks up what agent may see about the subject of w, whose name is name.
// Of the proposals it sees its own: what others noted it need not have heard.
func (t *Tools) seen(ctx context.Context, agent transcript.AgentID, w tool.Write, name string) (sight, error) {
	var s sight
	proposals, err := t.Store.Proposals(ctx, Pending)
	if err != nil {
		return s, err
	}
	for _, p := range proposals {
		if p.Agent == agent && sameSubject(p.Write, w) {
			s.pending = append(s.pending, p.Write)
		}
	}
	if w.Node == "" {
		return s, nil
	}
	facts, err := t.Store.Facts(ctx, Query{
		Reader: Reader{Agent: agent, Scope: tool.Campaign}, Text: name, Limit: lookAt,
	})
	if err != nil {
		return s, err
	}
	for _, f := range facts {
		if string(f.Node) == w.Node {
			s.facts = append(s.facts, f)
		}
	}
	return s, nil
}

func sameSubject(a, b tool.Write) bool {
	if a.Node != "" || b.Node != "" {
		return a.Node == b.Node
	}
	return campaign.Fold(a.Subject) == campaign.Fold(b.Subject)
}

// repeats reports whether w says what the agent can see that there is.
func (s sight) repeats(w tool.Write) bool {
	d := digest(w)
	if slices.ContainsFunc(s.pending, func(p tool.Write) bool { return digest(p) == d }) {
		return true
	}
	return slices.ContainsFunc(s.facts, func(f Fact) bool {
		switch w.Kind {
		case tool.WriteFact:
			return slices.Equal(statement(f.Key, f.Text), statement(w.Key, w.Text))
		case tool.WriteEdge:
			return campaign.Fold(f.Key) == campaign.Fold(w.Relation) &&
				strings.Contains(" "+campaign.Fold(f.Text)+" ", " "+campaign.Fold(w.Target)+" ")
		case tool.WriteNode:
		}
		return true // an entry that exists, and nothing said about it
	})
}

// known returns what the agent is told of what there is.
func (s sight) known() tool.Known {
	var k tool.Known
	for _, w := range s.pending[max(0, len(s.pending)-maxKnown):] {
		w.Claim = "" // which of the things said are lies is not for the agent
		k.Pending = append(k.Pending, Describe(w))
	}
	for _, f := range s.facts[:min(len(s.facts), maxKnown)] {
		k.Established = append(k.Established, sentence(f.Name, f.Key, f.Text))
	}
	return k
}

// repeated reports whether n has what w says, whoever may know it.
func repeated(n campaign.Node, w tool.Write) bool {
	if n.Name == "" || w.Kind == tool.WriteEdge {
		return false
	}
	if w.Kind == tool.WriteNode {
		return true
	}
	want := statement(w.Key, w.Text)
	return slices.Equal(statement("", n.Text), want) ||
		slices.ContainsFunc(n.Aspects, func(a campaign.Aspect) bool { return slices.Equal(statement(a.Key, a.Text), want) })
}
