package voice_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// The GM drags the bot to another channel: it follows, whatever comes first.
//
// Case: V14, V15, G08, G12, G15.
func TestMoveIsFollowed(t *testing.T) {
	for name, o := range map[string]struct {
		serverFirst bool
		options     voicetest.VoiceOptions
	}{
		"close first":  {},
		"server first": {serverFirst: true},
		"close last":   {options: voicetest.VoiceOptions{MoveDelay: 2 * time.Second}},
		"4022":         {options: voicetest.VoiceOptions{MoveClose: 4022}},
		"no close":     {options: voicetest.VoiceOptions{MoveClose: voicetest.NotAtAll}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, o.options, func(h *hall) {
				a := h.seat(anna)
				h.join()
				h.wantFine("joined", a)
				h.told()
				a.Move(annex)
				pass := h.server.Move(guild, annex, self)
				h.main.apart = 500 * time.Millisecond
				h.main.pair(annex, pass, o.serverFirst)
				h.wantFine("moved", a)
				if told := h.told(); !strings.Contains(told, "Moved") || !strings.HasSuffix(told, "Joined") {
					t.Errorf("told: %s", told)
				}
				if got := h.stay.Health().Channel; got != annex {
					t.Errorf("in channel %d, want %d", got, annex)
				}
			})
		})
	}
}

// A move in the middle of an answer: it goes on in the new channel, and counts
// only what was heard.
//
// Case: V17.
func TestMoveWhileSpeaking(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.settle()
		a.Heard()
		time.AfterFunc(2*time.Second, func() {
			a.Move(annex)
			h.main.pair(annex, h.server.Move(guild, annex, self), false)
		})
		sent, err := h.table.Speak(h.Context(), speech(300))
		h.settle()
		voiced := 0
		for _, f := range a.Heard() {
			if len(f.Packet) > 3 {
				voiced++
			}
		}
		if sent != 300 || err != nil {
			t.Errorf("Speak = %d, %v, want all", sent, err)
		}
		// What leaves within the moment of the move is on its way to nobody.
		if voiced < 290 {
			t.Errorf("%d of 300 frames were heard", voiced)
		}
	})
}

// Case: V15, G08, G09.
func TestKickEndsTheStay(t *testing.T) {
	for name, told := range map[string]bool{"with a state": true, "by 4014 alone": false} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				h.seat(anna)
				h.join()
				h.settle()
				h.server.Remove(guild, self)
				if told {
					h.stay.VoiceState(0, "", false)
				}
				if err := h.ended(15 * time.Second); !errors.Is(err, voice.ErrRemoved) {
					t.Errorf("ended: %v, want ErrRemoved", err)
				}
				if asks := h.main.asked(); len(asks) != 1 {
					t.Errorf("asked for %v, want nothing after the join", asks)
				}
			})
		})
	}
}

// Another server for the guild, with or without a moment of none, by the same
// name or another.
//
// Case: V18, G16.
func TestServerChangeIsFollowed(t *testing.T) {
	for name, o := range map[string]struct {
		same  bool
		code  gateway.CloseCode
		never bool // null was announced
	}{
		"another":           {code: 4014},
		"the same":          {same: true, code: 1001},
		"without a close":   {code: voicetest.NotAtAll},
		"no announced null": {code: voicetest.NoFrame, never: true},
		"crash":             {code: 4015},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a := h.seat(anna)
				h.join()
				h.wantFine("joined", a)
				if !o.never {
					h.stay.VoiceServer("", "")
				}
				h.server.Withdraw(guild, o.code)
				time.Sleep(2 * time.Second)
				pass := h.server.Reassign(guild, o.same)[self]
				h.stay.VoiceServer(pass.Endpoint, pass.Token)
				h.wantFine("on the other server", a)
				if asks := h.main.asked(); len(asks) != 1 && !o.never {
					t.Errorf("asked for %v, want nothing after the join", asks)
				}
			})
		})
	}
}

// A new session of the main gateway is the end of every voice session, and the
// wish stays.
//
// Case: V18, G13.
func TestNewMainSessionRejoins(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
		h.stay.NewSession()
		h.wantFine("joined again", a)
	})
}

// The wish outlives a main gateway that is away.
//
// Case: V18.
func TestWishOutlivesTheMainGateway(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
		h.main.mu.Lock()
		h.main.down = errors.New("no connection")
		h.main.mu.Unlock()
		h.server.Forget(self)
		time.Sleep(10 * time.Minute)
		h.main.mu.Lock()
		h.main.down = nil
		h.main.mu.Unlock()
		time.Sleep(time.Minute)
		h.wantFine("Discord is back", a)
	})
}
