package conversation

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// addressTables are the tables in testdata, in the order in which they were
// written. By now the rules have been made to fit all of them.
var addressTables = []string{"address.txt", "address_unseen.txt", "address_fresh.txt", "address_third.txt", "address_fourth.txt", "address_fifth.txt", "address_sixth.txt", "address_seventh.txt", "address_eighth.txt", "address_edge.txt", "address_own.txt", "address_follow.txt", "address_named.txt", "address_kinds.txt", "address_last.txt"}

// An addressCase is a line of a table in testdata.
type addressCase struct {
	at     string // "address.txt:12"
	scene  string
	before string
	who    string
	text   string
	words  []speech.Word
	others []string // what else it may have been
	want   []transcript.AgentID
	muted  bool
	missed bool // it is known to be got wrong
}

func (c addressCase) heard(now time.Time) Heard {
	who := tablePeople[c.who]
	return Heard{Text: c.text, Speaker: who.ID, Role: who.Role, At: now, Words: c.words, Alternatives: c.others}
}

// readAddressCases reads a table. How it is written is said in address.txt.
func readAddressCases(tb testing.TB, file string) []addressCase {
	tb.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var cases []addressCase
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		text, missed := strings.CutPrefix(text, "!")
		cols := strings.Split(text, "|")
		if len(cols) != 5 {
			tb.Fatalf("%s:%d: %d columns, want 5", file, n, len(cols))
		}
		for i := range cols {
			cols[i] = strings.TrimSpace(cols[i])
		}
		c := addressCase{at: fmt.Sprintf("%s:%d", file, n), scene: cols[0], before: cols[1], who: cols[2], muted: true, missed: missed}
		c.others = strings.Split(cols[3], " // ")
		c.text, c.words = doubted(c.others[0])
		c.others = c.others[1:]
		for id := range strings.SplitSeq(cols[4], ",") {
			id, silent := strings.CutSuffix(strings.TrimSpace(id), " (muted)")
			c.muted = c.muted && silent
			if id != "-" {
				c.want = append(c.want, transcript.AgentID(id))
			}
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return cases
}

// doubted reads the question marks before words that a recogniser is not sure
// of.
func doubted(text string) (string, []speech.Word) {
	fields := strings.Fields(text)
	var words []speech.Word
	doubt := false
	for i, f := range fields {
		w := speech.Word{Text: f, Confidence: 0.9}
		if rest, ok := strings.CutPrefix(f, "?"); ok && rest != "" {
			w, doubt, fields[i] = speech.Word{Text: rest, Confidence: 0.3}, true, rest
		}
		words = append(words, w)
	}
	if !doubt {
		return text, nil
	}
	return strings.Join(fields, " "), words
}

// remember plays what went before a case that is heard at now.
func (c addressCase) remember(t *testing.T, company Company, now time.Time) memory {
	t.Helper()
	var m memory
	for event := range strings.SplitSeq(c.before, ";") {
		event = strings.TrimSpace(event)
		if event == "" {
			continue
		}
		if who, words, ok := strings.Cut(event, ": "); ok {
			_, m = address(Heard{Text: words, Speaker: tablePeople[who].ID, Role: tablePeople[who].Role, At: now.Add(-time.Second)}, company, m)
			continue
		}
		who, agent, ok := strings.Cut(event, ">")
		if !ok {
			t.Fatalf("%s: %q", c.at, event)
		}
		agent, ago, answered := strings.Cut(agent, "+")
		id := transcript.AgentID(agent)
		m = m.addressed(id, tablePeople[who].ID, now.Add(-time.Second), false)
		if answered {
			d, err := time.ParseDuration(ago)
			if err != nil {
				t.Fatalf("%s: %v", c.at, err)
			}
			m = m.answered(id, tablePeople[who].ID, now.Add(-d))
		}
	}
	return m
}
