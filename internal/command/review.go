package command

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

const subProposals = "proposals"

// reviewCommands are for what NPCs want to remember.
func reviewCommands() []subcommand {
	return []subcommand{{
		spec:    discord.Spec{Name: subProposals, Description: "about.proposals"},
		private: true, gm: true, help: gmHelp, do: (*Desk).proposalsCommand,
	}}
}

// The buttons and menus of the review. Where it begins may be a direct message,
// so each of them may be pressed in one.
const (
	btnReview = "review" // campaign; opens a card beside the message
	btnLookAt = "lookat" // campaign; a menu of proposals, of which it does the same
	btnShow   = "show"   // campaign, proposal; shows it in place of the card
	btnDecide = "decide" // what, way, campaign, proposal
	btnWay    = "way"    // campaign, proposal; a menu of ways with a contradiction
	btnBulk   = "bulk"   // campaign; a menu of what many can be done with
	btnUndo   = "undo"   // campaign, batch
	btnPage   = "page"   // page, campaign; of what is minor
	btnPick   = "pick"   // campaign; a menu of proposals
	btnReword = "reword" // campaign, proposal; opens the form
	frmReword = "reworded"
)

// What a button decides. They stand in IDs, as the ways do.
const (
	forWitnesses = "there"
	forAll       = "all"
	forGM        = "secret"
	forNobody    = "no"
	neverWas     = "never"
)

// What becomes of a contradiction.
const (
	wayClear   = "clear" // there was none when the card was shown
	wayAsk     = "ask"   // nobody has chosen yet
	wayReplace = "replace"
	wayBoth    = "both"
	wayRumour  = "rumour"
)

// A docket is what waits in one campaign, as one of its GMs looks at it.
type docket struct {
	about campaign.Campaign
	book  Book
	guild transcript.GuildID
	by    transcript.SpeakerID
	set   campaign.Screen // whether secrets are wrapped
	// locale is the language of whoever looks.
	locale string
	knowledge.Ranking
}

// docketOf reads what waits in a campaign whose GM calls, perhaps in a direct
// message.
func (d *Desk) docketOf(ctx context.Context, call discord.Call, id transcript.CampaignID) (docket, error) {
	err := d.comeHome(ctx, &call, id)
	if _, known := errors.AsType[*Complaint](err); known {
		return docket{}, refuse(say("tree.gone-campaign"))
	}
	if err != nil {
		return docket{}, err
	}
	about, err := d.mine(ctx, call, id)
	if err != nil {
		return docket{}, err
	}
	k := docket{about: about, book: d.library.Campaign(about.ID), guild: call.Guild, by: call.By.User, locale: call.Locale}
	if k.set, err = k.book.Screen(ctx); err != nil {
		return docket{}, err
	}
	return k, k.read(ctx)
}

// read reads what waits now.
func (k *docket) read(ctx context.Context) error {
	list, err := k.book.Waiting(ctx)
	k.Ranking = knowledge.Rank(list, time.Now())
	return err
}

// name is under what name the GM's decisions are kept.
func (k *docket) name() string { return strconv.FormatUint(uint64(k.by), 10) }

// find returns what waits under an ID. ok is false if it does not wait, or not
// any more.
func (k *docket) find(id transcript.ProposalID) (w knowledge.Waiting, ok bool) {
	all := k.All()
	i := slices.IndexFunc(all, func(w knowledge.Waiting) bool { return w.ID == id })
	if i < 0 {
		return w, false
	}
	return all[i], true
}

// next returns the ID of what comes after a proposal in the order of the
// ranking, and goes round at the end of what is shown: what is minor is looked
// at only if somebody wants to. It is empty if nothing waits.
func (k *docket) next(after transcript.ProposalID) transcript.ProposalID {
	for _, part := range [][]knowledge.Waiting{k.Shown, k.Minor} {
		if i := slices.IndexFunc(part, func(w knowledge.Waiting) bool { return w.ID == after }); i >= 0 && len(part) > 1 {
			return part[(i+1)%len(part)].ID
		}
	}
	return k.first()
}

func (k *docket) first() transcript.ProposalID {
	if len(k.Shown) == 0 {
		return ""
	}
	return k.Shown[0].ID
}

// proposalsCommand carries out /glyphoxa proposals.
func (d *Desk) proposalsCommand(ctx context.Context, c discord.Command) error {
	about, _, err := d.campaignFor(ctx, c.Call)
	if err != nil {
		return err
	}
	k, err := d.docketOf(ctx, c.Call, about.ID)
	if err != nil {
		return err
	}
	m, err := d.reviewCard(ctx, k, k.first(), wayAsk, text{})
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, m)
}

// reviewButton begins a review from the GM screen, for the GM who presses.
func (d *Desk) reviewButton(ctx context.Context, p discord.Pressed, args []string) error {
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	m, err := d.reviewCard(ctx, k, k.first(), wayAsk, text{})
	if err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, m)
	return err
}

// lookAtChosen begins one at a proposal.
func (d *Desk) lookAtChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	k, err := d.docketOf(ctx, p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	m, err := d.cardOr(ctx, k, transcript.ProposalID(p.Values[0]), wayAsk, text{})
	if err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, m)
	return err
}

// showButton shows another proposal, or what has become of it.
func (d *Desk) showButton(ctx context.Context, p discord.Pressed, args []string) error {
	return d.show(ctx, p, transcript.CampaignID(args[0]), transcript.ProposalID(args[1]), wayAsk)
}

// pickChosen shows one of what is minor.
func (d *Desk) pickChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	return d.show(ctx, p, transcript.CampaignID(args[0]), transcript.ProposalID(p.Values[0]), wayAsk)
}

func (d *Desk) show(ctx context.Context, p discord.Pressed, c transcript.CampaignID, id transcript.ProposalID, way string) error {
	k, err := d.docketOf(ctx, p.Call, c)
	if err != nil {
		return err
	}
	return d.showOr(ctx, p.Answer, k, id, way, text{})
}

// showOr shows a proposal in place of the card.
func (d *Desk) showOr(ctx context.Context, a discord.Answerer, k docket, id transcript.ProposalID, way string, first text) error {
	m, err := d.cardOr(ctx, k, id, way, first)
	if err != nil {
		return err
	}
	return a.Update(ctx, m)
}

// cardOr is the card of a proposal; of one that does not wait any more, what
// became of it, and the next.
func (d *Desk) cardOr(ctx context.Context, k docket, id transcript.ProposalID, way string, first text) (discord.Message, error) {
	if _, waits := k.find(id); !waits {
		gone, err := k.decided(ctx, id)
		if err != nil {
			return discord.Message{}, err
		}
		id, way, first = k.first(), wayAsk, texts.Join("\n\n", first, k.formerText(gone))
	}
	return d.reviewCard(ctx, k, id, way, first)
}

// decided returns a proposal that does not wait any more.
func (k *docket) decided(ctx context.Context, id transcript.ProposalID) (knowledge.Proposal, error) {
	all, err := k.book.Proposals(ctx, "")
	if err != nil {
		return knowledge.Proposal{}, err
	}
	i := slices.IndexFunc(all, func(p knowledge.Proposal) bool { return p.ID == id })
	if i < 0 {
		return knowledge.Proposal{}, refuse(say("review.gone"))
	}
	return all[i], nil
}

// agentName returns an agent's true name, which is for the GM.
func (k *docket) agentName(ctx context.Context, id transcript.AgentID) (string, error) {
	a, err := k.book.Agent(ctx, id)
	if errors.Is(err, campaign.ErrNoAgent) {
		return string(id), nil // no longer in the campaign
	}
	return a.Name, err
}
