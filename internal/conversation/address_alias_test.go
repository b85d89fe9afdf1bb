package conversation

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// TestAliasesCall: an agent is called by its aliases, in every language, and by those
// of a disguised one only by the GM.
func TestAliasesCall(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	for _, language := range []string{"en", "de", "fr"} {
		c := addressScenes()["inn"]
		c.Language, c.GMVoice = language, "player"
		c.Agents = slices.Clone(c.Agents)
		c.Agents[0].Aliases = []string{"Goldzahn"} // Mirela's
		c.Agents[1].KnownAs, c.Agents[1].Aliases = "Rotbart", []string{"Silberzunge"}
		for _, tt := range []struct {
			role transcript.Role
			text string
			want []transcript.AgentID
		}{
			{transcript.Player, "Goldzahn, hello!", []transcript.AgentID{"mirela"}},
			{transcript.Player, "Rotbart, hello!", []transcript.AgentID{"bart"}},
			{transcript.Player, "Silberzunge, hello!", nil},
			{transcript.GM, "Silberzunge, hello!", []transcript.AgentID{"bart"}},
		} {
			d, _ := address(Heard{Text: tt.text, Speaker: anna, Role: tt.role, At: now}, c, memory{})
			if !slices.Equal(d.Agents, tt.want) {
				t.Errorf("%s, %s: %q: %v because %s, want %v", language, tt.role, tt.text, d.Agents, d.Reason, tt.want)
			}
		}
	}
}

// TestPeopleAreCalled: people are called by their own name and by their character's,
// and nobody answers for them.
func TestPeopleAreCalled(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	inn := addressScenes()["inn"]
	m := memory{}.addressed("bart", anna, now, false).answered("bart", anna, now)
	for text, want := range map[string]string{
		"Tom, what now?":   "it is for Brand, not for an NPC",
		"Brand, what now?": "it is for Brand, not for an NPC",
		"Sam, what now?":   "it is for Sam, not for an NPC",
		"GM, what now?":    "it is for the GM, not for an NPC",
	} {
		d, after := address(Heard{Text: text, Speaker: anna, Role: transcript.Player, At: now.Add(2 * time.Second)}, inn, m)
		if len(d.Agents) > 0 || d.Reason != want {
			t.Errorf("%q: %v because %s, want nobody because %s", text, d.Agents, d.Reason, want)
		}
		if c := after.claims[anna]; c.agent != "" {
			t.Errorf("%q: she still talks to %q", text, c.agent)
		}
	}
}
