package store

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
	"glyphoxa/migrations"
)

var update = flag.Bool("update", false, "write the dump of this program's version")

const dumps = "../../migrations/testdata"

// TestUpgrade brings a database of every released version up to date and finds
// in it what was put there then. migrations/testdata has a dump of each, vN.sqlite.sql;
// -update writes the newest and leaves the others, which are history.
func TestUpgrade(t *testing.T) {
	db, c := furnished(t)
	p, err := db.provider(migrations.FS)
	check(t, err)
	if *update {
		file := filepath.Join(dumps, fmt.Sprintf("v%d.sqlite.sql", latest(p)))
		check(t, os.WriteFile(file, []byte(dumpSQLite(t, db)), 0o644))
	}
	want := look(t, c)
	for v := int64(1); v <= latest(p); v++ {
		t.Run(fmt.Sprintf("from %d", v), func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(dumps, fmt.Sprintf("v%d.sqlite.sql", v)))
			if err != nil {
				t.Fatalf("every released version has a dump (make one with -update): %v", err)
			}
			url := sqliteURL(t)
			old, err := open(t.Context(), quiet(), url, true)
			check(t, err)
			_, err = old.writer.ExecContext(t.Context(), string(b))
			check(t, err)
			check(t, old.Close())
			m, err := Migrate(t.Context(), quiet(), url, Options{})
			check(t, err)
			if m.From != v || m.To != latest(p) {
				t.Errorf("migration %+v, want from %d to %d", m, v, latest(p))
			}
			db := openURL(t, url)
			c, err := db.FindCampaign(t.Context(), "saltmarsh")
			check(t, err)
			if got := look(t, c); got != want {
				t.Errorf("after the upgrade:\n%s\nwant:\n%s", got, want)
			}
			_, scene, ok, err := db.Guild(1).Active(t.Context(), 2)
			check(t, err)
			if was := v >= 2; ok != was || was && scene != "quay" {
				t.Errorf("the channel plays %q, %v; seats began with version 2", scene, ok)
			}
			set, err := c.Loudspeakers(t.Context())
			check(t, err)
			if was := v >= 2; (set[7] == transcript.LoudspeakerOn) != was {
				t.Errorf("loudspeakers %v; they began with version 2", set)
			}
			missed, there, err := c.MissedLines(t.Context(), "session", 7)
			check(t, err)
			if len(missed) > 0 || !there {
				t.Errorf("who was at an old session missed %d lines, there %v; all of it counts", len(missed), there)
			}
			screen, err := c.Screen(t.Context())
			check(t, err)
			if was := v >= 3; (screen == campaign.Screen{Kind: campaign.ScreenMade, Channel: 3, Spoilers: true}) != was {
				t.Errorf("the GM screen is %+v; they began with version 3", screen)
			}
			say(t, c, "session", "", "it goes on")
		})
	}
}

// furnished is a database with something in each table.
func furnished(t *testing.T) (*DB, *Campaign) {
	t.Helper()
	db, c := saved(t, sqliteURL)
	s, err := c.Start(t.Context(), transcript.Session{ID: "session", Kind: transcript.Live, Guild: 1, Channel: 2, Started: t0}, []transcript.Speaker{
		{ID: 7, Name: "bo", Role: transcript.Player, Character: "Tamsin", Consent: transcript.ConsentYes},
	})
	check(t, err)
	sc := scene(t, c, s.ID, "mirela", "bart")
	say(t, c, s.ID, sc, "Who's got the lantern?")
	say(t, c, s.ID, sc, "Élodie has it; 悬空")
	check(t, c.Hide(t.Context(), s.ID, 2))
	check(t, c.AddTurn(t.Context(), transcript.Turn{ID: "turn", Session: s.ID, Scene: sc, Caller: 1, Agent: "bart", Outcome: transcript.Cut, Heard: "Not me", Tools: []string{"dice"}, Started: at(3)}))
	check(t, c.AddUsage(t.Context(), transcript.Usage{Session: s.ID, Provider: "p", Unit: "seconds", Amount: 4}))
	prop := knowledge.Proposal{ID: "p", Session: s.ID, Scene: sc, Line: 1, Agent: "bart", Digest: "d", Made: at(4)}
	prop.Write.V, prop.Write.Kind, prop.Write.Node, prop.Write.Text = 1, "fact", "lamp", "Is lit."
	_, err = c.AddProposal(t.Context(), prop)
	check(t, err)
	check(t, c.End(t.Context(), s.ID, at(9)))
	_, err = c.SaveRecap(t.Context(), transcript.Recap{Session: s.ID, Text: "They asked for a lantern.", Model: "m", At: at(10)})
	check(t, err)
	check(t, db.Guild(1).Claim(t.Context(), c.ID(), sample().Campaign.Owner))
	check(t, db.Guild(1).Activate(t.Context(), 2, c.ID(), "quay"))
	check(t, c.SetLoudspeaker(t.Context(), 7, transcript.LoudspeakerOn))
	check(t, c.SetScreen(t.Context(), campaign.Screen{Kind: campaign.ScreenMade, Channel: 3, Spoilers: true}))
	check(t, c.SetPlaying(t.Context(), 7, "tamsin"))
	check(t, c.SetRetention(t.Context(), 30))
	_, _, err = c.Forget(t.Context(), 99, at(8))
	check(t, err)
	_, err = db.Lease(t.Context(), "glyphoxa run")
	check(t, err)
	_, err = db.writer.ExecContext(t.Context(), `UPDATE lease SET host = 'host', pid = 1, since = 0, renewed = 0`)
	check(t, err)
	return db, c
}

// look shows what furnished put there.
func look(t *testing.T, c *Campaign) string {
	t.Helper()
	f, err := c.File(t.Context())
	check(t, err)
	f.Campaign.ID = ""
	lines, err := c.Transcript(t.Context(), "session")
	check(t, err)
	turns, err := c.Turns(t.Context(), "session")
	check(t, err)
	proposals, err := c.Proposals(t.Context(), "")
	check(t, err)
	recap, _, err := c.Recap(t.Context(), "session")
	check(t, err)
	speakers, err := c.Speakers(t.Context(), "session")
	check(t, err)
	usage, err := c.Usage(t.Context(), "")
	check(t, err)
	recap.Stale = false // by today's clock a line was hidden after it was told
	for i := range lines {
		lines[i].Scene = ""
	}
	for i := range turns {
		turns[i].Scene = ""
	}
	for i := range proposals {
		proposals[i].Scene = ""
	}
	return fmt.Sprintf("%+v\n%+v\n%+v\n%+v\n%+v\n%+v\n%+v\nfound: %s", f, lines, turns, proposals, recap, speakers, usage, search(t, c, "lantern", "bart"))
}

// dumpSQLite writes a database as the SQL that makes it.
func dumpSQLite(t *testing.T, db *DB) string {
	t.Helper()
	var b strings.Builder
	strs := func(query string) (out []string) {
		t.Helper()
		out, err := all(t.Context(), db.read(), func(s *string) []any { return []any{s} }, query)
		check(t, err)
		return out
	}
	for _, sql := range strs(`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`) {
		b.WriteString(sql + ";\n")
	}
	for _, table := range strs(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`) {
		values := strs(`SELECT group_concat('quote(' || name || ')', ' || '', '' || ') FROM pragma_table_info('` + table + `')`)
		for _, row := range strs(`SELECT ` + values[0] + ` FROM ` + table) {
			fmt.Fprintf(&b, "INSERT INTO %s VALUES (%s);\n", table, row)
		}
	}
	return b.String()
}
