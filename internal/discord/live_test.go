package discord

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// soon is a pace at which nobody has to wait.
var soon = pace{
	first: 10 * time.Millisecond, most: 50 * time.Millisecond, invalid: 10 * time.Millisecond,
	login: 20 * time.Millisecond, loginMost: 100 * time.Millisecond, healthy: time.Minute, attempt: 5 * time.Second,
}

// A table is a Discord with a guild, a voice channel with the GM in it, and the
// bot.
type table struct {
	*voicetest.Discord
	guild *voicetest.Guild
	voice *voicetest.Channel
	gm    *voicetest.Person
	log   logged
}

func newTable(t *testing.T, o voicetest.DiscordOptions) *table {
	t.Helper()
	t.Parallel() // a goodbye of discordgo's takes a second
	d, err := voicetest.NewDiscord(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		for _, r := range d.Unexpected() {
			t.Errorf("a request that Discord does not know: %s %s", r.Method, r.Path)
		}
	})
	gm := d.AddPerson("Anna")
	g := d.AddGuild("Table", gm, voicetest.Permission(invited))
	return &table{Discord: d, guild: g, voice: g.AddChannel(voicetest.VoiceChannel, "table"), gm: gm}
}

// options are those of a bot on this Discord.
func (d *table) options() Options {
	return Options{
		Token: NewToken(d.Token()), HTTP: d.Client(), pace: soon,
		Log: slog.New(slog.NewTextHandler(&d.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
}

// open opens a bot and waits until it knows the guild.
func (d *table) open(t *testing.T) *bot {
	t.Helper()
	c, err := Open(t.Context(), d.options())
	if err != nil {
		t.Fatal(err)
	}
	b := &bot{Client: c, t: t}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := c.Close(ctx); err != nil {
			t.Error(err)
		}
		if text := d.log.String(); strings.Contains(text, d.Token()) || strings.Contains(text, "aW50ZXJhY3Rpb246") {
			t.Errorf("a token is in the log: %s", text)
		}
	})
	next[Ready](b)
	next[GuildHere](b)
	return b
}

// A logged is a log that may be read while it is written.
type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// A bot is a Client in a test.
type bot struct {
	*Client
	t *testing.T
}

const patience = 5 * time.Second

// next returns the next event, which has to be an E.
func next[E Event](b *bot) E {
	b.t.Helper()
	select {
	case e, ok := <-b.Events():
		if got, is := e.(E); is {
			return got
		}
		b.t.Fatalf("the next event is %T (there: %v), want %T", e, ok, *new(E))
	case <-time.After(patience):
		b.t.Fatalf("no event, want %T", *new(E))
	}
	panic("not reached")
}

// none fails if there is an event within a while.
func none(b *bot) {
	b.t.Helper()
	select {
	case e := <-b.Events():
		b.t.Fatalf("an event %T, want none", e)
	case <-time.After(50 * time.Millisecond):
	}
}

func (d *table) ids() (transcript.GuildID, transcript.ChannelID) {
	return transcript.GuildID(d.guild.ID), transcript.ChannelID(d.voice.ID)
}

func TestLiveOpen(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{Heartbeat: 200 * time.Millisecond})
	if _, err := d.gm.Join(d.voice); err != nil {
		t.Fatal(err)
	}
	b := d.open(t)
	guild, channel := d.ids()
	me := b.Me()
	if me.User != transcript.SpeakerID(d.Bot().ID) || me.Application != d.Application() || me.Again || len(me.Guilds) != 1 {
		t.Errorf("Me is %+v", me)
	}
	if got, want := fmt.Sprint(b.People(guild, channel)), fmt.Sprint([]Person{{User: transcript.SpeakerID(d.gm.ID), Name: "Anna"}}); got != want {
		t.Errorf("People: %s, want %s", got, want)
	}
	if got := b.Where(guild, transcript.SpeakerID(d.gm.ID)); got != channel {
		t.Errorf("the GM is in %d, want %d", got, channel)
	}
	if got := b.VoiceCheck(guild, channel); !got.OK() || got.Name != "table" {
		t.Errorf("check: %+v", got)
	}
	if !strings.Contains(b.InviteURL(), fmt.Sprint(d.Application())) {
		t.Errorf("invite: %s", b.InviteURL())
	}
	for deadline := time.Now().Add(patience); b.Ping() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no ping")
		}
	}
}

func TestLiveVoice(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer voicetest.VoiceAnswer
	}{
		{"state first", voicetest.VoiceAnswer{}},
		{"server first", voicetest.VoiceAnswer{ServerFirst: true}},
		{"no endpoint at first", voicetest.VoiceAnswer{NullFirst: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newTable(t, voicetest.DiscordOptions{})
			d.AnswerVoice(tt.answer)
			b := d.open(t)
			guild, channel := d.ids()
			if err := b.Ask(t.Context(), guild, channel); err != nil {
				t.Fatal(err)
			}
			state := func() {
				v := next[VoiceState](b)
				if v.Channel != channel || v.User != b.Me().User || v.Session == "" || !v.Bot {
					t.Errorf("state: %+v", v)
				}
			}
			if !tt.answer.ServerFirst {
				state()
			}
			if tt.answer.NullFirst {
				if v := next[VoiceServer](b); v.Endpoint != "" {
					t.Errorf("server: %v, want none yet", v)
				}
			}
			v := next[VoiceServer](b)
			if v.Guild != guild || v.Endpoint == "" || v.Token == "" {
				t.Errorf("server: %v", v)
			}
			if text := fmt.Sprintf("%v %+v %#v %s", v, v, v, v); strings.Contains(text, v.Token) {
				t.Errorf("the token prints: %s", text)
			}
			if tt.answer.ServerFirst {
				state()
			}
			if err := b.Ask(t.Context(), guild, 0); err != nil {
				t.Fatal(err)
			}
			if v := next[VoiceState](b); v.Channel != 0 || v.Was != channel {
				t.Errorf("state: %+v, want out of %d", v, channel)
			}
		})
	}
}

// TestLivePeople follows people through voice.
func TestLivePeople(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	other := d.guild.AddChannel(voicetest.VoiceChannel, "other")
	music := d.AddBot("Music")
	d.guild.Admit(music)
	b := d.open(t)
	guild, channel := d.ids()
	for _, p := range []*voicetest.Person{d.gm, music} {
		if _, err := p.Join(d.voice); err != nil {
			t.Fatal(err)
		}
		if v := next[VoiceState](b); v.Channel != channel || v.Was != 0 || v.Name != p.Name || v.Bot != p.Bot {
			t.Errorf("state: %+v", v)
		}
	}
	if got := len(b.People(guild, channel)); got != 2 {
		t.Errorf("%d people, want 2", got)
	}
	d.guild.Move(d.gm, other)
	if v := next[VoiceState](b); v.Channel != transcript.ChannelID(other.ID) || v.Was != channel {
		t.Errorf("state: %+v", v)
	}
	d.gm.Leave(d.guild)
	if v := next[VoiceState](b); v.Channel != 0 || v.Was != transcript.ChannelID(other.ID) || v.Name != "Anna" {
		t.Errorf("state: %+v", v)
	}
	d.voice.Delete()
	if v := next[VoiceState](b); v.User != transcript.SpeakerID(music.ID) || v.Channel != 0 {
		t.Errorf("state: %+v", v)
	}
	if v := next[ChannelGone](b); v.Channel != channel {
		t.Errorf("gone: %+v", v)
	}
	if k := b.VoiceCheck(guild, channel); !k.Unknown {
		t.Errorf("check of a channel that is gone: %+v", k)
	}
	d.guild.RemoveBot()
	if v := next[GuildGone](b); v.Guild != guild {
		t.Errorf("gone: %+v", v)
	}
	if got := b.Me().Guilds; len(got) != 0 {
		t.Errorf("guilds: %v, want none", got)
	}
}

// TestLiveCheck has permissions change while the bot is there (D08, V19).
func TestLiveCheck(t *testing.T) {
	d := newTable(t, voicetest.DiscordOptions{})
	role := d.guild.AddRole("quiet", 0)
	b := d.open(t)
	guild, channel := d.ids()
	check := func(want string) {
		t.Helper()
		for deadline := time.Now().Add(patience); b.VoiceCheck(guild, channel).String() != want; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("check: %q, want %q", b.VoiceCheck(guild, channel), want)
			}
		}
	}
	check("")
	d.voice.SetPerson(d.Bot(), 0, voicetest.Permission(speak))
	check("I lack Speak in #table.")
	d.voice.SetPerson(d.Bot(), 0, 0)
	check("")
	d.guild.AdmitBot(voicetest.Permission(viewChannel))
	d.guild.SetRole(nil, voicetest.Permission(viewChannel))
	check("I lack Send Messages, Connect and Speak in #table.")
	// Asked all the same, Discord says nothing at all.
	if err := b.Ask(t.Context(), guild, channel); err != nil {
		t.Fatal(err)
	}
	none(b)
	d.guild.SetRole(role, voicetest.Permission(sendMessages|connect|speak))
	d.guild.Admit(d.Bot(), role)
	check("")
	d.voice.SetLimit(1)
	if _, err := d.gm.Join(d.voice); err != nil {
		t.Fatal(err)
	}
	check("#table is full: it takes 1. Raise its user limit, or give me Move Members.")
}

// TestLiveStage covers V20.
func TestLiveStage(t *testing.T) {
	for _, tt := range []struct {
		name string
		may  bits
		want Stand
	}{
		{"may mute", invited | muteMembers, OnStage},
		{"may ask", invited, Asked},
		{"may neither", invited &^ requestToSpeak, Audience},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newTable(t, voicetest.DiscordOptions{})
			stage := d.guild.AddChannel(voicetest.StageChannel, "stage")
			d.guild.SetRole(nil, voicetest.Permission(viewChannel))
			d.guild.AdmitBot(voicetest.Permission(tt.may))
			b := d.open(t)
			guild, channel := transcript.GuildID(d.guild.ID), transcript.ChannelID(stage.ID)
			if got := b.VoiceCheck(guild, channel).OK(); got != (tt.want != Audience) {
				t.Errorf("OK is %v", got)
			}
			if err := b.Ask(t.Context(), guild, channel); err != nil {
				t.Fatal(err)
			}
			if v := next[VoiceState](b); !v.Suppress {
				t.Errorf("state: %+v, want suppressed", v)
			}
			next[VoiceServer](b)
			stand, err := b.TakeStage(t.Context(), guild, channel)
			if err != nil || stand != tt.want {
				t.Fatalf("TakeStage: %v, %v; want %v", stand, err, tt.want)
			}
			if tt.want == Audience {
				return
			}
			if v := next[VoiceState](b); v.Suppress != (tt.want == Asked) {
				t.Errorf("state: %+v", v)
			}
		})
	}
}

func timeout(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithTimeout(t.Context(), d)
}
