package store

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

func (e engine) testCampaign(t *testing.T) {
	t.Run("comes back equal", func(t *testing.T) {
		_, c := saved(t, e)
		got, err := c.File(t.Context())
		check(t, err)
		if got.Campaign.ID != c.ID() {
			t.Errorf("id %q, want %q", got.Campaign.ID, c.ID())
		}
		got.Campaign.ID = ""
		if diff := cmp.Diff(sample(), got); diff != "" {
			t.Errorf("file changed (-saved +read):\n%s", diff)
		}
	})
	t.Run("saving twice changes no row", func(t *testing.T) {
		db, c := saved(t, e)
		before := fingerprint(t, db)
		id, err := db.SaveCampaign(t.Context(), sample())
		check(t, err)
		if id != c.ID() {
			t.Errorf("id %q, want %q", id, c.ID())
		}
		if fingerprint(t, db) != before {
			t.Error("rows were written")
		}
	})
	t.Run("follows the file and keeps what happened", func(t *testing.T) {
		db, c := saved(t, e)
		s := start(t, c, transcript.Live, t0)
		say(t, c, s, scene(t, c, s, "bart"), "ahoy")
		f := sample()
		f.Campaign.Name = "Ash"
		f.Campaign.CoGMs = f.Campaign.CoGMs[:1]
		f.Campaign.Directions = campaign.DirectionsNarrate
		f.Campaign.Chorus = campaign.ChorusEach
		f.Campaign.Narrator = map[string]campaign.Voice{"flite": {Name: "awb", Options: map[string]string{"speed": "0.9"}}}
		f.Agents = f.Agents[1:] // without Mirela
		f.Agents[0].Muted = false
		f.Scenes[0].Present = nil
		f.Nodes[0], f.Nodes[1] = f.Nodes[1], f.Nodes[0]
		f.Nodes[1].Aspects = f.Nodes[1].Aspects[2:]
		f.Nodes = append(f.Nodes, campaign.Node{ID: "new", Type: campaign.NoteNode, Name: "New"})
		f.Edges = f.Edges[:3]
		_, err := db.SaveCampaign(t.Context(), f)
		check(t, err)
		got, err := c.File(t.Context())
		check(t, err)
		got.Campaign.ID = ""
		if diff := cmp.Diff(f, got); diff != "" {
			t.Errorf("file (-saved +read):\n%s", diff)
		}
		lines, err := c.Transcript(t.Context(), s)
		check(t, err)
		if texts(lines) != "ahoy" {
			t.Errorf("transcript %q, want %q", texts(lines), "ahoy")
		}
	})
	t.Run("is all or nothing", func(t *testing.T) {
		db, _ := saved(t, e)
		before := counts(t, db)
		f := sample()
		f.Nodes = append(f.Nodes[1:], f.Nodes[1]) // one gone, one twice
		if _, err := db.SaveCampaign(t.Context(), f); err == nil {
			t.Error("a file with a key twice was saved")
		} else if strings.Contains(err.Error(), "bart") {
			t.Errorf("the error names a node: %v", err)
		}
		f = sample()
		f.Edges = append(f.Edges, campaign.Edge{From: "bart", To: "nowhere", Type: "knows"})
		if _, err := db.SaveCampaign(t.Context(), f); err == nil {
			t.Error("an edge to nowhere was saved")
		}
		if after := counts(t, db); after != before {
			t.Errorf("rows after %s\nbefore     %s", after, before)
		}
		if _, err := db.SaveCampaign(t.Context(), campaign.File{}); err == nil {
			t.Error("a campaign without a key was saved")
		}
	})
	t.Run("is found by key and by name", func(t *testing.T) {
		db, c := saved(t, e)
		other := sample()
		other.Campaign.Key, other.Campaign.Name = "other", "Ötherworld"
		id, err := db.SaveCampaign(t.Context(), other)
		check(t, err)
		for name, want := range map[string]transcript.CampaignID{"saltmarsh": c.ID(), "other": id, "salt  & ASH": c.ID(), "otherworld": id} {
			got, err := db.FindCampaign(t.Context(), name)
			check(t, err)
			if got.ID() != want {
				t.Errorf("find %q: %s, want %s", name, got.ID(), want)
			}
		}
		if _, err := db.FindCampaign(t.Context(), "nobody"); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("find nobody: %v, want %v", err, ErrNoCampaign)
		}
		list, err := db.Campaigns(t.Context())
		check(t, err)
		if len(list) != 2 || list[0].Key != "saltmarsh" || list[1].Key != "other" || list[0].Owner != 1<<59 {
			t.Errorf("campaigns %+v", list)
		}
	})
	t.Run("agent", func(t *testing.T) {
		_, c := saved(t, e)
		got, err := c.Agent(t.Context(), "mirela")
		check(t, err)
		if diff := cmp.Diff(sample().Agents[0], got); diff != "" {
			t.Errorf("agent (-saved +read):\n%s", diff)
		}
		if _, err := c.Agent(t.Context(), "nobody"); !errors.Is(err, ErrNoAgent) {
			t.Errorf("nobody: %v, want %v", err, ErrNoAgent)
		}
	})
	t.Run("text is clean", func(t *testing.T) {
		db := e.open(t)
		f := campaign.File{Campaign: campaign.Campaign{Key: "k", Name: "a\x00b\xffc"}}
		id, err := db.SaveCampaign(t.Context(), f)
		check(t, err)
		got, err := db.Campaign(id).File(t.Context())
		check(t, err)
		if want := "ab\uFFFDc"; got.Campaign.Name != want {
			t.Errorf("name %q, want %q", got.Campaign.Name, want)
		}
	})
}

// fingerprint changes with every row that is written.
func fingerprint(t *testing.T, db *DB) string {
	t.Helper()
	var n string
	if db.where.postgres == "" {
		check(t, db.writer.QueryRowContext(t.Context(), `SELECT total_changes()`).Scan(&n))
		return n
	}
	for _, table := range append(fileTables, table{name: "campaigns"}) {
		var rows string
		check(t, db.writer.QueryRowContext(t.Context(),
			`SELECT COALESCE(string_agg(ctid::text || xmin::text, ' ' ORDER BY ctid), '') FROM `+table.name).Scan(&rows))
		n += rows
	}
	return n
}
