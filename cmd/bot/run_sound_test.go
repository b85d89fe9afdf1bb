package main

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveTwoGuilds: at two tables at once everybody is heard and answered, at
// their own table alone.
func TestLiveTwoGuilds(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	bella := e.AddPerson("Bella")
	second := e.AddGuild("Chair", bella, botMay)
	chair := second.AddChannel(voicetest.VoiceChannel, "chair")
	_, err := e.anna.Join(e.channel)
	e.check(err)
	_, err = bella.Join(chair)
	e.check(err)
	here := e.player("Wilhelmina", "slt", e.channel, e.guild)
	there := e.player("Bartholomew", "rms", chair, second)
	e.play(e.channel, e.anna, here)
	e.play(chair, bella, there)

	var asking sync.WaitGroup
	ask := func(p *player, text, want, never string) {
		asking.Go(func() {
			pcm, answer := p.ask(text)
			if !strings.Contains(answer.Text, want) || strings.Contains(answer.Text, never) {
				t.Errorf("%q is answered by %q", text, answer.Text)
			}
			if got := voiced(pcm); got < time.Second || got > 6*time.Second {
				t.Errorf("%v of the answer to %q is heard", got, text)
			}
		})
	}
	ask(here, "Mirela, what does a room cost for the night?", "two silver", "fish")
	ask(there, "Mirela, what is for supper tonight?", "fish stew", "silver")
	asking.Wait()
	for _, p := range []*player{here, there} {
		if _, lines := e.last(p.guild); len(lines) != 2 || lines[0].Speaker != transcript.SpeakerID(p.ID) {
			t.Errorf("in %s there is %v", p.guild.Name, lines)
		}
	}
	e.told(e.anna, e.channel, "end")
	there.talks("after the end of the other session")
}

// TestLiveStage: on a stage the bot asks to speak, says so, and is heard once
// somebody has let it; no sound there is encrypted end to end.
//
// Case: V20.
func TestLiveStage(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	stage := e.guild.AddChannel(voicetest.StageChannel, "stage")
	_, err := e.anna.Join(stage)
	e.check(err)
	kara := e.player("Wilhelmina", "slt", stage, e.guild)
	e.guild.SetSpeaker(kara.Person, true)
	e.Voice().SetVersion(e.guild.ID, stage.ID, 0)
	e.play(stage, e.anna, kara)
	if e.guild.Speaker(e.Bot()) {
		t.Error("it is on the stage, and nobody has let it")
	}
	e.guild.SetSpeaker(e.Bot(), true)
	kara.talks("on the stage")
	if status := e.told(e.anna, stage, "status"); !strings.Contains(status, "voice connected, not encrypted end to end") {
		t.Errorf("the status: %s", status)
	}
	e.told(e.anna, stage, "end")
}

// TestLiveLoss: a tenth of the packets is lost on the way to the bot, and the rest
// late and in disorder. Words are understood nearly as well as without.
//
// Words that are misheard fail it, so that nothing runs beside it.
func TestLiveLoss(t *testing.T) {
	needSpeech(t)
	e := newEvening(t)
	_, err := e.anna.Join(e.channel)
	e.check(err)
	// Nobody of them is answered: they speak to one another, or narrate.
	speakers := []*player{
		e.seated(e.anna, "rms", e.channel, e.guild),
		e.player("Wilhelmina", "slt", e.channel, e.guild),
		e.player("Bartholomew", "awb", e.channel, e.guild),
	}
	e.play(e.channel, e.anna, speakers...)
	said := [][]string{{
		"You come into the tavern out of the cold rain.",
		"The old captain looks at the door while he talks.",
		"Four men of the watch walk along the sea wall.",
	}, {
		"Does anybody want the last piece of the pizza?",
		"We should look at the lantern before the night.",
		"How much silver do we have for a room?",
	}, {
		"The chapel on the hill stands empty.",
		"Somebody put water into the oil of the lantern.",
		"Let us ask the guild where the old woman is.",
	}}

	errors := func(network voicetest.Network) (wrong, words int) {
		e.Voice().SetFaults(e.Bot().ID, voicetest.Faults{Down: network})
		_, before := e.last(e.guild)
		var saying sync.WaitGroup
		for i, p := range speakers {
			saying.Go(func() {
				for _, s := range said[i] {
					p.say(s)
					time.Sleep(700 * time.Millisecond) // an utterance of its own
				}
			})
		}
		saying.Wait()
		now := e.understood(len(before) + len(slices.Concat(said...)))[len(before):]
		// A busy recogniser may have one's second sentence before the first.
		slices.SortFunc(now, func(a, b transcript.Line) int { return a.At.Compare(b.At) })
		for i, p := range speakers {
			var heard []string
			for _, l := range now {
				if l.Speaker == transcript.SpeakerID(p.ID) {
					heard = append(heard, wordsOf(l.Text)...)
				}
			}
			want := wordsOf(strings.Join(said[i], " "))
			n := distance(want, heard)
			t.Logf("%d of %d wrong: %q", n, len(want), strings.Join(heard, " "))
			wrong, words = wrong+n, words+len(want)
		}
		return wrong, words
	}
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(of) }
	clean, words := errors(voicetest.Network{})
	lossy, _ := errors(voicetest.Network{Loss: 0.1, Jitter: 60 * time.Millisecond, Reorder: 0.1})
	t.Logf("word error %.1f %% without a fault, %.1f %% with", percent(clean, words), percent(lossy, words))
	if percent(lossy-clean, words) > 10 {
		t.Errorf("of %d words %d are wrong with a bad network, and %d without", words, lossy, clean)
	}
	if percent(clean, words) > 25 {
		t.Errorf("of %d words %d are wrong with a good network", words, clean)
	}
}

// understood waits until what people have said is in the transcript, and returns
// that: a line of each utterance, at least as many as were said, or, as one may be
// taken for noise, all that has come when for long no other does.
func (e *evening) understood(said int) (lines []transcript.Line) {
	e.t.Helper()
	const long = 10 * time.Second
	n, since := -1, time.Now()
	e.await("the last line", func() bool {
		if _, lines = e.last(e.guild); len(lines) == n {
			return time.Since(since) > long
		}
		n, since = len(lines), time.Now()
		return n >= said && n == stage(e.t, e.told(e.anna, e.channel, "status"), "utterances")
	})
	return lines
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// distance is how many words are to be changed, added or left out to make b of a.
func distance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, v := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, w := range b {
			change := diagonal
			if v != w {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
