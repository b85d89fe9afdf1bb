package discord

import (
	"fmt"
	"strings"
	"testing"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

func TestLiveButtons(t *testing.T) {
	d, b, chat := desk(t)
	rows := []Row{
		{Button{ID: "in", Label: "I'm in", Style: Success}, Button{ID: "edit", Label: "Edit"}, Button{ID: "hold", Label: "Hold"}},
		{Menu{ID: "scene", Items: []Item{{Label: "Tavern", Value: "tavern"}, {Label: "Crypt", Value: "crypt"}}}},
	}
	id, err := b.Send(t.Context(), transcript.ChannelID(chat.ID), Message{Text: "Who is in?", Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	card, _ := d.Message(uint64(id))
	press := func(button string, values ...string) (Pressed, func() *voicetest.Interaction) {
		done := make(chan *voicetest.Interaction, 1)
		go func() {
			var i *voicetest.Interaction
			var err error
			if values == nil {
				i, err = d.gm.Press(t.Context(), card, button)
			} else {
				i, err = d.gm.Choose(t.Context(), card, button, values...)
			}
			if err != nil {
				t.Error(err)
			}
			done <- i
		}()
		return next[Pressed](b), func() *voicetest.Interaction { return <-done }
	}
	text := func() string {
		m, _ := d.Message(uint64(id))
		return m.Content
	}

	p, wait := press("in")
	if p.Button != "in" || p.Message != id || p.By.Name != "Anna" {
		t.Errorf("pressed: %+v", p)
	}
	if err := p.Answer.Update(t.Context(), Message{Text: "Anna is in.", Rows: rows}); err != nil {
		t.Fatal(err)
	}
	wait()
	if got := text(); got != "Anna is in." {
		t.Errorf("the card says %q", got)
	}

	p, wait = press("hold")
	if err := p.Answer.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	i := wait()
	if err := p.Answer.Update(t.Context(), Message{Text: "Held.", Rows: rows}); err != nil {
		t.Fatal(err)
	}
	if err := p.Answer.Reply(t.Context(), Message{Text: "For you alone.", Private: true}); err != nil {
		t.Fatal(err)
	}
	if got := text(); got != "Held." || len(i.FollowUps()) != 1 {
		t.Errorf("the card says %q, %d follow-ups", got, len(i.FollowUps()))
	}

	p, wait = press("scene", "crypt")
	if len(p.Values) != 1 || p.Values[0] != "crypt" {
		t.Errorf("chosen: %v", p.Values)
	}
	if err := p.Answer.Reply(t.Context(), Message{Text: "The crypt.", Private: true}); err != nil {
		t.Fatal(err)
	}
	if i = wait(); !i.Ephemeral() {
		t.Error("a private answer is public")
	}

	p, wait = press("edit")
	if err := p.Answer.Open(t.Context(), Form{ID: "form", Title: "Edit", Fields: []Field{{ID: "text", Label: "Text", Long: true}}}); err != nil {
		t.Fatal(err)
	}
	i = wait()
	go func() {
		if _, err := d.gm.Submit(t.Context(), i, map[string]string{"text": "She hides. ```"}); err != nil {
			t.Error(err)
		}
	}()
	s := next[Submitted](b)
	if s.Form != "form" || s.Fields["text"] != "She hides. ```" || s.Message != id {
		t.Errorf("submitted: %+v", s)
	}
	if err := s.Answer.Update(t.Context(), Message{Text: s.Fields["text"]}); err != nil {
		t.Fatal(err)
	}
	if m, _ := d.Message(uint64(id)); m.Content != "She hides. ```" || len(m.Components) != 0 {
		t.Errorf("the card is %q with %d rows", m.Content, len(m.Components))
	}
}

// TestLiveComplete: on the wire as well. Case: D06.
func TestLiveComplete(t *testing.T) {
	d, b, chat := desk(t)
	answered := make(chan []voicetest.Choice, 1)
	go func() {
		got, err := d.gm.Complete(t.Context(), chat, "glyphoxa start", voicetest.Option{Name: "minutes", Value: 5}, voicetest.Option{Name: "scene", Value: "Ta"})
		if err != nil {
			t.Error(err)
		}
		answered <- got
	}()
	e := next[Completing](b)
	if e.Sub != "start" || e.Focus != "scene" || e.Text != "Ta" || e.Args.Int("minutes") != 5 {
		t.Errorf("completing: %+v", e)
	}
	choices := []Choice{{Name: " ", Value: "x"}}
	for i := range 40 {
		choices = append(choices, Choice{Name: fmt.Sprintf("Tavern %d %s", i, strings.Repeat("n", 120)), Value: fmt.Sprint(i)})
	}
	if err := e.Answer.Suggest(t.Context(), choices); err != nil {
		t.Fatal(err)
	}
	if got := <-answered; len(got) != 25 {
		t.Errorf("%d choices, want 25", len(got))
	}
}

// TestLiveRegister: commands are in one scope, and the other is emptied. Case: D03.
func TestLiveRegister(t *testing.T) {
	d, b, _ := desk(t)
	guild, _ := d.ids()
	count := func(want string) {
		t.Helper()
		var names []string
		for _, c := range d.gm.Commands(d.guild) {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("commands %q, want %q", got, want)
		}
	}
	count("glyphoxa")
	if err := b.Register(t.Context(), []Spec{{Name: "dev", Description: "Development"}}, guild); err != nil {
		t.Fatal(err)
	}
	count("dev")
	for range 2 {
		if err := b.Register(t.Context(), testSpecs); err != nil {
			t.Fatal(err)
		}
		count("glyphoxa")
	}
}
