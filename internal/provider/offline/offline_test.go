package offline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/llm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var allTools = []llm.ToolSpec{
	{Name: "dice"}, {Name: "kg_query"}, {Name: "recap"}, {Name: "remember_knowledge"}, {Name: "transcript_search"},
}

// play ranges over one answer and writes it down.
func play(ctx context.Context, req llm.Request) string {
	var b strings.Builder
	for ev, err := range New(Options{}).Stream(ctx, req) {
		switch ev := ev.(type) {
		case nil:
			fmt.Fprintf(&b, "error(%v)", err)
		case llm.Text:
			b.WriteString(string(ev))
		case llm.ToolCall:
			fmt.Fprintf(&b, "%s%s", ev.Name, ev.Args)
		case llm.Finish:
			if ev.Reason != llm.Stop {
				fmt.Fprintf(&b, "{%s}", ev.Reason)
			}
		}
	}
	return b.String()
}

// said is a request in which the players have said these lines.
func said(lines ...string) llm.Request {
	return llm.Request{
		System: "You are Mirela.\nLanguage: en\n", Tools: allTools,
		Messages: []llm.Message{{Role: llm.User, Text: strings.Join(lines, "\n")}},
	}
}

// returned is req after a tool has been called and has returned content.
func returned(req llm.Request, tool, content string) llm.Request {
	req.Messages = append(slices.Clone(req.Messages),
		llm.Message{Role: llm.Assistant, Calls: []llm.ToolCall{{ID: "1", Name: tool}}},
		llm.Message{Role: llm.Tool, Results: []llm.ToolResult{{ID: "1", Name: tool, Content: content}}})
	return req
}

func TestCalls(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"Kara: Mirela, what does a room cost for the night?", `kg_query{"limit":8,"query":"room cost night mirela"}`},
		{"mirela what does a room cost for the night", `kg_query{"limit":8,"query":"room cost night mirela"}`},
		{"Joren: Stop. Where is Edith Marsh?", `kg_query{"limit":8,"query":"edith marsh"}`},
		{"stop where is edith marsh", `kg_query{"limit":8,"query":"edith marsh"}`},
		{"Where is he, Bart?", `kg_query{"limit":8,"query":"bart"}`},
		{"who are you", `kg_query{"limit":8,"query":"who are you"}`},
		{"odo tell me about the lantern guild", `kg_query{"limit":8,"query":"lantern guild odo"}`},
		{"The bridge looks dangerous.", `kg_query{"limit":8,"query":"bridge looks dangerous"}`},
		{"Joren: Odo, roll two six sided dice for us.", `dice{"dice":"2d6"}`},
		{"Kara: Mirela, remember that the north gate is closed.", `remember_knowledge{"fact":"The north gate is closed.","kind":"fact","subject":"north gate"}`},
		{"what did kara say about the bridge", `transcript_search{"limit":8,"query":"kara bridge"}`},
		{"Jasper, what happened last session?", `recap{}`},
		{"Kara: hello\n(Joren is away.)", ""},
		{"good evening mirela", ""},
		{"thank you", ""},
		{"go on", ""},
	} {
		t.Run(tt.line, func(t *testing.T) {
			got := play(t.Context(), said(tt.line))
			if tt.want == "" {
				if got == "" || strings.Contains(got, "{") {
					t.Errorf("got %s, want words", got)
				}
			} else if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestOnlyToolsThatAreThere(t *testing.T) {
	for _, tt := range []struct {
		line string
		has  string
		want string // the call; "" for words
	}{
		{"roll a d20", "kg_query", ""},
		{"remember that the north gate is closed", "kg_query", ""},
		{"what is under the mill?", "dice", ""},
		{"what did Kara say about the bridge?", "kg_query", `kg_query{"limit":8,"query":"kara bridge"}`},
		{"what happened last session?", "dice", ""},
	} {
		req := said(tt.line)
		req.Tools = []llm.ToolSpec{{Name: tt.has}}
		if got := play(t.Context(), req); tt.want != "" && got != tt.want || tt.want == "" && (got == "" || strings.Contains(got, "{")) {
			t.Errorf("%s with %s: got %s, want %s", tt.line, tt.has, got, tt.want)
		}
	}
	req := said("what is under the mill?")
	req.NoTools = true
	if got := play(t.Context(), req); strings.Contains(got, "{") || got == "" {
		t.Errorf("NoTools: got %s", got)
	}
}

// tavern is what kg_query returns in a campaign.
const tavern = `1. [npc] Mirela Voss: Mirela Voss has kept the Silver Heron for nine years.
2. [npc] Mirela Voss, price: A room at the Silver Heron costs two silver for the night.
3. [npc] Mirela Voss, supper: The supper tonight is fish stew with black bread.
4. [npc] Mirela Voss, debt: Business is good and every bill at the Heron is paid.
5. [npc] Odo Brand, watch: The harbor watch has four men and one good dog.
6. [faction] The Lantern Guild, master: The master of the guild is an old woman called Edith Marsh.
7. [faction] The Lantern Guild: The Lantern Guild buys the oil and keeps the seven lanterns burning.
8. [npc] Edith Marsh: Edith Marsh leads the Lantern Guild and has not been seen for three days.
9. (believes) [item] The Last Lantern, cause: The wind put the lantern out, as it does every winter.`

func TestAnswersFromWhatIsKnown(t *testing.T) {
	for _, tt := range []struct {
		line, result string
		want, not    string
	}{
		{"Mirela, what does a room cost for the night?", tavern, "two silver", "nine years"},
		{"mirela what does a room cost for the night", tavern, "two silver", "fish"},
		{"Mirela, what is for supper tonight?", tavern, "fish stew", "silver"},
		{"Odo, how many men are in the harbor watch?", tavern, "four men", "Mirela"},
		{"Stop. Where is Edith Marsh?", tavern, "three days", "fish"},
		{"Odo, tell me about the Lantern Guild.", tavern, "seven lanterns", "supper"},
		{"odo tell me about the lantern guild", tavern, "Edith Marsh", "supper"},
		{"mirela who are you", tavern, "kept the Silver Heron", ""},
		{"why did the wind put out the lantern", tavern, "The wind put the lantern out", "Guild"},
		{"Mirela, what about dragons?", tavern, "", "Mirela Voss"},
		{"who is the old hermit", "1. [npc] Barnaby: Barnaby lives alone in the woods.", "Barnaby lives", ""}, // by an alias
		{"what does she owe", "1. [npc] Mirela Voss, debt: owes 40 gold", "Mirela Voss: owes 40 gold.", ""},
		{"what is under the mill", "Nothing is known about that.", "", "Nothing is known"},
		{"what is under the mill", "", "", "mill"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			got := play(t.Context(), returned(said("Kara: "+tt.line), "kg_query", tt.result))
			if tt.want == "" {
				if !slices.Contains(english.unknown, got) {
					t.Errorf("got %q, want not to know", got)
				}
				return
			}
			if !strings.Contains(got, tt.want) || tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("got %q, want %q and not %q", got, tt.want, tt.not)
			}
		})
	}
}

// All that is said is a tool's, or one of the phrases.
func TestSaysOnlyWhatTheToolsReturn(t *testing.T) {
	for _, q := range []string{"tell me about the guild", "where is edith marsh", "what does a room cost"} {
		got := play(t.Context(), returned(said(q), "kg_query", tavern))
		for _, f := range english.fact {
			if before, _, _ := strings.Cut(f, "%"); before != "" {
				got = strings.TrimPrefix(got, before)
			}
		}
		for _, k := range statements(tavern) {
			got = strings.ReplaceAll(got, k.text, "")
		}
		if strings.TrimSpace(got) != "" {
			t.Errorf("%s: %q is nowhere in the result", q, got)
		}
	}
}

func TestBelief(t *testing.T) {
	got := play(t.Context(), returned(said("why did the wind put the lantern out"), "kg_query", tavern))
	ok := slices.ContainsFunc(english.belief, func(p string) bool {
		before, _, _ := strings.Cut(p, "%")
		return strings.HasPrefix(got, before)
	})
	if !ok || strings.Contains(got, "(believes)") {
		t.Errorf("got %q", got)
	}
}

// A relation is told in words, without the brackets in which a tool puts what the
// one thinks of the other, and "go on" knows that it was told.
func TestRelation(t *testing.T) {
	for text, want := range map[string]string{
		"Odo Brand owes The Lantern Guild (Odo Brand dislikes The Lantern Guild)":     "Odo Brand owes The Lantern Guild. Odo Brand dislikes The Lantern Guild.",
		"Odo knows Bart: he waters the ale. (Odo hates Bart)":                         "Odo knows Bart: he waters the ale. Odo hates Bart.",
		"Old Tam (the elder) fears Bo (a cat) (Old Tam (the elder) loves Bo (a cat))": "Old Tam (the elder) fears Bo (a cat). Old Tam (the elder) loves Bo (a cat).",
		"Odo Brand is a member of The Watch":                                          "Odo Brand is a member of The Watch.",
		"The gate is closed (until dawn)":                                             "The gate is closed (until dawn).",
		"Odo has a dog (Greta likes it)":                                              "Odo has a dog (Greta likes it).",
		"(Odo likes Bart)":                                                            "(Odo likes Bart).",
		"Odo)":                                                                        "Odo).",
	} {
		if got := sentence(known{head: "Odo Brand", text: text}); got != want && got != "Odo Brand: "+want {
			t.Errorf("%s is said as %q, want %q", text, got, want)
		}
	}
	const ties = `1. [npc] Odo Brand, owes: Odo Brand owes The Lantern Guild (Odo Brand dislikes The Lantern Guild)
2. [npc] Odo Brand: Odo Brand has hated lanterns since the guild burned his boat.`
	req := said("Odo, what about the guild?")
	answer := play(t.Context(), returned(req, "kg_query", ties))
	if strings.ContainsAny(answer, "()") || !strings.Contains(answer, "Odo Brand dislikes The Lantern Guild.") {
		t.Errorf("answered %q", answer)
	}
	req.Messages = append(req.Messages, llm.Message{Role: llm.Assistant, Text: answer}, llm.Message{Role: llm.User, Text: "Go on."})
	if got := play(t.Context(), returned(req, "kg_query", ties)); !strings.Contains(got, "burned his boat") {
		t.Errorf("went on with %q", got)
	}
}

func TestGoOn(t *testing.T) {
	req := said("Kara: Mirela, what do you know about Edith Marsh?")
	var heard []string
	for range 6 {
		if got, want := play(t.Context(), req), `kg_query{"limit":8,"query":"edith marsh mirela"}`; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		answer := play(t.Context(), returned(req, "kg_query", tavern))
		if slices.Contains(heard, answer) {
			t.Errorf("%q is told twice", answer)
		}
		heard = append(heard, answer)
		if slices.Contains(english.noMore, answer) {
			break
		}
		req.Messages = append(req.Messages,
			llm.Message{Role: llm.Assistant, Text: answer}, llm.Message{Role: llm.User, Text: "Kara: Mirela, go on."})
	}
	all := strings.Join(heard, " ")
	if !strings.Contains(all, "three days") || !strings.Contains(all, "old woman") || !slices.Contains(english.noMore, heard[len(heard)-1]) {
		t.Errorf("heard %q", heard)
	}
}

func TestRolls(t *testing.T) {
	for _, tt := range []struct{ result, want string }{
		{"2d6: 3 + 5 = 8", " 8."},
		{"2d20kh1+5: 17 + 5 = 22, dropped 3 (stealth)", " 22."},
		{"1d4-5: 2 - 5 = -3", " -3."},
	} {
		got := play(t.Context(), returned(said("roll"), "dice", tt.result))
		digits := strings.FieldsFunc(got, func(r rune) bool { return (r < '0' || r > '9') && r != '-' })
		if !strings.Contains(got, tt.want) || len(digits) != 1 {
			t.Errorf("%s: got %q, want %q and no other number", tt.result, got, tt.want)
		}
	}
	if got := play(t.Context(), returned(said("roll"), "dice", "no number")); !slices.Contains(english.noRoll, got) {
		t.Errorf("got %q for no roll", got)
	}
	req := returned(said("roll"), "dice", "too many dice: at most 100 = 5")
	req.Messages[2].Results[0].IsError = true
	if got := play(t.Context(), req); !slices.Contains(english.noRoll, got) {
		t.Errorf("got %q for an error", got)
	}
}

func TestRemembers(t *testing.T) {
	req := said("remember that the bridge is broken")
	for _, tt := range []struct {
		result string
		want   []string
	}{
		{"Noted for the game master to review.", english.noted},
		{"Noted for the game master to review. Waiting for review:\n1. The mill is already gone.", english.noted},
		{"That is noted or known already; nothing was added.", english.knew},
	} {
		if got := play(t.Context(), returned(req, "remember_knowledge", tt.result)); !slices.Contains(tt.want, got) {
			t.Errorf("%s: got %q, want one of %q", tt.result, got, tt.want)
		}
	}
}

func TestWhatWasSaid(t *testing.T) {
	const q = "what did Kara say about the bridge?"
	got := play(t.Context(), returned(said("Joren: "+q), "transcript_search", "1. Joren: "+q+"\n2. Kara: I love beer.\n3. Kara: The bridge is broken."))
	if !strings.Contains(got, "The bridge is broken.") || strings.Contains(got, "beer") {
		t.Errorf("got %q", got)
	}
	const story = "They crossed the bridge.\nIt broke."
	if got := play(t.Context(), returned(said("what happened last session"), "recap", story)); got != story {
		t.Errorf("recap: got %q", got)
	}
}

func TestGerman(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"Kara: Greta, was kostet ein Zimmer?", `kg_query{"limit":8,"query":"kostet zimmer greta"}`},
		{"Odo, würfle zwei sechsseitige Würfel", `dice{"dice":"2d6"}`},
		{"wirf einen w zwanzig plus drei", `dice{"dice":"1d20+3"}`},
		{"Merk dir, dass die Brücke kaputt ist.", `remember_knowledge{"fact":"Die Brücke kaputt ist.","kind":"fact","subject":"Brücke kaputt"}`},
		{"Wer hat die Tür aufgemacht?", `kg_query{"limit":8,"query":"tür aufgemacht"}`}, // Case: F32.
	} {
		req := said(tt.line)
		req.System = "Du bist Greta.\nLanguage: de-DE"
		if got := play(t.Context(), req); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.line, got, tt.want)
		}
	}
	req := said("Greta, was kostet ein Zimmer?")
	req.System = "Language: de"
	if got := play(t.Context(), returned(req, "kg_query", "Nothing is known about that.")); !slices.Contains(german.unknown, got) {
		t.Errorf("got %q", got)
	}
}

func TestSameRequestSameAnswer(t *testing.T) {
	req := returned(said("where is edith marsh"), "kg_query", tavern)
	first := play(t.Context(), req)
	for range 5 {
		if got := play(t.Context(), req); got != first {
			t.Errorf("got %q, then %q", first, got)
		}
	}
	variants := make(map[string]bool)
	for i := range 40 {
		variants[play(t.Context(), returned(said(fmt.Sprintf("what is under mill %d", i)), "kg_query", ""))] = true
	}
	if len(variants) != len(english.unknown) {
		t.Errorf("%d ways not to know are used, want %d", len(variants), len(english.unknown))
	}
}

func TestEarlierResultsAreNotThisTurns(t *testing.T) {
	req := returned(said("roll a d20"), "dice", "1d20: 17 = 17")
	req.Messages = append(req.Messages,
		llm.Message{Role: llm.Assistant, Text: "You get 17."}, llm.Message{Role: llm.User, Text: "Kara: where is Edith?"})
	if got, want := play(t.Context(), req), `kg_query{"limit":8,"query":"edith"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPaceAndCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New(Options{Pace: 50 * time.Millisecond})
		start := time.Now()
		var words []string
		for ev := range m.Stream(t.Context(), returned(said("roll"), "dice", "2d6: 3 + 5 = 8")) {
			if w, ok := ev.(llm.Text); ok {
				words = append(words, string(w))
			}
		}
		if got, want := time.Since(start), time.Duration(len(words)-1)*50*time.Millisecond; got != want || len(words) < 3 {
			t.Errorf("%q took %v, want %v", words, got, want)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 75*time.Millisecond)
		defer cancel()
		var last error
		n := 0
		for ev, err := range m.Stream(ctx, returned(said("roll"), "dice", "2d6: 3 + 5 = 8")) {
			if ev != nil {
				n++
			}
			last = err
		}
		if n != 2 || !errors.Is(last, context.DeadlineExceeded) {
			t.Errorf("%d words, then %v", n, last)
		}
		for range m.Stream(t.Context(), said("roll a d20")) {
			break
		}
	})
}

func TestPieces(t *testing.T) {
	for _, s := range []string{"", "one", "one two", " one  two\nthree ", "\n"} {
		if got := strings.Join(pieces(s), ""); got != s {
			t.Errorf("pieces of %q make %q", s, got)
		}
	}
	if got := len(pieces("one two\nthree")); got != 3 {
		t.Errorf("%d pieces", got)
	}
}
