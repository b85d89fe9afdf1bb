package voicetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestLiveResume (V18): a session outlives its connection; what happened
// meanwhile is told again, in order and once, and the bot stays in voice.
func TestLiveResume(t *testing.T) {
	for name, cut := range map[string]func(*Discord){
		"the network":     (*Discord).Drop,
		"op 7":            (*Discord).AskReconnect,
		"a close of 4000": func(d *Discord) { d.CloseMain(4000, "Unknown error.") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newTable(t, DiscordOptions{})
			a := login(t, d.Discord)
			a.join(t, d.guild, d.voice)
			first := a.next(t, "VOICE_SERVER_UPDATE")
			d.SetRefuse(true) // so that it is not back before something has happened
			cut(d.Discord)
			check(t, d.Await(limit(t), func() bool { return d.Online() == 0 }))
			_, err := d.gm.Join(d.voice)
			check(t, err)
			d.gm.Leave(d.guild)
			d.SetRefuse(false)
			var got []string
			for range 2 {
				e := a.next(t, "VOICE_STATE_UPDATE", "READY", "VOICE_SERVER_UPDATE")
				if e.Sequence <= first.Sequence {
					t.Errorf("%s has number %d again", e.Type, e.Sequence)
				}
				got = append(got, e.Struct.(*discordgo.VoiceStateUpdate).ChannelID)
			}
			if got[0] != idOf(d.voice.ID) || got[1] != "" {
				t.Errorf("told of %q", got)
			}
			a.next(t, "RESUMED")
			if in := d.voice.InVoice(); len(in) != 1 || in[0] != d.Bot() {
				t.Errorf("in voice: %v", in)
			}
			a.none(t, "READY", "VOICE_STATE_UPDATE")
		})
	}
}

// TestLiveInvalid: a session that is over takes the bot's voice with it, and the
// next is another.
func TestLiveInvalid(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	a := login(t, d.Discord)
	old := a.next(t, "READY").Struct.(*discordgo.Ready).SessionID
	a.join(t, d.guild, d.voice)
	a.next(t, "VOICE_SERVER_UPDATE")
	d.Invalidate(false)
	if s := a.next(t, "READY").Struct.(*discordgo.Ready).SessionID; s == old {
		t.Error("the same session again")
	}
	a.next(t, "GUILD_CREATE")
	if in := d.voice.InVoice(); len(in) != 0 {
		t.Errorf("in voice: %v", in)
	}
	if _, ok := d.Voice().Admitted(d.guild.ID, d.Bot().ID); ok {
		t.Error("still admitted")
	}
}

// TestLiveExpired: whoever comes back too late has to identify anew.
func TestLiveExpired(t *testing.T) {
	d := newTable(t, DiscordOptions{Resume: time.Millisecond})
	a := login(t, d.Discord)
	a.next(t, "READY")
	a.join(t, d.guild, d.voice)
	a.next(t, "VOICE_SERVER_UPDATE")
	d.SetRefuse(true)
	d.Drop()
	if n := d.Online(); n != 0 {
		t.Errorf("%d sessions are online by a connection that was broken off", n)
	}
	d.SetRefuse(false)
	a.next(t, "READY")
	if in := d.voice.InVoice(); len(in) != 0 {
		t.Errorf("in voice: %v", in)
	}
}

// closed returns the code that a bot's login is closed with.
func closed(t *testing.T, a *account) int {
	t.Helper()
	a.ShouldReconnectOnError = false
	var code int
	if err := a.Open(); err == nil {
		t.Fatal("logged in")
	} else if _, no := fmt.Sscanf(err.Error(), "websocket: close %d", &code); no != nil {
		t.Fatalf("open: %v, want a close frame", err)
	}
	return code
}

// TestLiveRefused: a wrong token is 4004, intents that were not granted are 4014,
// and such as there are not are 4013.
func TestLiveRefused(t *testing.T) {
	d := newTable(t, DiscordOptions{Privileged: IntentMessageContent})
	a := newAccount(t, d.Discord)
	a.Identify.Token = "Bot wrong"
	if code := closed(t, a); code != 4004 {
		t.Errorf("wrong token: %d", code)
	}
	for intents, want := range map[discordgo.Intent]int{
		wanted | discordgo.IntentsGuildMembers: 4014,
		wanted | 1<<18:                         4013,
	} {
		a := newAccount(t, d.Discord)
		a.Identify.Intents = intents
		if code := closed(t, a); code != want {
			t.Errorf("intents %b: %d, want %d", intents, code, want)
		}
	}
	a = newAccount(t, d.Discord)
	a.Identify.Intents |= discordgo.IntentMessageContent
	check(t, a.Open())
	a.ShouldReconnectOnError = false // closed at once, it would come again
	check(t, a.Close())
	d.SetRefuse(true)
	if err := newAccount(t, d.Discord).Open(); err == nil {
		t.Error("connected to a gateway that is not there")
	}
}

// TestLiveTokenTaken: with the token the sessions end, and their voice.
func TestLiveTokenTaken(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	a := login(t, d.Discord)
	a.ShouldReconnectOnError = false
	a.join(t, d.guild, d.voice)
	a.next(t, "VOICE_SERVER_UPDATE")
	d.TakeToken()
	check(t, d.Await(limit(t), func() bool { return d.Online() == 0 && len(d.voice.InVoice()) == 0 }))
	_, err := a.User("@me")
	if e, ok := errors.AsType[*discordgo.RESTError](err); !ok || e.Response.StatusCode != 401 {
		t.Errorf("me: %v", err)
	}
	if code := closed(t, newAccount(t, d.Discord)); code != 4004 {
		t.Errorf("login: %d", code)
	}
}

// TestLiveZombie: a client whose heartbeats are not acknowledged comes again.
func TestLiveZombie(t *testing.T) {
	d := newTable(t, DiscordOptions{Heartbeat: 40 * time.Millisecond})
	a := login(t, d.Discord)
	a.next(t, "READY")
	d.SetZombie(true)
	check(t, d.Await(limit(t), func() bool { return d.Online() == 0 }))
	d.SetZombie(false)
	a.next(t, "READY", "RESUMED")
}

// TestLiveStrange: what Discord invents gets through, and does no harm.
func TestLiveStrange(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	a := login(t, d.Discord)
	d.Dispatch("VOICE_CHANNEL_STATUS_UPDATE", map[string]any{"status": "hi"})
	if e := a.next(t, "VOICE_CHANNEL_STATUS_UPDATE"); e.Struct != nil || string(e.RawData) != `{"status":"hi"}` {
		t.Errorf("event: %s", e.RawData)
	}
	d.SendRaw(`{"op":77,"d":[]}`)
	d.guild.SetDown(true)
	if e := a.next(t, "GUILD_DELETE").Struct.(*discordgo.GuildDelete); !e.Unavailable {
		t.Errorf("outage: %+v", e)
	}
	d.guild.SetDown(false)
	a.next(t, "GUILD_CREATE")
	d.guild.RemoveBot()
	if e := a.next(t, "GUILD_DELETE").Struct.(*discordgo.GuildDelete); e.Unavailable {
		t.Errorf("removed: %+v", e)
	}
	d.guild.AdmitBot(botMay)
	a.next(t, "GUILD_CREATE")
}

// TestLiveTwoProcesses (D02): two logins of one bot are both told, and the second
// acknowledgement is one too many.
func TestLiveTwoProcesses(t *testing.T) {
	codes := make(chan int, 2)
	ack := func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
		if e, ok := errors.AsType[*discordgo.RESTError](err); ok {
			codes <- e.Message.Code
			return
		}
		codes <- 0
	}
	d := newTable(t, DiscordOptions{})
	a := login(t, d.Discord, ack)
	login(t, d.Discord, ack)
	_, err := a.ApplicationCommandBulkOverwrite(idOf(d.Application()), "", []*discordgo.ApplicationCommand{{Name: "glyphoxa", Description: "d"}})
	check(t, err)
	_, err = d.gm.Use(limit(t), d.text, "glyphoxa")
	check(t, err)
	if x, y := <-codes, <-codes; x+y != 40060 {
		t.Errorf("codes %d and %d", x, y)
	}
}
