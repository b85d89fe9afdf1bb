package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveRecovers: whatever happens to the bot in mid-session that is no wish of
// people's to be rid of it, it hears and speaks afterwards, in the same session.
// What is said while a websocket is lost is heard: sound goes on without it.
//
// Case: V14, V15, V17, V18.
func TestLiveRecovers(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	_, err := e.anna.Join(e.channel)
	e.check(err)
	kara := e.player("Wilhelmina", "slt", e.channel, e.guild)
	e.play(e.channel, e.anna, kara)
	session, _ := e.last(e.guild)
	bot := e.Bot().ID
	joined := func() uint32 {
		s, _ := e.Voice().Session(bot)
		if !s.In {
			return 0
		}
		return s.SSRC
	}

	// The bot is moved in the middle of an answer, and its people go after it. If
	// for a moment no GM is with it the answer is cut off, else its rest is said
	// there. What is kept as spoken was heard.
	other := e.guild.AddChannel(voicetest.VoiceChannel, "cellar")
	kara.say("Mirela, what does a room cost for the night?")
	e.await("the beginning of an answer", func() bool { return kara.Seat(e.guild).Stats().Heard > 60 })
	e.guild.Move(e.Bot(), other)
	for _, p := range []*voicetest.Person{e.anna, kara.Person} {
		_, err := p.Join(other)
		e.check(err)
	}
	var turn transcript.Turn
	e.await("the end of the answer", func() bool {
		turns, err := e.book(e.guild).Turns(t.Context(), session.ID)
		e.check(err)
		if len(turns) > 0 {
			turn = turns[0]
		}
		return len(turns) > 0
	})
	got := voiced(kara.listen())
	switch {
	case turn.Outcome == transcript.Cut && turn.Unheard != "" && strings.TrimSpace(turn.Heard+" "+turn.Unheard) == "A room at the Silver Heron costs two silver for the night.":
	case turn.Outcome == transcript.Spoken && strings.Contains(turn.Heard, "two silver") && got > 2*time.Second:
	default:
		t.Errorf("%v is heard of an answer that is %s, %s: heard %q, not heard %q", got, turn.Outcome, turn.Why, turn.Heard, turn.Unheard)
	}
	t.Logf("the answer is %s, %v of it is heard", turn.Outcome, got)
	e.await("the bot in the other channel", func() bool { s, _ := e.Voice().Session(bot); return s.In })
	if s, _ := e.Voice().Session(bot); !s.In || s.Channel != other.ID {
		t.Errorf("the bot's voice is in %d, want %d", s.Channel, other.ID)
	}
	e.chat(other, "I'm in") // a card where people are now
	if status := e.told(e.anna, other, "status"); !strings.Contains(status, fmt.Sprintf("Fennick** in <#%d>", other.ID)) {
		t.Errorf("the status is of another channel: %s", status)
	}
	kara.talks("after a move")

	// Its voice's websocket is lost while somebody speaks, and so is the main
	// gateway: both are resumed.
	was := joined()
	lost := time.AfterFunc(time.Second, func() {
		e.Voice().Drop(bot)
		e.Drop()
	})
	kara.talks("with the connections lost")
	if lost.Stop() {
		t.Error("they were not lost")
	}
	if s, _ := e.Voice().Session(bot); !s.Connected || s.Stats.Resumes != 1 || s.SSRC != was {
		t.Errorf("the voice session was not resumed: %+v", s)
	}
	e.await("the main gateway", func() bool { return e.Online() == 1 })

	// The main gateway's session is invalid: there is another one, and voice is
	// joined anew.
	e.Invalidate(false)
	e.await("another voice session", func() bool { now := joined(); return now != 0 && now != was })
	kara.talks("after an invalid session")

	// The GM leaves: off the record until she is back.
	e.anna.Leave(e.guild)
	e.chat(other, "The GM has left: **off the record.**")
	_, before := e.last(e.guild)
	kara.say("Mirela, good evening.")
	time.Sleep(time.Second)
	if _, now := e.last(e.guild); len(now) != len(before) {
		t.Errorf("off the record this was kept: %v", now[len(before):])
	}
	_, err = e.anna.Join(other)
	e.check(err)
	e.chat(other, "on the record again")
	kara.talks("back on the record")

	// Everybody leaves.
	kara.Leave(e.guild)
	e.anna.Leave(e.guild)
	e.chat(other, "Nobody is here: **off the record.**")
	if now, _ := e.last(e.guild); now.ID != session.ID || !now.Ended.IsZero() {
		t.Errorf("the session is %s, ended %v", now.ID, now.Ended)
	}
	if status := e.told(e.anna, other, "status"); !strings.Contains(status, "It ends in 2 minutes") {
		t.Errorf("nobody is there: %s", status)
	}
	if told := e.told(e.anna, other, "end"); !strings.Contains(told, "lines were kept") {
		t.Errorf("the end: %s", told)
	}
}

// TestLiveThrownOut: somebody does not want the bot any more, or Discord does
// not. The session is over, what was said is kept, and whoever is left is told.
//
// Case: V15.
func TestLiveThrownOut(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	_, err := e.anna.Join(e.channel)
	e.check(err)
	kara := e.player("Wilhelmina", "slt", e.channel, e.guild)

	// over has a session begin, something said and heard, and something done
	// that ends it; then what was said must be there.
	over := func(in *voicetest.Channel, what string, do func()) {
		t.Helper()
		e.play(in, e.anna, kara)
		before, _ := e.last(e.guild)
		kara.talks("before " + what)
		began := time.Now()
		do()
		lines := e.ended(e.guild)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: the session ended after %v", what, took)
		}
		if len(lines) < 2 || lines[0].Agent != "" || lines[1].Agent == "" {
			t.Errorf("%s: %d lines were kept: %v", what, len(lines), lines)
		}
		if s, _ := e.last(e.guild); s.ID != before.ID {
			t.Errorf("%s: another session has begun", what)
		}
	}

	over(e.channel, "a kick", func() { e.guild.Kick(e.Bot()) })
	e.chat(e.channel, "Somebody disconnected me from the channel. 2 lines were kept")
	time.Sleep(300 * time.Millisecond)
	if slices.Contains(e.channel.InVoice(), e.Bot()) {
		t.Error("the bot is back, unasked")
	}

	cellar := e.guild.AddChannel(voicetest.VoiceChannel, "cellar")
	for _, p := range []*voicetest.Person{e.anna, kara.Person} {
		_, err := p.Join(cellar)
		e.check(err)
	}
	over(cellar, "a channel deleted", cellar.Delete)

	for _, p := range []*voicetest.Person{e.anna, kara.Person} {
		_, err := p.Join(e.channel)
		e.check(err)
	}
	over(e.channel, "a bot removed", e.guild.RemoveBot)

	e.guild.AdmitBot(botMay)
	e.await("the commands again", func() bool { return len(e.anna.Commands(e.guild)) > 0 })
	over(e.channel, "a token revoked", e.TakeToken)
	began := time.Now()
	if code := e.bot.wait(); code != exitFailed || time.Since(began) > 10*time.Second {
		t.Errorf("exit code %d, want %d, %v after the end of the session", code, exitFailed, time.Since(began))
	}
	if said := lastLine(e.bot.log.String()); !strings.HasPrefix(said, "bot: discord refuses the bot token (4004). Copy it again") {
		t.Errorf("the program ends with %q", said)
	}
}

// TestLiveInterrupted stops the program in the middle of a sentence. The sentence
// is finished, what was said is kept, and the exit code is 0: it was asked to.
func TestLiveInterrupted(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEveningOf(t, "", "table: {filler_after: 0s}\n") // all that is heard is the sentence
	_, err := e.anna.Join(e.channel)
	e.check(err)
	kara := e.player("Wilhelmina", "slt", e.channel, e.guild)
	e.play(e.channel, e.anna, kara)
	kara.listen()
	kara.say("Mirela, what does a room cost for the night?")
	heard := func() (frames int, last time.Time) {
		for _, f := range kara.Seat(e.guild).Heard() {
			if f.From == e.Bot().ID {
				frames, last = frames+1, f.At
			}
		}
		return frames, last
	}
	n := 0
	e.await("the beginning of the answer", func() bool {
		now, _ := heard()
		n += now
		return n > 90
	})
	began := time.Now()
	e.bot.stop()
	if code := e.bot.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	took := time.Since(began)
	more, last := heard()
	t.Logf("%d packets before, %d since, the last %v after; the program ended after %v", n, more, last.Sub(began), took)
	if took > 10*time.Second || last.Sub(began) > 4*time.Second {
		t.Errorf("the program ended after %v, the sentence after %v", took, last.Sub(began))
	}
	s, lines := e.last(e.guild)
	if s.Ended.IsZero() {
		t.Error("the session is open")
	}
	if len(lines) != 2 || !strings.HasSuffix(lines[1].Text, "for the night.") {
		t.Errorf("kept: %v", lines)
	}
	e.chat(e.channel, "I am being shut down: the session has ended.")
	if slices.Contains(e.channel.InVoice(), e.Bot()) {
		t.Error("the bot is still in the channel")
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
