package knowledge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

func TestClaimIn(t *testing.T) {
	fever := Claim{Agent: "odo", Name: "Odo Brand", Entry: "Odo Brand", Text: "Odo was sick with a fever that night and stayed in bed."}
	bills := Claim{Agent: "mirela", Name: "Mirela Voss", Entry: "Mirela Voss", Text: "Business is good and every bill at the Heron is paid."}
	wind := Claim{Agent: "mirela", Name: "Mirela Voss", Entry: "The Last Lantern", Text: "Der Wind hat die Laterne gelöscht, wie jeden Winter."}
	tests := []struct {
		name  string
		claim Claim
		text  string
		want  bool
	}{
		{"word for word", fever, "Odo was sick with a fever that night, and stayed in bed.", true},
		{"within more", bills, "Oh dear: business is good, and every bill at the Heron is paid! Another ale?", true},
		{"in other words", fever, "I had a fever. Sick as a dog I was, and stayed at home.", true},
		{"half of it", bills, "Business is good, dear, and all is paid.", true},
		{"in German", wind, "Jeden Winter löscht der Wind sie wieder.", true},
		{"something else", fever, "The watch has four men and one good dog.", false},
		{"one word of it", bills, "A good ale for every friend.", false},
		{"only names", fever, "Odo Brand! Captain Brand!", false},
		{"the truth", bills, "I owe the guild forty silver.", false},
		{"nothing", fever, "", false},
		{"punctuation", fever, "?!", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.claim.in(tt.text); got != tt.want {
				t.Errorf("%q is taken for %q: %v, want %v", tt.text, tt.claim.Text, got, tt.want)
			}
		})
	}
}

// What is proposed of a lie is a claim of whose lie it is, by the name that
// players know, and the model that proposes it learns nothing of that.
func TestProposeClaim(t *testing.T) {
	tests := []struct {
		name, agent string
		w           tool.Write
		want        string
	}{
		{"one's own cover story", "mirela", fact("Mirela", "bills", "Each and every bill of hers is paid."), "Mirela Voss"},
		{"what another made one believe", "clerk", fact("Mirela", "bills", "Every bill is paid."), "Mirela Voss"},
		{"a mistaken belief, by who is in disguise", "odo", fact("The Silver Heron", "owner", "Mirela only rents the Silver Heron."), "The Old Man"},
		{"what is so", "odo", fact("Mirela", "mother", "Her mother was a sailor."), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := tavern()
			tools := &Tools{Campaign: "c", Store: store}
			ctx := as(t.Context(), tt.agent)
			first, _, err := tools.Propose(ctx, tt.w)
			if err != nil {
				t.Fatal(err)
			}
			if len(store.proposals) != 1 {
				t.Fatalf("%d proposals, want 1", len(store.proposals))
			}
			if got := store.proposals[0].Write.Claim; got != tt.want {
				t.Errorf("claimed by %q, want %q", got, tt.want)
			}
			again, _, err := tools.Propose(ctx, tt.w)
			if err != nil {
				t.Fatal(err)
			}
			told := append(first.Pending, again.Pending...)
			plain := store.proposals[0].Write
			plain.Claim = ""
			if diff := cmp.Diff([]string{Describe(plain)}, told); diff != "" {
				t.Errorf("the model is told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestClaimed(t *testing.T) {
	said := []transcript.Line{
		{Agent: "mirela", Text: "Every bill is paid, dear."},
		{Speaker: 7, Text: "Every bill is paid?"},        // a player's words are the player's
		{Agent: "odo", Text: "Every bill is paid, yes."}, // he believes her, but it is not his lie
		{Agent: "odo", Text: "Mirela rents the Silver Heron, no more."},
		{Agent: "mirela", Text: "Two ales."},
	}
	got, err := Claims{Store: tavern()}.Claimed(t.Context(), said)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{true, false, false, true, false}, got); diff != "" {
		t.Errorf("claimed (-want +got):\n%s", diff)
	}
}
