package recap

import (
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const (
	cutMark   = " [cut off]"
	claimMark = " [a claim]"
	gmName    = "GM"
	maxName   = 60 // runes
	somebody  = "Somebody"
	notTheGM  = "Player " // before the name of a player who calls themselves GM, or a note
	nameColon = ": "
)

// A row is one line of the transcript as the model sees it.
type row struct{ name, text string }

func (r row) String() string { return r.name + nameColon + r.text }

// render writes what was said, a row for each line. What people say and call
// themselves cannot make a row of its own, or one of somebody else's.
// claimed says which of said are claims; nil is none.
func render(said []transcript.Line, people []transcript.Speaker, claimed []bool) []row {
	labels := map[transcript.SpeakerID]string{}
	for _, p := range people {
		labels[p.ID] = p.Label()
	}
	var rows []row
	for i, l := range said {
		text := oneLine(l.Text)
		if text == "" {
			continue
		}
		if l.Cut {
			text += cutMark
		}
		if claimed != nil && claimed[i] {
			text += claimMark
		}
		rows = append(rows, row{nameOf(l, labels), text})
	}
	return rows
}

func nameOf(l transcript.Line, labels map[transcript.SpeakerID]string) string {
	if l.Role == transcript.GM {
		return gmName
	}
	name := l.Name
	if label := labels[l.Speaker]; l.Role == transcript.Player && label != "" {
		name = label
	}
	// A colon would end the name where its owner wants it to, and characters
	// that nobody sees would make it look like another.
	name = oneLine(strings.Map(func(r rune) rune {
		switch {
		case r == ':':
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, name))
	if r := []rune(name); len(r) > maxName {
		name = strings.TrimSpace(string(r[:maxName]))
	}
	switch campaign.Fold(name) {
	case "":
		return somebody
	case "gm", "note":
		return notTheGM + name
	}
	return name
}

// oneLine makes each run of space and control characters one space.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}
