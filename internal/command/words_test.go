package command

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestIDs(t *testing.T) {
	// The longest there are: two UUIDs.
	uuid := strings.Repeat("0", 36)
	if id := button(btnDecide, approve, "99999", uuid, uuid); len(id) > maxID {
		t.Errorf("%q has %d characters", id, len(id))
	}
	verb, args, ok := parseID(button(btnConsent, "yes", uuid))
	if !ok || verb != btnConsent || !slices.Equal(args, []string{"yes", uuid}) {
		t.Errorf("parsed %q %q %v", verb, args, ok)
	}
}

// What is parsed is what would be made of it.
func FuzzParseID(f *testing.F) {
	for _, s := range []string{yes, no, button(btnExample), button(btnDecide, approve, "0", "c", "p"), "", ":", "consent::", "begin:a:b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		verb, args, ok := parseID(s)
		if ok && button(verb, args...) != s {
			t.Errorf("%q was taken for %q %q", s, verb, args)
		}
	})
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"Bart the ferryman", "Bart the ferryman"},
		{" a\n\n# b\t c ", `a \# b c`},
		{"**bold** `code` ~~x~~ ||spoiler||", "\\*\\*bold\\*\\* \\`code\\` \\~\\~x\\~\\~ \\|\\|spoiler\\|\\|"},
		{"@everyone <@&123>", `\@everyone \<\@&123\>`},
		{"a\u202egnp.exe\u200b", "agnp.exe"},
		{"Élodie 悬空 👩‍🚀", "Élodie 悬空 👩‍🚀"},
	} {
		if got := plain(tt.in); got != tt.want {
			t.Errorf("plain(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// Whatever somebody wrote is one line, and does nothing in Discord.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{"a *b* c", "\\", "\\*", "x\x00\r\ny", "\xff", "<@1>", "\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := plain(s)
		if !utf8.ValidString(got) {
			t.Errorf("plain(%q) = %q is no UTF-8", s, got)
		}
		escaped := false
		for _, r := range got {
			switch {
			case unicode.IsControl(r) || unicode.IsSpace(r) && r != ' ':
				t.Errorf("plain(%q) = %q has %U", s, got, r)
			case escaped:
				escaped = false
			case r == '\\':
				escaped = true
			case strings.ContainsRune("*_~`|<>#@[]()", r):
				t.Errorf("plain(%q) = %q has %q without a backslash", s, got, r)
			}
		}
		if escaped {
			t.Errorf("plain(%q) = %q ends in a backslash", s, got)
		}
	})
}
