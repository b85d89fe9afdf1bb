package speech

import "testing"

func TestLanguage(t *testing.T) {
	for tag, want := range map[string]string{
		"": "", "en": "en", "EN-gb": "en", "de_AT": "de", "zh-Hans-CN": "zh", "yue_Hant_HK": "yue", " fr ": "fr", "-x": "", "de.UTF-8": "de", "ἑλ": "",
	} {
		if got := Language(tag); got != want {
			t.Errorf("Language(%q) = %q, want %q", tag, got, want)
		}
	}
}
