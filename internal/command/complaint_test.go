package command

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// What somebody is told of an error names what to do, in their language, and two
// codes for one cause are one text. Case: D09.
func TestWords(t *testing.T) {
	refused := func(code int) error {
		return fmt.Errorf("say something: %w", &discord.APIError{Status: 403, Code: code})
	}
	const (
		denied   = "I am not allowed to do that there. Give me View Channel, Send Messages and Attach Files in that channel."
		verboten = "Das darf ich dort nicht. Gib mir in diesem Kanal „Kanal anzeigen“, „Nachrichten senden“ und „Dateien anhängen“."
	)
	for _, tt := range []struct {
		name   string
		err    error
		en, de string
		known  bool
	}{
		{"missing access", refused(50001), denied, verboten, true},
		{"missing permissions", refused(50013), denied, verboten, true},
		{
			"it is known which", fmt.Errorf("make a channel: %w", &discord.Lacking{Missing: []string{"Manage Channels", "View Channel"}}),
			"I am not allowed to do that. Give me Manage Channels and View Channel in this server.",
			"Das darf ich nicht. Gib mir auf diesem Server „Kanäle verwalten“ und „Kanal anzeigen“.", true,
		},
		{
			"no direct messages", refused(50007),
			"You do not take direct messages from me. Allow them for this server in its privacy settings, then try again.",
			"Du nimmst keine Direktnachrichten von mir an. Erlaube sie für diesen Server in seinen Privatsphäre-Einstellungen und versuch es dann noch einmal.", true,
		},
		{"expired", refused(10062), "", "", true},
		{"a complaint", fmt.Errorf("mute: %w", ErrNobody), "There is nobody of that name here. A GM brings somebody in with `/glyphoxa scene add`.", "Hier ist niemand, der so heißt. Die Spielleitung holt jemanden mit `/glyphoxa szene hinzufügen`.", true},
		{"the end", context.Canceled, "I am just being shut down. Try again when I am back.", "Ich werde gerade beendet. Versuch es noch einmal, wenn ich wieder da bin.", true},
		{
			"anything else", errors.New("secret"), "Something went wrong on my side; it is in my log. Please try again: `/glyphoxa status` says what is alive.",
			"Bei mir ist etwas schiefgegangen; es steht in meinem Log. Bitte versuch es noch einmal: `/glyphoxa status` sagt, was läuft.", false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			told, known := words(tt.err)
			if known != tt.known {
				t.Errorf("known is %v", known)
			}
			if got := told.In("en-US"); got != tt.en {
				t.Errorf("in English: %q, want %q", got, tt.en)
			}
			if got := told.In("de"); got != tt.de {
				t.Errorf("in German: %q, want %q", got, tt.de)
			}
		})
	}
}

// What is in the way of a channel is said with its remedy.
func TestSecrecyText(t *testing.T) {
	for _, tt := range []struct {
		secrecy discord.Secrecy
		want    string
	}{
		{discord.Secrecy{Name: "gm", Public: true}, "Everybody can read #gm. Deny View Channel to @everyone there."},
		{discord.Secrecy{Name: "gm", Unknown: true}, "#gm is not a text channel."},
		{discord.Secrecy{Unknown: true}, "I do not see that text channel. Give me View Channel there."},
		{discord.Secrecy{Name: "gm", Missing: []string{"Send Messages"}}, "I lack Send Messages in #gm."},
		{discord.Secrecy{Name: "gm", People: []transcript.SpeakerID{kim, gina}}, "Not only GMs of this campaign can read #gm, but <@3>, too. Deny View Channel to them there, or make them GMs with `/glyphoxa campaign gm-add`."},
		{discord.Secrecy{Name: "gm", People: []transcript.SpeakerID{gina}, Roles: []discord.RoleID{5}}, ""},
		{discord.Secrecy{Name: "gm"}, ""},
	} {
		if got := secrecyText(tt.secrecy, lanterns().Campaign).String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.secrecy, got, tt.want)
		}
	}
}
