package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// peerDir is where the clients from npm are.
const peerDir = "../../internal/voice/voicetest/peer"

// TestLivePeerTalksToNPC: somebody whose client is Discord's own library for
// JavaScript asks an NPC something, and hears the answer: two programs that share
// no code, over an encrypted call.
func TestLivePeerTalksToNPC(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	e := newEvening(t)
	peer, err := voicetest.StartPeer(t.Context(), peerDir, e.Voice())
	if errors.Is(err, voicetest.ErrNoNode) {
		t.Skipf("no node: %v", err)
	}
	e.check(err)
	defer func() {
		if err := peer.Close(); err != nil {
			t.Error(err)
		}
		if troubles := peer.Troubles(); len(troubles) > 0 {
			t.Errorf("the peer's libraries say: %q", troubles)
		}
	}()
	kara := e.AddPerson("Wilhelmina")
	e.guild.Admit(kara)
	_, err = e.anna.Join(e.channel)
	e.check(err)
	e.check(peer.JoinAs(e.within(), kara, e.channel))
	e.play(e.channel, e.anna)
	card := e.chat(e.channel, "I'm in")
	e.says(e.press(kara, card, "I'm in"), "You are in")
	e.await("one call for both", func() bool {
		_, code, err := peer.State(e.within())
		e.check(err)
		return code != "" && strings.Contains(strings.ReplaceAll(e.told(e.anna, e.channel, "status"), " ", ""), code)
	})

	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	e.check(err)
	asks := &player{Person: kara, e: e, voice: "slt", guild: e.guild, enc: enc}
	packets := asks.packets("Mirela, what does a room cost for the night?")
	peer.Heard(e.Bot().ID)
	sent, err := peer.Say(e.within(), packets)
	e.check(err)
	if sent != len(packets) {
		t.Errorf("%d of %d packets were said", sent, len(packets))
	}
	var answer transcript.Line
	e.await("an answer", func() bool {
		_, lines := e.last(e.guild)
		for _, l := range lines {
			if l.Agent != "" {
				answer = l
			}
		}
		return answer.Agent != ""
	})
	time.Sleep(300 * time.Millisecond) // the last packets are on their way

	var pcm []int16
	dec := opus.NewDecoder(audio.Discord)
	for _, f := range peer.Heard(e.Bot().ID) {
		if opus.IsSilence(f.Packet) {
			continue
		}
		pcm, err = dec.Decode(pcm, f.Packet)
		e.check(err)
	}
	if got := voiced(pcm); got < time.Second {
		t.Errorf("%v of the answer is heard", got)
	}
	if answer.Name != "Mirela Voss" || !strings.Contains(answer.Text, "two silver") {
		t.Errorf("%s: %s", answer.Name, answer.Text)
	}
	if got := e.understand(pcm); !strings.Contains(got, "silver") {
		t.Errorf("the peer understands %q of %q", got, answer.Text)
	}
	e.behaves("after talking to a peer")
}
