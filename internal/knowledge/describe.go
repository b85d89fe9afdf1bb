package knowledge

import (
	"cmp"
	"fmt"
	"strings"

	"glyphoxa/internal/tool"
)

// feelings are the dispositions in words, from −2 up.
var feelings = [...]string{"hates", "dislikes", "", "likes", "loves"}

// Describe says what w would change, in words for a GM: "About Mirela Voss:
// debt = She owes the abbey forty silver."
func Describe(w tool.Write) string {
	subject := cmp.Or(w.Subject, w.Node)
	if w.Claim != "" && w.Text != "" {
		w.Text = w.Claim + " claims: " + w.Text
	}
	switch w.Kind {
	case tool.WriteFact:
		return "About " + sentence(subject, w.Key, w.Text)
	case tool.WriteEdge:
		s := fmt.Sprintf("%s: %s → %s", subject, strings.ReplaceAll(w.Relation, "_", " "), w.Target)
		var more []string
		if i := w.Disposition + 2; i >= 0 && i < len(feelings) && feelings[i] != "" {
			more = append(more, feelings[i])
		}
		if w.Note != "" {
			more = append(more, w.Note)
		}
		if len(more) > 0 {
			s += " (" + strings.Join(more, "; ") + ")"
		}
		return s
	case tool.WriteNode:
		s := fmt.Sprintf("A new %s: %s", cmp.Or(w.Type, "entry"), subject)
		if w.Text != "" {
			s += " = " + w.Text
		}
		return s
	}
	return fmt.Sprintf("A change of a kind that this version does not know: %q", w.Kind)
}

// sentence writes a labelled statement.
func sentence(name, key, text string) string {
	if key == "" {
		return name + ": " + text
	}
	return name + ": " + key + " = " + text
}
