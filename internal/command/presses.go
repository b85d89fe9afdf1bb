package command

import (
	"context"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A press is what one kind of button or menu is for. Whoever may see a button
// may press it, so do checks the rights: see [Desk.mine].
type press struct {
	args int // how many its ID has, besides the verb
	// direct: it may be pressed in a direct message, where there is no guild.
	direct bool
	// opens says that do opens a form, which has to be the first answer: the
	// press has not been acknowledged, so do waits for no database before it.
	opens bool
	// limit bounds do. Zero means workLimit.
	limit time.Duration
	// do carries it out.
	do func(d *Desk, ctx context.Context, p discord.Pressed, args []string) error
	// now, in place of do, does at once what must not come late, in the order
	// of events, and returns what is left.
	now func(d *Desk, p discord.Pressed, args []string) func(context.Context) error
}

// presses is the table of buttons and menus, by verb.
func presses() map[string]press {
	return map[string]press{
		btnConsent: {args: 2, now: func(d *Desk, p discord.Pressed, args []string) func(context.Context) error {
			return d.consented(p, transcript.Consent(args[0]), transcript.CampaignID(args[1]))
		}},
		btnForget:     {args: 1, do: withCampaign((*Desk).forgetPressed)},
		btnExample:    {args: 0, do: withoutArgs((*Desk).exampleButton)},
		btnCampaign:   {args: 0, do: withoutArgs((*Desk).campaignMenu)},
		btnScene:      {args: 1, now: chosenOnOpening(btnScene)},
		btnPlays:      {args: 2, now: chosenOnOpening(btnPlays)},
		btnMore:       {args: 2, do: onOpening(btnMore)},
		btnBegin:      {args: 1, do: onOpening(btnBegin)},
		btnReview:     {args: 1, direct: true, do: (*Desk).reviewButton},
		btnLookAt:     {args: 1, direct: true, do: (*Desk).lookAtChosen},
		btnShow:       {args: 2, direct: true, do: (*Desk).showButton},
		btnDecide:     {args: 4, direct: true, do: (*Desk).decideButton},
		btnWay:        {args: 2, direct: true, do: (*Desk).wayChosen},
		btnBulk:       {args: 1, direct: true, limit: tellLimit, do: (*Desk).bulkChosen},
		btnUndo:       {args: 2, direct: true, do: (*Desk).undoButton},
		btnPage:       {args: 2, direct: true, do: (*Desk).pageButton},
		btnPick:       {args: 1, direct: true, do: (*Desk).pickChosen},
		btnReword:     {args: 2, direct: true, opens: true, do: (*Desk).rewordButton},
		btnMode:       {args: 2, direct: true, do: (*Desk).modePressed},
		btnStrike:     {args: 2, direct: true, do: (*Desk).strikePressed},
		btnStop:       {args: 1, direct: true, now: (*Desk).stopPressed},
		btnOff:        {args: 1, direct: true, now: (*Desk).offPressed},
		btnX:          {args: 1, direct: true, now: (*Desk).xPressed},
		btnOn:         {args: 1, direct: true, do: withCampaign((*Desk).onPressed)},
		btnPlay:       {args: 2, direct: true, do: (*Desk).playPressed},
		btnRedo:       {args: 2, direct: true, opens: true, do: (*Desk).redoPressed},
		btnDrop:       {args: 2, direct: true, do: (*Desk).dropPressed},
		btnHm:         {args: 2, direct: true, do: (*Desk).hmPressed},
		btnAgain:      {args: 2, direct: true, do: (*Desk).againPressed},
		btnRest:       {args: 2, direct: true, do: (*Desk).restPressed},
		btnBring:      {args: 2, direct: true, do: (*Desk).bringPressed},
		btnIgnore:     {args: 2, direct: true, do: (*Desk).ignorePressed},
		btnScreen:     {args: 1, direct: true, do: (*Desk).screenChosen},
		btnSpoilers:   {args: 2, direct: true, do: (*Desk).spoilersPressed},
		btnLoud:       {args: 1, do: withCampaign((*Desk).loudPressed)},
		btnWhose:      {args: 1, do: withCampaign((*Desk).whoseChosen)},
		btnEnter:      {args: 1, do: (*Desk).enterChosen},
		btnCast:       {args: 1, do: (*Desk).castChosen},
		btnKnowPage:   {args: 3, do: (*Desk).knowPage},
		btnKnowPick:   {args: 3, do: (*Desk).knowPicked},
		btnTie:        {args: 1, do: (*Desk).tieChosen},
		btnFeeling:    {args: 2, do: (*Desk).feelingChosen},
		btnUntie:      {args: 2, do: (*Desk).untiePressed},
		btnDraftPost:  {args: 3, do: (*Desk).postButton},
		btnDraftEdit:  {args: 2, opens: true, do: (*Desk).editButton},
		btnDraftAnew:  {args: 2, limit: tellLimit, do: (*Desk).anewButton},
		btnDraftShow:  {args: 4, limit: tellLimit, do: (*Desk).showDraftButton},
		btnSaid:       {args: 3, do: (*Desk).saidButton},
		btnNPCForm:    {args: 3, opens: true, do: (*Desk).npcFormButton},
		btnNPCState:   {args: 3, do: (*Desk).stateButton},
		btnNPCTry:     {args: 2, do: (*Desk).tryButton},
		btnNPCReveal:  {args: 2, do: (*Desk).revealButton},
		btnNPCKeep:    {args: 2, do: (*Desk).keepButton},
		btnImport:     {args: 1, do: (*Desk).importPressed},
		btnImportLeft: {args: 1, do: (*Desk).importLeft},
		btnSound: {args: 2, now: func(d *Desk, p discord.Pressed, args []string) func(context.Context) error {
			return d.loudChosen(p, transcript.CampaignID(args[0]), args[1])
		}},
	}
}

// A form is what one kind of form is for. do checks the rights, as for a press.
type form struct {
	args int // how many its ID has, besides the verb
	// direct: as for a press.
	direct bool
	// edits says that do changes the message whose button opened the form. The
	// answer of another is a message of its own that the sender alone sees.
	edits bool
	do    func(d *Desk, ctx context.Context, s discord.Submitted, args []string) error
}

// forms is the table of forms, by verb. No form has the verb of a button.
func forms() map[string]form {
	return map[string]form{
		frmReword:     {args: 2, direct: true, edits: true, do: (*Desk).reworded},
		formNPC:       {args: 3, do: (*Desk).npcSent},
		formCampaign:  {args: 0, do: (*Desk).campaignSent},
		formRedo:      {args: 2, direct: true, do: (*Desk).redone},
		frmKnowAdd:    {args: 1, do: (*Desk).knowAdded},
		formDraftEdit: {args: 2, edits: true, do: (*Desk).editSubmitted},
	}
}

func withoutArgs(do func(*Desk, context.Context, discord.Pressed) error) func(*Desk, context.Context, discord.Pressed, []string) error {
	return func(d *Desk, ctx context.Context, p discord.Pressed, _ []string) error { return do(d, ctx, p) }
}

func withCampaign(do func(*Desk, context.Context, discord.Pressed, transcript.CampaignID) error) func(*Desk, context.Context, discord.Pressed, []string) error {
	return func(d *Desk, ctx context.Context, p discord.Pressed, args []string) error {
		return do(d, ctx, p, transcript.CampaignID(args[0]))
	}
}

// chosenOnOpening is for the choices on the card that asks how a session is to
// begin. They have to count if Start is pressed right after them.
func chosenOnOpening(verb string) func(*Desk, discord.Pressed, []string) func(context.Context) error {
	return func(d *Desk, p discord.Pressed, args []string) func(context.Context) error {
		err := d.openingChosen(p, verb, args)
		return func(context.Context) error { return err }
	}
}

// onOpening is for the other parts of that card.
func onOpening(verb string) func(*Desk, context.Context, discord.Pressed, []string) error {
	return func(d *Desk, ctx context.Context, p discord.Pressed, args []string) error {
		return d.openingPressed(ctx, p, verb, args)
	}
}
