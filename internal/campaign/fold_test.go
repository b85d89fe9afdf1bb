package campaign

import "testing"

func TestFold(t *testing.T) {
	tests := []struct{ s, want string }{
		{"Mirela Voss", "mirela voss"},
		{"  Élodie,  (the) Bold! ", "elodie the bold"},
		{"E\u0301lodie", "elodie"},
		{"Don't — DON’T", "dont dont"},
		{"Straße", "strasse"},
		{"ﬁne", "fine"},
		{"İstanbul", "istanbul"},
		{"J'zargo", "jzargo"},
		{"d20+3", "d20 3"},
		{"悬空、引用", "悬空 引用"},
		{"한국", "한국"},
		{"が か", "が か"},
		{"दिल्ली", "दिल्ली"},
		{"🎲 …", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Fold(tt.s); got != tt.want {
			t.Errorf("Fold(%q) = %q, want %q", tt.s, got, tt.want)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Élodie ﬁ ß İ 한국 が")
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if twice := Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, and folded again %q", s, once, twice)
		}
	})
}
