package offline

import (
	"strings"
	"testing"
)

func TestStatement(t *testing.T) {
	for _, tt := range []struct{ line, fact, subject string }{
		{"Mirela, remember that the north gate is closed.", "The north gate is closed.", "north gate"},
		{"mirela remember that the bridge is broken", "The bridge is broken.", "bridge"},
		{"Remember that the bridge is broken, Mirela!", "The bridge is broken.", "bridge"},
		{"remember the bridge is broken", "The bridge is broken.", "bridge"},
		{"you should know the mill burned down", "The mill burned down.", "mill"},
		{"You must know that Old Tam is a thief.", "Old Tam is a thief.", "Old Tam"},
		{"I tell you that the duke is dead", "The duke is dead.", "duke"},
		{"I must tell you that my brother owes the guild forty silver", "My brother owes the guild forty silver.", "brother"},
		{"let me tell you: wolves came down from the hill", "Wolves came down from the hill.", "Wolves"},
		{"Know this: we are not alone.", "We are not alone.", "Kara"},
		{"Don't forget that I have the key.", "I have the key.", "Kara"},
		{"did you know that the well is dry", "The well is dry.", "well"},
		{"keep in mind that nobody guards the wall", "Nobody guards the wall.", "guards wall"},
		{strings.Repeat("Ⱥ", 20) + ", remember the fox", "The fox.", "fox"}, // longer in lower case
		{"Rememberton, remember the fox", "The fox.", "fox"},
		{"Merk dir, dass das Tor geschlossen ist.", "Das Tor geschlossen ist.", "Tor geschlossen"},
		{"Du solltest wissen: die Mühle ist abgebrannt", "Die Mühle ist abgebrannt.", "Mühle"},

		{"do you remember that night", "", ""},
		{"Do you remember the bridge?", "", ""},
		{"I want to know that too", "", ""},
		{"do you know that man over there", "", ""},
		{"what should I know about the mill?", "", ""},
		{"remember me", "", ""},
		{"re'member the fox is dead", "", ""},
		{"tell me about the mill", "", ""},
		{"the mill burned down", "", ""},
	} {
		t.Run(tt.line, func(t *testing.T) {
			fact, subject, ok := statement(line{who: "Kara", text: tt.line})
			if fact != tt.fact || subject != tt.subject || ok != (tt.fact != "") {
				t.Errorf("got %q about %q, want %q about %q", fact, subject, tt.fact, tt.subject)
			}
		})
	}
}
