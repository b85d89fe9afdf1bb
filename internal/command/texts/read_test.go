package texts

import "testing"

func TestRead(t *testing.T) {
	r := NewReader("reason.")
	for _, tt := range []struct{ name, said, de string }{
		{"a whole sentence", "nobody is named", "niemand ist genannt"},
		{"with a name", "it was written to Mirela Voss", "an Mirela Voss geschrieben"},
		{"a name of two lines", "it was written to Mirela\nVoss", "an Mirela\nVoss geschrieben"},
		{"with a sentence of its own", `"Bart" is named at the end`, "genannt ist „Bart“, am Ende"},
		{"the one that leaves least open", `"Bart" is named at the end, and is not here`, "genannt ist „Bart“, am Ende, und ist nicht hier"},
		{"a list", `"Bart" and "Greta" and "Odo" are named at the start`, "genannt sind „Bart“ und „Greta“ und „Odo“, am Anfang"},
		{"sentences within sentences", `"Bart" is named at the end, heard as "bert", if the recogniser is wrong and its guess number 2 is right`, "genannt ist „Bart“, am Ende, gehört als „bert“, falls die Spracherkennung irrt und ihre Vermutung Nummer 2 stimmt"},
		{"one of its own", `nobody is named; "art" at the start may be "Bart", and the model that was asked was late`, "niemand ist genannt; „art“ am Anfang ist vielleicht „Bart“, und das gefragte Modell kam zu spät"},
		{"none", "llm: openai: it is busy, and does not answer", "llm: openai: it is busy, and does not answer"},
		{"a place that is none", `"Bart" is named Bart`, `"Bart" is named Bart`},
		{"more than the sentence", "nobody is named here", "nobody is named here"},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := r.Read(tt.said).In("de"); got != tt.de {
				t.Errorf("in German: %q, want %q", got, tt.de)
			}
			if got := r.Read(tt.said).String(); got != tt.said {
				t.Errorf("in English: %q, want %q", got, tt.said)
			}
		})
	}
}

// Whatever is read, English is left as it is.
func FuzzRead(f *testing.F) {
	r := NewReader("reason.")
	f.Add(`"Bart" and "Greta" are named at the start, heard as "bert"`)
	f.Add("Kim spoke to Bart spoke to somebody; and, and ")
	f.Fuzz(func(t *testing.T, s string) {
		if got := r.Read(s).String(); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	})
}
