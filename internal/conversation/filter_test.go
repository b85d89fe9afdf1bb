package conversation

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func filterAll(f *filter, deltas ...string) (spoken, aside string) {
	var b strings.Builder
	for _, d := range deltas {
		b.WriteString(f.add(d))
	}
	b.WriteString(f.end())
	return b.String(), f.aside()
}

// The names of the cases begin with the rows of the bug collection that they
// cover: see docs/cases.md.
var filterTests = []struct {
	name, text, want string
}{
	{"plain", "The mill burned. Nobody died.", "The mill burned. Nobody died."},
	{"X01 markdown", "**Text** # Title _x_", "Text Title x"},
	{"X01 heading", "# The Road\nGo north.", "The Road\nGo north."},
	{"X01 bold and italic", "***Never*** go **there alone**, __friend__.", "Never go there alone, friend."},
	{"X01 bullets", "Two things:\n- bread\n* ale", "Two things:\nbread\nale"},
	{"X01 a bullet", "• Aye.\nNo.", "Aye.\nNo."},
	{"X01 numbers", "1. Go north.\n2. Ask Bart.\nDone.", "1. Go north.\n2. Ask Bart.\nDone."},
	{"X01 an item that goes on", "- Go north\n  and then east.\nDone.", "Go north\nand then east.\nDone."},
	{"X04 list", "I have:\n- bread\n- ale\n\n- rope\n  of **hemp**\n\nAnything else?", "I have:\nAnything else?"},
	{"X04 numbered list", "First:\n1. bread\n2) ale\n10. rope", "First:"},
	{"X04 list in a list", "So:\n- a\n  - b\n  - c\n- d\nRight.", "So:\nRight."},
	{"X04 lists end each other's", "So:\n- a\n- b\nand\n- c\n- d", "So:\na\nb\nand\nc\nd"},
	{"X04 only a list", "- bread\n- ale\n- rope", "bread\nale\nrope"},
	{"X04 only a list and a direction", "*counts*\n- bread\n- ale\n- rope", "bread\nale\nrope"},
	{"X04 prices", "I have:\n- Ale, 2 copper.\n- Stew: three copper.\n- A bed, 1 silver.\nWell?", "I have:\nWell?"},
	{"X04 steps", "So:\n1. Go north.\n2. Ask Bart.\n3. Do not look back.\nReady?", "So:\nReady?"},
	{"X04 steps in dashes are sentences", "So:\n- Go north.\n- Ask **Bart**.\n- Do not look back!\nReady?", "So:\nGo north.\nAsk Bart.\nDo not look back!\nReady?"},
	{"dialogue in dashes", "- No.\n- Yes, I say.\n- “Never again!”\nThat is what they shouted.", "No.\nYes, I say.\n“Never again!”\nThat is what they shouted."},
	{"dialogue in dashes that goes on below", "- No.\n- Yes,\n  I say.\n- Never again.\nThat was it.", "No.\nYes,\nI say.\nNever again.\nThat was it."},
	{"dialogue with what is no sentence", "- No.\n- Yes.\n- and so on\n- What?\nThat was it.", "No.\nYes.\nand so on\nWhat?\nThat was it."},
	{"X04 list with sentences", "- bread\n- ale\n- That is dear.\n- rope\nThat is all.", "That is all."},
	{"X04 starred sentences", "* No.\n* Yes.\n* Never.\nThat is all.", "That is all."},
	{"X04 list before words", "- bread\n- ale\n- rope\nThat is all.", "That is all."},
	{"X04 list and table", "So:\n- a\n- b\n- c\n| x |\nEnd.", "So:\nEnd."},
	{"no lists", "12 crowns.\n3.5 more.\n1990. It was war.\n-5 degrees\n--- no", "12 crowns.\n3.5 more.\n1990. It was war.\n-5 degrees\n--- no"},
	{"X01 quote marks", "> So it is written.\n> - twice", "So it is written.\ntwice"},
	{"X01 link", "See [the map](https://example.com/a_(b)) now. ![a mill](x.png) Go.", "See the map now. Go."},
	{"X01 code span", "Say `open sesame` twice.", "Say open sesame twice."},
	{"X01 escapes", `Five \* three \_ two.`, "Five three two."},
	{"X01 names with underscores", "old_mill_road", "old mill road"},
	{"X02 emphasis", "He said *never* trust him.", "He said never trust him."},
	{"X02 emphasis of two words", "This is *very very* important, you *must not* go.", "This is very very important, you must not go."},
	{"X02 emphasis begins a sentence", "*Never* trust him. *Thornwood Mill* is gone.", "Never trust him. Thornwood Mill is gone."},
	{"X02 shout", "*Get out!* Now.", "Get out! Now."},
	{"X02 predicate", "It is he who *laughs* at you.", "It is he who laughs at you."},
	{"X02 after an ellipsis", "Hmm... *never* mind.", "Hmm... never mind."},
	{"X02 underscore", "He _never_ came.", "He never came."},
	{"X02 bold inside", "I *do **not** know* him.", "I do not know him."},
	{"X03 symbols", "✅ Готово ⚙️ ┌─┐ 🎲", "Готово"},
	{"X03 joined emoji", "Family 👨‍👩‍👧‍👦 first 👍🏽 1️⃣ 🇩🇪!", "Family first 1!"},
	{"X03 arrows", "gold→silver", "gold silver"},
	{"X03 Persian keeps its joiner", "می\u200cخواهم", "می\u200cخواهم"},
	{"X03 money and sums stay", "50% of 3€ + 2 = §5 & 20 °C", "50% of 3€ + 2 = §5 & 20 °C"},
	{"X04 table", "Look:\n| HP | AC |\n|----|----|\n| 12 | 15 |\n------\nThat is all.", "Look:\nThat is all."},
	{"X04 code", "Run:\n```go\nx := 1\n```\nDone.", "Run:\nDone."},
	{"X04 code cut short", "Run:\n```\nx := 1", "Run:"},
	{"X05 direction", "*leans closer* Speak, stranger.", "Speak, stranger."},
	{"X05 within", "I know *leans closer* what you did. *sighs*", "I know what you did."},
	{"X05 one word", "*sighs* I am tired.", "I am tired."},
	{"X05 one capital word", "*Sighs.* I am tired.", "I am tired."},
	{"X05 named actor", "*Bart leans in* Speak.", "Speak."},
	{"X05 unknown verb", "Well... *pushes the mug across the bar* Drink.", "Well... Drink."},
	{"X05 comma goes along", "*sighs*, I know.", "I know."},
	{"X05 cut short", "Aye. *leans clos", "Aye."},
	{"X05 on a line of its own", "*sighs*\nI am tired.\n\n_leans closer_\nSpeak.", "I am tired.\nSpeak."},
	{"X05 German", "*lehnt sich vor* Sprich, Fremder. *seufzt*", "Sprich, Fremder."},
	{"X05 underscores", "_leans closer_ Speak.", "Speak."},
	{"X05 told", "\"Come in,\" *he says softly,* \"and sit.\"", "\"Come in,\" \"and sit.\""},
	{"X06 quotes inside", "*He waves, saying \"hello\" softly.* \"Come in.\"", "\"Come in.\""},
	{"X06 brackets", "(sighs) I am [whispers] tired. (softly) Go.", "I am tired. Go."},
	{"brackets that are said", "The mill (the old one) burned. (Perhaps) it did.", "The mill (the old one) burned. (Perhaps) it did."},
	{"curly quotes stay", "“Come in,” he said. Come in.", "“Come in,” he said. Come in."},
	{"X15 thought", "<think>plan</think>Hello.", "Hello."},
	{"X15 thought without beginning", "plan</think>Hello.", "Hello."},
	{"X15 thought without end", "<think>plan and more", ""},
	{"X15 any case, any name", "<Thinking>a <b>plan</b> </THINKING>\n\nHello.", "Hello."},
	{"X15 tags in thoughts", "<think>I could write <tool_call> here</think>Hello.", "Hello."},
	{"F33 tool call", "Let me see. <tool_call>{\"name\":\"dice\"}</tool_call> Seven.", "Let me see. Seven."},
	{"F33 nested", "<function_calls><invoke name=\"dice\"><parameter name=\"n\">2</parameter></invoke></function_calls>Seven.", "Seven."},
	{"F33 mixed up", "<function=dice>{\"n\":2}</tool_call>Seven.", "Seven."},
	{"F33 leftovers", "Seven.</invoke></function><|im_end|>", "Seven."},
	{"F33 cut short", "Seven. <tool_call>{\"na", "Seven."},
	{"F33 tag cut short", "Seven. <tool_ca", "Seven."},
	{"F33 tag cut short within its attributes", "Seven. <font face=\"Times New Roman\" col", "Seven."},
	{"F33 mark cut short", "Seven. <|im_e", "Seven."},
	{"F33 remark cut short", "Seven. <!-- not to be", "Seven."},
	{"F33 hidden tag cut short", "Seven. <tool_call with two dice, n", "Seven."},
	{"an open angle is no tag", "Run when his strength is <half of yours, and do not look back. I mean it.", "Run when his strength is half of yours, and do not look back. I mean it."},
	{"an open angle before an address", "At <https://example.com", "At https://example.com"},
	{"tags that are none", "If 3 < 5 and a <b>bold</b> m<i>ov</i>e<br>works.", "If 3 5 and a bold move works."},
	{"address in angles", "At <https://example.com> then.", "At https://example.com then."},
	{"white space", "  One   two \n\n\n three  ", "One two\nthree"},
	{"nothing", "", ""},
	{"only a direction", "*sighs*", ""},
	{"exclamation at the end", "Stop!", "Stop!"},
	{"stray marks", "2 * and a*b ** and _", "2 and a b and"},
	{"X01 times", "5*3=15, 2 * 4 = 8 and 2\\*3, *never* *5*3* or **5*3**, 5 *very* old", "5×3=15, 2 × 4 = 8 and 2×3, never 5×3 or 5×3, 5 very old"},
	{"X01 times in what is done", "*counts 5*3 coins* Done. He is *5*.", "Done. He is 5."},
	{"X01 no times", "5 * old, 5*x, x*5, 5* 3, 2**3, **5**3", "5 old, 5 x, x 5, 5 3, 2 3, 5 3"},
	{"X01 about and number", "~5 gp, ~ 5, ~~5~~ 3, #3, # 3, ##5, C#5, ~ five", "≈5 gp, ≈ 5, 5 3, №3, 3, 5, C 5, five"},
	{"X02 emphasis on a number", "*5 gold pieces*, and no less. *20 gold.* Take it.", "5 gold pieces, and no less. 20 gold. Take it."},
	{"empty brackets", "So () it (is)", "So it (is)"},
	{"open link", "[Mirela](who was standing by the door\nThat is all.", "Mirela (who was standing by the door\nThat is all."},
	{"open link to the end", "[Mirela](who was standing by the door all night", "Mirela (who was standing by the door all night"},
	{"X01 link cut short", "See [the map](https://example.com/a", "See the map"},
	{"open bracket", "[so it", "so it"},
}

// Case: X01, X02, X03, X04, X05, X06, X15, F33.
func TestFilter(t *testing.T) {
	for _, tt := range filterTests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := filterAll(new(filter), tt.text); got != tt.want {
				t.Errorf("filter %q\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestFilterCuts filters every text cut at every place, and rune by rune.
func TestFilterCuts(t *testing.T) {
	for _, tt := range filterTests {
		_, wantAside := filterAll(new(filter), tt.text)
		check := func(deltas ...string) {
			t.Helper()
			got, aside := filterAll(new(filter), deltas...)
			if got != tt.want || aside != wantAside {
				t.Errorf("filter %q\n got %q aside %q\nwant %q aside %q", deltas, got, aside, tt.want, wantAside)
			}
		}
		for i := range len(tt.text) {
			check(tt.text[:i], tt.text[i:])
		}
		check(strings.Split(tt.text, "")...)
	}
}

// Case: X04.
func TestFilterAside(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"X04 table", "Look:\n| HP | AC |\n|----|----|\n| 12 | 15 |\nDone.", "| HP | AC |\n|----|----|\n| 12 | 15 |"},
		{"X04 code", "Run:\n```go\nx := *p\n```\nDone.", "```go\nx := *p\n```"},
		{"X04 code cut short", "Run:\n```\nx := 1", "```\nx := 1\n```"},
		{"X04 list", "I have:\n- bread\n- ale\n\n- rope\n  of **hemp**\n\nAnything else?", "- bread\n- ale\n\n- rope\n  of **hemp**"},
		{"X04 list at the end", "First:\n1. bread\n2) ale\n10. rope", "1. bread\n2) ale\n10. rope"},
		{"X04 list and table", "So:\n- a\n- b\n- c\n| x |\n| y |\nEnd.", "- a\n- b\n- c\n\n| x |\n| y |"},
		{"only a list", "- bread\n- ale\n- rope", ""},
		{"nothing", "Just *words*.", ""},
	}
	for _, tt := range tests {
		if _, got := filterAll(new(filter), tt.text); got != tt.want {
			t.Errorf("%s: aside %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestFilterPrompt: words pass as they come; only what may turn out to be
// something else waits.
func TestFilterPrompt(t *testing.T) {
	f := new(filter)
	tests := []struct{ delta, want string }{
		{"The old mill burned", ""}, // 19 runes: might be a thought (X15)
		{" down", "The old mill burned down"},
		{", they say *never", ", they say"},
		{" ", " never"},
		{"again* and", " again and"},
		{" so", " so"},
		{" (the", ""},
		{" ", " (the"},
	}
	for _, tt := range tests {
		if got := f.add(tt.delta); got != tt.want {
			t.Errorf("add %q: got %q, want %q", tt.delta, got, tt.want)
		}
	}
}

func FuzzFilter(f *testing.F) {
	for i, tt := range filterTests {
		f.Add(tt.text, uint(i))
	}
	f.Fuzz(func(t *testing.T, text string, at uint) {
		whole, aside := filterAll(new(filter), text)
		cut := int(at % uint(len(text)+1))
		got, gotAside := filterAll(new(filter), text[:cut], text[cut:])
		if got != whole || gotAside != aside {
			t.Errorf("filter %q + %q\n got %q\nwant %q", text[:cut], text[cut:], got, whole)
		}
		if i := strings.IndexFunc(whole, func(r rune) bool { s := speakability(r); return s == gap || s == silent }); i >= 0 {
			t.Errorf("filter %q: %q has what no voice can say", text, whole)
		}
		// The space behind a clause mark does not wait for what follows, which
		// may turn out to be nothing.
		ended := whole
		if rest, ok := strings.CutSuffix(whole, " "); ok && rest != "" {
			if last, _ := utf8.DecodeLastRuneInString(rest); isClauseMark(last) {
				ended = rest
			}
		}
		if strings.TrimSpace(ended) != ended || strings.Contains(whole, "  ") {
			t.Errorf("filter %q: white space in %q", text, whole)
		}
		// What has nothing but words must come out as it went in.
		if strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,") == "" {
			if want := strings.Join(strings.Fields(text), " "); ended != want {
				t.Errorf("filter %q: got %q, want %q", text, whole, want)
			}
		}
	})
}

func BenchmarkFilter(b *testing.B) {
	text := strings.Repeat("*leans closer* Dr. Hale came **late**, and said: “How *often*?” Nobody knew (so they say)... ", 12)[:1024]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var f filter
		for i := 0; i < len(text); i += 4 {
			f.add(text[i : i+4])
		}
		f.end()
	}
}

// TestTextIsLinear: no text makes the filter or the splitter slow. One text takes
// about as long as 64 texts of a 64th of its length, and would take up to 64 times as
// long if the work were squared. Both are as much work, so that a loaded machine slows
// both down alike; the shortest counts, and they take turns until it is short enough.
func TestTextIsLinear(t *testing.T) {
	const size, times, limit, rounds = 1 << 10, 64, 3, 10
	for _, unit := range []string{
		" ", "*", "**", "*a ", "_a", "(", "(a ", "[", "[a](", "<", "<a", "!", "`", "> ", "\n- ", "\n1. ", "\n  a", "\n#", "| ", "~~~",
		"a", ".", "a.", ". ", "Dr. ", "9. ", "5*", "5 * ", "~", "#5 ", "Dec. 3, ", "II. ", "6, ", "“", "「", "。", "e\u0301",
	} {
		took := func(n, size int) time.Duration {
			text := strings.Repeat(unit, size/len(unit))
			start := time.Now()
			for range n {
				spoken, _ := filterAll(new(filter), text)
				splitAll(splitter{first: true}, spoken)
				splitAll(splitter{first: true}, text)
				streamOf("en", true, nil, text)
			}
			return time.Since(start)
		}
		many, one := took(times, size), took(1, times*size)
		for round := 1; round < 2 || round < rounds && one > limit*many; round++ {
			many, one = min(many, took(times, size)), min(one, took(1, times*size))
		}
		if one > limit*many {
			t.Fatalf("%q for %d bytes takes %v, and %d times %d bytes take %v", unit, times*size, one, times, size, many)
		}
	}
}

// TestClauseDoesNotWait: the space that proves a clause mark is not held back
// for what comes after it.
func TestClauseDoesNotWait(t *testing.T) {
	s := newSegmenter("en", false)
	if got := texts(s.add("The old road is flooded,")); len(got) > 0 {
		t.Errorf("pieces %q before the clause is proved: it could be 1,000", got)
	}
	if got, want := texts(s.add(" ")), []string{"The old road is flooded,"}; !equal(got, want) {
		t.Errorf("pieces %q behind the clause, want %q", got, want)
	}
}
