package voicetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestLiveCard: the way of a card with buttons, a menu and a form, as the real
// client goes it.
func TestLiveCard(t *testing.T) {
	respond := func(s *discordgo.Session, i *discordgo.InteractionCreate, r *discordgo.InteractionResponse) {
		if err := s.InteractionRespond(i.Interaction, r); err != nil {
			t.Error(err)
		}
	}
	components := []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "I'm in", Style: discordgo.SuccessButton, CustomID: "in"},
			discordgo.Button{Label: "Why?", Style: discordgo.SecondaryButton, CustomID: "why"},
			discordgo.Button{Label: "Not now", Style: discordgo.SecondaryButton, CustomID: "not", Disabled: true},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "who", Options: []discordgo.SelectMenuOption{{Label: "Bart", Value: "bart"}}},
		}},
	}
	d := newTable(t, DiscordOptions{})
	ben := d.AddPerson("ben")
	d.guild.Admit(ben)
	a := login(t, d.Discord, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		switch i.Type {
		case discordgo.InteractionMessageComponent:
			data := i.MessageComponentData()
			switch data.CustomID {
			case "why":
				respond(s, i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
					CustomID: "form", Title: "Why", Components: []discordgo.MessageComponent{
						discordgo.ActionsRow{Components: []discordgo.MessageComponent{
							discordgo.TextInput{CustomID: "text", Label: "Your question", Style: discordgo.TextInputShort, Required: true, MaxLength: 20},
						}},
					},
				}})
			default:
				respond(s, i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage, Data: &discordgo.InteractionResponseData{
					Content: i.Member.User.Username + " " + data.CustomID + " " + strings.Join(data.Values, " "), Components: components,
				}})
			}
		case discordgo.InteractionModalSubmit:
			text := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value
			respond(s, i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{
				Content: text, Flags: discordgo.MessageFlagsEphemeral,
			}})
		default:
			t.Errorf("interaction of type %v", i.Type)
		}
	})
	_, err := a.ChannelMessageSendComplex(idOf(d.text.ID), &discordgo.MessageSend{
		Embeds: []*discordgo.MessageEmbed{{Title: "We listen", Footer: &discordgo.MessageEmbedFooter{Text: "to you"}}}, Components: components,
		AllowedMentions: &discordgo.MessageAllowedMentions{},
	})
	check(t, err)
	card, err := d.text.AwaitMessage(limit(t), func(m ChatMessage) bool { return m.Author == d.Bot().ID })
	check(t, err)
	if got, want := card.Text(), "We listen\nto you\nI'm in\nWhy?\nNot now\n"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	if c, ok := card.Component("Not now"); !ok || !c.Disabled || c.CustomID != "not" {
		t.Errorf("button: %+v", c)
	}
	if _, err := ben.Press(limit(t), card, "Not now"); err == nil {
		t.Error("pressed what is disabled")
	}
	i, err := ben.Press(limit(t), card, "I'm in")
	check(t, err)
	if m, ok := i.Answer(); !ok || m.ID != card.ID || m.Content != "ben in " {
		t.Errorf("after the button: %+v", m)
	}
	_, err = d.gm.Choose(limit(t), card, "who", "bart")
	check(t, err)
	if m, _ := d.Message(card.ID); m.Content != "gm who bart" || m.Edits != 2 {
		t.Errorf("after the menu: %+v", m)
	}
	if _, err := d.gm.Choose(limit(t), card, "who", "greta"); err == nil {
		t.Error("chose what is not offered")
	}
	opened, err := ben.Press(limit(t), card, "why")
	check(t, err)
	i, err = ben.Submit(limit(t), opened, map[string]string{"Your question": "who hears me?"})
	check(t, err)
	m, err := i.AwaitThat(limit(t), func(m ChatMessage) bool { return m.Ephemeral })
	check(t, err)
	if m.Content != "who hears me?" || len(d.text.Messages()) != 1 {
		t.Errorf("after the form: %+v", m)
	}
}

// TestLiveMessages: the bot is told of messages as far as its intents go.
func TestLiveMessages(t *testing.T) {
	for _, tt := range []struct {
		intents  discordgo.Intent
		in, here string // content in a guild, and among two
	}{
		{wanted, "-", "-"},
		{wanted | discordgo.IntentsGuildMessages, "", "-"},
		{wanted | discordgo.IntentsGuildMessages | discordgo.IntentMessageContent | discordgo.IntentsDirectMessages, "hello", "hello"},
	} {
		t.Run(fmt.Sprint(tt.intents), func(t *testing.T) {
			t.Parallel()
			d := newTable(t, DiscordOptions{Privileged: IntentMessageContent})
			a := newAccount(t, d.Discord)
			a.Identify.Intents = tt.intents
			check(t, a.Open())
			defer func() {
				a.ShouldReconnectOnError = false
				check(t, a.Close())
			}()
			a.next(t, "READY")
			for _, where := range []struct {
				c    *Channel
				want string
			}{{d.text, tt.in}, {d.gm.Direct(), tt.here}} {
				_, err := d.gm.Write(where.c, "hello")
				check(t, err)
				d.Dispatch("END", nil)
				e := a.next(t, "MESSAGE_CREATE", "END")
				got := "-"
				if m, ok := e.Struct.(*discordgo.MessageCreate); ok {
					got = m.Content
					a.next(t, "END")
				}
				if got != where.want {
					t.Errorf("%q, want %q", got, where.want)
				}
			}
		})
	}
}

// TestLiveOtherBot: another bot sits in the channel, and can be told from people.
func TestLiveOtherBot(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	a := login(t, d.Discord)
	music := d.AddBot("music")
	d.guild.Admit(music)
	seat, err := music.Join(d.voice)
	check(t, err)
	if music.Seat(d.guild) != seat {
		t.Error("another seat")
	}
	e := a.next(t, "VOICE_STATE_UPDATE")
	if s := e.Struct.(*discordgo.VoiceStateUpdate); s.Member == nil || !s.Member.User.Bot {
		t.Errorf("state: %s", e.RawData)
	}
	music.Leave(d.guild)
	var s struct {
		Channel *string `json:"channel_id"`
	}
	check(t, json.Unmarshal(a.next(t, "VOICE_STATE_UPDATE").RawData, &s))
	if s.Channel != nil || music.Seat(d.guild) != nil {
		t.Error("still there")
	}
}
