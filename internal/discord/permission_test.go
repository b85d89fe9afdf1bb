package discord

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/transcript"
)

const (
	testGuild   = transcript.GuildID(7)
	testChannel = transcript.ChannelID(9)
	testBot     = transcript.SpeakerID(42)
	botRole     = snowflake(100)
)

// TestVoiceCheck covers D08, V19 and V20.
func TestVoiceCheck(t *testing.T) {
	role := func(allow, deny bits) overwritePayload {
		return overwritePayload{ID: botRole, Allow: allow, Deny: deny}
	}
	everyone := func(allow, deny bits) overwritePayload {
		return overwritePayload{ID: snowflake(testGuild), Allow: allow, Deny: deny}
	}
	me := func(allow, deny bits) overwritePayload {
		return overwritePayload{ID: snowflake(testBot), Type: 1, Allow: allow, Deny: deny}
	}
	const all = viewChannel | sendMessages | connect | speak
	tests := []struct {
		name       string
		role       bits // of the bot's role in the guild
		kind       int
		limit      int
		there      int // people
		inside     bool
		overwrites []overwritePayload
		want       string
	}{
		{"everything", all, voiceKind, 0, 3, false, nil, ""},
		{"nothing", 0, voiceKind, 0, 0, false, nil, "I lack View Channel, Send Messages, Connect and Speak in #table."},
		{"role denied Speak", all, voiceKind, 0, 0, false, []overwritePayload{role(0, speak)}, "I lack Speak in #table."},
		{"role denied the chat", all, voiceKind, 0, 0, false, []overwritePayload{role(0, sendMessages)}, "I lack Send Messages in #table."},
		{"everyone denied View Channel", all, voiceKind, 0, 0, false, []overwritePayload{everyone(0, viewChannel)}, "I lack View Channel in #table."},
		{"everyone denied, role allowed", all, voiceKind, 0, 0, false, []overwritePayload{everyone(0, all), role(all, 0)}, ""},
		{"role denied, bot allowed", all, voiceKind, 0, 0, false, []overwritePayload{role(0, connect), me(connect, 0)}, ""},
		{"bot denied last", all, voiceKind, 0, 0, false, []overwritePayload{me(0, connect), role(connect, 0)}, "I lack Connect in #table."},
		{"somebody else denied", all, voiceKind, 0, 0, false, []overwritePayload{{ID: 5, Type: 1, Deny: all}, {ID: 6, Deny: all}}, ""},
		{"administrator", administrator, voiceKind, 1, 1, false, []overwritePayload{everyone(0, all), me(0, all)}, ""},
		{"room for one", all, voiceKind, 4, 3, false, nil, ""},
		{"full", all, voiceKind, 4, 4, false, nil, "#table is full: it takes 4. Raise its user limit, or give me Move Members."},
		{"full but may move", all | moveMembers, voiceKind, 4, 4, false, nil, ""},
		{"full with the bot in it", all, voiceKind, 4, 4, true, nil, ""},
		{"stage, may ask", viewChannel | sendMessages | connect | requestToSpeak, stageKind, 0, 0, false, nil, ""},
		{"stage, may not ask", all, stageKind, 0, 0, false, nil, "#table is a stage and I could not speak there. Give me Request to Speak or Mute Members."},
		{"text channel", all, 0, 0, 0, false, nil, "#table is not a voice channel."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := &guild{
				mine:  []snowflake{botRole},
				roles: map[snowflake]bits{snowflake(testGuild): 0, botRole: tt.role},
				channels: map[transcript.ChannelID]channel{
					testChannel: {name: "table", kind: tt.kind, limit: tt.limit, overwrites: tt.overwrites},
				},
				voice: map[transcript.SpeakerID]VoiceState{},
			}
			for i := range tt.there {
				g.voice[transcript.SpeakerID(1000+i)] = VoiceState{Channel: testChannel}
			}
			if tt.inside {
				g.voice[testBot] = VoiceState{Channel: testChannel}
			}
			k := g.check(testGuild, testChannel, testBot)
			if got := k.String(); got != tt.want {
				t.Errorf("check: %q, want %q", got, tt.want)
			}
			if k.OK() != (tt.want == "") {
				t.Errorf("OK is %v, though the words are %q", k.OK(), k)
			}
		})
	}
	if got := (*guild)(nil).check(testGuild, testChannel, testBot).String(); !strings.Contains(got, "View Channel") {
		t.Errorf("unknown guild: %q, want what to give", got)
	}
}

func TestOwnerMayEverything(t *testing.T) {
	g := &guild{owner: testBot, roles: map[snowflake]bits{}}
	c := channel{overwrites: []overwritePayload{{ID: snowflake(testBot), Type: 1, Deny: ^bits(0)}}}
	if p := g.permissions(testGuild, c, testBot, nil); p != ^bits(0) {
		t.Errorf("the owner lacks %x", ^p)
	}
}

// TestOverwritesInAnyOrder: the order in which Discord lists overwrites means
// nothing.
func TestOverwritesInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g := &guild{roles: map[snowflake]bits{snowflake(testGuild): viewChannel, botRole: connect}}
	for range 200 {
		var c channel
		for _, id := range []snowflake{snowflake(testGuild), botRole, 101} {
			c.overwrites = append(c.overwrites, overwritePayload{ID: id, Allow: bits(r.Uint64()) & speak, Deny: bits(r.Uint64()) & (speak | connect)})
		}
		c.overwrites = append(c.overwrites, overwritePayload{ID: snowflake(testBot), Type: 1, Deny: bits(r.Uint64()) & viewChannel})
		roles := []snowflake{botRole, 101}
		want := g.permissions(testGuild, c, testBot, roles)
		// Everyone's comes first on the wire; the rest may not.
		other := channel{overwrites: slices.Clone(c.overwrites)}
		r.Shuffle(3, func(i, j int) {
			other.overwrites[1+i], other.overwrites[1+j] = other.overwrites[1+j], other.overwrites[1+i]
		})
		if got := g.permissions(testGuild, other, testBot, roles); got != want {
			t.Fatalf("permissions %x in one order and %x in another", want, got)
		}
	}
}

func TestInviteURL(t *testing.T) {
	const want = "https://discord.com/oauth2/authorize?client_id=99&permissions=4298148864&scope=bot+applications.commands"
	if got := InviteURL(99); got != want {
		t.Errorf("InviteURL = %s\nwant        %s", got, want)
	}
	if got := strings.Join(Permissions(), ", "); got != "View Channel, Send Messages, Attach Files, Connect, Speak, Request to Speak" {
		t.Errorf("it asks for %s", got)
	}
}
