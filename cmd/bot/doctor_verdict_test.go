package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

func TestVerdicts(t *testing.T) {
	anna := []discord.Person{{User: 7, Name: "Anna"}}
	// good is a visit with which nothing is wrong.
	good := func() measured {
		return measured{
			channel: "table", server: "Home", took: 420 * time.Millisecond, people: anna,
			health: voice.Health{
				Flows: true, Joins: 1, Ping: 23 * time.Millisecond, Encrypted: true, Epoch: 3, Members: []transcript.SpeakerID{7, 8},
				In:       voice.Inbound{Datagrams: 510, Audio: 500, Opened: 495, Empty: 5, Refused: 495},
				Out:      voice.Outbound{Offered: 60, Encrypted: 60, Sent: 60},
				Speakers: []voice.SpeakerHealth{{User: 7, Packets: 400}, {User: 9, Packets: 95}},
			},
		}
	}
	tests := []struct {
		name  string
		spoil func(*measured)
		want  []string // lines that are there
		bad   int      // how many are not ok
	}{
		{"all is well", func(*measured) {}, []string{
			"ok    channel: joined #table of Home in 0.42 s; the voice server answers in 23 ms",
			"ok    encryption: end to end, epoch 3, 2 members",
			"ok    network: UDP gets through; 500 packets of sound came in",
			"ok    transport: 500 of 500 packets of sound open by the connection's key",
			"ok    speakers: packets counted, none decoded: Anna 400, user 9 95",
			"ok    sending: 60 packets left, of a short test sound: whoever is there should have heard it",
		}, 0},
		{"slow", func(m *measured) { m.took = 8 * time.Second }, []string{"warn  channel: joined #table of Home in 8.00 s"}, 1},
		{"lost once", func(m *measured) { m.health.Resumes = 1 }, []string{"warn  channel: ", "the connection was lost once"}, 1},
		{"lost twice", func(m *measured) { m.health.Joins, m.health.Resumes = 2, 1 }, []string{"the connection was lost 2 times"}, 1},
		{"lost now", func(m *measured) { m.health.Flows = false }, []string{"FAIL  channel: ", "the connection is lost now"}, 1},
		{"no encryption", func(m *measured) { m.health.Encrypted = false }, []string{"warn  encryption: Discord did not ask for"}, 1},
		{"no key with them", func(m *measured) {
			m.health.Encrypted, m.health.Alone, m.health.Out = false, true, voice.Outbound{Offered: 50, Held: 50}
		}, []string{"FAIL  encryption: 1 person is there, and no key was agreed on", "FAIL  sending: nothing left: there was no key"}, 2},
		{"nobody there", func(m *measured) {
			m.people, m.health = nil, voice.Health{Flows: true, Joins: 1, Alone: true}
		}, []string{"ok    encryption: nobody else is there", "ok    network: ", "nobody was there to speak", "ok    sending: the test sound waited"}, 0},
		{"silence", func(m *measured) { m.health.In, m.health.Speakers = voice.Inbound{}, nil }, []string{"warn  network: UDP gets through; 0 packets of sound came in → say something"}, 1},
		{"nothing opens", func(m *measured) {
			m.health.In, m.health.Speakers = voice.Inbound{Datagrams: 500, Audio: 500, Unopened: 500}, nil
		}, []string{"FAIL  transport: 0 of 500", "Anna 0"}, 1},
		{"some do not open", func(m *measured) { m.health.In.Opened, m.health.In.Unopened = 445, 50 }, []string{"warn  transport: 450 of 500"}, 1},
		{"nobody knows whose", func(m *measured) {
			m.health.In.Refused, m.health.In.Unknown, m.health.Speakers = 0, 495, nil
		}, []string{"FAIL  speakers: Discord has not said whose the 495 packets are"}, 1},
		{"of some nobody knows whose", func(m *measured) { m.health.In.Dropped = 30 }, []string{"warn  speakers: ", "has not said whose 30 others are"}, 1},
		{"nothing leaves", func(m *measured) { m.health.Out = voice.Outbound{Offered: 50, Encrypted: 50, Unsent: 50} }, []string{"FAIL  sending: 0 packets left", "would not take 50"}, 1},
		{"not all leaves", func(m *measured) { m.health.Out.Unsent = 3 }, []string{"warn  sending: 60 packets left"}, 1},
		{"on a stage", func(m *measured) { m.stage, m.stand = true, discord.OnStage }, []string{"ok    stage: "}, 0},
		{"in the audience", func(m *measured) { m.stage, m.stand = true, discord.Asked }, []string{"warn  stage: the bot has asked to speak"}, 1},
		{"no way onto the stage", func(m *measured) { m.stage, m.stand = true, discord.Audience }, []string{"FAIL  stage: "}, 1},
		{"the stage is an error", func(m *measured) { m.stage, m.stageErr = true, errors.New("it is broken") }, []string{"warn  stage: it is broken"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := good()
			tt.spoil(&m)
			var out strings.Builder
			d := &doctor{app: &app{out: &out}}
			bad := 0
			for _, f := range m.verdicts() {
				d.report(f)
				if f.level != fine {
					bad++
					if f.remedy == "" {
						t.Errorf("nothing is said to do about it: %+v", f)
					}
				}
			}
			inOrder(t, out.String(), tt.want...)
			if bad != tt.bad {
				t.Errorf("%d lines complain, want %d:\n%s", bad, tt.bad, out.String())
			}
		})
	}
}

func TestVisitFailure(t *testing.T) {
	m := measured{channel: "table", server: "Home"}
	tests := []struct {
		err  error
		took time.Duration
		want string
	}{
		{fmt.Errorf("join: %w", voice.ErrNoAnswer), 0, "FAIL  channel: #table of Home could not be joined: join: no answer from Discord.* → give the bot View Channel and Connect"},
		{voice.ErrRemoved, time.Second, "FAIL  channel: #table of Home was joined, but the bot could not stay: .* → try again, and have nobody"},
		{errors.New("dial: refused"), 0, "could not be joined: dial: refused → try again; if it stays so"},
	}
	for _, tt := range tests {
		m.took = tt.took
		var out strings.Builder
		(&doctor{app: &app{out: &out}}).report(m.failure(tt.err))
		inOrder(t, out.String(), strings.Split(tt.want, ".*")...)
	}
}

func TestServerFinding(t *testing.T) {
	good := discord.Check{Name: "one"}
	full := discord.Check{Name: "full", Full: true, Limit: 5}
	mute := discord.Check{Name: "mute", Missing: []string{"Speak"}}
	stage := discord.Check{Name: "stage", Stage: true}
	tests := []struct {
		name     string
		channels []discord.Check
		want     string
	}{
		{"all", []discord.Check{good, full}, "ok    server Home: the bot may hear and speak in 2 voice channels\n"},
		{"some", []discord.Check{good, mute}, "warn  server Home: the bot may hear and speak in 1 voice channel, and not everywhere: I lack Speak in #mute → give its role that in the channel's settings, or invite it again: URL\n"},
		{"none", []discord.Check{mute, stage}, "FAIL  server Home: the bot can speak in none of its voice channels: I lack Speak in #mute; #stage is a stage"},
		{"many", []discord.Check{mute, mute, mute, mute, mute}, "#mute, and 2 more → "},
		{"no channel", nil, "warn  server Home: it has no voice channel → make one\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			(&doctor{app: &app{out: &out}}).report(serverFinding("Home", tt.channels, "URL"))
			inOrder(t, out.String(), tt.want)
		})
	}
}
