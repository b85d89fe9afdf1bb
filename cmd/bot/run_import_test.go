package main

import (
	"bytes"
	"strings"
	"testing"

	"glyphoxa/campaigns"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveImport: a campaign comes into Discord as a file, and is changed by
// another one: by its GM alone, after being shown what that does, and with a
// copy of what was there before.
func TestLiveImport(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	_, err := e.anna.Join(e.channel)
	e.check(err)
	bella := e.AddPerson("Bella")
	e.guild.Admit(bella)
	send := func(who *voicetest.Person, name string, data []byte) (*voicetest.Interaction, voicetest.ChatMessage) {
		t.Helper()
		i, err := who.Use(e.within(), e.channel, "glyphoxa campaign import",
			voicetest.Option{Name: "file", Value: voicetest.Attachment{Name: name, Data: data}})
		e.acknowledged("campaign import", i, err)
		m, err := i.AwaitAnswer(e.within())
		e.check(err)
		if !m.Ephemeral {
			t.Errorf("everybody sees what %s has: %s", name, m.Text())
		}
		return i, m
	}

	// A file with a mistake changes nothing and says where it is.
	_, m := send(e.anna, "broken.yaml", []byte("campaign: salt\nname: Salt\nagents:\n  odo: {name: Odo, colour: red}\n"))
	if !strings.Contains(m.Text(), "broken.yaml:4") {
		t.Errorf("the mistake: %s", m.Text())
	}
	if all, err := e.db.Guild(transcript.GuildID(e.guild.ID)).Campaigns(t.Context()); err != nil || len(all) != 0 {
		t.Fatalf("%d campaigns, %v", len(all), err)
	}

	i, m := send(e.anna, "lanterns.yaml", campaigns.Lanterns)
	if _, asked := m.Component("Import"); !asked {
		t.Fatalf("there is no button: %s", m.Text())
	}
	e.press(e.anna, m, "Import")
	e.says(i, "is here, and yours")
	book := e.book(e.guild)
	file, err := book.File(t.Context())
	e.check(err)
	want, err := campaign.Parse("lanterns.yaml", campaigns.Lanterns)
	e.check(err)
	if c := file.Campaign; c.Owner != transcript.SpeakerID(e.anna.ID) || len(campaign.Diff(want, file)) != 0 {
		t.Errorf("kept %+v, %v", c, campaign.Diff(want, file))
	}

	// Another file changes it, and what was there is handed over.
	changed := bytes.Replace(campaigns.Lanterns, []byte("\nname: "), []byte("\nname: New "), 1)
	if _, m := send(bella, "lanterns.yaml", changed); !strings.Contains(m.Text(), "for the GM") {
		t.Errorf("somebody else is told %s", m.Text())
	}
	i, m = send(e.anna, "lanterns.yaml", changed)
	if len(m.Attachments) != 1 {
		t.Fatalf("%d files come with %s", len(m.Attachments), m.Text())
	}
	before, err := campaign.Parse(m.Attachments[0].Name, m.Attachments[0].Data)
	if err != nil || len(campaign.Diff(file, before)) != 0 {
		t.Errorf("the copy: %v, %v", err, campaign.Diff(file, before))
	}
	if now, err := book.File(t.Context()); err != nil || len(campaign.Diff(file, now)) != 0 {
		t.Errorf("it was changed before anybody said so: %v", err)
	}
	e.press(e.anna, m, "Import")
	e.says(i, "is as the file says now")
	if now, err := book.File(t.Context()); err != nil || now.Campaign.Name != "New "+file.Campaign.Name || now.Campaign.Owner != file.Campaign.Owner {
		t.Errorf("kept %+v, %v", now.Campaign, err)
	}
	if left := e.Unexpected(); len(left) > 0 {
		t.Errorf("requests that nobody answers: %v", left)
	}

	// And it is played.
	e.play(e.channel, e.anna)
}
