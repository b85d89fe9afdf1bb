package voice_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// A party is a stay in real time, on the sockets of this machine, among people
// whose clients are not ours.
type party struct{ *hall }

// newParty returns a party whose bot has joined.
func newParty(t *testing.T) *party {
	t.Helper()
	server := voicetest.NewVoiceServer(voicetest.VoiceOptions{})
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := server.ListenLocal(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := &party{newHallIn(t, server, guild, channel)}
	p.join()
	return p
}

// limit is how long anything may take.
func (p *party) limit() context.Context {
	ctx, cancel := context.WithTimeout(p.Context(), 20*time.Second)
	p.Cleanup(cancel)
	return ctx
}

// A person is one of them.
type person struct {
	*voicetest.Peer
	user transcript.SpeakerID
}

// comes brings a person into the channel.
func (p *party) comes(user uint64) *person {
	p.Helper()
	// The test's context ends before what is cleaned up.
	peer, err := voicetest.StartPeer(context.Background(), "voicetest/peer", p.server)
	if errors.Is(err, voicetest.ErrNoNode) && !strings.Contains(os.Getenv("REQUIRE"), "node") {
		p.Skipf("needs node: %v", err)
	}
	p.check(err)
	p.Cleanup(func() {
		if err := peer.Close(); err != nil {
			p.Error(err)
		}
		for _, s := range peer.Troubles() {
			p.Errorf("%d: %s", user, s)
		}
	})
	p.check(peer.Join(p.limit(), guild, channel, user, p.server.Admit(guild, channel, user, "somebody")))
	return &person{peer, transcript.SpeakerID(user)}
}

func (p *party) check(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// await waits until something is so, in real time.
func (p *party) await(what string, so func() bool) {
	p.Helper()
	for end := time.Now().Add(10 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.Fatalf("%s: it never came to be; %+v", what, p.stay.Health())
		}
	}
}

// agree waits until the bot and everybody here have the same keys, and nobody
// else has.
func (p *party) agree(here ...*person) {
	p.Helper()
	p.await("one group", func() bool {
		g, _ := p.server.Group(channel)
		code := p.stay.Health().PrivacyCode
		if !g.Idle || len(g.Members) != 1+len(here) || code == "" {
			return false
		}
		for _, o := range here {
			_, theirs, err := o.State(p.limit())
			p.check(err)
			if theirs != code {
				return false
			}
		}
		return true
	})
}

// says has a person say the sentence, and returns what the bot has heard of it.
func (p *party) says(o *person) (said int, got voice.SpeakerHealth) {
	p.Helper()
	before, silent := p.of(o), p.silent()
	said, err := o.Say(p.limit(), voice.SentencePackets(p.T))
	p.check(err)
	// The last frames may be on their way, and the silence behind them comes last.
	p.await("the end of the sentence", func() bool { return p.silent() >= silent+trailing })
	after := p.of(o)
	after.Packets -= before.Packets
	after.Failed -= before.Failed
	return said, after
}

// trailing is how many silence frames end what a person says: the library makes
// five, and is idle before the last of them leaves.
const trailing = 4

// silent returns how many silence frames the bot has heard.
func (p *party) silent() int64 {
	in := p.stay.Health().In
	return in.Decrypted - in.Sound
}

func (p *party) of(o *person) voice.SpeakerHealth {
	for _, s := range p.stay.Health().Speakers {
		if s.User == o.user {
			return s
		}
	}
	return voice.SpeakerHealth{}
}

// wantHeard has a person say the sentence, and wants the bot to hear each frame
// but a few, and one utterance.
func (p *party) wantHeard(when string, o *person, but int) {
	p.Helper()
	p.heardSoFar(o.user)
	in := p.stay.Health().In
	said, got := p.says(o)
	sound := int(p.stay.Health().In.Sound - in.Sound)
	if want := len(voice.SentencePackets(p.T)); said != want || sound < want-but || got.Failed != 0 {
		p.Errorf("%s: %d said %d of %d frames, the bot heard %d of them and could not open %d", when, o.user, said, want, sound, got.Failed)
	}
	var utterances int
	var length time.Duration
	p.await("the end of the utterance", func() bool {
		n, l := p.heardSoFar(o.user)
		utterances, length = utterances+n, length+l
		return utterances > 0
	})
	if utterances != 1 || length < 2100*time.Millisecond {
		p.Errorf("%s: %d is heard for %v in %d utterances, want 2.2 s in one", when, o.user, length, utterances)
	}
}

// speak has the bot say the sentence, and returns the packets that have left.
func (p *party) speak() [][]byte {
	p.Helper()
	p.mu.Lock()
	p.spoken = nil
	p.mu.Unlock()
	if _, err := p.table.Speak(p.limit(), voice.Sentence(p.T)); err != nil {
		p.Errorf("speak: %v", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.spoken), opus.IsSilence)
}

// wantSpoken has the bot say the sentence, and wants everybody here to hear each
// frame, byte for byte, but the first few.
func (p *party) wantSpoken(when string, but int, here ...*person) {
	p.Helper()
	for _, o := range here {
		o.Heard(self)
	}
	spoken := p.speak()
	for _, o := range here {
		if got := p.listen(o); len(got) < len(spoken)-but || !slices.EqualFunc(got, spoken[len(spoken)-len(got):], bytes.Equal) {
			p.Errorf("%s: %d heard %d of %d frames, and not each as it was spoken", when, o.user, len(got), len(spoken))
		}
	}
}

// listen returns the frames of sound that a person hears of the bot.
func (p *party) listen(o *person) [][]byte { p.Helper(); return p.listenTo(o, self) }

// listenTo returns those that a person hears of somebody.
func (p *party) listenTo(o *person, who uint64) [][]byte {
	p.Helper()
	heard, err := o.Listen(p.limit(), who, 200*time.Millisecond)
	if err != nil {
		p.Errorf("%d: %v", o.user, err)
	}
	var got [][]byte
	for _, f := range heard {
		if !opus.IsSilence(f.Packet) {
			got = append(got, f.Packet)
		}
	}
	return got
}

// overtaken is how many frames may come before op 5 says whose they are: the
// library drops them.
const overtaken = 2

// wantTalk has the bot and a person say the sentence at the same time, and wants
// each to hear the other. What runs beside the test must not end it.
func (p *party) wantTalk(when string, but int, o *person) {
	p.Helper()
	var speaking sync.WaitGroup
	speaking.Go(func() { p.wantSpoken(when, but, o) })
	p.wantHeard(when, o, 0)
	speaking.Wait()
}

// A client that is not ours and the bot hear each other, frame by frame.
func TestLivePeer(t *testing.T) {
	p := newParty(t)
	a := p.comes(anna)
	p.agree(a)
	p.wantTalk("at first", overtaken, a)
	p.wantTalk("again", 0, a)

	p.check(a.Leave(p.limit()))
	p.await("alone", func() bool { return p.stay.Health().Alone })
	p.check(a.Join(p.limit(), guild, channel, anna, p.server.Admit(guild, channel, anna, "somebody")))
	p.agree(a)
	p.wantTalk("back", overtaken, a)
	if in := p.stay.Health().In; in.Unopened+in.Failed+in.Dropped+in.Bad > 0 {
		t.Errorf("the bot has lost packets: %+v", in)
	}
	for _, u := range []uint64{self, anna} {
		i, _ := p.server.Session(u)
		if s := i.Stats; s.Refused+s.WrongSSRC+s.NonceReused+s.Junk+s.Early > 0 {
			t.Errorf("%d has sent what is wrong: %+v", u, s)
		}
	}
}

// Of two, one goes while the bot speaks: the keys change, and the other hears
// each frame all the same, and goes on talking with the bot.
//
// Case: G51.
func TestLivePeerLeaves(t *testing.T) {
	p := newParty(t)
	a, b := p.comes(anna), p.comes(ben)
	p.agree(a, b)
	p.wantTalk("three", overtaken, a)
	want := len(voice.SentencePackets(t)) - overtaken
	for _, of := range []uint64{anna, self} {
		if n := len(p.listenTo(b, of)); n < want {
			t.Errorf("%d heard %d frames of %d, want %d at least", ben, n, of, want)
		}
	}

	var speaking sync.WaitGroup
	speaking.Go(func() { p.wantSpoken("one goes", 0, b) })
	time.Sleep(500 * time.Millisecond)
	p.check(a.Leave(p.limit()))
	speaking.Wait()
	p.agree(b)
	p.wantTalk("two", 0, b)
}

// The bot's websocket breaks while both speak: it is resumed, and nobody misses
// anything.
//
// Case: G11.
func TestLivePeerHearsBotResume(t *testing.T) {
	p := newParty(t)
	a := p.comes(anna)
	p.agree(a)
	p.wantTalk("at first", overtaken, a)
	time.AfterFunc(700*time.Millisecond, func() { p.server.Drop(self) })
	p.wantTalk("resumed", 0, a)
	p.await("the resume", func() bool { return p.stay.Health().Resumes > 0 })
	if h := p.stay.Health(); h.Resumes != 1 || h.Joins != 1 {
		t.Errorf("%d resumes and %d joins, want one of each", h.Resumes, h.Joins)
	}
}

// resuming is how many frames the library may not decrypt once the server has let
// it resume, beside those of the time before.
const resuming = 25

// resumedAt waits until a person's session is resumed, and returns when it was.
func (p *party) resumedAt(user uint64) (at time.Time) {
	p.Helper()
	p.await("a resume", func() bool {
		for _, m := range p.server.Trace(user) {
			if m.Op == gateway.OpResumed && !m.Client {
				at = m.At
			}
		}
		return !at.IsZero()
	})
	return at
}

// A peer's websocket breaks while both speak. It loses what its library does not
// decrypt meanwhile, and the frame that was about to leave; the bot loses
// nothing that was sent.
func TestLivePeerResumes(t *testing.T) {
	p := newParty(t)
	a := p.comes(anna)
	p.agree(a)
	p.wantTalk("at first", overtaken, a)
	cut := make(chan time.Time, 1)
	time.AfterFunc(700*time.Millisecond, func() {
		cut <- time.Now()
		p.server.Drop(anna)
	})
	var speaking sync.WaitGroup
	var missed, sealed int
	speaking.Go(func() {
		spoken := p.speak()
		for _, f := range p.listen(a) {
			switch i := slices.IndexFunc(spoken, func(s []byte) bool { return bytes.Equal(s, f) }); {
			case i >= 0:
				spoken = slices.Delete(spoken, i, i+1)
			case bytes.HasSuffix(f, []byte{0xfa, 0xfa}): // a frame of DAVE
				sealed++
			default:
				t.Errorf("%d heard what nobody said", anna)
			}
		}
		missed = len(spoken)
	})
	said, got := p.says(a)
	speaking.Wait()
	t.Logf("missed %d frames, %d of which it did not decrypt", missed, sealed)
	most := resuming + int(p.resumedAt(anna).Sub(<-cut)/audio.FrameDuration)
	if missed > most || sealed > missed {
		t.Errorf("%d missed %d frames, want %d at most, %d of which it did not decrypt", anna, missed, most, sealed)
	}
	if want := len(voice.SentencePackets(t)); said != want || got.Failed > 0 || got.Packets < int64(want-1) {
		t.Errorf("said %d of %d frames, the bot got %d packets and could not open %d", said, want, got.Packets, got.Failed)
	}
	if i, _ := p.server.Session(anna); i.Stats.Resumes != 1 {
		t.Errorf("%d resumes, want 1", i.Stats.Resumes)
	}
	p.await("a connection that was ready, and is again", func() bool {
		return strings.Join(a.Statuses(), " ") == "connecting ready connecting ready"
	})
	p.agree(a)
	p.wantTalk("resumed", 0, a)
}
