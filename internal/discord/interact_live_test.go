package discord

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

var testSpecs = []Spec{{Name: "glyphoxa", Description: "The table", Subs: []Spec{
	{Name: "start", Description: "Begin", Options: []Option{
		{Name: "scene", Description: "Which scene", Complete: true},
		{Name: "whom", Description: "Who", Kind: UserOption},
		{Name: "minutes", Description: "How long", Kind: IntegerOption},
		{Name: "quiet", Description: "Quietly", Kind: YesNoOption},
	}},
	{Name: "recap", Description: "The story"},
}}}

// desk is a table with a text channel and the bot's commands.
func desk(t *testing.T) (*table, *bot, *voicetest.Channel) {
	t.Helper()
	d := newTable(t, voicetest.DiscordOptions{})
	chat := d.guild.AddChannel(voicetest.TextChannel, "chat")
	b := d.open(t)
	if err := b.Register(t.Context(), testSpecs); err != nil {
		t.Fatal(err)
	}
	return d, b, chat
}

// used is somebody's use of a command and what the bot gets of it.
func used(t *testing.T, d *table, b *bot, chat *voicetest.Channel, command string, options ...voicetest.Option) (Command, func() *voicetest.Interaction) {
	t.Helper()
	done := make(chan struct{})
	var i *voicetest.Interaction
	var err error
	go func() {
		defer close(done)
		i, err = d.gm.Use(t.Context(), chat, command, options...)
	}()
	return next[Command](b), func() *voicetest.Interaction {
		t.Helper()
		<-done
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		return i
	}
}

func TestLiveCommand(t *testing.T) {
	d, b, chat := desk(t)
	cmd, wait := used(
		t, d, b, chat, "glyphoxa start",
		voicetest.Option{Name: "scene", Value: "Tavern"},
		voicetest.Option{Name: "whom", Value: d.gm},
		voicetest.Option{Name: "minutes", Value: 5},
		voicetest.Option{Name: "quiet", Value: true},
	)
	if cmd.Name != "glyphoxa" || cmd.Sub != "start" || cmd.Group != "" || cmd.Args["scene"] != "Tavern" ||
		cmd.Args.Int("minutes") != 5 || !cmd.Args.Yes("quiet") || cmd.Args.ID("whom") != d.gm.ID {
		t.Errorf("command: %+v", cmd)
	}
	if p := cmd.People[transcript.SpeakerID(d.gm.ID)]; p.Name != "Anna" || p.User != transcript.SpeakerID(d.gm.ID) {
		t.Errorf("people: %+v", cmd.People)
	}
	if cmd.By.Name != "Anna" || !cmd.ManageServer || cmd.Guild != transcript.GuildID(d.guild.ID) || cmd.Channel != transcript.ChannelID(chat.ID) || cmd.Locale != "en-US" {
		t.Errorf("call: %+v", cmd.Call)
	}
	for range 2 { // the second does nothing
		if err := cmd.Answer.Defer(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	i := wait()
	if kind, _ := i.Reply(); kind != voicetest.ReplyDeferred || !i.Ephemeral() {
		t.Errorf("acknowledged with %v, ephemeral %v", kind, i.Ephemeral())
	}
	if err := cmd.Answer.Reply(t.Context(), Message{Text: "I come to #table.", Rows: []Row{{Button{ID: "in", Label: "I'm in"}, Button{ID: "edit", Label: "Edit"}}}}); err != nil {
		t.Fatal(err)
	}
	m, err := i.AwaitAnswer(t.Context())
	if err != nil || m.Content != "I come to #table." {
		t.Fatalf("answer: %+v, %v", m, err)
	}
	if err := cmd.Answer.Edit(t.Context(), Message{Text: "I am in #table.", Rows: []Row{{Button{ID: "in", Label: "I'm in"}, Button{ID: "edit", Label: "Edit"}}}}); err != nil {
		t.Fatal(err)
	}
	if m, _ = i.Answer(); m.Content != "I am in #table." {
		t.Errorf("edited: %q", m.Content)
	}
	if id, err := cmd.Answer.FollowUp(t.Context(), Message{Text: "One more thing.", Private: true}); err != nil || id == 0 {
		t.Errorf("follow-up: %d, %v", id, err)
	}
	if f := i.FollowUps(); len(f) != 1 || f[0].Content != "One more thing." {
		t.Errorf("follow-ups: %+v", f)
	}
	none(b)
}

// TestLiveSlow covers D01: deferred at once, answered after more than the three
// seconds that Discord waits.
func TestLiveSlow(t *testing.T) {
	d, b, chat := desk(t)
	cmd, wait := used(t, d, b, chat, "glyphoxa recap")
	if err := cmd.Answer.Defer(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	i := wait()
	time.Sleep(3100 * time.Millisecond)
	if err := cmd.Answer.Reply(t.Context(), Message{Text: "Last time …"}); err != nil {
		t.Fatal(err)
	}
	if m, err := i.AwaitAnswer(t.Context()); err != nil || m.Content != "Last time …" {
		t.Errorf("answer: %+v, %v", m, err)
	}
}

// TestLiveTooLate covers D01 and D02: an interaction that has expired, and one
// that a second process has answered, are errors that say so, and the bot goes on.
func TestLiveTooLate(t *testing.T) {
	for _, tt := range []struct {
		name  string
		code  int
		want  error
		rival bool
	}{
		{"expired", 10062, ErrExpired, false},
		{"answered", 40060, ErrAnswered, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, b, chat := desk(t)
			d.Trouble(voicetest.Trouble{Path: "/interactions/*/*/callback", Status: 404, Code: tt.code})
			go func() { _, _ = d.gm.Use(t.Context(), chat, "glyphoxa recap") }()
			cmd := next[Command](b)
			if err := cmd.Answer.Defer(t.Context(), false); !errors.Is(err, tt.want) {
				t.Errorf("Defer: %v, want %v", err, tt.want)
			}
			if err := cmd.Answer.Reply(t.Context(), Message{Text: "too late"}); !errors.Is(err, tt.want) {
				t.Errorf("Reply: %v, want %v", err, tt.want)
			}
			if tt.rival {
				if e := next[Rival](b); !strings.Contains(e.Sign, "somebody else") {
					t.Errorf("sign: %q", e.Sign)
				}
			}
			if !strings.Contains(d.log.String(), "cannot be answered") {
				t.Error("it is not in the log")
			}
			cmd, wait := used(t, d, b, chat, "glyphoxa recap")
			if err := cmd.Answer.Defer(t.Context(), false); err != nil {
				t.Errorf("the next one: %v", err)
			}
			wait()
			none(b)
		})
	}
}

// TestLiveAcknowledgedButUnheard: the first answer arrives, its confirmation does
// not. The bot asks again and takes "answered already" for its own.
func TestLiveAcknowledgedButUnheard(t *testing.T) {
	d, b, chat := desk(t)
	d.Trouble(voicetest.Trouble{Path: "/interactions/*/*/callback", Drop: true})
	cmd, wait := used(t, d, b, chat, "glyphoxa recap")
	if err := cmd.Answer.Defer(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	wait()
	if err := cmd.Answer.Reply(t.Context(), Message{Text: "Here."}); err != nil {
		t.Error(err)
	}
	none(b) // no Rival
}

// TestLiveLong covers D04 and D10 on the wire.
func TestLiveLong(t *testing.T) {
	d, b, chat := desk(t)
	channel := transcript.ChannelID(chat.ID)
	long := "@everyone <@&123> flee!\n\n" + strings.Repeat("The dragon wakes. 🐉 ", 220) + "\n```go\n" + strings.Repeat("roll(20)\n", 60) + "```"
	cmd, wait := used(t, d, b, chat, "glyphoxa recap")
	if err := cmd.Answer.Reply(t.Context(), Message{Text: long}); err != nil {
		t.Fatal(err)
	}
	i := wait()
	if _, err := b.Send(t.Context(), channel, Message{Text: long}); err != nil {
		t.Fatal(err)
	}
	id, err := b.Send(t.Context(), channel, Message{Text: "short"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.EditMessage(t.Context(), channel, id, Message{Text: long, AsFile: "recap.md"}); err != nil {
		t.Fatal(err)
	}
	m, _ := d.Message(uint64(id))
	if len(m.Attachments) != 1 || m.Attachments[0].Name != "recap.md" || string(m.Attachments[0].Data) != long {
		t.Errorf("attachments: %d", len(m.Attachments))
	}
	if err := b.EditMessage(t.Context(), channel, id, Message{Text: "short again"}); err != nil {
		t.Fatal(err)
	}
	if m, _ = d.Message(uint64(id)); len(m.Attachments) != 0 {
		t.Error("the file outlives its message")
	}
	if len(i.FollowUps()) == 0 {
		t.Error("the answer was not split")
	}
	for _, m := range chat.Messages() {
		if Units(m.Content) > 2000 || strings.Count(m.Content, fence)%2 != 0 {
			t.Errorf("a message of %d units with %d fences", Units(m.Content), strings.Count(m.Content, fence))
		}
		if len(m.Mentions) != 0 {
			t.Errorf("it pings %v", m.Mentions)
		}
	}
}

// TestLiveTrouble: what REST can answer, and what comes of it. Two codes for one
// cause are one error (D09).
func TestLiveTrouble(t *testing.T) {
	d, b, chat := desk(t)
	channel := transcript.ChannelID(chat.ID)
	tests := []struct {
		name    string
		trouble voicetest.Trouble
		want    error
		fails   bool
	}{
		{"missing access", voicetest.Trouble{Status: 403, Code: 50001}, ErrDenied, true},
		{"missing permissions", voicetest.Trouble{Status: 403, Code: 50013}, ErrDenied, true},
		{"unknown channel", voicetest.Trouble{Status: 404, Code: 10003}, ErrUnknown, true},
		{"no direct messages", voicetest.Trouble{Status: 403, Code: 50007}, ErrDirect, true},
		{"500 once", voicetest.Trouble{Status: 500}, nil, false},
		{"502 twice", voicetest.Trouble{Status: 502, Times: 2}, nil, false},
		{"503 once", voicetest.Trouble{Status: 503}, nil, false},
		{"429", voicetest.Trouble{RetryAfter: 50 * time.Millisecond, Times: 2}, nil, false},
		{"429, global", voicetest.Trouble{RetryAfter: 50 * time.Millisecond, Global: true}, nil, false},
		{"broken off", voicetest.Trouble{Drop: true, Status: 400}, nil, false},
		{"no JSON", voicetest.Trouble{Status: 400, Body: "<html>secret words</html>"}, nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := len(chat.Messages())
			tt.trouble.Path = "/channels/*/messages"
			d.Trouble(tt.trouble)
			_, err := b.Send(t.Context(), channel, Message{Text: "Hello."})
			if !errors.Is(err, tt.want) && tt.want != nil {
				t.Errorf("Send: %v, want %v", err, tt.want)
			}
			if (err != nil) != tt.fails {
				t.Errorf("Send: %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "secret words") {
				t.Errorf("the error tells the body: %v", err)
			}
			if err == nil && len(chat.Messages()) != before+1 {
				t.Errorf("%d messages more, want 1", len(chat.Messages())-before)
			}
		})
	}
}

// TestLiveCancelled covers discordgo's bug 6: neither a rate limit nor a slow
// request before it holds one longer than its context.
func TestLiveCancelled(t *testing.T) {
	d, b, chat := desk(t)
	channel := transcript.ChannelID(chat.ID)
	for _, tt := range []struct {
		name    string
		trouble voicetest.Trouble
	}{
		{"rate limit", voicetest.Trouble{RetryAfter: 2 * time.Second}},
		{"behind a slow one", voicetest.Trouble{Delay: 2 * time.Second}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.trouble.Path = "/channels/*/messages"
			d.Trouble(tt.trouble)
			slow, stop := timeout(t, 2500*time.Millisecond)
			first := make(chan struct{})
			go func() {
				defer close(first)
				_, _ = b.Send(slow, channel, Message{Text: "first"})
			}()
			time.Sleep(50 * time.Millisecond)
			ctx, cancel := timeout(t, 200*time.Millisecond)
			defer cancel()
			began := time.Now()
			if _, err := b.Send(ctx, channel, Message{Text: "second"}); err == nil {
				t.Error("it was sent")
			}
			if took := time.Since(began); took > time.Second {
				t.Errorf("a context of 200ms was held for %v", took)
			}
			stop()
			<-first
		})
	}
}

// TestLiveNothingLeaks covers discordgo's bug 5: an interaction leaves no rate
// limit behind.
func TestLiveNothingLeaks(t *testing.T) {
	d, b, chat := desk(t)
	size := func() (n int) {
		b.rest.lanes.mu.Lock()
		defer b.rest.lanes.mu.Unlock()
		n = len(b.rest.lanes.open)
		for _, l := range []any{b.rest.lanes.limiter, b.rest.session.Ratelimiter} {
			n += reflect.ValueOf(l).Elem().FieldByName("buckets").Len()
		}
		return n
	}
	before := size()
	for range 50 {
		cmd, wait := used(t, d, b, chat, "glyphoxa recap")
		if err := cmd.Answer.Defer(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		wait()
		if err := cmd.Answer.Reply(t.Context(), Message{Text: "Here."}); err != nil {
			t.Fatal(err)
		}
	}
	if after := size(); after != before {
		t.Errorf("%d lanes and buckets before 50 interactions, %d after", before, after)
	}
}

func TestLiveDirect(t *testing.T) {
	d, b, _ := desk(t)
	channel, err := b.Direct(t.Context(), transcript.SpeakerID(d.gm.ID))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Send(t.Context(), channel, Message{Text: "Only you."}); err != nil {
		t.Fatal(err)
	}
	d.gm.CloseDirect()
	if _, err := b.Send(t.Context(), channel, Message{Text: "Only you."}); !errors.Is(err, ErrDirect) {
		t.Errorf("Send: %v, want %v", err, ErrDirect)
	}
}

// TestLiveNoSecretInErrors: a request that does not arrive is an error without
// the URL, in which an interaction's token stands.
func TestLiveNoSecretInErrors(t *testing.T) {
	d, b, chat := desk(t)
	d.Trouble(voicetest.Trouble{Path: "/interactions/*/*/callback", Drop: true, Status: http.StatusTeapot, Times: 9})
	go func() { _, _ = d.gm.Use(t.Context(), chat, "glyphoxa recap") }()
	cmd := next[Command](b)
	err := cmd.Answer.Defer(t.Context(), false)
	if err == nil {
		t.Fatal("Defer went through")
	}
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%+v %#v", cmd, cmd)} {
		if strings.Contains(text, "aW50ZXJhY3Rpb246") {
			t.Errorf("a token: %s", text)
		}
	}
}
