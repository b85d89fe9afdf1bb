package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/voice/voicetest"
)

// TestLiveRefused: what keeps a session from beginning is said to whoever asked
// for it, to nobody else, and with the remedy; and what keeps the program from
// running, to whoever began it.
//
// Case: V19, V20, D08.
func TestLiveRefused(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	kara := e.AddPerson("Wilhelmina")
	e.guild.Admit(kara)
	refused := func(who *voicetest.Person, in *voicetest.Channel, want string) {
		t.Helper()
		i, m := e.use(who, in, "start")
		if !strings.Contains(m.Text(), want) || !i.Ephemeral() {
			t.Errorf("want %q, in private: %s", want, m.Text())
		}
	}
	join := func(who *voicetest.Person, c *voicetest.Channel) {
		t.Helper()
		_, err := who.Join(c)
		e.check(err)
	}

	refused(e.anna, e.channel, "Join the voice channel of your table first")

	// What is lacking is named at once.
	const need = voicetest.PermSpeak | voicetest.PermConnect
	e.channel.SetPerson(e.Bot(), 0, need)
	join(e.anna, e.channel)
	join(kara, e.channel)
	refused(e.anna, e.channel, "I lack Connect and Speak in #table. Give me that in the permissions of the channel")

	// The first card is filled in once; it waits until the permission is there.
	e.channel.SetPerson(e.Bot(), 0, 0)
	i, m := e.use(e.anna, e.channel, "start")
	e.press(e.anna, m, "Play the example")
	card := e.with(i, "Start")
	e.channel.SetPerson(e.Bot(), 0, need)
	lacking := e.press(e.anna, card, "Start")
	e.says(lacking, "I lack Connect and Speak in #table. Give me that in the permissions of the channel")
	if told, err := lacking.AwaitAnswer(e.within()); err != nil || !told.Ephemeral {
		t.Errorf("everybody is told: %v, %s", err, told.Text())
	}
	e.channel.SetPerson(e.Bot(), 0, 0)
	e.press(e.anna, card, "Start")
	e.says(i, "I am in <#")
	e.told(e.anna, e.channel, "end")
	refused(kara, e.channel, fmt.Sprintf("That is for the GM. The GM of **The Lanterns of Fennick** is <@%d>.", e.anna.ID))

	e.channel.SetLimit(2)
	refused(e.anna, e.channel, "#table is full: it takes 2. Raise its user limit, or give me Move Members.")
	e.channel.SetLimit(0)

	stage := e.guild.AddChannel(voicetest.StageChannel, "stage")
	stage.SetPerson(e.Bot(), 0, voicetest.PermRequestToSpeak)
	join(e.anna, stage)
	refused(e.anna, e.channel, "#stage is a stage and I could not speak there. Give me Request to Speak or Mute Members.")

	join(e.anna, e.channel)
	e.play(e.channel, e.anna)
	refused(e.anna, e.channel, "I am here already, with **The Lanterns of Fennick**")
	cellar := e.guild.AddChannel(voicetest.VoiceChannel, "cellar")
	join(kara, cellar)
	refused(kara, cellar, fmt.Sprintf("I am at another table of this server, in <#%d>", e.channel.ID))
	if told := e.told(kara, e.channel, "end"); !strings.Contains(told, "That is for the GM.") {
		t.Errorf("somebody else ends it: %s", told)
	}

	// A second program with this database, one with a wrong token, and one with
	// this token elsewhere. The first one goes on.
	ends := func(dir, token, want string) {
		t.Helper()
		b := e.begin(dir, token)
		if code := b.wait(); code != exitFailed {
			t.Errorf("exit code %d, want %d", code, exitFailed)
		}
		if said := lastLine(b.log.String()); !strings.HasPrefix(said, "bot: ") || !strings.Contains(said, want) {
			t.Errorf("want %q, the program said %q", want, said)
		}
		if token != e.Token() && strings.Contains(b.log.String(), token) {
			t.Error("the token is in the log")
		}
	}
	ends(e.dir, e.Token(), "glyphoxa run")
	ends(t.TempDir(), "not.a.token", "discord refuses the bot token (401). Copy it again from the developer portal")
	rival := e.begin(t.TempDir(), e.Token())
	e.await("two programs on Discord", func() bool { return e.Online() == 2 })
	const warning = "warning: another program seems to use this bot's token"
	e.await("a warning", func() bool {
		e.told(e.anna, e.channel, "status")
		return strings.Contains(rival.log.String()+e.bot.log.String(), warning)
	})
	rival.stop()
	if code := rival.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if !slices.Contains(e.channel.InVoice(), e.Bot()) {
		t.Error("the bot has left")
	}
	if told := e.told(e.anna, e.channel, "end"); !strings.Contains(told, "The session has ended.") {
		t.Errorf("the end: %s", told)
	}
}
