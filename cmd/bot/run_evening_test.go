package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// stage reads how many have passed a stage off a status.
func stage(t *testing.T, status, name string) int {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(name) + ` (\d+)`).FindStringSubmatch(status)
	if found == nil {
		t.Fatalf("the status has no stage %q:\n%s", name, status)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestLiveEvening is a first evening: from a server in which nothing was ever
// played to the story of what happened, and the beginning of the next one.
//
// Case: H10.
func TestLiveEvening(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	kara := e.player("Wilhelmina", "slt", e.channel, e.guild)
	joren := e.player("Bartholomew", "rms", e.channel, e.guild)
	_, err := e.anna.Join(e.channel)
	e.check(err)

	// The GM begins, and says who is here.
	i, offer := e.use(e.anna, e.channel, "start")
	if !offer.Ephemeral {
		t.Error("everybody sees what the GM is asked")
	}
	e.press(e.anna, offer, "Play the example")
	opening := e.with(i, "Start")
	f := example(t)
	choose := func(menu string, value string) {
		t.Helper()
		found := slices.IndexFunc(menus(opening), func(c voicetest.Component) bool { return strings.Contains(c.Placeholder, menu) })
		if found < 0 {
			t.Fatalf("no menu %q: %s", menu, opening.Text())
		}
		c := menus(opening)[found]
		at := slices.IndexFunc(c.Options, func(o voicetest.MenuOption) bool { return strings.HasSuffix(o.Label, value) })
		if at < 0 {
			t.Fatalf("no %q in menu %q: %v", value, menu, c.Options)
		}
		i, err := e.anna.Choose(e.within(), opening, c.CustomID, c.Options[at].Value)
		e.acknowledged(menu, i, err)
	}
	choose("Which scene", f.Scenes[0].Name)
	choose("Whom does "+kara.Name, "Kara")
	choose("Whom does "+joren.Name, "Joren")
	began := time.Now()
	e.press(e.anna, opening, "Start")
	e.says(i, "I am in <#")
	t.Logf("the bot came after %v", time.Since(began))
	if !slices.Contains(e.channel.InVoice(), e.Bot()) {
		t.Error("the bot is not in the channel")
	}

	// Some say that they want to be heard, one that he does not.
	card := e.chat(e.channel, "I'm in")
	e.says(e.press(e.anna, card, "I'm in"), "You are in")
	e.says(e.press(kara.Person, card, "I'm in"), "You are in")
	e.says(e.press(joren.Person, card, "Leave me out"), "You are left out")

	pcm, answer := kara.ask("Mirela, what does a room cost for the night?")
	if got := voiced(pcm); got < time.Second {
		t.Errorf("%v of the answer is heard", got)
	}
	t.Logf("%q is understood as %q", answer.Text, e.understand(pcm))
	if !strings.Contains(answer.Text, "two silver") || answer.Name != "Mirela Voss" {
		t.Errorf("%s: %s", answer.Name, answer.Text)
	}

	// He is not: nothing of what he says is decrypted, whatever comes in.
	before := e.told(e.anna, e.channel, "status")
	joren.say("Mirela, the key is under the third stone.")
	time.Sleep(time.Second)
	after := e.told(e.anna, e.channel, "status")
	if n := stage(t, after, "opened") - stage(t, before, "opened"); n < 50 {
		t.Errorf("%d packets of his have come in", n)
	}
	for _, s := range []string{"may be heard", "decrypted", "decoded", "utterances", "understood"} {
		if was, is := stage(t, before, s), stage(t, after, s); is != was {
			t.Errorf("%s: %d, and %d since he spoke", s, was, is)
		}
	}

	// An NPC is to remember something. The GM says yes, twice.
	kara.ask("Mirela, remember that the chapel door is locked.")
	_, first := e.use(e.anna, e.channel, "proposals")
	_, second := e.use(e.anna, e.channel, "proposals")
	if !strings.Contains(first.Text(), "wait for your decision") || !strings.Contains(first.Text(), "chapel door") {
		t.Errorf("proposals: %s", first.Text())
	}
	known := len(e.known("chapel door"))
	for _, m := range []voicetest.ChatMessage{first, second} {
		e.press(e.anna, m, "Approve: who was there")
		e.await("the decision", func() bool {
			now, _ := e.Message(m.ID)
			return !strings.Contains(now.Text(), "wants to remember")
		})
	}
	if m, _ := e.Message(second.ID); !strings.Contains(m.Text(), "approved before") {
		t.Errorf("approved twice: %s", m.Text())
	}
	if got := len(e.known("chapel door")); got != known+1 {
		t.Errorf("approved twice, it is known %d times", got-known)
	}

	checkStatus(t, e, kara, joren)

	// The end, and its story.
	told := e.told(e.anna, e.channel, "end")
	_, lines := e.last(e.guild)
	if want := fmt.Sprintf("%d lines were kept", len(lines)); !strings.Contains(told, want) {
		t.Errorf("the end: %s; want %q", told, want)
	}
	if slices.Contains(e.channel.InVoice(), e.Bot()) {
		t.Error("the bot is still in the channel")
	}
	for _, l := range lines {
		if l.Speaker == transcript.SpeakerID(joren.ID) || strings.Contains(strings.ToLower(l.Text), "stone") {
			t.Errorf("a word of his was kept: %s: %s", l.Name, l.Text)
		}
	}
	e.await("the card without buttons", func() bool {
		m, _ := e.Message(card.ID)
		return len(m.Components) == 0 && strings.Contains(m.Text(), "has ended")
	})
	tale, story := e.use(e.anna, e.channel, "recap")
	if !story.Ephemeral || !strings.Contains(strings.ToLower(story.Text()), "chapel") {
		t.Errorf("the GM's draft: %s", story.Text())
	}
	e.press(e.anna, e.with(tale, "Post here"), "Post here")
	if _, err := e.channel.AwaitMessage(e.within(), func(m voicetest.ChatMessage) bool {
		return strings.Contains(strings.ToLower(m.Text()), "chapel")
	}); err != nil {
		t.Errorf("the recap was not posted: %v", err)
	}
	tale, story = e.use(joren.Person, e.channel, "recap")
	if !story.Ephemeral || !strings.Contains(strings.ToLower(story.Text()), "chapel") {
		t.Errorf("a player's recap: %s", story.Text())
	}
	for _, m := range append(tale.FollowUps(), story) {
		if n := len(utf16.Encode([]rune(m.Content))); n > 2000 {
			t.Errorf("a message of %d characters", n)
		}
	}

	// The next evening begins where this one was, and asks nobody again.
	again, _ := e.use(e.anna, e.channel, "start")
	e.says(again, "*The Silver Heron*")
	if m, _ := again.Answer(); strings.Contains(m.Text(), "Which scene") {
		t.Errorf("the GM is asked again: %s", m.Text())
	}
	status := e.told(e.anna, e.channel, "status")
	for who, want := range map[*voicetest.Person]string{
		e.anna: "(GM): heard", kara.Person: "(Kara): heard", joren.Person: "(Joren): not heard, wants to be left out",
	} {
		if want := fmt.Sprintf("<@%d> %s", who.ID, want); !strings.Contains(status, want) {
			t.Errorf("the second evening's status has no %q:\n%s", want, status)
		}
	}
	e.told(e.anna, e.channel, "end")
	e.bot.stop()
	if code := e.bot.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if e.bot.log.String() == "" { // see isDiscreet
		t.Error("nothing was logged")
	}
}

// menus returns the menus of a message.
func menus(m voicetest.ChatMessage) (all []voicetest.Component) {
	var look func([]voicetest.Component)
	look = func(list []voicetest.Component) {
		for _, c := range list {
			if c.Type == voicetest.ComponentMenu {
				all = append(all, c)
			}
			look(c.Components)
		}
	}
	look(m.Components)
	return all
}

// known returns what the campaign's world holds of something, as often as it does.
func (e *evening) known(what string) (all []string) {
	e.t.Helper()
	f, err := e.book(e.guild).File(e.t.Context())
	e.check(err)
	for _, n := range f.Nodes {
		for _, a := range n.Aspects {
			all = append(all, a.Text)
		}
		all = append(all, n.Text)
	}
	return slices.DeleteFunc(all, func(s string) bool { return !strings.Contains(strings.ToLower(s), what) })
}

// checkStatus reads the status in mid-session, as the GM and as a player.
func checkStatus(t *testing.T, e *evening, kara, joren *player) {
	t.Helper()
	status := e.told(e.anna, e.channel, "status")
	for _, want := range []string{
		"**The Lanterns of Fennick** in <#", "scene *The Silver Heron*", "Mirela Voss", "Odo Brand",
		"On the record.",
		fmt.Sprintf("<@%d> (GM): heard; no packet yet", e.anna.ID),
		fmt.Sprintf("<@%d> (Kara): heard; last packet", kara.ID),
		fmt.Sprintf("<@%d> (Joren): not heard, wants to be left out; last packet", joren.ID),
		"voice connected, encrypted end to end",
		"hears: pocketsphinx (on this machine), thinks: offline (on this machine), speaks: flite (on this machine)",
	} {
		if !strings.Contains(status, want) {
			t.Errorf("the status has no %q:\n%s", want, status)
		}
	}
	if stage(t, status, "understood") < 2 || stage(t, status, "packets out") < 50 {
		t.Errorf("the status' stages:\n%s", status)
	}
	// Its code is what the players' clients show.
	code := regexp.MustCompile("voice privacy code `([^`]*)`").FindStringSubmatch(status)
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, s)
	}
	if theirs := kara.Seat(e.guild).View().PrivacyCode; code == nil || digits(code[1]) != digits(theirs) || digits(theirs) == "" {
		t.Errorf("the privacy code is %q, a player's is %q", code, theirs)
	}
	if status := e.told(kara.Person, e.channel, "status"); strings.Contains(status, "Stages") || strings.Contains(status, "Spent") {
		t.Errorf("a player sees what is for the GM:\n%s", status)
	}
}
