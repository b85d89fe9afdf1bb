package command

import (
	"context"
	"errors"
	"strings"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// decideButton decides on a proposal, once, whoever presses and how often, and
// shows what is next.
func (d *Desk) decideButton(ctx context.Context, p discord.Pressed, args []string) error {
	id := transcript.ProposalID(args[3])
	dec, ok := decision(args[0], args[1])
	if !ok {
		return refuse(say("button.unknown"))
	}
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[2]))
	if err != nil {
		return err
	}
	return d.decide(ctx, p.Answer, k, id, dec)
}

// decision is what a button means. ok is false if it is of another version.
func decision(what, way string) (dec knowledge.Decision, ok bool) {
	audience, approves := map[string]knowledge.Audience{
		forWitnesses: knowledge.Witnesses, forAll: knowledge.Everyone, forGM: knowledge.OnlyGM,
	}[what]
	if !approves {
		return knowledge.Decision{Status: knowledge.Rejected, NeverHappened: what == neverWas}, what == forNobody || what == neverWas
	}
	conflict, ok := map[string]knowledge.Conflict{
		// What contradicts something only by now has not been looked at as such.
		wayClear: knowledge.Leave, wayBoth: knowledge.KeepBoth, wayReplace: knowledge.Replace, wayRumour: knowledge.Rumour,
	}[way]
	return knowledge.Decision{Status: knowledge.Approved, Audience: audience, Conflict: conflict}, ok
}

func (d *Desk) decide(ctx context.Context, a discord.Answerer, k docket, id transcript.ProposalID, dec knowledge.Decision) error {
	next := k.next(id)
	dec.Proposal, dec.By, dec.At, dec.Batch = id, k.name(), time.Now(), transcript.NewID()
	p, changed, err := k.book.Decide(ctx, dec)
	switch {
	case errors.Is(err, knowledge.ErrNoProposal):
		return refuse(say("review.gone"))
	case isStuck(err):
		return refuse(say("review.stuck"))
	case err != nil:
		return err
	}
	before := len(k.All())
	if err := k.read(ctx); err != nil {
		return err
	}
	d.recount(k)
	var first text
	switch {
	case changed:
		first = k.decidedText(p, dec, before-len(k.All()))
		if dec.NeverHappened {
			if err := d.unsay(ctx, k, knowledge.LineID{Session: p.Session, N: p.Line}, true); err != nil {
				return err
			}
		}
	case p.Status == knowledge.Pending:
		next, first = id, say("review.contradicts-now")
	default:
		first = k.formerText(p)
	}
	if _, waits := k.find(next); !waits { // another GM was here as well
		next = k.first()
	}
	m, err := d.reviewCard(ctx, k, next, wayAsk, first)
	if err != nil {
		return err
	}
	return a.Update(ctx, m)
}

// isStuck reports whether a proposal can only be rejected.
func isStuck(err error) bool {
	return errors.Is(err, knowledge.ErrWrite) || errors.Is(err, knowledge.ErrEntryGone)
}

// wayChosen takes what a GM wants to do with a contradiction. To reject is said
// with that; any other way still wants to know for whom.
func (d *Desk) wayChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	id := transcript.ProposalID(args[1])
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	switch way := p.Values[0]; way {
	case forNobody:
		return d.decide(ctx, p.Answer, k, id, knowledge.Decision{Status: knowledge.Rejected})
	case wayReplace, wayBoth, wayRumour:
		return d.showOr(ctx, p.Answer, k, id, way, text{})
	}
	return refuse(say("button.unknown"))
}

// What a bulk is made of, and what is done with it. They stand, one after the
// other with an ID, in the values of the menu.
const (
	ofSession = "session"
	ofAgent   = "agent"
	ofMinor   = "minor"
	approve   = "approve"
	reject    = "reject"
)

// bulkMenu offers to decide on all that is like w.
func (k *docket) bulkMenu(w knowledge.Waiting, agent string) discord.Menu {
	menu := discord.Menu{ID: button(btnBulk, string(k.about.ID)), Hint: say("review.bulk-hint").In(k.locale)}
	for _, b := range []struct{ of, id string }{{ofSession, string(w.Session)}, {ofAgent, string(w.Agent)}} {
		n := len(k.bulk(b.of, b.id))
		if n < 2 || b.id == "" {
			continue
		}
		for _, do := range []string{approve, reject} {
			menu.Items = append(menu.Items, discord.Item{
				Label: clip(bulkLabel(do, b.of, n, agent).In(k.locale), maxLabel), Value: strings.Join([]string{b.of, do, b.id}, idSep), Description: bulkWhyText(do).In(k.locale),
			})
		}
	}
	if n := len(k.Minor); n > 0 {
		menu.Items = append(menu.Items, discord.Item{
			Label: clip(bulkLabel(reject, ofMinor, n, agent).In(k.locale), maxLabel), Value: strings.Join([]string{ofMinor, reject, "-"}, idSep), Description: bulkWhyText(reject).In(k.locale),
		})
	}
	return menu
}

// bulk returns what a bulk is made of.
func (k *docket) bulk(of, id string) []knowledge.Waiting {
	if of == ofMinor {
		return k.Minor
	}
	var list []knowledge.Waiting
	for _, w := range k.All() {
		if of == ofSession && string(w.Session) == id || of == ofAgent && string(w.Agent) == id {
			list = append(list, w)
		}
	}
	return list
}

// unsay tells the session that runs, if one does, that a line never happened, or
// did. One that has just ended has forgotten it anyway.
func (d *Desk) unsay(ctx context.Context, k docket, l knowledge.LineID, yes bool) error {
	s := d.stayOf(k.guild, k.about.ID)
	if s == nil {
		return nil
	}
	s.stories.forget()
	if err := s.session.Unsay(ctx, l.Session, l.N, yes); err != nil && !errors.Is(err, ErrEnded) {
		return err
	}
	return nil
}

// A tally says what came of a bulk.
type tally struct {
	done  int
	left  int // contradict something
	taken int // somebody else was quicker
	stuck int // can only be rejected
}

// bulkChosen decides on many. Each is decided by itself, so that two GMs at once
// share them; all can be undone together.
func (d *Desk) bulkChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	v := strings.SplitN(p.Values[0], idSep, 3)
	if len(v) != 3 || v[1] != approve && v[1] != reject {
		return refuse(say("button.unknown"))
	}
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	dec := knowledge.Decision{Status: knowledge.Rejected, By: k.name(), Batch: transcript.NewID()}
	if v[1] == approve {
		dec.Status, dec.Audience, dec.Conflict = knowledge.Approved, knowledge.Witnesses, knowledge.Leave
	}
	var t tally
	begun := time.Now()
	for i, w := range k.bulk(v[0], v[2]) {
		// Each a moment later than the one before: they are undone in reverse.
		dec.Proposal, dec.At = w.ID, begun.Add(time.Duration(i)*time.Microsecond)
		got, changed, err := k.book.Decide(ctx, dec)
		switch {
		case errors.Is(err, knowledge.ErrNoProposal):
			t.taken++
		case isStuck(err):
			t.stuck++
		case err != nil:
			return err
		case changed:
			t.done++
		case got.Status == knowledge.Pending:
			t.left++
		default:
			t.taken++
		}
	}
	if err := k.read(ctx); err != nil {
		return err
	}
	d.recount(k)
	m, err := d.reviewCard(ctx, k, k.first(), wayAsk, tallyText(dec.Status, t))
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}

// undoButton takes back what was decided with one word.
func (d *Desk) undoButton(ctx context.Context, p discord.Pressed, args []string) error {
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	done, err := k.book.Undo(ctx, knowledge.Undo{Batch: args[1], After: time.Now().Add(-knowledge.UndoFor)})
	if errors.Is(err, knowledge.ErrTooLate) {
		return refuse(say("review.too-late"))
	}
	if err != nil {
		return err
	}
	for _, l := range done.Lines {
		if err := d.unsay(ctx, k, l, false); err != nil {
			return err
		}
	}
	if err := k.read(ctx); err != nil {
		return err
	}
	d.recount(k)
	m, err := d.reviewCard(ctx, k, k.first(), wayAsk, undoneText(done))
	if err != nil {
		return err
	}
	return p.Answer.Update(ctx, m)
}
