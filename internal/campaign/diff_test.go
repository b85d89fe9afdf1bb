package campaign

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

func TestDiff(t *testing.T) {
	tests := []struct {
		name   string
		change func(f *File)
		want   []string
	}{
		{"nothing", func(*File) {}, nil},
		{"order does not count", func(f *File) {
			f.Nodes[0], f.Nodes[1] = f.Nodes[1], f.Nodes[0]
			f.Nodes[1].Aspects = []Aspect{f.Nodes[1].Aspects[1], f.Nodes[1].Aspects[0]}
			f.Agents[0].Grants = []Grant{f.Agents[0].Grants[1], f.Agents[0].Grants[0]}
		}, nil},
		{"what no file holds does not count", func(f *File) { f.Campaign.ID, f.Campaign.Owner = "x", 7 }, nil},
		{"empty and missing lists are the same", func(f *File) { f.Agents[1].Aliases, f.Agents[1].Voices = []string{}, map[string]Voice{} }, nil},
		{"the campaign", func(f *File) { f.Campaign.Name, f.Campaign.Invents = "X", InventsFreely }, []string{"changed campaign lanterns: name, invents"}},
		{"an agent", func(f *File) {
			a := &f.Agents[0]
			a.Persona = "You are slow."
			a.Voices = map[string]Voice{"flite": {Name: "slt", Options: map[string]string{"speed": "2"}}}
			a.Grants = a.Grants[:1]
		}, []string{"changed agent mirela: persona, tools, voice flite, voice openai"}},
		{"an entry", func(f *File) {
			n := &f.Nodes[0]
			n.Aspects = []Aspect{{Key: "age", Text: "42"}, {Key: "mother", Text: "A sailor."}}
			n.Party = false
		}, []string{"changed entry mirela: party, aspect age, aspect mother, aspect debt"}},
		{"a secret comes out", func(f *File) { f.Nodes[2].Visible = Visibility{} }, []string{"changed entry owl: visible"}},
		{"added and removed", func(f *File) {
			f.Agents = f.Agents[:1]
			f.Scenes = append(f.Scenes, Scene{Key: "wall"})
			f.Characters = nil
			f.Names = append([]Name{{Text: "Odo"}}, f.Names[1])
			f.Edges[0].To = "owl"
		}, []string{
			"removed agent owl",
			"added scene wall",
			"removed character kara",
			"added name Odo",
			"removed name Fennick",
			"added relation mirela member_of owl",
			"removed relation mirela member_of guild",
		}},
		{"all of it", func(f *File) { *f = File{} }, []string{
			"removed campaign lanterns",
			"removed agent mirela", "removed agent owl",
			"removed scene tavern", "removed character kara",
			"removed name Fennick", "removed name Mirela",
			"removed entry mirela", "removed entry guild", "removed entry owl",
			"removed relation mirela member_of guild",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			to := smallFile()
			tt.change(&to)
			var got []string
			for _, c := range Diff(smallFile(), to) {
				got = append(got, c.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestOver(t *testing.T) {
	old := smallFile()
	old.Campaign.ID, old.Campaign.Owner, old.Campaign.CoGMs = "id", 7, []transcript.SpeakerID{8}
	old.Characters[0].Retired = true
	f := smallFile()
	f.Campaign.Name = "X"
	f.Characters[0].Player = 0
	f.Characters = append(f.Characters, Character{ID: "joren", Name: "Joren"})

	got := f.Over(old)
	if got.Campaign.ID != "id" || got.Campaign.Owner != 7 || len(got.Campaign.CoGMs) != 1 || got.Campaign.Name != "X" {
		t.Errorf("campaign is %+v", got.Campaign)
	}
	if got.Characters[0].Player != old.Characters[0].Player || got.Characters[1].Player != 0 {
		t.Errorf("characters are %+v", got.Characters)
	}
	if !got.Characters[0].Retired || got.Characters[1].Retired {
		t.Errorf("retired: %+v", got.Characters)
	}
	if f.Characters[0].Player != 0 {
		t.Error("Over changed its receiver")
	}
}
