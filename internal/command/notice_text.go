package command

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const (
	playLabel   = "Play"
	redoLabel   = "Redo…"
	dropLabel   = "Drop"
	hmLabel     = "Hm…"
	againLabel  = "Say it again"
	bringLabel  = "Bring in"
	ignoreLabel = "Ignore"

	redoTitle = "Another answer"
	redoField = "What should be different?"
	redoHint  = "Nobody else hears it. Empty: simply another one."

	redoneText      = "Another answer is being made. It waits for you as this one did."
	passedHeldText  = "It does not wait any more."
	sessionOverText = "The session has ended."
	ignoredText     = "Ignored."

	// maxAnswerShown is how much of an answer is shown, as Discord counts it: all
	// of a note has to fit one message, for it is edited.
	maxAnswerShown = 1500
)

// fitted cuts a text so that it has at most limit UTF-16 code units once it is
// shown as it is.
func fitted(s string, limit int) string {
	for n := limit; ; n = n * 2 / 3 {
		if p := piece(s, n); len(utf16.Encode([]rune(p))) <= limit {
			return p
		}
	}
}

// heldText shows an answer that waits, or waited.
func heldText(h *heldNote, set campaign.Screen) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", plain(h.Name))
	if h.Whom != "" {
		fmt.Fprintf(&b, " to %s", plain(h.Whom))
	}
	b.WriteString(": " + veiled(set, fitted(h.Text, maxAnswerShown)))
	if !h.Whole {
		b.WriteString(" …")
	}
	if h.by != 0 {
		b.WriteString("\n" + decidedHeldText(h))
	}
	switch {
	case h.end != "":
		b.WriteString("\n" + h.end)
	case h.by == 0 && !h.Asked:
		b.WriteString("\nIt waits: there was no quiet moment for it.")
	}
	return b.String()
}

// decidedHeldText says who has decided.
func decidedHeldText(h *heldNote) string {
	switch h.did {
	case btnPlay:
		return userTag(h.by) + " lets it be heard."
	case btnRedo:
		return userTag(h.by) + " wants another answer."
	default:
		return userTag(h.by) + " has dropped it."
	}
}

// endedTurnText says what became of an answer that waited, if a GM's decision
// does not say it.
func endedTurnText(o transcript.Outcome) string {
	switch o {
	case transcript.Spoken:
		return "It has been heard."
	case transcript.Cut:
		return "It was cut off."
	default:
		return ""
	}
}

// cutText shows what was left of an answer that was cut off.
func cutText(t transcript.Turn, set campaign.Screen) string {
	return fmt.Sprintf("**%s** was cut off. Unheard: %s", plain(t.Name), veiled(set, fitted(t.Unheard, maxAnswerShown)))
}

func absentText(c AbsentCalled) string {
	who := "Somebody"
	if c.Line.Name != "" {
		who = plain(c.Line.Name)
	}
	text := fmt.Sprintf("%s called **%s**, who is not here", who, plain(c.Name))
	if c.Line.Text == "" { // of somebody whose words are not kept
		return text + "."
	}
	return text + ": *" + piece(c.Line.Text, 300) + "*"
}

func broughtText(by transcript.SpeakerID) string { return userTag(by) + " has brought them in." }

func troubleText(t Trouble) string { return "⚠ " + plain(t.Text) }

// whisperText is an answer that is for one person alone.
func whisperText(n Whispered) string {
	return fmt.Sprintf("**%s**: %s", plain(n.Name), fitted(n.Text, maxAnswerShown))
}

// unwhisperedText says in public that somebody cannot be reached, and nothing
// of what there is to tell.
func unwhisperedText(who transcript.SpeakerID) string {
	return userTag(who) + ", there is an answer for you alone, and you take no direct messages from me. Allow them for this server in its privacy settings, then ask again."
}
