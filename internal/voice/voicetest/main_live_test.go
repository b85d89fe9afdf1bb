package voicetest

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// table is a guild with a GM, a bot, a text channel and a voice channel.
type table struct {
	*Discord
	guild       *Guild
	gm          *Person
	text, voice *Channel
}

// botMay is what the bot is invited with.
const botMay = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles | PermReadMessageHistory | PermConnect | PermSpeak | PermUseVoiceActivity

func newTable(t *testing.T, o DiscordOptions) *table {
	t.Helper()
	d, err := NewDiscord(t.Context(), o)
	check(t, err)
	t.Cleanup(func() {
		for _, r := range d.Unexpected() {
			t.Errorf("unexpected %s %s", r.Method, r.Path)
		}
		check(t, d.Close())
	})
	b := &table{Discord: d, gm: d.AddPerson("gm")}
	b.guild = d.AddGuild("The Prancing Pony", b.gm, botMay)
	b.text = b.guild.AddChannel(TextChannel, "table")
	b.voice = b.guild.AddChannel(VoiceChannel, "Table")
	return b
}

// limit is how long anything may take.
func limit(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// An account is a bot of discordgo.
type account struct {
	*discordgo.Session
	events chan *discordgo.Event
}

const wanted = discordgo.IntentsGuilds | discordgo.IntentsGuildVoiceStates

// newAccount makes a bot that is not logged in.
func newAccount(t *testing.T, d *Discord, handlers ...any) *account {
	t.Helper()
	s, err := discordgo.New("Bot " + d.Token())
	check(t, err)
	s.Client = d.Client()
	s.Identify.Intents = wanted
	s.LogLevel = -1
	s.SyncEvents = true
	a := &account{s, make(chan *discordgo.Event, 1000)}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { a.events <- e })
	for _, h := range handlers {
		s.AddHandler(h)
	}
	return a
}

// login makes a bot that is logged in.
func login(t *testing.T, d *Discord, handlers ...any) *account {
	t.Helper()
	a := newAccount(t, d, handlers...)
	check(t, a.Open())
	t.Cleanup(func() {
		a.ShouldReconnectOnError = false
		check(t, a.Close())
	})
	a.settle(t)
	return a
}

// settle waits for the first heartbeat. It is discordgo's own goroutine that sends
// it, when it gets to it; one that fails closes whatever connection discordgo has
// by then, which may be the next.
func (a *account) settle(t *testing.T) {
	t.Helper()
	ready := func() bool {
		a.RLock()
		defer a.RUnlock()
		return a.DataReady
	}
	for ctx := limit(t); !ready(); {
		select {
		case <-ctx.Done():
			t.Fatal("no heartbeat")
		case <-time.After(time.Millisecond):
		}
	}
}

// next returns the next event of one of some types, and fails if none comes in
// time.
func (a *account) next(t *testing.T, types ...string) *discordgo.Event {
	t.Helper()
	timeout := time.After(5 * time.Second)
	for {
		select {
		case e := <-a.events:
			if slices.Contains(types, e.Type) {
				return e
			}
		case <-timeout:
			t.Fatalf("no %v", types)
		}
	}
}

// none checks that no event of some types comes.
func (a *account) none(t *testing.T, types ...string) {
	t.Helper()
	timeout := time.After(150 * time.Millisecond)
	for {
		select {
		case e := <-a.events:
			if slices.Contains(types, e.Type) {
				t.Errorf("%s came: %s", e.Type, e.RawData)
			}
		case <-timeout:
			return
		}
	}
}

func idOf(id uint64) string { return strconv.FormatUint(id, 10) }

// join sends op 4; a nil channel leaves.
func (a *account) join(t *testing.T, g *Guild, c *Channel) {
	t.Helper()
	var channel *string
	if c != nil {
		channel = new(idOf(c.ID))
	}
	check(t, a.GatewayWriteStruct(map[string]any{"op": 4, "d": map[string]any{
		"guild_id": idOf(g.ID), "channel_id": channel, "self_mute": false, "self_deaf": false,
	}}))
}

// TestLivePlain is the whole way once: log in, see the guild, register commands,
// come into a voice channel, answer a command.
func TestLivePlain(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	a := login(t, d.Discord, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if i.Type != discordgo.InteractionApplicationCommand {
			return
		}
		r := &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
		}
		if err := s.InteractionRespond(i.Interaction, r); err != nil {
			t.Error(err)
		}
		data := i.ApplicationCommandData()
		text := data.Options[0].Name + " " + data.Options[0].Options[0].StringValue()
		if _, err := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &text}); err != nil {
			t.Error(err)
		}
		if _, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "and more"}); err != nil {
			t.Error(err)
		}
	})
	g := a.next(t, "GUILD_CREATE").Struct.(*discordgo.GuildCreate)
	if g.Name != d.guild.Name || len(g.Channels) != 2 || len(g.Members) != 1 || len(g.Roles) != 2 {
		t.Errorf("guild: %+v", g.Guild)
	}
	me, err := a.User("@me")
	check(t, err)
	if me.ID != idOf(d.Bot().ID) || !me.Bot {
		t.Errorf("me: %+v", me)
	}

	_, err = a.ApplicationCommandBulkOverwrite(idOf(d.Application()), "", []*discordgo.ApplicationCommand{{
		Name: "glyphoxa", Description: "Voices for your table", Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: "start", Description: "Begin",
			Options: []*discordgo.ApplicationCommandOption{{
				Type: discordgo.ApplicationCommandOptionString, Name: "scene", Description: "Where", Required: true,
			}},
		}},
	}})
	check(t, err)

	a.join(t, d.guild, d.voice)
	state := a.next(t, "VOICE_STATE_UPDATE").Struct.(*discordgo.VoiceStateUpdate)
	server := a.next(t, "VOICE_SERVER_UPDATE").Struct.(*discordgo.VoiceServerUpdate)
	pass, ok := d.Voice().Admitted(d.guild.ID, d.Bot().ID)
	if got := (VoicePass{state.SessionID, server.Token, server.Endpoint}); !ok || got != pass {
		t.Errorf("told %+v, want %+v", got, pass)
	}
	if state.ChannelID != idOf(d.voice.ID) || state.UserID != me.ID {
		t.Errorf("state: %+v", state.VoiceState)
	}

	i, err := d.gm.Use(limit(t), d.text, "glyphoxa start", Option{"scene", "Tavern"})
	check(t, err)
	if kind, took := i.Reply(); kind != ReplyDeferred || took > time.Second || !i.Ephemeral() {
		t.Errorf("reply %v after %v, ephemeral %v", kind, took, i.Ephemeral())
	}
	m, err := i.AwaitAnswer(limit(t))
	check(t, err)
	if m.Content != "start Tavern" || !m.Ephemeral || m.Edits != 1 {
		t.Errorf("answer: %+v", m)
	}
	more, err := d.text.AwaitMessage(limit(t), func(ChatMessage) bool { return true })
	check(t, err)
	if more.Content != "and more" || len(i.FollowUps()) != 1 || len(d.text.Messages()) != 1 {
		t.Errorf("follow-ups: %+v", i.FollowUps())
	}

	a.join(t, d.guild, nil)
	if s := a.next(t, "VOICE_STATE_UPDATE").Struct.(*discordgo.VoiceStateUpdate); s.ChannelID != "" {
		t.Errorf("left: %+v", s.VoiceState)
	}
}
