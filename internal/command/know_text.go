package command

import (
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
)

// What Discord shows of the commands about knowledge: at most 100 characters
// each.
const (
	knowText       = "GM: what there is to know, and who knows it."
	knowSearchText = "Search everything there is to know, secrets included."
	knowShowText   = "Show an entry with its secrets, or what an NPC could say of it."
	knowAddText    = "Write down something new, and say who may know it."
	knowHideText   = "Make something yours alone, or have somebody hide it behind a cover story."
	knowRevealText = "Let those who hide something tell it, or let the party or everyone know."
	knowStanceText = "Say what somebody does with something: tells it, hides it, or believes otherwise."

	entryOptText    = "The person, place, thing or event."
	labelOptText    = "Which statement about it; I ask if there are several."
	whoOptText      = "An NPC, a character or a faction."
	wordsOptText    = "Words to look for; nothing shows everything."
	asOptText       = "Show exactly what this NPC could say."
	typeOptText     = "What it is, if it is new."
	addEntryOptText = "The entry it is about, new or not."
	coverOptText    = "What they say instead."
	toOptText       = "Who learns it. Without this, those who hide it may tell it now."
	wayOptText      = "What they do with it."
	saidOptText     = "The cover story, or the belief."
)

// Discord's limits are 45 characters for titles and labels, 100 for hints.
const (
	addTitleText     = "Something to know"
	addEntryText     = "About whom or what? (a new name is fine)"
	addLabelText     = "Label, such as debt or age"
	addLabelHintText = "May stay empty."
	addTextText      = "What is so?"
	addWhoText       = "Who may know it?"
	addWhoHintText   = "gm, everyone, party, or names with commas between"
)

const (
	backText     = "Back"
	nextText     = "Next"
	pickHintText = "Which statement?"
)

// The words for who may know something, folded. The first of gmWords is what
// stands in the form.
const whoGM = "gm"

var (
	gmWords       = []string{whoGM, "nobody", "only me", "me", "secret", "sl", "niemand", "nur ich"}
	partyWords    = []string{"party", "the party", "players", "gruppe", "die gruppe", "spieler"}
	everyoneWords = []string{"everyone", "everybody", "all", "anyone", "alle", "jeder"}
)

const (
	coverMissingText  = "What do they say instead? Give a cover story: without one everybody would notice that there is something."
	whoMissingText    = "Who tells this cover story? Choose somebody as well, or leave the story out to make it yours alone."
	beliefMissingText = "What do they believe instead? Write it as the text."
	goneStatementText = "This statement is not there any more. Nothing was changed."
	entryNamelessText = "I cannot make out a name: it needs letters or digits that can be seen. Nothing was changed."
	factEmptyText     = "That says nothing, so nothing was changed: write what is so."
	nobodyButYouText  = "only you"
	everyoneText      = "everyone"
	partyKnowsText    = "the party knows"
	knowsNothingText  = "Nothing at all."
	nothingSaidText   = "Nothing is said of it yet."
)

func typeChoices() []discord.Choice {
	var out []discord.Choice
	for _, t := range campaign.NodeTypes {
		out = append(out, discord.Choice{Name: typeText(t), Value: string(t)})
	}
	return out
}

func typeText(t campaign.NodeType) string {
	if t == campaign.NPCNode {
		return "NPC"
	}
	return string(t)
}

func toChoices() []discord.Choice {
	return []discord.Choice{
		{Name: "those who hide it may tell it now", Value: toTell},
		{Name: "the party knows it now", Value: toParty},
		{Name: "everyone in the world may know it", Value: toEveryone},
	}
}

func wayChoices() []discord.Choice {
	return []discord.Choice{
		{Name: "tells it", Value: string(campaign.Tells)},
		{Name: "hides it behind a cover story", Value: string(campaign.Hides)},
		{Name: "believes something else", Value: string(campaign.Believes)},
	}
}

// longText is from where on an answer comes as a file, in bytes: three messages.
const longText = 5000

func longFile(text string) string {
	if len(text) > longText {
		return "entry.md"
	}
	return ""
}

func noEntryText(name string) string {
	return fmt.Sprintf("There is no entry called “%s”. `/glyphoxa know search` finds what there is, `/glyphoxa know add` makes a new one.", piece(name, maxName))
}

func noAgentText(name string) string {
	return fmt.Sprintf("There is no NPC called “%s” in this campaign. Choose one from the list.", piece(name, maxName))
}

func noKnowerText(name string) string {
	return fmt.Sprintf("“%s” has no entry, so nothing can be known by them. `/glyphoxa know add` makes one.", piece(name, maxName))
}

func noSuchKnowersText(names []string) string {
	var shown []string
	for _, n := range names {
		shown = append(shown, "“"+piece(n, maxName)+"”")
	}
	return fmt.Sprintf("I know nobody called %s, so nothing was changed. Write `gm`, `everyone`, `party`, or names of entries with commas between them.", list(shown, "or"))
}

// keptWordsText gives a GM their words back, so that nothing is lost.
func keptWordsText(why, text string) string {
	if text == "" {
		return why
	}
	return why + "\n\n" + yourWordsText + "\n" + plain(text)
}

const yourWordsText = "Your words, to use again:"

func labelsText(e *knowledge.LabelError) string {
	if len(e.Labels) == 0 {
		return fmt.Sprintf("Nothing is said of **%s** yet: `/glyphoxa know add` writes something down.", piece(e.Entry, maxName))
	}
	var labels []string
	for _, l := range e.Labels[:min(len(e.Labels), maxItems)] {
		labels = append(labels, piece(l, maxName))
	}
	if e.Label == "" {
		return fmt.Sprintf("Several things are said of **%s**. Give one as the label: %s.", piece(e.Entry, maxName), list(labels, "or"))
	}
	return fmt.Sprintf("**%s** has nothing labelled “%s”. There is: %s.", piece(e.Entry, maxName), piece(e.Label, maxName), list(labels, "and"))
}

func pickText(entry string) string {
	return fmt.Sprintf("Several things are said of **%s**. Which do you mean?", piece(entry, maxName))
}

// keptText says what came of hiding or revealing.
func keptText(k knowledge.Kept, to string, set campaign.Screen) string {
	var head string
	name := "**" + piece(k.Entry.Name, maxName) + "**"
	switch {
	case to == toTell && !k.Changed && k.Visible.Secret && len(k.Visible.Nodes) == 0:
		head = "Nobody but you knows this about " + name + ", so nobody can tell it. Let somebody know it with `/glyphoxa know stance`, or reveal it to everyone."
	case to == toTell && !k.Changed:
		head = "Nobody hides this about " + name + ": those who know it tell it already."
	case to == toTell:
		head = "Who hid this about " + name + " may tell it now."
	case to == toParty && !k.Changed:
		head = "The party knew this about " + name + " already."
	case to == toParty:
		head = "The party knows this about " + name + " now. Which NPCs know it stays as it was."
	case to == toEveryone && !k.Changed:
		head = "Everyone may know this about " + name + " already."
	case to == toEveryone:
		head = "Everyone in the world may know this about " + name + " now."
		if !k.Party {
			head += " Whether the party does is another matter: as far as I know it does not."
		}
	case !k.Changed:
		head = "This about " + name + " was yours alone already."
	default:
		head = "This about " + name + " is yours alone now."
		if k.Party {
			head += " The party knows it all the same, and NPCs remember what was said in front of them."
		}
	}
	return head + "\n" + sheet{k.Names, set}.statement(k.Aspect)
}

// stoodText says what somebody now does with a statement.
func stoodText(k knowledge.Kept, who string, kind campaign.StanceKind, set campaign.Screen) string {
	what := map[campaign.StanceKind]string{
		campaign.Tells: "tells", campaign.Hides: "hides", campaign.Believes: "believes otherwise of",
	}[kind]
	head := fmt.Sprintf("**%s** %s this about **%s** now.", piece(who, maxName), what, piece(k.Entry.Name, maxName))
	if !k.Changed {
		head = "Nothing was changed: it was so before."
	}
	return head + "\n" + sheet{k.Names, set}.statement(k.Aspect)
}

// writtenText says what was written down.
func writtenText(e knowledge.Entry, a knowledge.Added, set campaign.Screen) string {
	head := fmt.Sprintf("Written down under **%s**.", piece(a.Name, maxName))
	if a.New {
		head = fmt.Sprintf("Written down. **%s** is a new entry.", piece(a.Name, maxName))
	}
	s, ok := statementOf(e, a.Key)
	if !ok {
		return head
	}
	return head + "\n" + sheet{e.Names, set}.statement(s)
}
