package knowledge

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
)

// fewWords is the number of words up to which a statement means nothing
// without its label: "twelve silver" is one thing as a debt and another as a
// reward. A longer one says itself what it is about, and models label the same
// sentence differently each time.
const fewWords = 3

// labelWords is how many words of a statement make its label, if it has none.
const labelWords = 4

// digest returns what two writes about the same subject have in common if one
// repeats the other: case, marks, punctuation and spacing do not count. It is
// a hash, because it stands in an index.
func digest(w tool.Write) string {
	var said []string
	switch w.Kind {
	case tool.WriteFact:
		said = statement(w.Key, w.Text)
	case tool.WriteEdge:
		said = []string{campaign.Fold(w.Relation), campaign.Fold(w.Target)}
	case tool.WriteNode:
		said = []string{campaign.Fold(w.Text)}
	}
	sum := sha256.Sum256([]byte(string(w.Kind) + "\x00" + strings.Join(said, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// statement returns what makes a labelled statement the same as another.
func statement(key, text string) []string {
	text = campaign.Fold(text)
	if len(strings.Fields(text)) > fewWords {
		return []string{text}
	}
	return []string{text, campaign.Fold(key)}
}

// label makes a label for a statement about subject that has none: its first
// words, the subject's own left out. A node has one statement to a label, so a
// label that stands for any would let one approval replace the fact of another.
func label(subject, text string) string {
	own := strings.Fields(campaign.Fold(subject))
	var words []string
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		if w = strings.TrimFunc(w, isMark); w != "" && (len(words) > 0 || !slices.Contains(own, campaign.Fold(w))) {
			words = append(words, w)
		}
		if len(words) == labelWords {
			break
		}
	}
	if len(words) == 0 {
		return campaign.Fold(text)
	}
	return strings.Join(words, " ")
}

// isMark reports whether r is part of no word.
func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
