package command

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// maxLabel is how long a button's label may be. A menu's items and its hint
// take more, and are read no further.
const maxLabel = 80

// userTag and channelTag show a person and a channel by name, whatever they are
// called now. No message of ours pings.
func userTag(id transcript.SpeakerID) string    { return fmt.Sprintf("<@%d>", uint64(id)) }
func channelTag(id transcript.ChannelID) string { return fmt.Sprintf("<#%d>", uint64(id)) }

// anyOf lists people of whom any will do: "a, b or c".
func anyOf(ids []transcript.SpeakerID) text {
	tags := make([]text, len(ids))
	for i, id := range ids {
		tags[i] = lit(userTag(id))
	}
	return texts.Or(tags...)
}

// roleTag shows a role by name, as userTag does a person.
func roleTag(id discord.RoleID) string { return fmt.Sprintf("<@&%d>", uint64(id)) }

// allOf lists people, all of whom are meant: "a, b and c".
func allOf(ids []transcript.SpeakerID) text {
	tags := make([]text, len(ids))
	for i, id := range ids {
		tags[i] = lit(userTag(id))
	}
	return texts.And(tags...)
}

// plain makes a text that somebody wrote one line that Discord shows as it is.
func plain(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			space = b.Len() > 0
			continue
		case unicode.Is(unicode.Cf, r) && r != '\u200d': // invisible, or turns the line round; the joiner holds emoji together
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		if r < unicode.MaxASCII && strings.ContainsRune("\\*_~`|<>#[]()@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// clipped is a text cut to n characters, whichever language it is said in.
func clipped(t text, n int) text {
	return t.Through(func(s string) string { return clip(s, n) })
}

// piece is a text that somebody wrote, cut to n characters.
func piece(s string, n int) string { return plain(clip(s, n)) }

// duration writes a duration as people say it.
func duration(d time.Duration) text {
	if d < time.Minute {
		return say("words.seconds", "n", int(d.Round(time.Second)/time.Second))
	}
	return say("words.minutes", "n", int(d.Round(time.Minute)/time.Minute))
}

// day writes a time as a GM counts evenings, in the reader's own zone.
func day(t time.Time) string { return fmt.Sprintf("<t:%d:D>", t.Unix()) }

// dateTag writes a day in the reader's own zone, in numbers.
func dateTag(t time.Time) string { return fmt.Sprintf("<t:%d:d>", t.Unix()) }

// clockTag writes a time of day in the reader's own zone.
func clockTag(t time.Time) string { return fmt.Sprintf("<t:%d:t>", t.Unix()) }

// notYoursText says who can, to somebody who cannot.
func notYoursText(list ...campaign.Campaign) text {
	all := []text{say("words.for-gm")}
	for _, c := range list[:min(len(list), 5)] {
		who := anyOf(gms(c))
		if len(gms(c)) == 0 {
			who = say("words.nobody-yet")
		}
		all = append(all, say("words.gm-is", "campaign", plain(c.Name), "gm", who))
	}
	return texts.Join(" ", all...)
}
