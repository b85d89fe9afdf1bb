package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// maxAnswerShown is how much of an answer is shown, as Discord counts it: all
// of a note has to fit one message, for it is edited.
const maxAnswerShown = 1500

// fitted cuts a text so that it has at most limit UTF-16 code units once it is
// shown as it is.
func fitted(s string, limit int) string {
	for n := limit; ; n = n * 2 / 3 {
		if p := piece(s, n); discord.Units(p) <= limit {
			return p
		}
	}
}

// heldText shows an answer that waits, or waited.
func heldText(h *heldNote, set campaign.Screen) text {
	words := veiled(set, fitted(h.Text, maxAnswerShown))
	if !h.Whole {
		words += " …"
	}
	answer := lit("**" + plain(h.Name) + "**: " + words)
	if h.Whom != "" {
		answer = say("notice.answers", "npc", plain(h.Name), "whom", plain(h.Whom), "words", words)
	}
	var decided text
	if h.by != 0 {
		decided = decidedHeldText(h)
	}
	end := h.end
	if end.Empty() && h.by == 0 && !h.Asked {
		end = say("notice.waits")
	}
	return stacked(answer, decided, end)
}

// decidedHeldText says who has decided.
func decidedHeldText(h *heldNote) text {
	switch h.did {
	case btnPlay:
		return say("notice.played", "who", userTag(h.by))
	case btnRedo:
		return say("notice.redone", "who", userTag(h.by))
	}
	return say("notice.dropped", "who", userTag(h.by))
}

// endedTurnText says what became of an answer that waited, if a GM's decision
// does not say it.
func endedTurnText(o transcript.Outcome) text {
	switch o {
	case transcript.Spoken:
		return say("notice.heard")
	case transcript.Cut:
		return say("notice.was-cut")
	default:
		return text{}
	}
}

// cutText shows what was left of an answer that was cut off.
func cutText(t transcript.Turn, droppedBy transcript.SpeakerID, set campaign.Screen) text {
	if droppedBy != 0 {
		return say("notice.rest-dropped", "npc", plain(t.Name), "who", userTag(droppedBy))
	}
	return say("notice.cut", "npc", plain(t.Name), "unheard", veiled(set, fitted(t.Unheard, maxAnswerShown)))
}

// absentText says who was called and is not here, and in which words if they
// are kept.
func absentText(c AbsentCalled) text {
	who := say("notice.somebody")
	if c.Line.Name != "" {
		who = lit(plain(c.Line.Name))
	}
	if c.Line.Text == "" {
		return say("notice.absent", "who", who, "npc", plain(c.Name))
	}
	return say("notice.absent-line", "who", who, "npc", plain(c.Name), "line", piece(c.Line.Text, 300))
}

func troubleText(t Trouble) text { return together(lit("⚠ "), t.Text.Through(plain)) }

// whisperText is an answer that is for one person alone.
func whisperText(n Whispered) string {
	return "**" + plain(n.Name) + "**: " + fitted(n.Text, maxAnswerShown)
}
