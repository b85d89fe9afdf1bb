package voice_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
	"glyphoxa/internal/voice/voicetest"
)

// Whoever is told to leave while he is still joining has not joined.
func TestLeaveWhileJoining(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.main.silent = true
		time.AfterFunc(time.Second, func() {
			if err := h.stay.Leave(h.Context()); err != nil {
				t.Errorf("Leave = %v", err)
			}
		})
		if err := h.stay.Join(h.Context()); !errors.Is(err, voice.ErrLeft) {
			t.Errorf("Join = %v, want ErrLeft", err)
		}
		if err := h.ended(time.Second); err != nil {
			t.Errorf("it ended by %v", err)
		}
	})
}

// A new session of the main gateway, or a watchdog, does not bring back what is
// about to leave.
func TestNothingComesBetweenLeaving(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.seat(anna)
		h.join()
		h.settle()
		h.main.mu.Lock()
		h.main.down = errors.New("no connection")
		h.main.mu.Unlock()
		time.AfterFunc(500*time.Millisecond, func() {
			h.stay.NewSession()
			h.stay.Rebuild("a test")
			h.stay.VoiceServer("voice9.test:1", "token")
		})
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
	})
}

// A connection that has lasted clears the slate, however it ends: after a bad
// start, two hours and a move there are as many tries as ever.
func TestLastingConnectionClearsTheSlate(t *testing.T) {
	refuse := func(times int) voicetest.Faults {
		return voicetest.Faults{Cuts: []voicetest.Cut{{Op: gateway.OpIdentify, Before: true, Code: 4006, Times: times}}}
	}
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.server.SetFaults(self, refuse(5))
		h.join()
		time.Sleep(2 * time.Hour)
		h.server.SetFaults(self, refuse(5))
		a.Move(annex)
		h.main.pair(annex, h.server.Move(guild, annex, self), false)
		time.Sleep(time.Minute)
		h.wantFine("moved", a)
	})
}

// On the first join any pair is one, however slow the main gateway is.
func TestFirstPairMayBeFarApart(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.main.serverFirst, h.main.apart = true, 8*time.Second
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
	})
}

// A session that always ends by the same code is joined anew as often as the code
// is worth, and no more.
//
// Case: V02, G02, G10, G16.
func TestRejoinsAreCounted(t *testing.T) {
	for _, code := range []gateway.CloseCode{4001, 4004, 4006, 4011, 4017, 4021, 4500} {
		t.Run(fmt.Sprint(int(code)), func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{
				Cuts: []voicetest.Cut{{Op: gateway.OpIdentify, Before: true, Code: code, Times: -1}},
			}}, func(h *hall) {
				began := time.Now()
				if err := h.stay.Join(h.Context()); err == nil {
					t.Error("it has joined")
				}
				joins := 0
				for _, to := range h.main.asked() {
					if to != 0 {
						joins++
					}
				}
				if want := 1 + code.Rejoins(); joins != want {
					t.Errorf("%d joins in %v, want %d", joins, time.Since(began), want)
				}
			})
		})
	}
}

// The server owes us where to send sound before it says how to encrypt it. One
// that does not keep to that breaks nothing.
func TestDescriptionBeforeTheGreeting(t *testing.T) {
	for name, version := range map[string]int{"encrypted": 1, "in the clear": 0} {
		t.Run(name, func(t *testing.T) {
			early, err := gateway.NewMessage(gateway.OpDescription, gateway.Unnumbered, gateway.Description{
				Mode: string(rtp.AES256GCM), SecretKey: gateway.NewKey([gateway.KeyLen]byte{1}), DAVE: version,
			})
			if err != nil {
				t.Fatal(err)
			}
			bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{
				Late: map[gateway.Op]time.Duration{gateway.OpReady: time.Second},
				Upset: func(m gateway.Message) []gateway.Message {
					if m.Op != gateway.OpReady {
						return []gateway.Message{m}
					}
					return []gateway.Message{early, m}
				},
			}}, func(h *hall) {
				a := h.seat(anna)
				h.join()
				h.wantFine("joined", a)
			})
		})
	}
}

// A version of the encryption that we do not know is an end that is said, rather
// than a bot that sits there deaf.
func TestUnknownVersionIsSaid(t *testing.T) {
	for _, version := range []int{2, -1, 1 << 16, 1<<16 + 1} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{
				Upset: func(m gateway.Message) []gateway.Message {
					if m.Op == gateway.OpDescription {
						var d gateway.Description
						if err := m.Decode(&d); err != nil {
							panic(err)
						}
						d.DAVE = version
						var err error
						if m, err = gateway.NewMessage(m.Op, m.Seq, d); err != nil {
							panic(err)
						}
					}
					return []gateway.Message{m}
				},
			}}, func(h *hall) {
				h.seat(anna)
				began := time.Now()
				if err := h.stay.Join(h.Context()); err == nil || time.Since(began) > 3*time.Second {
					t.Errorf("Join = %v after %v, want an error at once", err, time.Since(began))
				}
			})
		})
	}
}

// Where the server sees us is heard when it was asked for, and from nobody who
// says so of himself.
//
// Case: G19.
func TestUnaskedDiscoveryIsIgnored(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("joined", a)
		info, _ := h.server.Session(self)
		elsewhere := rtp.AppendDiscoveryAnswer(nil, info.SSRC, netip.MustParseAddrPort("192.0.2.66:666"))
		h.server.Throw(self, elsewhere)
		h.wantFine("told of another address", a)
		// After a resume it is asked, and whoever answers is heard, once.
		h.server.SetFaults(self, voicetest.Faults{Deaf: 1})
		h.server.Drop(self)
		h.settle()
		h.server.Throw(self, elsewhere)
		h.settle()
		if info, _ = h.server.Session(self); info.Stats.Selects != 2 {
			t.Errorf("%d times op 1, want the first and the one after the resume", info.Stats.Selects)
		}
	})
}

// A slowSocket takes a while to be closed.
type slowSocket struct {
	voice.PacketConn
	over *atomic.Bool
}

func (s slowSocket) Read(b []byte) (int, error) {
	n, err := s.PacketConn.Read(b)
	if errors.Is(err, net.ErrClosed) {
		time.Sleep(time.Second)
		s.over.Store(true)
	}
	return n, err
}

// Once a connection is closed nobody reads from its socket any more, and so
// nothing is heard through it.
func TestCloseWaitsForTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := voicetest.NewVoiceServer(voicetest.VoiceOptions{})
		defer func() { _ = server.Close() }()
		pass := server.Admit(guild, channel, self, "Glyphoxa")
		dialers := server.Dialers()
		var over atomic.Bool
		dial := dialers.UDP
		dialers.UDP = func(ctx context.Context, to netip.AddrPort) (voice.PacketConn, error) {
			c, err := dial(ctx, to)
			return slowSocket{c, &over}, err
		}
		conn, err := voice.Connect(t.Context(), voice.ConnOptions{
			Ticket: voice.Ticket{
				Guild: guild, Channel: channel, User: self,
				Session: pass.Session, Endpoint: pass.Endpoint, Token: pass.Token,
			},
			Dialers: dialers,
		})
		if err != nil {
			t.Fatal(err)
		}
		<-conn.Ready()
		conn.Close()
		if !over.Load() {
			t.Error("Close has returned, and the socket is still being read")
		}
	})
}

// A stage that was stuck is a matter of the connection that it was stuck in.
func TestStuckEndsWithTheConnection(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{Upset: wrongKey}}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.settle()
		for range 4 {
			h.say(a)
		}
		if s := h.stay.Health().Stuck; s != voice.StageTransport {
			t.Errorf("stuck: %q, want transport", s)
		}
		h.stay.VoiceServer("", "")
		h.settle()
		if health := h.stay.Health(); health.Flows || health.Stuck != "" || health.StuckFor != 0 {
			t.Errorf("without a connection, %q is stuck for %v", health.Stuck, health.StuckFor)
		}
	})
}

// wrongKey has op 4 give a key that nothing is sealed with.
func wrongKey(m gateway.Message) []gateway.Message {
	if m.Op == gateway.OpDescription {
		var d gateway.Description
		if err := m.Decode(&d); err != nil {
			panic(err)
		}
		key := d.SecretKey.Reveal()
		key[0] ^= 1
		d.SecretKey = gateway.NewKey(key)
		var err error
		if m, err = gateway.NewMessage(m.Op, m.Seq, d); err != nil {
			panic(err)
		}
	}
	return []gateway.Message{m}
}
