package command

import (
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

var specName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Discord refuses all commands if one of them breaks a limit.
// https://discord.com/developers/docs/interactions/application-commands
func TestSpecsWithinLimits(t *testing.T) {
	var check func(t *testing.T, path string, s discord.Spec, depth int)
	check = func(t *testing.T, path string, s discord.Spec, depth int) {
		t.Helper()
		path += " " + s.Name
		name := func(what, name, description string) {
			if !specName.MatchString(name) {
				t.Errorf("%s: %s cannot be called %q", path, what, name)
			}
			if n := utf8.RuneCountInString(description); n == 0 || n > 100 {
				t.Errorf("%s: the description of %s %s has %d letters", path, what, name, n)
			}
		}
		name("the command", s.Name, s.Description)
		if depth > 2 || len(s.Subs) > 25 || len(s.Options) > 25 || len(s.Subs) > 0 && len(s.Options) > 0 {
			t.Errorf("%s has %d subcommands and %d options at depth %d", path, len(s.Subs), len(s.Options), depth)
		}
		names := map[string]bool{}
		for _, sub := range s.Subs {
			if names[sub.Name] {
				t.Errorf("%s has %s twice", path, sub.Name)
			}
			names[sub.Name] = true
			check(t, path, sub, depth+1)
		}
		optional := false
		for _, o := range s.Options {
			name("the option", o.Name, o.Description)
			if names[o.Name] || len(o.Choices) > 25 || o.Required && optional || o.Complete && len(o.Choices) > 0 {
				t.Errorf("%s: the option %s is not in order", path, o.Name)
			}
			names[o.Name], optional = true, optional || !o.Required
		}
	}
	for _, s := range Specs(true) {
		check(t, "", s, 0)
	}
}

// Everything in the tree can be carried out, and what can be typed into is
// completed.
func TestTree(t *testing.T) {
	var check func(group string, list []subcommand)
	check = func(group string, list []subcommand) {
		for _, s := range list {
			if len(s.subs) > 0 {
				check(s.spec.Name, s.subs)
				continue
			}
			if got, ok := branch(group, s.spec.Name); !ok || got.spec.Description != s.spec.Description {
				t.Errorf("%s %s leads to %q, %v", group, s.spec.Name, got.spec.Description, ok)
			}
			completes := false
			for _, o := range s.spec.Options {
				completes = completes || o.Complete
			}
			if completes && s.complete == nil {
				t.Errorf("%s %s has an option to complete, and completes none", group, s.spec.Name)
			}
			if s.gm && !s.private && s.hidden == nil {
				t.Errorf("%s %s is for GMs and public", group, s.spec.Name)
			}
		}
	}
	check("", subcommands())
	for _, tt := range [][2]string{{"", "nothing"}, {"nothing", subStart}, {"", grpScene}, {grpScene, ""}, {"", ""}} {
		if _, ok := branch(tt[0], tt[1]); ok {
			t.Errorf("%q leads somewhere", tt)
		}
	}
	for verb := range forms() {
		if _, ok := presses()[verb]; ok {
			t.Errorf("%s is a form and a button", verb)
		}
	}
	for verb, p := range presses() {
		if (p.do == nil) == (p.now == nil) {
			t.Errorf("the button %s does nothing, or two things", verb)
		}
	}
}

// leaves calls f for everything in the tree that can be carried out.
func leaves(f func(group string, s subcommand)) {
	for _, s := range subcommands() {
		if len(s.subs) == 0 {
			f("", s)
		}
		for _, sub := range s.subs {
			f(s.spec.Name, sub)
		}
	}
}

// Of what is for GMs nobody else gets anything: no answer but one, whatever
// they may do on the server, and nothing while they type.
func TestTreeRights(t *testing.T) {
	leaves(func(group string, s subcommand) {
		if !s.gm {
			return
		}
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			session := w.here(w.playing(kim, admin), "Bart")
			for _, who := range []transcript.SpeakerID{kim, admin} {
				if a := w.order(who, group, s.spec.Name, discord.Args{}); !s.opens {
					wantText(t, group+" "+s.spec.Name, a.text(), "That is for the GM.")
				}
				for _, o := range s.spec.Options {
					if a := w.typing(who, group, s.spec.Name, o.Name, ""); len(a.suggested()) > 0 {
						t.Errorf("%s %s suggests %q for %s to %d", group, s.spec.Name, a.suggested(), o.Name, who)
					}
				}
			}
			if got := session.took(); got != "" {
				t.Errorf("%s %s told the session %q", group, s.spec.Name, got)
			}
		})
	})
}

// Whatever is asked for is acknowledged before any I/O, however slow that is,
// and answered in the end. A form is the acknowledgement of what opens one.
// Case: D01, D02.
func TestTreeAcknowledgedFirst(t *testing.T) {
	leaves(func(group string, s subcommand) {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			w.playing(kim)
			w.shelf.delay = 2 * time.Second
			asked := time.Now()
			a := w.order(gina, group, s.spec.Name, discord.Args{})
			limit := time.Duration(0)
			if s.opens { // it may wait for names, as completion does
				limit = suggestWithin
				pass(limit)
			}
			if d := a.acked.Sub(asked); a.acked.IsZero() || d > limit {
				t.Errorf("%s %s was acknowledged after %v by %q", group, s.spec.Name, d, a.did())
			}
			pass(5 * time.Minute)
			if len(a.did()) < 2 && !s.opens {
				t.Errorf("%s %s was never answered", group, s.spec.Name)
			}
		})
	})
}

// A GM is shown eight commands, a player four, and whoever asks for all of them
// the rest.
func TestHelp(t *testing.T) {
	for _, tt := range []struct {
		name  string
		who   transcript.SpeakerID
		all   bool
		lines int
	}{
		{"a GM", gina, false, 8},
		{"a player", kim, false, 4},
		{"all", kim, true, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				args := discord.Args{}
				if tt.all {
					args[optAll] = "true"
				}
				text := w.order(tt.who, "", subHelp, args).text()
				if got := strings.Count(text, "\n`/glyphoxa ") - strings.Count(text, "` shows the rest"); tt.lines != 0 && got != tt.lines {
					w.t.Errorf("%d commands are shown, want %d: %s", got, tt.lines, text)
				}
				if tt.all {
					wantText(w.t, "help", text, "/glyphoxa start", "/glyphoxa scene enter", "/glyphoxa roll")
				}
			})
		})
	}
}

// A form that nobody knows is answered, and one that is known is acknowledged.
func TestUnknownForm(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		a := w.submit(gina, "unknown:1", 0, nil)
		wantText(w.t, "the answer", a.text(), "I do not know this form any more")
		if a.did()[0] != "defer private=true" {
			w.t.Errorf("answered by %q", a.did())
		}
	})
}

// So is a button that nobody knows, one that has the name of a form, and one that
// is pressed where it cannot be.
func TestUnknownButton(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		for _, id := range []string{"unknown:1", button(frmReword, string(lantern), "p1"), button(btnConsent, "yes"), ""} {
			wantText(w.t, id, w.press(gina, id).text(), "I do not know this button any more.")
		}
		c, a := w.call(gina)
		c.Guild = 0
		w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: yes})
		settle()
		wantText(w.t, "in a direct message", a.text(), "I do not know this button any more.")
	})
}

// Who is no GM is told nothing of a campaign by a button in a direct message, not
// even its name: they may be in none of its servers.
func TestDirectButtonOfStranger(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.playing(kim)
		for _, id := range []string{modeButton(ModeLive), button(btnReview, string(lantern)), button(btnSpoilers, string(lantern), wordYes)} {
			c, a := w.call(kim)
			c.Guild = 0
			w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: id})
			settle()
			if got := a.text(); got == "" || strings.Contains(got, "**") || strings.Contains(got, userTag(gina)) {
				w.t.Errorf("%s is answered by %q", id, got)
			}
		}
	})
}

// An unknown command, and one in a direct message, is answered in private.
func TestUnknownCommand(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		a := w.order(gina, "nothing", "nowhere", nil)
		wantText(w.t, "the answer", a.text(), "I do not know this command")
		c, a := w.call(gina)
		c.Guild = 0
		w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Sub: subRoll})
		settle()
		wantText(w.t, "the answer", a.text(), "not in a direct message")
		if a.did()[0] != "defer private=true" {
			w.t.Errorf("answered by %q", a.did())
		}
	})
}
