package voice_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// bubble runs a scenario in a bubble of fake time.
func bubble(t *testing.T, o voicetest.VoiceOptions, f func(*hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(newHall(t, o)) })
}

func TestJoinHearAndSpeak(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		began := time.Now()
		h.join()
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("joining takes %v, want 3 s at most", took)
		}
		h.wantFine("after joining", a)
		if told := h.told(); told != "Joined" {
			t.Errorf("told: %s, want Joined", told)
		}
		health := h.stay.Health()
		if !health.Flows || !health.Encrypted || health.PrivacyCode == "" || health.Stuck != "" {
			t.Errorf("health: %+v", health)
		}
	})
}

// Both events are waited for, in either order, and connected once.
//
// Case: V16.
func TestEventsComeInEitherOrder(t *testing.T) {
	for name, first := range map[string]bool{"state first": false, "server first": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				h.main.serverFirst, h.main.apart = first, 300*time.Millisecond
				a := h.seat(anna)
				h.join()
				h.wantFine("joined", a)
				if n := h.stay.Health().Joins; n != 1 {
					t.Errorf("%d connections, want 1", n)
				}
			})
		})
	}
}

// Case: V19.
func TestNoAnswerIsSaid(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.main.silent = true
		began := time.Now()
		if err := h.stay.Join(h.Context()); !errors.Is(err, voice.ErrNoAnswer) {
			t.Errorf("Join = %v, want ErrNoAnswer", err)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("it takes %v to say so", took)
		}
	})
}

// Case: V01, V02.
func TestEncryptionRequiredIsFatal(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{
		Cuts: []voicetest.Cut{{Op: gateway.OpIdentify, Before: true, Code: 4017, Times: -1}},
	}}, func(h *hall) {
		began := time.Now()
		err := h.stay.Join(h.Context())
		if err == nil || time.Since(began) > 3*time.Second {
			t.Errorf("Join = %v after %v, want an error at once", err, time.Since(began))
		}
		if asks := h.main.asked(); len(asks) != 2 { // in, and out again
			t.Errorf("asked for %v, want the channel once", asks)
		}
	})
}

// A connection that breaks is resumed: the same keys, the same socket, no notice,
// and nothing is lost.
//
// Case: G11.
func TestBrokenWebsocketIsResumed(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
		h.told()
		h.heard(anna)
		time.AfterFunc(time.Second, func() { h.server.Drop(self) })
		h.say(a)
		h.settle()
		if n, sound := h.heard(anna); n != 1 || sound < 2100*time.Millisecond {
			t.Errorf("heard %v in %d utterances, want it whole", sound, n)
		}
		h.wantFine("resumed", a)
		health := h.stay.Health()
		if health.Resumes != 1 || health.Joins != 1 {
			t.Errorf("%d resumes and %d joins, want one of each", health.Resumes, health.Joins)
		}
		if told := h.told(); told != "" {
			t.Errorf("told: %s, want nothing", told)
		}
	})
}

// What ends a session for good is mended by a fresh join: out, and in again,
// because a wish to be where one is brings no server.
//
// Case: G10, G14, G17.
func TestLostSessionIsJoinedAnew(t *testing.T) {
	for _, code := range []gateway.CloseCode{4006, 4009, 4011} {
		t.Run(code.String(), func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a := h.seat(anna)
				h.join()
				h.wantFine("joined", a)
				h.told()
				h.server.Disconnect(self, code)
				h.settle()
				h.wantFine("again", a)
				if told := h.told(); told != "Lost Joined" {
					t.Errorf("told: %s, want Lost Joined", told)
				}
				if asks := h.main.asked(); !slices.Equal(asks, []transcript.ChannelID{channel, 0, channel}) {
					t.Errorf("asked for %v", asks)
				}
			})
		})
	}
}

// Who goes while the bot is not connected is gone when it is again, and who stays
// has never been.
func TestGoneMeanwhile(t *testing.T) {
	for name, tt := range map[string]struct {
		meanwhile func(h *hall, a, b *voicetest.Seat)
		gone      []transcript.SpeakerID
	}{
		"while it joins again": {func(h *hall, _, b *voicetest.Seat) {
			h.server.Disconnect(self, 4006)
			b.Leave()
		}, []transcript.SpeakerID{ben}},
		"while it resumes": {func(h *hall, _, b *voicetest.Seat) {
			h.server.Drop(self)
			b.Leave()
		}, []transcript.SpeakerID{ben}},
		"not moved with it": {func(h *hall, a, _ *voicetest.Seat) {
			pass := h.server.Move(guild, annex, self)
			a.Move(annex)
			h.main.pair(annex, pass, false)
		}, []transcript.SpeakerID{ben}},
		"alone with it": {func(h *hall, a, b *voicetest.Seat) {
			h.server.Disconnect(self, 4006)
			a.Leave()
			b.Leave()
		}, []transcript.SpeakerID{anna, ben}},
		"nobody": {func(h *hall, _, _ *voicetest.Seat) { h.server.Disconnect(self, 4006) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a, b := h.seat(anna), h.seat(ben)
				h.join()
				h.wantHeard("joined", a)
				h.wantHeard("joined", b)
				tt.meanwhile(h, a, b)
				h.settle()
				if got := h.gone(); !slices.Equal(got, tt.gone) {
					t.Errorf("%d are gone, want %d", got, tt.gone)
				}
				if !h.stay.Health().Flows {
					t.Error("sound does not flow")
				}
			})
		})
	}
}

// Case: G18.
func TestNewTransportKeyIsTaken(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
		if !h.server.Rekey(self) {
			t.Fatal("no session")
		}
		h.wantFine("with another key", a)
	})
}

// Case: V05, V06, G21, G32.
func TestSpeakerIsLearntLate(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.server.SetFaults(self, voicetest.Faults{Late: map[gateway.Op]time.Duration{gateway.OpSpeaking: time.Second}})
		a := h.seat(anna)
		h.join()
		h.wantHeard("op 5 a second late", a)
		if in := h.stay.Health().In; in.Unknown == 0 || in.Dropped != 0 {
			t.Errorf("unknown %d, dropped %d: want some, and none", in.Unknown, in.Dropped)
		}
	})
}

// A source that belonged to somebody who left is whose op 5 says it is.
//
// Case: V07.
func TestSourceIsReassigned(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.server.Seat(guild, channel, anna, voicetest.SeatOptions{SSRC: 4711})
		h.seat(4)
		h.join()
		h.wantHeard("Anna", a)
		a.Leave()
		h.settle()
		b := h.server.Seat(guild, channel, ben, voicetest.SeatOptions{SSRC: 4711})
		h.wantHeard("Ben, by Anna's source", b)
		if n, _ := h.heard(anna); n != 0 {
			t.Error("Ben's words were Anna's")
		}
	})
}

// Whoever has not consented is not decrypted.
//
// Case: H10.
func TestRefusedIsNotDecrypted(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.excluded[ben] = true
		h.join()
		h.wantHeard("consents", a)
		before := h.stay.Health().In
		h.say(b)
		h.settle()
		after := h.stay.Health().In
		if after.Refused == before.Refused || after.Decrypted != before.Decrypted {
			t.Errorf("before %+v, after %+v: want them refused, and not decrypted", before, after)
		}
		if n, sound := h.heard(ben); n != 0 || sound != 0 {
			t.Errorf("heard %v of somebody who said no", sound)
		}
	})
}

// Case: G19.
func TestDiscoveryIsRepeated(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{Deaf: 2, Junk: true}}, func(h *hall) {
		a := h.seat(anna)
		began := time.Now()
		h.join()
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("joining took %v, want two repetitions", took)
		}
		h.wantFine("joined", a)
	})
}

// A server that owes something ends the waiting, each time anew, and in the end
// the person learns it.
//
// Case: G24.
func TestSilentServerIsGivenUp(t *testing.T) {
	for name, f := range map[string]voicetest.Faults{
		"no hello":           {Lose: []gateway.Op{gateway.OpHello}},
		"no ready":           {Lose: []gateway.Op{gateway.OpReady}},
		"no description":     {Lose: []gateway.Op{gateway.OpDescription}},
		"no discovery":       {Deaf: -1},
		"4006 to everything": {Cuts: []voicetest.Cut{{Op: gateway.OpIdentify, Before: true, Code: 4006, Times: -1}}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Faults: f}, func(h *hall) {
				began := time.Now()
				ctx, cancel := context.WithTimeout(h.Context(), 5*time.Minute)
				defer cancel()
				if err := h.stay.Join(ctx); err == nil || ctx.Err() != nil {
					t.Errorf("Join = %v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// What a server says twice is heard once.
func TestEverythingTwice(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{
		Strange: true,
		Twice: []gateway.Op{
			gateway.OpReady, gateway.OpDescription, gateway.OpSpeaking, gateway.OpClientsConnect,
			gateway.OpExecuteTransition, gateway.OpPrepareEpoch, gateway.OpPrepareTransition,
		},
	}}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
		b := h.seat(ben)
		h.wantFine("Ben has come", b)
		a.Leave()
		h.wantFine("Anna has left", b)
	})
}

// The channel empties and fills again, which begins a new group each time.
//
// Case: G40, G42, G47.
func TestEmptiedChannelIsRefilled(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.join()
		h.settle()
		if !h.stay.Health().Alone {
			t.Errorf("alone: %+v", h.stay.Health())
		}
		for range 3 {
			a := h.seat(anna)
			h.wantFine("refilled", a)
			a.Leave()
			h.settle()
		}
		if n := h.stay.Health().Joins; n != 1 {
			t.Errorf("%d connections, want the first to last", n)
		}
	})
}

// A call without end-to-end encryption, as on a stage, and one that gets it.
//
// Case: G38.
func TestPlainCallAndUpgrade(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Call: func(uint64) voicetest.CallOptions {
		return voicetest.CallOptions{Plain: true}
	}}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("plain", a)
		if h.stay.Health().Encrypted {
			t.Error("it calls itself encrypted")
		}
		h.server.SetVersion(guild, channel, 1)
		h.wantFine("encrypted", a)
		if !h.stay.Health().Encrypted {
			t.Error("it does not call itself encrypted")
		}
		h.server.SetVersion(guild, channel, 0)
		h.wantFine("plain again", a)
	})
}

// A commit that cannot be followed is complained about, and mended.
//
// Case: G39, G43, G52, G53.
func TestSpoiledCommitIsMended(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.wantFine("joined", a)
		h.server.SetFaults(self, voicetest.Faults{Spoil: map[gateway.Op]int{gateway.OpAnnounceCommit: 1}})
		c := h.server.Seat(guild, channel, 5, voicetest.SeatOptions{})
		h.settle()
		h.wantFine("Anna", a)
		h.wantFine("Ben", b)
		h.wantFine("the third", c)
	})
}

// Leaving is quick, says so, and leaves nothing behind.
func TestLeave(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.seat(anna)
		h.join()
		h.settle()
		began := time.Now()
		if err := h.stay.Leave(h.Context()); err != nil {
			t.Errorf("Leave = %v", err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("leaving takes %v", took)
		}
		if asks := h.main.asked(); !slices.Equal(asks, []transcript.ChannelID{channel, 0}) {
			t.Errorf("asked for %v", asks)
		}
		if err := h.stay.Err(); err != nil {
			t.Errorf("it ended by %v", err)
		}
	})
}
