package voice_test

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// What others have reported of their bots, played through a whole stay.

// People speak while the bot comes: its first packets arrive before there are
// keys to open them with. That is no reason to complain, nor to begin anew, and
// from the first key on nothing is lost.
//
// Case: G36, G54.
func TestPacketsBeforeTheFirstKey(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Latency: 50 * time.Millisecond}, func(h *hall) {
		a := h.server.Seat(guild, channel, anna, voicetest.SeatOptions{Think: 100 * time.Millisecond})
		b := h.server.Seat(guild, channel, ben, voicetest.SeatOptions{Think: 100 * time.Millisecond})
		h.settle()
		packets := voice.SentencePackets(h.T)
		for _, s := range []*voicetest.Seat{a, b} {
			go func() { _, _ = s.Say(h.Context(), packets) }()
		}
		time.Sleep(500 * time.Millisecond)
		h.join()
		h.settle()
		in := h.stay.Health().In
		if in.Failed == 0 || in.Failed > 36 {
			t.Errorf("%d packets do not open, want some, and no more than others put up with: %+v", in.Failed, in)
		}
		h.wantWhole("joined", a, b)
		if after := h.stay.Health().In; after.Failed != in.Failed {
			t.Errorf("%d packets more do not open", after.Failed-in.Failed)
		}
		h.wantNoComplaint()
		if told := h.told(); told != "Joined" {
			t.Errorf("told: %s, want Joined", told)
		}
	})
}

// What is to be said stalls for three seconds. The rest does not come as a burst
// that makes up for it, but each frame 20 ms after the one before; its timestamps
// have gone on by the pause, and its numbers have no gap.
//
// Case: G37.
func TestStallIsNoBurst(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.settle()
		a.Heard()
		const stall = 3 * time.Second
		sent, err := h.table.Speak(h.Context(), func(yield func(*audio.Frame, error) bool) {
			speech(50)(yield)
			time.Sleep(stall)
			speech(50)(yield)
		})
		h.settle()
		heard := a.Heard()
		if sent != 100 || err != nil || len(heard) != 110 {
			h.Fatalf("Speak = %d, %v, and %d frames are heard, want 100 and ten of silence", sent, err, len(heard))
		}
		for i := 1; i < len(heard); i++ {
			was, is := heard[i-1], heard[i]
			gap := is.At.Sub(was.At)
			if gap < audio.FrameDuration || is.Seq != was.Seq+1 {
				t.Errorf("frame %d comes %v after the one before, by number %d after %d", i, gap, is.Seq, was.Seq)
			}
			if played := time.Duration(is.Timestamp-was.Timestamp) * time.Second / 48000; (played - gap).Abs() > audio.FrameDuration {
				t.Errorf("frame %d comes after %v, and is to be played after %v", i, gap, played)
			}
		}
		if longest := heard[55].At.Sub(heard[54].At); longest < stall-300*time.Millisecond {
			t.Errorf("the pause lasts %v, want nearly %v", longest, stall)
		}
	})
}

// When the last of the others has left, the server ends the session by 4006
// rather than begin a new group: the bot joins anew, once, and hears who comes.
//
// Case: G41.
func TestEmptiedChannelEndsTheSession(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantWhole("two", a)
		h.told()
		a.Leave()
		h.server.Disconnect(self, 4006)
		time.Sleep(10 * time.Minute)
		if asks := h.main.asked(); !slices.Equal(asks, []transcript.ChannelID{channel, 0, channel}) {
			t.Errorf("asked for %v, want one fresh join", asks)
		}
		if told := h.told(); told != "Lost Joined" {
			t.Errorf("told: %s, want Lost Joined", told)
		}
		b := h.seat(ben)
		h.wantWhole("refilled", b)
	})
}

// Four speakers are heard, each from when he has come, whoever else comes and
// goes: keys to hear by are those of the whole group, each time anew.
//
// Case: G44.
func TestEverySpeakerIsHeardAtEveryChange(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.join()
		var seats []*voicetest.Seat
		for user := uint64(anna); user < anna+4; user++ {
			seats = append(seats, h.seat(user))
			h.wantWhole("one more", seats...)
		}
		seats[1].Reconnect()
		h.wantWhole("one has lost his connection", seats...)
		for len(seats) > 1 {
			seats[0].Leave()
			seats = seats[1:]
			h.wantWhole("one fewer", seats...)
		}
		h.wantNoComplaint()
	})
}

// The commit of a group that others have made is told to the bot, too, which is
// in none and has a Welcome yet to come: of no matter, and no reason to complain.
//
// Case: G48.
func TestCommitBeforeTheWelcome(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.settle()
		c := h.seat(cleo) // so that there is a commit of theirs
		h.wantWhole("four", a, b, c)
		var commit gateway.Message
		for _, m := range h.server.Trace(self) {
			if m.Op == gateway.OpAnnounceCommit {
				commit = gateway.Message{Op: m.Op, Seq: gateway.Unnumbered, Data: m.Data}
			}
		}
		if commit.Data == nil {
			h.Fatal("there is no commit to show")
		}
		early := 0
		h.server.SetFaults(self, voicetest.Faults{Upset: func(m gateway.Message) []gateway.Message {
			if m.Op != gateway.OpWelcome {
				return []gateway.Message{m}
			}
			early++
			return []gateway.Message{commit, m}
		}})
		h.stay.Rebuild("a test")
		h.wantWhole("again", a, b, c)
		if early != 1 {
			t.Errorf("%d Welcomes, want one", early)
		}
		h.wantNoComplaint()
	})
}

// What is said before there is a key, since nobody else is there or since the
// group is still being made, waits for it: nobody ever gets a frame that he cannot
// open, and who comes hears it from its beginning.
//
// Case: G50, G56.
func TestNothingIsSaidWithoutAKey(t *testing.T) {
	for name, f := range map[string]voicetest.Faults{
		"the group is made at once": {},
		// Everything that the key needs is late, each by another time, so that it
		// comes in an order that it was not sent in.
		"and late, in another order": {Late: map[gateway.Op]time.Duration{
			gateway.OpExternalSender: 900 * time.Millisecond, gateway.OpClientsConnect: 1300 * time.Millisecond,
			gateway.OpSpeaking: 700 * time.Millisecond, gateway.OpPrepareTransition: 400 * time.Millisecond,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Faults: f}, func(h *hall) {
				h.join()
				time.Sleep(2 * time.Second)
				var a *voicetest.Seat
				time.AfterFunc(4*time.Second, func() { a = h.seat(anna) })
				sent, err := h.table.Speak(h.Context(), speech(50))
				h.settle()
				voiced := 0
				for _, f := range a.Heard() {
					if len(f.Packet) > 3 {
						voiced++
					}
				}
				if sent != 50 || err != nil || voiced != 50 {
					t.Errorf("Speak = %d, %v, and %d frames are heard, want all 50", sent, err, voiced)
				}
				if stats := a.Stats(); stats.Unheard != 0 {
					t.Errorf("%d frames came that do not open: %v", stats.Unheard, stats.Errors)
				}
				info, _ := h.server.Session(self)
				if s := info.Stats; s.Early != 0 || s.Unannounced != 0 || s.Refused != 0 || s.NonceReused != 0 {
					t.Errorf("the server saw %+v", s)
				}
				h.wantWhole("afterwards", a)
			})
		})
	}
}

// The network is slow and the server takes its time to have a change of keys
// executed. Whatever is on its way then is of the keys of before: it opens, or
// is one of a few that do not, and is never a reason to complain.
//
// Case: G54.
func TestSlowTransitions(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{
		Seed: 5, Latency: 80 * time.Millisecond,
		Faults: voicetest.Faults{
			Up:   voicetest.Network{Latency: 60 * time.Millisecond, Jitter: 100 * time.Millisecond},
			Down: voicetest.Network{Latency: 60 * time.Millisecond, Jitter: 100 * time.Millisecond},
		},
		Call: func(uint64) voicetest.CallOptions {
			return voicetest.CallOptions{Execute: 1500 * time.Millisecond, Gather: 300 * time.Millisecond}
		},
	}, func(h *hall) {
		o := voicetest.SeatOptions{Think: 120 * time.Millisecond}
		a, b := h.server.Seat(guild, channel, anna, o), h.server.Seat(guild, channel, ben, o)
		h.join()
		h.wantWhole("three", a, b)
		for range 5 {
			var c *voicetest.Seat
			in, out := h.during(func() {
				c = h.server.Seat(guild, channel, cleo, o)
				time.Sleep(700 * time.Millisecond)
				b.Reconnect()
				time.Sleep(700 * time.Millisecond)
				c.Leave()
			}, a)
			if in != 0 || out[0] != 0 {
				t.Errorf("%d and %d frames of those who stay are lost, want none", in, out[0])
			}
		}
		h.wantWhole("at last", a, b)
		h.wantNoComplaint()
	})
}

// The whole group begins anew while people talk (op 24): what is said between is
// lost, and it is heard on and on, not just until the keys of before end.
//
// Case: G55.
func TestNewGroupInMidSpeech(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.wantWhole("three", a, b)
		for range 2 {
			in, out := h.during(func() {
				h.server.SetVersion(guild, channel, 0)
				time.Sleep(time.Second)
				h.server.SetVersion(guild, channel, 1)
			}, a, b)
			if in > 20 || out[0] > 20 || out[1] > 20 {
				t.Errorf("%d packets are lost on the way in, %v on the way out, want a few", in, out)
			}
			for range 4 { // half a minute
				h.wantWhole("a new group", a, b)
			}
		}
		h.wantMembers("a new group", self, anna, ben)
		h.wantNoComplaint()
		if health := h.stay.Health(); !health.Encrypted || health.Joins != 1 {
			t.Errorf("health: %+v", health)
		}
	})
}

// Somebody is known by op 12 alone: he has turned his camera on, and no op 5 has
// ever come.
//
// Case: V08, G22.
func TestSpeakerIsLearntByVideo(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.server.Seat(guild, channel, anna, voicetest.SeatOptions{Mute: true})
		h.join()
		h.settle()
		a.Camera(true)
		h.settle()
		a.Camera(false)
		h.wantHeard("by op 12", a)
		if n := h.got(gateway.OpSpeaking); n != 0 {
			t.Errorf("%d times op 5, want none", n)
		}
		if in := h.stay.Health().In; in.Dropped != 0 {
			t.Errorf("%d packets of nobody are lost", in.Dropped)
		}
	})
}

// With cameras on there are packets of video, and silence never ceases: each
// sentence is heard whole, and ends when it has ended.
//
// Case: V10, G33.
func TestCamerasAreOn(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.settle()
		a.Camera(true)
		b.Camera(true)
		time.Sleep(10 * time.Second)
		h.heard(anna)
		time.Sleep(10 * time.Millisecond) // so that a client's silence is not at the same instant as its speech
		for range 2 {
			h.say(a)
			time.Sleep(time.Second)
			h.mu.Lock()
			ended := slices.ContainsFunc(h.events, func(e voice.Event) bool {
				end, ok := e.(voice.Ended)
				return ok && end.Speaker == anna && end.At.Sub(end.Voiced) < time.Second
			})
			h.mu.Unlock()
			if n, sound := h.heard(anna); !ended || n != 1 || sound < 2100*time.Millisecond {
				t.Errorf("heard %v in %d utterances, ended in time: %v", sound, n, ended)
			}
			time.Sleep(10 * time.Second)
		}
		if n, sound := h.heard(anna); n != 0 || sound != 0 {
			t.Errorf("%v are heard of a silent person with a camera", sound)
		}
		if in := h.stay.Health().In; in.Unopened != 0 || in.Failed != 0 || in.Bad != 0 || in.Datagrams < 2*in.Audio {
			t.Errorf("video does harm, or there is none: %+v", in)
		}
		a.Camera(false)
		b.Camera(false)
		h.wantWhole("cameras off", a, b)
	})
}

// Two sentences with ten seconds between them, of which no packet tells: they are
// two, and as far apart as they were.
//
// Case: V11.
func TestPauseIsNotSqueezedOut(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.settle()
		h.say(a)
		began := time.Now()
		time.Sleep(10 * time.Second)
		pause := time.Since(began) + 2300*time.Millisecond
		h.say(a)
		h.settle()
		h.mu.Lock()
		var starts []time.Time
		for _, e := range h.events {
			if e, ok := e.(voice.Began); ok {
				starts = append(starts, e.At)
			}
		}
		h.mu.Unlock()
		if len(starts) != 2 {
			h.Fatalf("%d utterances, want 2", len(starts))
		}
		if apart := starts[1].Sub(starts[0]); (apart - pause).Abs() > 50*time.Millisecond {
			t.Errorf("they begin %v apart, want %v", apart, pause)
		}
	})
}

// On a stage the bot is among the audience, where nobody hears it: that is said,
// and said when it ends, and the connection is no other for it.
//
// Case: V20.
func TestStageSuppresses(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Call: func(uint64) voicetest.CallOptions {
		return voicetest.CallOptions{Plain: true}
	}}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.settle()
		h.told()
		pass, _ := h.server.Admitted(guild, self)
		for _, suppressed := range []bool{true, true, false} {
			h.stay.VoiceState(channel, pass.Session, suppressed)
		}
		h.settle()
		h.mu.Lock()
		notices := slices.Clone(h.notices)
		h.mu.Unlock()
		if want := []voice.StayNotice{voice.Suppressed{Yes: true}, voice.Suppressed{}}; !slices.Equal(notices, want) {
			t.Errorf("told %+v, want %+v", notices, want)
		}
		h.wantFine("on the stage", a)
		if n := h.stay.Health().Joins; n != 1 {
			t.Errorf("%d joins, want one", n)
		}
	})
}

// The server closes with 1000 after half an hour, or names itself anew for no
// reason: neither is a wish that the bot leave.
//
// Case: G24.
func TestServerGoesForNoReason(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantWhole("joined", a)
		for range 3 {
			time.Sleep(30 * time.Minute)
			h.server.Disconnect(self, 1000)
			h.wantWhole("closed by 1000", a)
			time.Sleep(30 * time.Minute)
			pass := h.server.Move(guild, channel, self)
			h.stay.VoiceServer(pass.Endpoint, pass.Token)
			h.wantWhole("another token", a)
		}
		if asks := h.main.asked(); len(asks) != 1 {
			t.Errorf("asked for %v, want nothing after the join", asks)
		}
	})
}

// A region refuses every handshake for 27 seconds: the bot comes when it no longer
// does.
//
// Case: G24.
func TestRegionRefusesForAWhile(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{
		Cuts: []voicetest.Cut{{Op: gateway.OpIdentify, Before: true, Code: 4006, Times: -1}},
	}}, func(h *hall) {
		a := h.seat(anna)
		time.AfterFunc(27*time.Second, func() { h.server.SetFaults(self, voicetest.Faults{}) })
		h.join()
		h.wantWhole("joined", a)
	})
}
