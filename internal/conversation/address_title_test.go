package conversation

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// TestTitleBeforeAName: a title that the campaign gives somebody may stand before
// the name.
func TestTitleBeforeAName(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	inn, krug := addressScenes()["inn"], addressScenes()["krug"]
	inn.Agents, krug.Agents = slices.Clone(inn.Agents), slices.Clone(krug.Agents)
	inn.Agents[0].Titles = []string{"innkeeper"} // Mirela's
	krug.Agents[2].Titles = []string{"Wirt"}     // Oskar's
	m := memory{}.addressed("bart", anna, now, false).answered("bart", anna, now)
	for _, tt := range []struct {
		c    Company
		text string
		want transcript.AgentID // or whom she was talking to
	}{
		{inn, "Innkeeper Mirela, another ale.", "mirela"},
		{inn, "innkeeper mirela what do you have", "mirela"},
		{inn, "Innkeeper, another ale.", "mirela"},
		{inn, "Innkeeper Greta, another ale.", "greta"},
		{inn, "The innkeeper is a fool.", ""},
		{inn, "the innkeeper mirela is a fool", ""},
		{krug, "Wirt Oskar, ein Bier!", "oskar"},
		{krug, "wirt oskar was kostet das bier", "oskar"},
		{krug, "Der Wirt Oskar ist ein Narr.", ""},
	} {
		d, _ := address(Heard{Text: tt.text, Speaker: anna, Role: transcript.Player, At: now.Add(3 * time.Second)}, tt.c, m)
		wrong := !slices.Equal(d.Agents, []transcript.AgentID{tt.want})
		if tt.want == "" {
			wrong = slices.Contains(d.Agents, "mirela") || slices.Contains(d.Agents, "oskar")
		}
		if wrong {
			t.Errorf("%q: %v because %s, want %q", tt.text, d.Agents, d.Reason, tt.want)
		}
	}
}
