package conversation

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func splitAll(s splitter, deltas ...string) []string {
	var out []piece
	for _, d := range deltas {
		out = append(out, s.add(d)...)
	}
	return texts(append(out, s.end()...))
}

// The names of the cases begin with the rows of the bug collection that they
// cover: see docs/cases.md.
var splitTests = []struct {
	name string
	in   splitter
	text string
	want []string
}{
	{"two sentences", splitter{}, "The mill burned. Nobody died.", []string{"The mill burned.", "Nobody died."}},
	{"X08 titles and times", splitter{}, "Dr. Sharma arrived at 9:30 a.m., slightly late.", []string{"Dr. Sharma arrived at 9:30 a.m., slightly late."}},
	{"X08 initials", splitter{}, "J. R. R. Tolkien wrote it. J. R. Barrow read it.", []string{"J. R. R. Tolkien wrote it.", "J. R. Barrow read it."}},
	{"X08 latin", splitter{}, "Bring food, e.g. bread, i.e. loaves.", []string{"Bring food, e.g. bread, i.e. loaves."}},
	{
		"X09 acronyms",
		splitter{},
		"Mr. Smith works for the C.I.A., and Ms. Johnson works for the D.E.A. as a secretary. He blew a 0.9, and his B.A.C. was high enough.",
		[]string{"Mr. Smith works for the C.I.A., and Ms. Johnson works for the D.E.A. as a secretary.", "He blew a 0.9, and his B.A.C. was high enough."},
	},
	{"time ends a sentence", splitter{}, "He came at 9 a.m. Then he left.", []string{"He came at 9 a.m.", "Then he left."}},
	{"X10 ellipsis", splitter{}, "The sky is... blue.", []string{"The sky is... blue."}},
	{"X10 ellipsis, one rune", splitter{}, "The sky is… blue. Well… I think so.", []string{"The sky is… blue.", "Well… I think so."}},
	{"ellipsis ends", splitter{}, "I wonder... Bart knows.", []string{"I wonder...", "Bart knows."}},
	{"X11 decimals and addresses", splitter{}, "It costs 1.000,50 or 37,0 or 1,000 at example.com.", []string{"It costs 1.000,50 or 37,0 or 1,000 at example.com."}},
	{"X11 mail", splitter{}, "Write to a.b@example.com. Or not.", []string{"Write to a.b@example.com.", "Or not."}},
	{"X12 decimals at the end", splitter{}, "AC is 3.5. Dr. Who rolls 2.5. Then run.", []string{"AC is 3.5.", "Dr. Who rolls 2.5.", "Then run."}},
	{"X13 full width", splitter{}, "发现三个隐患点。第一是门锁！第二呢？", []string{"发现三个隐患点。", "第一是门锁！", "第二呢？"}},
	{"X13 full width in quotes", splitter{}, "「行こう。」と言った。はい。", []string{"「行こう。」", "と言った。", "はい。"}},
	{"full width twice", splitter{}, "何？！行こう。", []string{"何？", "行こう。"}},
	{"X14 quotes", splitter{}, "“Frequently.” “How often?” “Well, some hundreds of times.”", []string{"“Frequently.”", "“How often?”", "“Well, some hundreds of times.”"}},
	{"X14 German quotes", splitter{}, "„Oft.“ „Wie oft?“ »Nein!« »Doch!« sagt er. „Komm rein!“, sagt sie.", []string{"„Oft.“", "„Wie oft?“", "»Nein!«", "»Doch!« sagt er.", "„Komm rein!“, sagt sie."}},
	{"X14 French quotes", splitter{}, "« Bonjour ! » dit-elle. « Non. » « Si ! » Elle sort.", []string{"« Bonjour ! » dit-elle.", "« Non. »", "« Si ! »", "Elle sort."}},
	{"X14 Spanish marks", splitter{}, "¿Quién va? ¡Soy yo! —Mentira —dijo él—. Vete.", []string{"¿Quién va?", "¡Soy yo!", "—Mentira —dijo él—.", "Vete."}},
	{"X14 dialogue tag", splitter{}, "“How often?” he asked. \"Stop!\" she said.", []string{"“How often?” he asked.", "\"Stop!\" she said."}},
	{"brackets", splitter{}, "He left (at last.) Then it rained.", []string{"He left (at last.)", "Then it rained."}},
	{"dots across deltas", splitter{}, "Wait... what?", []string{"Wait... what?"}},
	{"German abbreviations", splitter{language: "de"}, "Wir treffen uns z. B. am 3. Mai. Oder d. h. bald.", []string{"Wir treffen uns z. B. am 3. Mai.", "Oder d. h. bald."}},
	{"German abbreviations before nouns", splitter{language: "de"}, "Er trägt z. B. Axt, u. a. Messer und ca. 3 Pfeile. Bei Nr. 5 klopfen.", []string{"Er trägt z. B. Axt, u. a. Messer und ca. 3 Pfeile.", "Bei Nr. 5 klopfen."}},
	{"German degrees", splitter{language: "de"}, "Dr. h.c. Müller kam. Gut.", []string{"Dr. h.c. Müller kam.", "Gut."}},
	{"German ordinals", splitter{language: "de"}, "Das war der 3. Versuch. Es kostet 3. Dann geh.", []string{"Das war der 3. Versuch.", "Es kostet 3.", "Dann geh."}},
	{"German ordinals within", splitter{language: "de"}, "Er wohnt, glaube ich, 3. Stock links. Mein 2. Versuch. Zauber 3. Grades. Auf Platz 3. Glückwunsch.", []string{"Er wohnt, glaube ich, 3. Stock links.", "Mein 2. Versuch.", "Zauber 3. Grades.", "Auf Platz 3.", "Glückwunsch."}},
	{"German ordinals that are none", splitter{language: "de"}, "Das ist der 2. Wir gehen. Ich sah, sagt er, 3. Dann nichts. 2 mal 4 = 8. Bart lacht.", []string{"Das ist der 2.", "Wir gehen.", "Ich sah, sagt er, 3.", "Dann nichts.", "2 mal 4 = 8.", "Bart lacht."}},
	{"German numerals", splitter{language: "de"}, "Friedrich II. war da. Der II. Rang. Im I. Stock. Kapitel III. Dann nichts. Ludwig XIV. Der König.", []string{"Friedrich II. war da.", "Der II. Rang.", "Im I. Stock.", "Kapitel III.", "Dann nichts.", "Ludwig XIV.", "Der König."}},
	{"German dates", splitter{language: "de"}, "Komm Mo. 3. Mai oder am Fr., 5. Okt. um 8:00. Am 3. Dez. 1492. Ich weiß nicht so. Das war im Dez. Dann kam er.", []string{"Komm Mo. 3. Mai oder am Fr., 5. Okt. um 8:00.", "Am 3. Dez. 1492.", "Ich weiß nicht so.", "Das war im Dez.", "Dann kam er."}},
	{"English dates", splitter{language: "en"}, "Come Mon. Dec. 3 or Sept. 12th. It was Dec. Then he sat. Then the Sun. Five men.", []string{"Come Mon. Dec. 3 or Sept. 12th.", "It was Dec.", "Then he sat.", "Then the Sun.", "Five men."}},
	{"English numerals", splitter{language: "en"}, "It was I. Nobody saw Louis XIV. He was out.", []string{"It was I.", "Nobody saw Louis XIV.", "He was out."}},
	{"numbered things", splitter{language: "en"}, "At Lv. 5 read Ch. 3 again. Then go.", []string{"At Lv. 5 read Ch. 3 again.", "Then go."}},
	{"months in any language", splitter{}, "Komm am 3. Mai. Gut.", []string{"Komm am 3. Mai.", "Gut."}},
	{"English numbers end", splitter{language: "en"}, "I am 30. Then I left.", []string{"I am 30.", "Then I left."}},
	{"list numbers", splitter{}, "1. Take the road.\n2. Cross the bridge.", []string{"1. Take the road.", "2. Cross the bridge."}},
	{"list number on its own line", splitter{}, "1.\nTake the road.", []string{"1. Take the road."}},
	{"no is not a number", splitter{}, "Oh no. Bart is dead. Ask at No. 5.", []string{"Oh no.", "Bart is dead.", "Ask at No. 5."}},
	{"one letter ends", splitter{}, "We need plan B. Then we win. It was I. Nobody saw.", []string{"We need plan B.", "Then we win.", "It was I.", "Nobody saw."}},
	{"lower-case writer", splitter{}, "i know it. you do not. fine!", []string{"i know it.", "you do not.", "fine!"}},
	{"unknown abbreviation", splitter{}, "It takes abt. five days.", []string{"It takes abt. five days."}},
	{"lines", splitter{}, "The road\n\nGo north.", []string{"The road", "Go north."}},
	{"F37 nothing to say", splitter{}, "... !! — *", nil},
	{"F37 glued", splitter{}, "... And then? ?! Yes.", []string{"... And then?", "?! Yes."}},
	{"clause first", splitter{first: true}, "Old Bart owes me twelve crowns, and he knows it, the rat. Ask him.", []string{"Old Bart owes me twelve crowns,", "and he knows it, the rat.", "Ask him."}},
	{"clause not too short", splitter{first: true}, "Well, stranger, no. Go.", []string{"Well, stranger, no.", "Go."}},
	{"clause not in numbers", splitter{first: true}, "The whole thing costs 1,000 at 9:30.", []string{"The whole thing costs 1,000 at 9:30."}},
	{"clause at a dash", splitter{first: true}, "It was the miller’s boy—the tall one.", []string{"It was the miller’s boy—", "the tall one."}},
	{"clause, full width", splitter{first: true}, "昨日の夜に水車小屋が焼けた、誰も死ななかった。", []string{"昨日の夜に水車小屋が焼けた、", "誰も死ななかった。"}},
	{"clause of what is left", splitter{first: true}, "Aye. The mill burned last night, and nobody died.", []string{"Aye.", "The mill burned last night, and nobody died."}},
	{"not UTF-8", splitter{}, "A\xffb. C\xe2\x82", []string{"A\ufffdb.", "C\ufffd\ufffd"}},
}

// Case: X08, X09, X10, X11, X12, X13, X14, F37.
func TestSplitter(t *testing.T) {
	for _, tt := range splitTests {
		t.Run(tt.name, func(t *testing.T) {
			if got := splitAll(tt.in, tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("split %q\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestSplitterCuts splits every text of the corpus cut at every place, and cut
// into single runes: the pieces are the same. A price that comes as "costs 3."
// and "50 gold" is one piece. Case: X10.
func TestSplitterCuts(t *testing.T) {
	for _, tt := range splitTests {
		for i := range len(tt.text) {
			if got := splitAll(tt.in, tt.text[:i], tt.text[i:]); !slices.Equal(got, tt.want) {
				t.Errorf("split %q + %q\n got %q\nwant %q", tt.text[:i], tt.text[i:], got, tt.want)
			}
		}
		if got := splitAll(tt.in, strings.Split(tt.text, "")...); !slices.Equal(got, tt.want) {
			t.Errorf("split %q rune by rune\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
	for _, deltas := range [][]string{{"It costs 3.", "50 gold."}, {"Wait.", ".."}} {
		if got := splitAll(splitter{}, deltas...); len(got) != 1 || got[0] != strings.Join(deltas, "") {
			t.Errorf("split %q: got %q, want one piece", deltas, got)
		}
	}
}

// TestSplitterPrompt: a piece is handed out as soon as it is proved complete,
// not one rune later. Case: X13.
func TestSplitterPrompt(t *testing.T) {
	tests := []struct{ name, text, proof string }{
		{"X13 full width at once", "第一是门锁", "！"},
		{"exclamation", "Stop!", " "},
		{"full stop", "The mill burned. ", "N"},
		{"quote", "“Frequently.” “", "H"},
	}
	for _, tt := range tests {
		var s splitter
		if got := texts(s.add(tt.text)); len(got) != 0 {
			t.Errorf("%s: %q came out before %q", tt.name, got, tt.proof)
		}
		if got := texts(s.add(tt.proof)); len(got) != 1 {
			t.Errorf("%s: got %q after %q, want one piece", tt.name, got, tt.proof)
		}
	}
}

// TestSplitterLong: a chain of clauses does not wait for the end of the stream.
func TestSplitterLong(t *testing.T) {
	tests := []struct{ name, unit string }{
		{"clauses", "and then we went on to the next village, "},
		{"words", "and then we went on "},
		{"one word", "Donaudampfschifffahrt"},
		{"wide", "水車小屋が焼けた"},
		{"accents", "e\u0301"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s splitter
			text := strings.Repeat(tt.unit, 2000/len(tt.unit))
			got := s.add(text)
			if len(got) == 0 {
				t.Fatal("nothing came out before the end")
			}
			pieces := texts(append(got, s.end()...))
			for _, p := range pieces {
				if n := utf8.RuneCountInString(p); n > pieceLimit+1 {
					t.Errorf("a piece has %d runes, limit %d", n, pieceLimit)
				}
				if r, _ := utf8.DecodeRuneInString(p); unicode.IsMark(r) {
					t.Errorf("a piece begins with an accent: %q", p)
				}
				if tt.name == "clauses" && !strings.HasSuffix(p, ",") {
					t.Errorf("piece does not end at a clause mark: %q", p)
				}
			}
			if squeeze(strings.Join(pieces, " ")) != squeeze(text) {
				t.Error("words were lost")
			}
		})
	}
}

// squeeze removes white space, which pieces may lose between them.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func TestSplitterKeepsText(t *testing.T) {
	for _, tt := range splitTests {
		if tt.want == nil || strings.Contains(tt.name, "full width twice") || !utf8.ValidString(tt.text) {
			continue
		}
		if got := squeeze(strings.Join(splitAll(tt.in, tt.text), "")); got != squeeze(tt.text) {
			t.Errorf("%s: got %q, want %q", tt.name, got, squeeze(tt.text))
		}
	}
}

func voicedOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if isVoiced(r) {
			return r
		}
		return -1
	}, s)
}

func FuzzSplitter(f *testing.F) {
	for i, tt := range splitTests {
		f.Add(tt.text, uint(i), tt.in.first)
	}
	f.Add(strings.Repeat(".", 260)+"Hello「「", uint(7), true)
	f.Fuzz(func(t *testing.T, text string, at uint, first bool) {
		language := []string{"", "en", "de"}[at%3]
		whole := splitAll(splitter{first: first, language: language}, text)
		cut := int(at % uint(len(text)+1))
		if got := splitAll(splitter{first: first, language: language}, text[:cut], text[cut:]); !slices.Equal(got, whole) {
			t.Errorf("split %q + %q\n got %q\nwant %q", text[:cut], text[cut:], got, whole)
		}
		if got, want := voicedOnly(strings.Join(whole, "")), voicedOnly(text); got != want {
			t.Errorf("split %q: kept %q, want %q", text, got, want)
		}
		for _, p := range whole {
			if voicedOnly(p) == "" {
				t.Errorf("split %q: nothing to say in %q", text, p)
			}
			if utf8.RuneCountInString(p) > pieceLimit+1 {
				t.Errorf("split %q: piece of %d runes", text, utf8.RuneCountInString(p))
			}
		}
	})
}

func BenchmarkSplitter(b *testing.B) {
	text := strings.Repeat("Dr. Hale came at 9:30 a.m., late, and said: “How often?” Nobody knew... It costs 3.50 gold. ", 11)[:1024]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s := splitter{first: true}
		for i := 0; i < len(text); i += 4 {
			s.add(text[i : i+4])
		}
		s.end()
	}
}
