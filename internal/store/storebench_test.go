package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// TestMeasure fills each database with a million lines (BOT_BENCH_LINES for
// another number) and prints how long appending and searching take. It runs
// only with BOT_BENCH=1.
func TestMeasure(t *testing.T) {
	if os.Getenv("BOT_BENCH") == "" {
		t.Skip("BOT_BENCH is empty")
	}
	n := 1_000_000
	if s := os.Getenv("BOT_BENCH_LINES"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		check(t, err)
	}
	for name, e := range map[string]engine{"sqlite": sqliteURL, "postgres": postgresURL} {
		t.Run(name, func(t *testing.T) { measure(t, e, n) })
	}
}

func measure(t *testing.T, e engine, n int) {
	t.Helper()
	db := e.open(t)
	begun := time.Now()
	c := fill(t, db, n)
	t.Logf("filled with %d lines in %v (%.0f a second)", n, time.Since(begun).Round(time.Second), float64(n)/time.Since(begun).Seconds())
	if db.where.postgres == "" {
		info, err := os.Stat(db.where.file)
		check(t, err)
		t.Logf("file: %d MB", info.Size()>>20)
	} else {
		var size int64
		check(t, db.reader.QueryRow(`SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE schemaname = current_schema()`).Scan(&size))
		t.Logf("tables: %d MB", size>>20)
	}
	s := start(t, c, transcript.Live, t0)
	sc := scene(t, c, s, "npc0", "npc1", "npc19")
	corpus := newCorpus()
	report(t, "append one line", 500, func() { say(t, c, s, sc, corpus.line()) })
	for _, agent := range []transcript.AgentID{"", "npc1", "npc19"} {
		for _, q := range []string{word(1), word(50), word(500), word(5000), word(1) + " " + word(500), word(50) + " " + word(60), word(400) + " " + word(500), "what did " + word(2) + " say about " + word(300) + " " + word(900)} {
			found := 0
			name := fmt.Sprintf("search %-40q as %-6q", q, agent)
			report(t, name, 60, func() {
				lines, err := c.Lines(t.Context(), knowledge.Query{Reader: knowledge.Reader{Agent: agent}, Text: q})
				check(t, err)
				found = len(lines)
			})
			if found == 0 && agent == "" {
				t.Errorf("%s found nothing", name)
			}
		}
	}
}

func report(t *testing.T, name string, n int, f func()) {
	t.Helper()
	took := make([]time.Duration, n)
	for i := range took {
		begun := time.Now()
		f()
		took[i] = time.Since(begun)
	}
	slices.Sort(took)
	t.Logf("%-60s p50 %8v  p95 %8v  max %8v", name, took[n/2].Round(10*time.Microsecond), took[n*95/100].Round(10*time.Microsecond), took[n-1].Round(10*time.Microsecond))
}

// word is the word of that rank.
func word(rank uint64) string {
	const letters = "aeioubcdfghklmnprstvw"
	var s []byte
	for v := rank + 20; v > 0; v /= uint64(len(letters)) {
		s = append(s, letters[v%uint64(len(letters))])
	}
	return string(s) + "a"
}

// A corpus makes lines of words whose frequency is the inverse of their rank,
// as in any language.
type corpus struct {
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newCorpus() corpus {
	rng := rand.New(rand.NewPCG(1, 2))
	return corpus{rng, rand.NewZipf(rng, 1.0001, 1, 30_000)}
}

func (c corpus) line() string {
	words := make([]string, 6+c.rng.IntN(8))
	for i := range words {
		words[i] = word(c.zipf.Uint64() + 1)
	}
	return strings.Join(words, " ")
}

// fill makes a campaign with n lines: sessions of 3000 lines, scenes of 200.
// The higher an agent's number the rarer it is: npc19 is in one scene of 100.
func fill(t *testing.T, db *DB, n int) *Campaign {
	t.Helper()
	id, err := db.SaveCampaign(t.Context(), campaign.File{Campaign: campaign.Campaign{Key: "bench", Name: "Bench"}})
	check(t, err)
	c := db.Campaign(id)
	corpus := newCorpus()
	var s transcript.SessionID
	var sc transcript.SceneID
	var batch []transcript.Line
	for i := range n {
		if i%3000 == 0 {
			s = start(t, c, transcript.Live, at(i))
		}
		if i%200 == 0 {
			var present []transcript.AgentID
			for a := range 20 {
				if corpus.rng.IntN(100) < 100/(a*a/4+1)+1 {
					present = append(present, transcript.AgentID(fmt.Sprintf("npc%d", a)))
				}
			}
			sc = scene(t, c, s, present...)
		}
		batch = append(batch, transcript.Line{
			Session: s, Scene: sc, Role: transcript.Player, Speaker: 7, Name: "Tamsin", Text: corpus.line(), At: at(i), End: at(i + 1),
		})
		if len(batch) == 8*volumeSize || i == n-1 {
			check(t, c.AppendAll(t.Context(), batch))
			batch = batch[:0]
		}
	}
	return c
}
