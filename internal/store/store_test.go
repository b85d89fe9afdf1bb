package store

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

func TestMain(m *testing.M) {
	if url := os.Getenv("STORE_TEST_CHILD"); url != "" {
		appendUntilKilled(url)
		return
	}
	goleak.VerifyTestMain(m)
}

// An engine makes URLs of empty databases, one for each call.
type engine func(t *testing.T) string

// The two databases pass one suite.
//
// Case: F03, F36, F47, F50, H01, H02, H03, H10, T12.
func TestSQLite(t *testing.T)   { testStore(t, sqliteURL) }
func TestPostgres(t *testing.T) { testStore(t, postgresURL) }

// testStore is the suite that both databases pass.
func testStore(t *testing.T, e engine) {
	t.Helper()
	e(t) // skips all of it without a server
	t.Run("Campaign", e.testCampaign)
	t.Run("Guilds", e.testGuilds)
	t.Run("Agents", e.testAgents)
	t.Run("Plan", e.testPlan)
	t.Run("GMs", e.testGMs)
	t.Run("Screens", e.testScreens)
	t.Run("Characters", e.testCharacters)
	t.Run("Privacy", e.testPrivacy)
	t.Run("Sessions", e.testSessions)
	t.Run("Lines", e.testLines)
	t.Run("Strike", e.testStrike)
	t.Run("Respell", e.testRespell)
	t.Run("RespellAnswers", e.testRespellAnswers)
	t.Run("RespellProposals", e.testRespellProposals)
	t.Run("RespellTwins", e.testRespellTwins)
	t.Run("RespellRecaps", e.testRespellRecaps)
	t.Run("Facts", e.testFacts)
	t.Run("Search", e.testSearch)
	t.Run("Secrets", e.testSecrets)
	t.Run("Statements", e.testStatements)
	t.Run("Relations", e.testRelations)
	t.Run("Replace", e.testReplace)
	t.Run("Proposals", e.testProposals)
	t.Run("Docket", e.testDocket)
	t.Run("Recaps", e.testRecaps)
	t.Run("Stints", e.testStints)
	t.Run("SaidLongAgo", e.testSaidLongAgo)
	t.Run("Drafts", e.testDrafts)
	t.Run("UsageSince", e.testUsageSince)
	t.Run("Lease", e.testLease)
	t.Run("Concurrency", e.testConcurrency)
	t.Run("Killed", e.testKilled)
	t.Run("Versions", e.testVersions)
}

func sqliteURL(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "t.db")
}

// postgresURL makes a schema for one test on the server of BOT_TEST_POSTGRES.
func postgresURL(t *testing.T) string {
	t.Helper()
	server := os.Getenv("BOT_TEST_POSTGRES")
	if server == "" {
		if strings.Contains(os.Getenv("REQUIRE"), "postgres") {
			t.Fatal("REQUIRE names postgres, but BOT_TEST_POSTGRES is empty")
		}
		t.Skip("BOT_TEST_POSTGRES is empty")
	}
	schema := "t" + strings.ReplaceAll(transcript.NewID(), "-", "")
	admin, err := open(t.Context(), quiet(), server, false)
	check(t, err)
	_, err = admin.writer.ExecContext(t.Context(), `CREATE SCHEMA `+schema)
	check(t, err)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		_, err := admin.writer.ExecContext(ctx, `DROP SCHEMA `+schema+` CASCADE`)
		check(t, err)
		check(t, admin.Close())
	})
	u, err := url.Parse(server)
	check(t, err)
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

func (e engine) open(t *testing.T) *DB {
	t.Helper()
	return openURL(t, e(t))
}

func openURL(t *testing.T, url string) *DB {
	t.Helper()
	db, err := Open(t.Context(), quiet(), url, Options{Migrate: true})
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	return db
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// t0 is when everything begins, at the resolution of the store.
var t0 = time.Date(2026, 3, 7, 19, 0, 0, 123456000, time.UTC)

func at(s int) time.Time { return t0.Add(time.Duration(s) * time.Second) }

// saved opens a database with the sample campaign in it.
func saved(t *testing.T, e engine) (*DB, *Campaign) {
	t.Helper()
	db := e.open(t)
	id, err := db.SaveCampaign(t.Context(), sample())
	check(t, err)
	return db, db.Campaign(id)
}

// played is a campaign with one open live session and a scene in it.
func played(t *testing.T, e engine, present ...transcript.AgentID) (*Campaign, transcript.SessionID, transcript.SceneID) {
	t.Helper()
	_, c := saved(t, e)
	s := start(t, c, transcript.Live, t0)
	return c, s, scene(t, c, s, present...)
}

func start(t *testing.T, c *Campaign, kind transcript.Kind, when time.Time) transcript.SessionID {
	t.Helper()
	s, err := c.Start(t.Context(), transcript.Session{Kind: kind, Guild: 1 << 60, Channel: 2, Started: when}, nil)
	check(t, err)
	return s.ID
}

func scene(t *testing.T, c *Campaign, s transcript.SessionID, present ...transcript.AgentID) transcript.SceneID {
	t.Helper()
	id, err := c.BeginScene(t.Context(), s, "tavern", "Tavern", present, t0)
	check(t, err)
	return id
}

func say(t *testing.T, c *Campaign, s transcript.SessionID, sc transcript.SceneID, text string) int64 {
	t.Helper()
	l := transcript.Line{Session: s, Scene: sc, Role: transcript.Player, Speaker: 7, Name: "Tamsin", Text: text, At: at(1), End: at(2)}
	check(t, c.Append(t.Context(), &l))
	return l.N
}

func texts(lines []transcript.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return strings.Join(out, " | ")
}

func secret(nodes ...transcript.NodeID) campaign.Visibility {
	return campaign.Visibility{Secret: true, Nodes: nodes}
}

// sample is a campaign with one of everything.
func sample() campaign.File {
	return campaign.File{
		Campaign: campaign.Campaign{
			Key: "saltmarsh", Name: "Salt & Ash", Language: "en", Owner: 1 << 59, CoGMs: []transcript.SpeakerID{9, 8},
			Setting: "A harbour town.", Talk: campaign.TalkBrief, Invents: campaign.InventsColour,
		},
		Agents: []campaign.Agent{
			{
				ID: "mirela", Kind: campaign.NPC, Name: "Mirela", Aliases: []string{"Mira"}, Titles: []string{"my lady"}, KnownAs: "The Widow",
				State: campaign.Alive, Persona: "Dry.", Node: "mirela",
				Voices: map[string]campaign.Voice{"flite": {Name: "slt", Options: map[string]string{"pitch": "1.1"}}, "openai": {Name: "onyx"}},
				Grants: []campaign.Grant{{Tool: "kg_query", Scope: "own_node"}, {Tool: "dice"}},
			},
			{ID: "bart", Kind: campaign.NPC, Name: "Bart", Muted: true, Node: "bart"},
			{ID: "wim", Kind: campaign.NPC, Name: "Wim", State: campaign.Dead},
			{ID: "butler", Kind: campaign.Butler, Name: "Quill"},
		},
		Scenes:     []campaign.Scene{{Key: "tavern", Name: "Tavern", Present: []transcript.AgentID{"mirela", "bart"}}, {Key: "quay", Name: "Quay"}},
		Characters: []campaign.Character{{ID: "tamsin", Name: "Tamsin", Aliases: []string{"Tam"}, Player: 7, Node: "tamsin"}},
		Names:      []campaign.Name{{Text: "Mirela", Say: "mi-REL-a", Heard: []string{"Murella"}}, {Text: "Bart"}},
		Nodes: []campaign.Node{
			{
				ID: "mirela", Type: campaign.NPCNode, Name: "Mirela", Aliases: []string{"The Widow"}, Text: "Keeps the tavern.",
				Aspects: []campaign.Aspect{
					{Key: "debt", Text: "Owes the guild ninety crowns.", Visible: secret("mirela", "guild")},
					{Key: "fate", Text: "Will drown before winter.", Visible: secret()},
					{Key: "ring", Text: "Wears a copper ring.", Party: true},
				},
			},
			{
				ID: "bart", Type: campaign.NPCNode, Name: "Bart", Text: "A ferryman.",
				Aspects: []campaign.Aspect{
					{Key: "past", Text: "Was a smuggler.", Visible: secret("bart"), Stances: []campaign.Stance{
						{Who: "bart", Kind: campaign.Hides, Text: "Has always rowed the ferry."},
					}},
					{Key: "sister", Text: "Sank the lantern ship.", Visible: secret("bart"), Stances: []campaign.Stance{{Who: "bart", Kind: campaign.Hides}}},
				},
			},
			{
				ID: "duke", Type: campaign.CharacterNode, Name: "Duke Óran", Text: "Rules the coast.",
				Aspects: []campaign.Aspect{{Key: "illness", Text: "Is a vampire.", Visible: secret(), Stances: []campaign.Stance{
					{Who: "mirela", Kind: campaign.Believes, Text: "Has the grey fever."},
				}}},
			},
			{ID: "guild", Type: campaign.FactionNode, Name: "Rope Guild", Text: "Controls the quays.", Aspects: []campaign.Aspect{
				{Key: "vault", Text: "Its vault is below the chapel.", Visible: secret("guild")},
				{Key: "oath", Text: "They swear on rope.", Stances: []campaign.Stance{{Who: "guild", Kind: campaign.Hides, Text: "They swear nothing."}}},
				{Key: "motto", Text: "Salt is law.", Stances: []campaign.Stance{
					{Who: "guild", Kind: campaign.Hides, Text: "They have no motto."}, {Who: "bart", Kind: campaign.Tells},
				}},
			}},
			{ID: "council", Type: campaign.FactionNode, Name: "Council", Text: "Meets on Mondays.", Aspects: []campaign.Aspect{
				{Key: "vote", Text: "Will close the harbour.", Visible: secret("council")},
			}},
			{ID: "tamsin", Type: campaign.CharacterNode, Name: "Tamsin", Text: "A sellsword."},
			{ID: "lamp", Type: campaign.ItemNode, Name: "Lamp"},
		},
		Edges: []campaign.Edge{
			{From: "bart", To: "guild", Type: campaign.MemberOf},
			{From: "guild", To: "council", Type: campaign.MemberOf},
			{From: "mirela", To: "bart", Type: "knows", Disposition: -1, Note: "he waters the ale", Visible: secret("mirela")},
			{From: "duke", To: "mirela", Type: "taxes", Disposition: 2, Party: true},
		},
	}
}

var fileTables = []table{coGMs, agents, voices, grants, characters, nameList, scenes, sceneCast, nodes, nodeAliases, statements, knowers, stances, edges, edgeKnowers}

// counts shows how many rows each table of a campaign's file has.
func counts(t *testing.T, db *DB) string {
	t.Helper()
	var b strings.Builder
	for _, table := range fileTables {
		var n int
		check(t, db.reader.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table.name).Scan(&n))
		fmt.Fprintf(&b, "%s=%d ", table.name, n)
	}
	return b.String()
}
