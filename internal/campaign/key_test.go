package campaign

import (
	"strings"
	"testing"
)

func TestKeyOf(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"Old Bart", "old-bart"},
		{"  Élodie d'Ys ", "elodie-dys"},
		{"Groß & Söhne", "gross-sohne"},
		{"悬空", "悬空"},
		{"No. 7", "no-7"},
		{"\u202e\u200b", "npc"},
		{"!?", "npc"},
		{"", "npc"},
		{strings.Repeat("ab ", 40), strings.TrimSuffix(strings.Repeat("ab-", 19), "-")[:56]},
	} {
		if got := KeyOf(tt.name, "npc"); got != tt.want {
			t.Errorf("KeyOf(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Whatever something is called, its key can stand in a file.
func FuzzKeyOf(f *testing.F) {
	for _, s := range []string{"Old Bart", "é́", "悬 空", "- -", "\xff\u0301a", "Ⅷ", "नमस्ते"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		key := KeyOf(s, "npc") + "-1234567"
		var r report
		(&checker{report: &r}).key("x", key)
		if err := r.err(); err != nil {
			t.Errorf("KeyOf(%q): %v", s, err)
		}
	})
}

func TestSoundAlike(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Bart", "BÁRT", true},
		{"Bart", "Bard", true},
		{"Bart", "Old Barth", true},
		{"Mirela", "Mirella", true},
		{"Catherine", "Kathrin", true},
		{"Philipp", "Filip", true},
		{"Sean", "Shawn", false}, // nothing in how they are written says so
		{"Tamsin", "Tamzin", true},
		{"Bart", "Greta", false},
		{"Bart", "Wim", false},
		{"Odo", "Otto", true},
		{"Old Odo", "Old Bart", false},
		{"The Captain", "The Widow", false},
		{"The Ferryman", "The Fisherman", false},
		{"Lady Anna", "Lady Greta", false},
		{"悬空", "悬空", true},
		{"", "Bart", false},
		{"…", "!", false},
	} {
		if got := SoundAlike(tt.a, tt.b); got != tt.want {
			t.Errorf("SoundAlike(%q, %q) = %v (%q, %q)", tt.a, tt.b, got, string(sound(Fold(tt.a))), string(sound(Fold(tt.b))))
		}
		if SoundAlike(tt.b, tt.a) != SoundAlike(tt.a, tt.b) {
			t.Errorf("SoundAlike(%q, %q) depends on the order", tt.a, tt.b)
		}
	}
}
