package main

import (
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
)

func TestInvented(t *testing.T) {
	for _, tt := range []struct{ name, answer, who, persona string }{
		{"as asked for", `{"name": "Wenlow", "persona": "You are dry."}`, "Wenlow", "You are dry."},
		{"with words around it", "Sure!\n```json\n{\"persona\": \"You are dry.\", \"name\": \"Wenlow\", \"age\": 7}\n```\nEnjoy }{", "Wenlow", "You are dry."},
		{"cut off", `{"name": "Wenlow", "persona": "You are`, "", ""},
		{"no object", "Wenlow, a dry ferryman", "", ""},
		{"nobody", `{"name": "", "persona": "You are dry."}`, "", ""},
		{"not a word of who", `{"name": "Wenlow"}`, "", ""},
		{"something else", `{"name": ["Wenlow"], "persona": 7}`, "", ""},
		{"nothing", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			who, persona, err := invented(tt.answer)
			if who != tt.who || persona != tt.persona || (err == nil) != (tt.who != "") {
				t.Errorf("got %q, %q, %v", who, persona, err)
			}
			if err != nil && strings.Contains(err.Error(), "Wenlow") {
				t.Errorf("%v quotes the answer", err)
			}
		})
	}
}

// Whatever a model answers, there is a whole character or an error.
func FuzzInvented(f *testing.F) {
	for _, s := range []string{`{"name":"a","persona":"b"}`, "x{}", `{"name":"a`, "{{", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		who, persona, err := invented(s)
		if (err == nil) != (who != "" && persona != "") {
			t.Errorf("%q, %q, %v", who, persona, err)
		}
	})
}

func TestInventRequest(t *testing.T) {
	c := campaign.Campaign{Language: "de", Setting: strings.Repeat("ä", 5000)}
	req := inventRequest(c, "grumpy old ferryman", []string{"Bart", "Mirela"})
	for _, want := range []string{`"de"`, "Taken: Bart, Mirela", `{"name"`} {
		if !strings.Contains(req.System, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, req.System)
		}
	}
	if n := strings.Count(req.System, "ä"); n != settingShown {
		t.Errorf("%d characters of the setting, want %d", n, settingShown)
	}
	if req.Messages[0].Text != "grumpy old ferryman" || req.MaxTokens == 0 {
		t.Errorf("asked %+v", req)
	}
}

// An NPC that was made in Discord has tools that there are.
func TestUsualGrants(t *testing.T) {
	scopes := builtinScopes()
	for _, g := range campaign.UsualGrants() {
		known, ok := scopes[g.Tool]
		if !ok || g.Scope != "" && !slices.Contains(known, g.Scope) {
			t.Errorf("there is no tool %s with the scope %q: %v", g.Tool, g.Scope, known)
		}
	}
}
