package discord

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// requestsTo counts the requests that reached a path.
func (d *table) requestsTo(path string) int {
	n := 0
	for _, r := range d.Requests() {
		if r.Path == path {
			n++
		}
	}
	return n
}

// TestLiveResume: whatever cuts the connection, the session goes on, nothing that
// happened meanwhile is lost or comes twice, and voice stays.
func TestLiveResume(t *testing.T) {
	for _, tt := range []struct {
		name string
		cut  func(*table)
	}{
		{"network", func(d *table) { d.Drop() }},
		{"op 7", func(d *table) { d.AskReconnect() }},
		{"op 9, resumable", func(d *table) { d.Invalidate(true) }},
		{"4000", func(d *table) { d.CloseMain(4000, "Unknown error.") }},
		{"4008", func(d *table) { d.CloseMain(4008, "Rate limited.") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newTable(t, voicetest.DiscordOptions{})
			b := d.open(t)
			guild, channel := d.ids()
			if err := b.Ask(t.Context(), guild, channel); err != nil {
				t.Fatal(err)
			}
			next[VoiceState](b)
			next[VoiceServer](b)
			for range 3 {
				tt.cut(d)
				if _, err := d.gm.Join(d.voice); err != nil {
					t.Fatal(err)
				}
				var lost, resumed, joined bool // he may join before the bot is back, or after
				for !lost || !resumed || !joined {
					select {
					case e := <-b.Events():
						switch e := e.(type) {
						case Lost:
							lost = true
						case Resumed:
							resumed = true
						case VoiceState:
							if joined || e.User != transcript.SpeakerID(d.gm.ID) || e.Channel != channel {
								t.Errorf("state: %+v", e)
							}
							joined = true
						default:
							t.Fatalf("event %T", e)
						}
					case <-time.After(patience):
						t.Fatalf("lost %v, resumed %v, the GM has joined %v", lost, resumed, joined)
					}
				}
				if got := b.Where(guild, b.Me().User); got != channel {
					t.Errorf("the bot is in %d, want %d", got, channel)
				}
				d.gm.Leave(d.guild)
				if v := next[VoiceState](b); v.Channel != 0 || v.Was != channel {
					t.Errorf("state: %+v", v)
				}
			}
			if n := d.requestsTo("/gateway/bot"); n != 1 {
				t.Errorf("%d logins, want 1", n)
			}
		})
	}
}

// TestLiveNewSession covers V18: a session that is over ends all voice, and the
// picture is made anew.
func TestLiveNewSession(t *testing.T) {
	for _, tt := range []struct {
		name string
		cut  func(*table)
	}{
		{"op 9", func(d *table) { d.Invalidate(false) }},
		{"4007", func(d *table) { d.CloseMain(4007, "Invalid seq.") }},
		{"4009", func(d *table) { d.CloseMain(4009, "Session timed out.") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newTable(t, voicetest.DiscordOptions{})
			b := d.open(t)
			guild, channel := d.ids()
			if _, err := d.gm.Join(d.voice); err != nil {
				t.Fatal(err)
			}
			next[VoiceState](b)
			tt.cut(d)
			d.gm.Leave(d.guild)
			var again, here, left bool
			for !again || !here || !left {
				select {
				case e := <-b.Events():
					switch e := e.(type) {
					case Ready:
						again = e.Again
					case GuildHere:
						here = again
					case VoiceState:
						left = e.User == transcript.SpeakerID(d.gm.ID) && e.Channel == 0 && e.Was == channel
					case Lost:
					default:
						t.Fatalf("event %T", e)
					}
				case <-time.After(patience):
					t.Fatalf("again %v, here %v, left %v", again, here, left)
				}
			}
			if err := b.Ask(t.Context(), guild, channel); err != nil {
				t.Fatal(err)
			}
			next[VoiceState](b)
			next[VoiceServer](b)
		})
	}
}

// TestLiveRefused: Discord refuses the bot for good. It says so and asks no more.
func TestLiveRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		cut    func(*table)
		want   error
		remedy string
	}{
		{"token taken away", func(d *table) { d.TakeToken() }, ErrToken, "Reset Token"},
		{"4004", func(d *table) { d.CloseMain(4004, "Authentication failed.") }, ErrToken, "Reset Token"},
		{"4011", func(d *table) { d.CloseMain(4011, "Sharding required.") }, ErrSharding, "2,500"},
		{"4012", func(d *table) { d.CloseMain(4012, "Invalid API version.") }, ErrProtocol, "newer version"},
		{"4013", func(d *table) { d.CloseMain(4013, "Invalid intent(s).") }, ErrIntents, "Intents"},
		{"4014", func(d *table) { d.CloseMain(4014, "Disallowed intent(s).") }, ErrIntents, "Intents"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newTable(t, voicetest.DiscordOptions{})
			b := d.open(t)
			tt.cut(d)
			next[Lost](b)
			e := next[Closed](b)
			if !errors.Is(e.Err, tt.want) || !strings.Contains(e.Err.Error(), tt.remedy) {
				t.Errorf("closed: %v, want %v and %q", e.Err, tt.want, tt.remedy)
			}
			if _, open := <-b.Events(); open {
				t.Error("an event after Closed")
			}
			guild, channel := d.ids()
			if err := b.Ask(t.Context(), guild, channel); !errors.Is(err, ErrClosed) {
				t.Errorf("Ask: %v, want %v", err, ErrClosed)
			}
			time.Sleep(50 * time.Millisecond)
			if n := d.requestsTo("/gateway/bot"); n != 1 {
				t.Errorf("%d logins, want no more than the first", n)
			}
		})
	}
}

// TestLiveZombie: a connection on which heartbeats are no longer answered is
// given up after one of them, and the session goes on.
func TestLiveZombie(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{Heartbeat: 400 * time.Millisecond})
	b := d.open(t)
	d.SetZombie(true)
	if e := next[Lost](b); e.Why != errSilent.Error() {
		t.Errorf("lost: %q, want %q", e.Why, errSilent)
	}
	d.SetZombie(false)
	next[Resumed](b)
}

// TestLiveOutage: while Discord cannot be reached the bot keeps trying, and a
// wish to be in voice waits for it.
func TestLiveOutage(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	b := d.open(t)
	guild, channel := d.ids()
	d.SetRefuse(true)
	d.Drop()
	next[Lost](b)
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.Ask(short, guild, channel); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Ask: %v, want its deadline", err)
	}
	asked := make(chan error, 1)
	go func() { asked <- b.Ask(t.Context(), guild, channel) }()
	time.Sleep(100 * time.Millisecond)
	d.SetRefuse(false)
	if err := <-asked; err != nil {
		t.Fatal(err)
	}
	for {
		select {
		case e := <-b.Events():
			if v, ok := e.(VoiceState); ok {
				if v.Channel != channel {
					t.Errorf("state: %+v", v)
				}
				next[VoiceServer](b)
				return
			}
		case <-time.After(patience):
			t.Fatal("the wish was not heard")
		}
	}
}

// TestLiveRival: sessions that do not last are a sign of a second process.
func TestLiveRival(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	b := d.open(t)
	for range 4 {
		d.Invalidate(false)
		for {
			var e Event
			select {
			case e = <-b.Events():
			case <-time.After(patience):
				t.Fatal("no event")
			}
			if r, ok := e.(Rival); ok {
				if !strings.Contains(r.Sign, "invalidated") {
					t.Errorf("sign: %q", r.Sign)
				}
				return
			}
			if _, ok := e.(GuildHere); ok {
				break
			}
		}
	}
	t.Error("four invalidated sessions and no Rival")
}

// TestLiveGuildOutage: a guild that is unavailable is not gone.
func TestLiveGuildOutage(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	if _, err := d.gm.Join(d.voice); err != nil {
		t.Fatal(err)
	}
	b := d.open(t)
	guild, channel := d.ids()
	d.guild.SetDown(true)
	none(b)
	if got := len(b.People(guild, channel)); got != 1 {
		t.Errorf("%d people in an outage, want 1", got)
	}
	d.guild.SetDown(false)
	next[GuildHere](b)
	none(b)
}

// TestLiveClose leaves voice, then Discord, and is quick about it.
func TestLiveClose(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	b := d.open(t)
	guild, channel := d.ids()
	if err := b.Ask(t.Context(), guild, channel); err != nil {
		t.Fatal(err)
	}
	next[VoiceState](b)
	next[VoiceServer](b)
	began := time.Now()
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("Close took %v", took)
	}
	if v := next[VoiceState](b); v.Channel != 0 {
		t.Errorf("state: %+v, want left", v)
	}
	if e := next[Closed](b); e.Err != nil {
		t.Errorf("closed: %v", e.Err)
	}
	if d.Online() != 0 {
		t.Error("the session is still there")
	}
}

// TestLiveStalled: nobody reads. The connection is given up rather than an event
// lost or memory filled, and when somebody reads again all is there.
func TestLiveStalled(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	b := d.open(t)
	guild, _ := d.ids()
	const more = 300
	for i := range queue + more {
		if i%2 == 0 {
			_, _ = d.gm.Join(d.voice)
		} else {
			d.gm.Leave(d.guild)
		}
	}
	time.Sleep(stall + 500*time.Millisecond)
	states, last := 0, transcript.ChannelID(0)
	for states < queue+more {
		select {
		case e := <-b.Events():
			if v, ok := e.(VoiceState); ok {
				states++
				if (v.Channel == 0) == (last == 0) {
					t.Fatalf("state %d comes twice, or one before it is lost", states)
				}
				last = v.Channel
			}
		case <-time.After(patience):
			t.Fatalf("%d states, want %d", states, queue+more)
		}
	}
	if got := b.Where(guild, transcript.SpeakerID(d.gm.ID)); got != last {
		t.Errorf("the GM is in %d, want %d", got, last)
	}
}

// TestLiveStrange: what Discord invents, or gets wrong, stops nothing.
func TestLiveStrange(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	b := d.open(t)
	guild, channel := d.ids()
	d.Dispatch("VOICE_CHANNEL_EFFECT_SEND", map[string]any{"guild_id": guild})
	d.Dispatch("VOICE_STATE_UPDATE", map[string]any{"guild_id": guild, "channel_id": channel, "user_id": 5, "session_id": "s"})
	if v := next[VoiceState](b); v.User != 5 || v.Channel != channel {
		t.Errorf("state with numbers for IDs: %+v", v)
	}
	d.Dispatch("VOICE_STATE_UPDATE", []string{"no", "object"})
	d.Dispatch("VOICE_SERVER_UPDATE", nil)
	d.Dispatch("GUILD_CREATE", nil)
	d.Dispatch("INTERACTION_CREATE", map[string]any{"type": "two"})
	d.Dispatch("INTERACTION_CREATE", map[string]any{"type": 99, "id": "1"})
	d.SendRaw("null")
	d.SendRaw(`{"op":0,"t":7}`)
	d.SendRaw("not JSON")
	none(b)
	d.guild.SetRole(nil, 0)
	if _, err := d.gm.Join(d.guild.AddChannel(voicetest.VoiceChannel, "loud")); err == nil {
		next[VoiceState](b)
	}
	if b.GuildName(guild) != "Table" || b.ChannelName(guild, channel) != "table" {
		t.Error("the picture is spoilt")
	}
}
