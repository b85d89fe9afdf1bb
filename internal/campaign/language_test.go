package campaign

import "testing"

func TestLanguageOf(t *testing.T) {
	for in, want := range map[string]string{
		"de": "de", "DE": "de", "en_US": "en-US", "Deutsch": "de", " français ": "fr", "": "", "und": "", "Klingonese": "", "x": "",
	} {
		if got := LanguageOf(in); got != want {
			t.Errorf("LanguageOf(%q) = %q, want %q", in, got, want)
		}
	}
}
