package discord

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestSecrecy covers D08 for what is not for everybody: each way in which a
// channel is or is not private, and the bot can or cannot write there.
func TestSecrecy(t *testing.T) {
	everyone := func(allow, deny bits) overwritePayload {
		return overwritePayload{ID: snowflake(testGuild), Allow: allow, Deny: deny}
	}
	role := func(id snowflake, allow, deny bits) overwritePayload {
		return overwritePayload{ID: id, Allow: allow, Deny: deny}
	}
	person := func(id transcript.SpeakerID, allow, deny bits) overwritePayload {
		return overwritePayload{ID: snowflake(id), Type: 1, Allow: allow, Deny: deny}
	}
	const (
		public = "public"
		noText = "gm is no text channel"
	)
	tests := []struct {
		name       string
		everyone   bits // in the guild
		role       bits // of the bot's role
		kind       int
		overwrites []overwritePayload
		want       string
	}{
		{"no overwrites", inside, inside, textKind, nil, public},
		{"everyone denied, bot allowed", inside, inside, textKind, []overwritePayload{everyone(0, viewChannel), person(testBot, inside, 0)}, ""},
		{"everyone denied, role allowed", inside, inside, textKind, []overwritePayload{everyone(0, viewChannel), role(botRole, inside, 0)}, ""},
		{"everyone denied, bot too", inside, inside, textKind, []overwritePayload{everyone(0, viewChannel)}, "lacks View Channel"},
		{"everyone denied to write only", inside, inside, textKind, []overwritePayload{everyone(0, sendMessages), person(testBot, inside, 0)}, public},
		{"the guild is closed, the channel open", 0, inside, textKind, []overwritePayload{everyone(viewChannel, 0)}, public},
		{"the guild is closed", 0, inside, textKind, nil, ""},
		{"allowed to another role", 0, inside, textKind, []overwritePayload{role(5, viewChannel, 0)}, ""},
		{"denied to another role only", inside, inside, textKind, []overwritePayload{role(5, 0, viewChannel)}, public},
		{"an overwrite of a person with the guild's ID", inside, inside, textKind, []overwritePayload{person(transcript.SpeakerID(testGuild), 0, viewChannel)}, public},
		{"everyone is administrator", administrator, inside, textKind, []overwritePayload{everyone(0, viewChannel)}, public},
		{"the bot is administrator", inside, administrator, textKind, []overwritePayload{everyone(0, viewChannel)}, ""},
		{"the bot may not write", 0, viewChannel | attachFiles, textKind, nil, "lacks Send Messages"},
		{"the bot may not attach", 0, inside, textKind, []overwritePayload{person(testBot, 0, attachFiles)}, "lacks Attach Files"},
		{"an announcement channel", 0, inside, 5, nil, noText},
		{"a voice channel", 0, inside, voiceKind, nil, noText},
		{"a thread", 0, inside, 12, nil, noText},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := &guild{
				owner: 77, mine: []snowflake{botRole},
				roles: map[snowflake]bits{snowflake(testGuild): tt.everyone, botRole: tt.role, 5: inside},
				channels: map[transcript.ChannelID]channel{
					testChannel: {name: "gm", kind: tt.kind, overwrites: tt.overwrites},
				},
			}
			s := g.secrecy(testGuild, testChannel, testBot)
			if got := inTheWay(s); got != tt.want {
				t.Errorf("secrecy: %q, want %q", got, tt.want)
			}
			if s.OK() != (tt.want == "") {
				t.Errorf("OK is %v: %+v", s.OK(), s)
			}
		})
	}
	for name, g := range map[string]*guild{"no such guild": nil, "no such channel": {}} {
		if s := g.secrecy(testGuild, testChannel, testBot); s.OK() || !s.Unknown {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// Who may read a private channel is told, but for those from whom nothing can be
// kept.
func TestSecrecyReaders(t *testing.T) {
	const gms, admins, players snowflake = 5, 6, 10
	hidden := overwritePayload{ID: snowflake(testGuild), Deny: viewChannel}
	role := func(id snowflake, allow, deny bits) overwritePayload {
		return overwritePayload{ID: id, Allow: allow, Deny: deny}
	}
	person := func(id transcript.SpeakerID, allow, deny bits) overwritePayload {
		return overwritePayload{ID: snowflake(id), Type: 1, Allow: allow, Deny: deny}
	}
	for _, tt := range []struct {
		name       string
		overwrites []overwritePayload
		players    bits // of a role, in the guild
		want       string
	}{
		{"nobody", []overwritePayload{hidden}, inside, "[] []"},
		{"a role", []overwritePayload{hidden, role(gms, viewChannel, 0)}, inside, "[5] []"},
		{"roles", []overwritePayload{hidden, role(players, viewChannel, 0), role(gms, viewChannel, 0)}, 0, "[5 10] []"},
		{"a role that may write there only", []overwritePayload{hidden, role(gms, sendMessages, 0)}, inside, "[] []"},
		{"a role that may read everything", []overwritePayload{hidden}, administrator, "[] []"},
		{"the bot's", []overwritePayload{hidden, role(botRole, inside, 0), person(testBot, inside, 0)}, 0, "[] []"},
		{"administrators and the owner", []overwritePayload{hidden, role(admins, viewChannel, 0), person(77, viewChannel, 0)}, 0, "[] []"},
		{"people", []overwritePayload{hidden, person(9, viewChannel, 0), person(8, viewChannel, 0)}, 0, "[] [8 9]"},
		{"people who are kept out", []overwritePayload{hidden, person(9, 0, viewChannel)}, 0, "[] []"},
	} {
		g := &guild{
			owner: 77, mine: []snowflake{botRole},
			roles:    map[snowflake]bits{snowflake(testGuild): inside, botRole: inside, gms: inside, admins: administrator, players: tt.players},
			channels: map[transcript.ChannelID]channel{testChannel: {name: "gm", overwrites: tt.overwrites}},
		}
		s := g.secrecy(testGuild, testChannel, testBot)
		if got := fmt.Sprint(s.Roles, s.People); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	closed := &guild{
		roles:    map[snowflake]bits{snowflake(testGuild): 0, gms: viewChannel},
		channels: map[transcript.ChannelID]channel{testChannel: {name: "gm"}},
	}
	if s := closed.secrecy(testGuild, testChannel, testBot); len(s.Roles) != 1 {
		t.Errorf("in a guild that is closed, a role that sees all channels: %v", s.Roles)
	}
}

// inTheWay says what is in the way of a channel, "" if nothing is.
func inTheWay(s Secrecy) string {
	switch {
	case s.Unknown:
		return s.Name + " is no text channel"
	case s.Public:
		return "public"
	case len(s.Missing) > 0:
		return "lacks " + strings.Join(s.Missing, ", ")
	}
	return ""
}

// TestLivePrivateChannel makes a channel that its people see and nobody else,
// and notices when it is opened to everybody.
func TestLivePrivateChannel(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	b := d.open(t)
	id := transcript.GuildID(d.guild.ID)
	gm := transcript.SpeakerID(d.gm.ID)
	_, err := b.CreatePrivateChannel(t.Context(), id, "gm-screen", []transcript.SpeakerID{gm})
	lacking, ok := errors.AsType[*Lacking](err)
	if !ok || !errors.Is(err, ErrDenied) || strings.Join(lacking.Missing, ", ") != "Manage Channels" {
		t.Fatalf("without the permission: %v", err)
	}

	d.guild.AdmitBot(voicetest.Permission(invited | manageChannels))
	var at transcript.ChannelID
	eventually(t, "a channel is made", func() bool {
		at, err = b.CreatePrivateChannel(t.Context(), id, "gm-screen", []transcript.SpeakerID{gm})
		return !errors.Is(err, ErrDenied) // until the picture of the guild shows the new permission
	})
	if err != nil {
		t.Fatal(err)
	}
	// At once, whether the event of it has come or not.
	if s := b.Secrecy(id, at); !s.OK() || s.Name != "gm-screen" {
		t.Fatalf("the new channel: %+v", s)
	}
	if list := b.SecretChannels(id); len(list) != 1 || list[0].Channel != at {
		t.Errorf("secret channels: %+v", list)
	}
	if _, err := b.Send(t.Context(), at, Message{Text: "For the GM."}); err != nil {
		t.Errorf("send there: %v", err)
	}
	for _, c := range d.guild.Channels() {
		if transcript.ChannelID(c.ID) == at {
			c.SetRole(nil, voicetest.PermViewChannel, 0)
		}
	}
	eventually(t, "it is seen that the channel is public", func() bool { return b.Secrecy(id, at).Public })
	if list := b.SecretChannels(id); len(list) != 0 {
		t.Errorf("secret channels once it is public: %+v", list)
	}
}

// eventually waits until ok.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("%s: never", what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

// TestLivePrivateGuest lets one more person into a private channel, and out
// again, and says what the bot lacks for it.
func TestLivePrivateGuest(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	d.guild.AdmitBot(voicetest.Permission(invited | manageChannels))
	guest := d.AddPerson("bea")
	d.guild.Admit(guest)
	b := d.open(t)
	id, who := transcript.GuildID(d.guild.ID), transcript.SpeakerID(guest.ID)
	at, err := b.CreatePrivateChannel(t.Context(), id, "gm-screen", []transcript.SpeakerID{transcript.SpeakerID(d.gm.ID)})
	if err != nil {
		t.Fatal(err)
	}
	reads := func() bool {
		for _, c := range d.guild.Channels() {
			if transcript.ChannelID(c.ID) == at {
				return c.Reads(guest)
			}
		}
		return false
	}
	err = b.LetIn(t.Context(), id, at, who)
	if lacking, ok := errors.AsType[*Lacking](err); !ok || strings.Join(lacking.Missing, ", ") != "Manage Roles" {
		t.Fatalf("without the permission: %v", err)
	}
	if reads() {
		t.Fatal("the guest reads it before being let in")
	}
	d.guild.AdmitBot(voicetest.Permission(invited | manageChannels | manageRoles))
	eventually(t, "somebody is let in", func() bool {
		err = b.LetIn(t.Context(), id, at, who)
		return !errors.Is(err, ErrDenied) // until the picture of the guild shows the new permission
	})
	if err != nil || !reads() {
		t.Fatalf("let in: %v, and the guest reads it: %v", err, reads())
	}
	if s := b.Secrecy(id, at); !s.OK() {
		t.Errorf("the channel is private no more: %+v", s)
	}
	if err := b.ShutOut(t.Context(), id, at, who); err != nil || reads() {
		t.Errorf("shut out: %v, and the guest reads it: %v", err, reads())
	}
}
