package command

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// The fields of the form, beside those of /glyphoxa know add, and what a
// proposal can be.
const (
	fldName     = "name"
	fldRelation = "relation"
	fldTarget   = "target"
	fldNote     = "note"

	factKind = "fact"
	edgeKind = "edge"
	nodeKind = "node"
)

// maxField bounds what is a name or a label, as in a campaign's file.
const maxField = 200

// formWithin is how long a form may take to open: Discord waits three seconds.
const formWithin = 2 * time.Second

// rewordButton opens a form with what a proposal says. A form has to be the
// first answer, so it is made from what this GM was shown, if it was since the
// program began. To show it once more tells them nothing new; whether they are
// still GM is looked at when they send it off.
func (d *Desk) rewordButton(ctx context.Context, p discord.Pressed, args []string) error {
	c, id := transcript.CampaignID(args[0]), transcript.ProposalID(args[1])
	w, ok := d.shown.get(p.By.User, c, id)
	if !ok {
		ctx, cancel := context.WithTimeout(ctx, formWithin)
		defer cancel()
		k, err := d.docketOf(ctx, p.Call, c)
		if errors.Is(err, context.DeadlineExceeded) {
			return refuse(say("review.slow-form"))
		}
		if err != nil {
			return err
		}
		if w, ok = k.find(id); !ok {
			return refuse(say("review.gone"))
		}
	}
	f := discord.Form{ID: button(frmReword, args...), Title: say("review.form.title").In(p.Locale), Fields: rewordFields(w, p.Locale)}
	// What does not fit is left out, and stays as it is.
	if f.Fields = slices.DeleteFunc(f.Fields, func(field discord.Field) bool { return !field.Fits() }); len(f.Fields) == 0 {
		return refuse(say("review.long-form"))
	}
	return p.Answer.Open(ctx, f)
}

func rewordFields(w knowledge.Waiting, locale string) []discord.Field {
	switch string(w.Write.Kind) {
	case factKind:
		return []discord.Field{
			{ID: fldLabel, Label: say("know.form.label-label").In(locale), Text: w.Write.Key, Max: maxField},
			{ID: fldText, Label: say("review.form.text-label").In(locale), Text: w.Write.Text, Long: true},
		}
	case edgeKind:
		return []discord.Field{
			{ID: fldRelation, Label: say("review.form.relation-label").In(locale), Text: w.Write.Relation, Max: maxField},
			{ID: fldTarget, Label: say("review.form.target-label").In(locale), Text: w.Write.Target, Max: maxField},
			{ID: fldNote, Label: say("review.form.note-label").In(locale), Text: w.Write.Note, Long: true, Optional: true},
		}
	}
	return []discord.Field{
		{ID: fldName, Label: say("review.form.name-label").In(locale), Text: w.Write.Subject, Max: maxField},
		{ID: fldText, Label: say("review.form.text-label").In(locale), Text: w.Write.Text, Long: true, Optional: true},
	}
}

// reworded takes the form, and shows the proposal as it is now.
func (d *Desk) reworded(ctx context.Context, s discord.Submitted, args []string) error {
	id := transcript.ProposalID(args[1])
	k, err := d.docketOf(ctx, s.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	w, waits := k.find(id)
	if !waits {
		return d.showOr(ctx, s.Answer, k, id, wayAsk, text{})
	}
	write := w.Write
	for field, into := range map[string]*string{
		fldLabel: &write.Key, fldText: &write.Text, fldName: &write.Subject,
		fldRelation: &write.Relation, fldTarget: &write.Target, fldNote: &write.Note,
	} {
		if v, sent := s.Fields[field]; sent {
			*into = v
		}
	}
	_, changed, err := knowledge.Revise(ctx, k.book, id, write)
	switch {
	case errors.Is(err, knowledge.ErrSaysNothing):
		return refuse(say("review.says-nothing"))
	case errors.Is(err, knowledge.ErrWaits):
		return refuse(say("review.waits"))
	case errors.Is(err, knowledge.ErrNoProposal):
		return refuse(say("review.gone"))
	case err != nil:
		return err
	}
	if err := k.read(ctx); err != nil {
		return err
	}
	var first text
	if changed {
		first = say("review.revised")
	}
	return d.showOr(ctx, s.Answer, k, id, wayAsk, first)
}

// maxGlances bounds what a glances keeps.
const maxGlances = 200

// Glances are what GMs were shown last. The zero value is ready to use.
type glances struct {
	mu    sync.Mutex // guards what follows
	seen  map[glance]knowledge.Waiting
	order []glance // the oldest first
}

type glance struct {
	who      transcript.SpeakerID
	campaign transcript.CampaignID
	proposal transcript.ProposalID
}

// add keeps what somebody is shown. When there is too much the oldest goes, and
// its form takes a look into the store.
func (g *glances) add(who transcript.SpeakerID, c transcript.CampaignID, w knowledge.Waiting) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.seen == nil {
		g.seen = map[glance]knowledge.Waiting{}
	}
	w.Line = transcript.Line{} // not for keeping: whoever said it may have it deleted
	key := glance{who, c, w.ID}
	if _, again := g.seen[key]; !again {
		if len(g.order) == maxGlances {
			delete(g.seen, g.order[0])
			g.order = g.order[1:]
		}
		g.order = append(g.order, key)
	}
	g.seen[key] = w
}

func (g *glances) get(who transcript.SpeakerID, c transcript.CampaignID, id transcript.ProposalID) (knowledge.Waiting, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, ok := g.seen[glance{who, c, id}]
	return w, ok
}
