package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveNPCs: a GM makes NPCs in Discord, one with the form, one in a hurry,
// who is present within ten seconds and goes with the session.
func TestLiveNPCs(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	_, err := e.anna.Join(e.channel)
	e.check(err)
	e.play(e.channel, e.anna)
	run := func(command string, options ...voicetest.Option) (*voicetest.Interaction, voicetest.ChatMessage) {
		t.Helper()
		i, err := e.anna.Use(e.within(), e.channel, "glyphoxa "+command, options...)
		e.acknowledged(command, i, err)
		m, err := i.AwaitAnswer(e.within())
		e.check(err)
		if !m.Ephemeral {
			t.Errorf("everybody sees the answer to %s", command)
		}
		return i, m
	}
	agent := func(name string) (campaign.Agent, bool) {
		t.Helper()
		f, err := e.book(e.guild).File(t.Context())
		e.check(err)
		i := slices.IndexFunc(f.Agents, func(a campaign.Agent) bool { return a.Name == name })
		if i < 0 {
			return campaign.Agent{}, false
		}
		return f.Agents[i], true
	}

	began := time.Now()
	_, card := run("npc quick", voicetest.Option{Name: "words", Value: "grumpy old ferryman"})
	found := regexp.MustCompile(`\*\*(\w+)\*\* is here`).FindStringSubmatch(card.Text())
	if found == nil {
		t.Fatalf("nobody came: %s", card.Text())
	}
	quick := found[1]
	if status := e.told(e.anna, e.channel, "status"); !strings.Contains(status, quick) {
		t.Errorf("%s is not present: %s", quick, status)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	if a, _ := agent(quick); a.Voices["flite"].Name == "" || a.Voices["flite"].Name == "awb" {
		t.Errorf("%s has the voices %v", quick, a.Voices)
	}

	// A form of its own, and the voice as a clip for the GM alone.
	opened, err := e.anna.Use(e.within(), e.channel, "glyphoxa npc create")
	e.acknowledged("npc create", opened, err)
	sent, err := e.anna.Submit(e.within(), opened, map[string]string{"name": "Wenlow Reed", "persona": "You are dry.", "known_as": "The Hooded Man"})
	e.acknowledged("the form", sent, err)
	e.says(sent, "Wenlow Reed")
	_, sound := run("npc try", voicetest.Option{Name: "name", Value: "wenlow-reed"})
	if len(sound.Attachments) != 1 || !bytes.HasPrefix(sound.Attachments[0].Data, []byte("RIFF")) || len(sound.Attachments[0].Data) < 16000 {
		t.Errorf("%d files come with %s", len(sound.Attachments), sound.Text())
	}

	// She edits what is there, keeps nobody, and ends.
	edit, err := e.anna.Use(e.within(), e.channel, "glyphoxa npc edit", voicetest.Option{Name: "name", Value: "wenlow-reed"})
	edit = e.formOf(e.anna, e.acknowledged("npc edit", edit, err))
	changed, err := e.anna.Submit(e.within(), edit, map[string]string{"persona": "You are wet."})
	e.acknowledged("the other form", changed, err)
	e.says(changed, "as you say now")
	if a, _ := agent("Wenlow Reed"); a.Persona != "You are wet." || a.KnownAs != "The Hooded Man" || a.Node == "" {
		t.Errorf("kept %+v", a)
	}
	e.told(e.anna, e.channel, "end")
	e.await("the end of the guest", func() bool {
		_, there := agent(quick)
		return !there
	})
	if _, there := agent("Wenlow Reed"); !there {
		t.Error("who was made with the form is gone, too")
	}
}
