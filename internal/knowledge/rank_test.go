package knowledge

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// now is when the GM looks.
var now = time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)

func waiting(id string, age time.Duration, said string, role transcript.Role, against ...string) Waiting {
	return Waiting{
		Proposal{ID: transcript.ProposalID(id), Made: now.Add(-age), Write: tool.Write{Subject: "Old Nan"}, Contradicts: against},
		transcript.Line{Role: role, Text: said},
	}
}

func TestRank(t *testing.T) {
	const day = 24 * time.Hour
	list := []Waiting{
		waiting("gone", 31*day, "The ale is warm.", transcript.Player),
		waiting("old", 30*day, "The ale is warm.", transcript.Player),
		waiting("new", day, "The ale is warm.", transcript.Player),
		waiting("asked", 90*day, "Who keeps the ferry?", transcript.Player),
		waiting("named", 80*day, "Old  NAN lives there", transcript.Player),
		waiting("npc", 2*day, "Who? Old Nan?", transcript.NPC),
		waiting("against", 99*day, "", transcript.NPC, "Old Nan: age = Nine."),
		waiting("lineless", 3*day, "", ""),
	}
	var got []string
	for _, w := range Rank(list, now).Shown {
		got = append(got, string(w.ID))
	}
	if want := "against named asked new npc lineless old"; strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	if list[0].ID != "gone" {
		t.Error("the caller's list was changed")
	}
}

func TestRankShowsTwelve(t *testing.T) {
	var list []Waiting
	for i := range 20 {
		list = append(list, waiting(fmt.Sprint(i), time.Duration(i)*time.Hour, "", ""))
	}
	r := Rank(list, now)
	if len(r.Shown) != MostShown || len(r.Minor) != 8 || r.Minor[0].ID != "12" || len(r.All()) != 20 {
		t.Errorf("%d shown, %d minor", len(r.Shown), len(r.Minor))
	}
	if r := Rank(nil, now); len(r.All()) != 0 {
		t.Errorf("of nothing: %+v", r)
	}
}
