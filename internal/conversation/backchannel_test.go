package conversation

import "testing"

func TestIsBackchannel(t *testing.T) {
	tests := []struct {
		text, language string
		want           bool
	}{
		{"Mhm.", "en", true},
		{"uh-huh", "en", true},
		{"Yeah, ok.", "en-GB", true},
		{"hm", "", true},
		{"I see.", "en", true},
		{"Ja, genau!", "de", true},
		{"ach so", "de-DE", true},
		{"ja", "en", false},
		{"mhm", "fr", true},
		{"Ah oui, d'accord.", "fr", true},
		{"D’accord", "fr-CA", true},
		{"Oui, mais où ?", "fr", false},
		{"non", "fr", false},
		{"Sí, claro.", "es", true},
		{"Sí, pero no", "es", false},
		{"Ah, sì, certo", "it", true},
		{"Pois é", "pt-BR", true},
		{"Ja, precies", "nl", true},
		{"Ach ja?", "de", true},
		{"Ja, warte", "de", false},
		{"yeah but where is the mill", "en", false},
		{"Yeah, stop.", "en", false},
		{"no", "en", false},
		{"nein", "de", false},
		{"ok ok ok ok", "en", false}, // somebody wants the floor
		{"I", "en", false},
		{"", "en", false},
		{"...", "en", false},
	}
	for _, tt := range tests {
		if got := isBackchannel(tt.text, tt.language); got != tt.want {
			t.Errorf("isBackchannel(%q, %q) = %v, want %v", tt.text, tt.language, got, tt.want)
		}
	}
}
