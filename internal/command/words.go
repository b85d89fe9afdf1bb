package command

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// maxLabel is how long a button's label may be. A menu's items and its hint
// take more, and are read no further.
const maxLabel = 80

// userTag and channelTag show a person and a channel by name, whatever they are
// called now. No message of ours pings.
func userTag(id transcript.SpeakerID) string    { return fmt.Sprintf("<@%d>", uint64(id)) }
func channelTag(id transcript.ChannelID) string { return fmt.Sprintf("<#%d>", uint64(id)) }
func userTags(ids []transcript.SpeakerID) string {
	tags := make([]string, len(ids))
	for i, id := range ids {
		tags[i] = userTag(id)
	}
	return list(tags, "or")
}

// list joins words as people do.
func list(words []string, last string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
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

// piece is a text that somebody wrote, cut to n characters.
func piece(s string, n int) string { return plain(clip(s, n)) }

// minutes writes a duration as people say it.
func minutes(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d seconds", int(d.Round(time.Second)/time.Second))
	}
	if n := int(d.Round(time.Minute) / time.Minute); n != 1 {
		return fmt.Sprintf("%d minutes", n)
	}
	return "1 minute"
}

// day writes a time as a GM counts evenings, in the reader's own zone.
func day(t time.Time) string { return fmt.Sprintf("<t:%d:D>", t.Unix()) }

// notYoursText says who can, to somebody who cannot.
func notYoursText(list []campaign.Campaign) string {
	var b strings.Builder
	b.WriteString("That is for the GM.")
	for _, c := range list[:min(len(list), 5)] {
		who := userTags(gms(c))
		if who == "" {
			who = "nobody yet"
		}
		fmt.Fprintf(&b, " The GM of **%s** is %s.", plain(c.Name), who)
	}
	return b.String()
}
