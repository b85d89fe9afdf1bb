package offline

import (
	"fmt"
	"strings"
	"testing"

	"glyphoxa/internal/llm"
)

func retold(t *testing.T, language string, lines ...string) string {
	t.Helper()
	return play(t.Context(), llm.Request{
		System:   "TASK: recap\nLanguage: " + language,
		Messages: []llm.Message{{Role: llm.User, Text: strings.Join(lines, "\n")}},
	})
}

func TestRecap(t *testing.T) {
	got := retold(t, "en", "(Scene: The Silver Heron)", "Narrator: The rain beats on the shutters.", "", "Dr. Hale: Yes.", "Kara: Where is the old bridge to the north?")
	const want = "Narrator said: “The rain beats on the shutters.”\nDr. Hale said: “Yes.”\nKara said: “Where is the old bridge to the north?”"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := retold(t, "de", "Kara: Hallo."); got != "Kara sagte: „Hallo.“" {
		t.Errorf("got %s", got)
	}
	if got := retold(t, "en", "no label here"); got != "Nothing was said." {
		t.Errorf("got %s", got)
	}
}

// A long session is told in parts, and the parts are told together.
func TestRecapOfRecaps(t *testing.T) {
	part := retold(t, "en", "Kara: Where is the “old” bridge?", "Odo: It is [cut off]", "Odo: I will not say.")
	if want := "Kara said: “Where is the 'old' bridge?”\nOdo said: “It is…”\nOdo said: “I will not say.”"; part != want {
		t.Errorf("got\n%s\nwant\n%s", part, want)
	}
	one := strings.ReplaceAll(part, "\n", " ")
	if got := retold(t, "en", one, one, "GM said: “It rains.”"); got != part+"\nGM said: “It rains.”" {
		t.Errorf("got\n%s", got)
	}
}

// What a line is marked as a claim stays one, through parts as well.
func TestRecapOfClaims(t *testing.T) {
	part := retold(t, "en", "Kara: Where were you?", "Odo: I was ill [cut off] [a claim]", "Odo: In bed. [a claim]")
	if want := "Kara said: “Where were you?”\nOdo claims: “I was ill…”\nOdo claims: “In bed.”"; part != want {
		t.Errorf("got\n%s\nwant\n%s", part, want)
	}
	if got := retold(t, "en", strings.ReplaceAll(part, "\n", " ")); got != part {
		t.Errorf("put together\n%s\nwant\n%s", got, part)
	}
	if got := retold(t, "de", "Odo: Ich war krank. [a claim]"); got != "Odo behauptet: „Ich war krank.“" {
		t.Errorf("got %s", got)
	}
}

func TestRecapChooses(t *testing.T) {
	lines := []string{"Kara: Hello."}
	for i := range 50 {
		lines = append(lines, fmt.Sprintf("Joren: Yes number%d.", i))
	}
	lines = append(lines, "Odo: The guild paid me silver to leave the wall when the lantern went dark.", "Kara: Yes.", "Kara: Yes.",
		"Mirela: "+strings.Repeat("word ", 100), "Kara: Good night.")
	got := strings.Split(retold(t, "en", lines...), "\n")
	if len(got) != maxQuotes || got[0] != "Kara said: “Hello.”" || got[len(got)-1] != "Kara said: “Good night.”" {
		t.Errorf("got %d quotes: %q", len(got), got)
	}
	all := strings.Join(got, "\n")
	if !strings.Contains(all, "The guild paid me") {
		t.Errorf("what says most is missing: %s", all)
	}
	for _, q := range got {
		if len([]rune(q)) > maxQuote+40 {
			t.Errorf("a quote of %d runes", len([]rune(q)))
		}
	}
}

// FuzzAnswer checks that whatever is said, and whatever tools return, there is
// either one call of a tool that is there or something to say.
func FuzzAnswer(f *testing.F) {
	f.Add("Kara: roll 2d6 + 1d4, Odo", "2d6: 1 = 1")
	f.Add("Kara: ȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺ, remember the fox", "")
	f.Add("remember that ", "1. (believes) [npc] X: y")
	f.Add("(note)\nÄ: ’s, go on", "1. : \n2) [a")
	f.Fuzz(func(t *testing.T, text, result string) {
		req := said(text)
		if words, call := answer(req); (words == "") == (call == nil) {
			t.Errorf("words %q and call %+v", words, call)
		}
		for _, tool := range []string{"dice", "kg_query", "remember_knowledge", "transcript_search", "nobody's"} {
			if words, call := answer(returned(req, tool, result)); words == "" || call != nil {
				t.Errorf("after %s: words %q and call %+v", tool, words, call)
			}
		}
	})
}
