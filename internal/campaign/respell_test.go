package campaign

import (
	"strings"
	"testing"
)

func TestRespell(t *testing.T) {
	for _, tt := range []struct {
		name               string
		text, heard, right string
		setOff             bool
		want               string
		n                  int
	}{
		{"a word", "Gretta, where is Gretta's hat?", "Gretta", "Greta", false, "Greta, where is Greta's hat?", 2},
		{"case and accents", "GRÉTTA!", "gretta", "Greta", false, "Greta!", 1},
		{"whole words only", "Grettas Grettalein regretta", "Gretta", "Greta", false, "Grettas Grettalein regretta", 0},
		{"several words", "To salt marsh, then, and Salt Marsh's inn.", "salt marsh", "Saltmarsh", false, "To Saltmarsh, then, and Saltmarsh's inn.", 2},
		{"not over a full stop", "Pass the salt. Marsh is here.", "salt marsh", "Saltmarsh", false, "Pass the salt. Marsh is here.", 0},
		{"set off, at the beginning", "Part, another ale. A part of me knows.", "part", "Bart", true, "Bart, another ale. A part of me knows.", 1},
		{"set off, at the end", "Good evening, Part!", "part", "Bart", true, "Good evening, Bart!", 1},
		{"set off, in the middle", "I say, Part, that is a part.", "part", "Bart", true, "I say, Bart, that is a part.", 1},
		{"nothing was heard", "Gretta", "", "Greta", false, "Gretta", 0},
		{"a part of what is right", "To Thorn, to thorn keep, to Thorn Keep's gate.", "Thorn", "Thorn Keep", false, "To Thorn Keep, to thorn keep, to Thorn Keep's gate.", 1},
		{"the last part of what is right", "The Mill. The Old Mill?", "mill", "Old Mill", false, "The Old Mill. The Old Mill?", 1},
		{"a part of what is right, over a full stop", "I saw Thorn. Keep going.", "Thorn", "Thorn Keep", false, "I saw Thorn Keep. Keep going.", 1},
		{"German", "Grettas Hut, Gretta.", "Gretta", "Greta", false, "Grettas Hut, Greta.", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, n := Respell(tt.text, tt.heard, tt.right, tt.setOff)
			if got != tt.want || n != tt.n {
				t.Errorf("got %q, %d, want %q, %d", got, n, tt.want, tt.n)
			}
		})
	}
}

// FuzzRespell: what is not heard stays as it is, and what is heard is gone, if
// what is right is not heard so itself.
func FuzzRespell(f *testing.F) {
	f.Add("Gretta's hat, Gretta.", "gretta", true)
	f.Add("To salt marsh\xff", "salt marsh", false)
	f.Fuzz(func(t *testing.T, text, heard string, setOff bool) {
		const right = "Qxq"
		got, n := Respell(text, heard, right, setOff)
		if n == 0 && got != text {
			t.Errorf("%q became %q, and nothing was found", text, got)
		}
		if strings.Count(got, right) < n {
			t.Errorf("%d found, %d put right", n, strings.Count(got, right))
		}
		if _, again := Respell(got, heard, right, setOff); again > 0 && !setOff && Fold(heard) != Fold(right) && !strings.Contains(Fold(right), Fold(heard)) {
			t.Errorf("%q still holds %q", got, heard)
		}
	})
}
