package voice_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// How a call goes, as far as its encryption is concerned: who comes, who goes,
// and who is left.

const cleo = 4

// wantWhole has everybody speak, all at once, and wants the bot to hear every
// packet of it; and then the bot, and wants everybody to hear every frame.
func (h *hall) wantWhole(when string, seats ...*voicetest.Seat) {
	h.Helper()
	h.settle()
	in, out := h.during(func() {}, seats...)
	if in != 0 {
		h.Errorf("%s: %d packets are lost on the way in, want none: %+v", when, in, h.stay.Health())
	}
	for i, lost := range out {
		if lost != 0 {
			h.Errorf("%s: %d frames are lost on the way to %d, want none: %+v", when, lost, seats[i].User(), h.stay.Health())
		}
	}
}

// during has seats and the bot speak for more than four seconds while something
// is done, and returns how many packets of theirs did not open, or did not come,
// and how many frames of the bot's each of them did not hear.
func (h *hall) during(change func(), seats ...*voicetest.Seat) (in int64, out []int) {
	h.Helper()
	const frames = 200
	packets := voice.SentencePackets(h.T)
	before := h.stay.Health().In.Decrypted
	var said int64
	for _, s := range seats {
		said -= int64(s.Stats().Said)
		s.Heard()
	}
	var talk sync.WaitGroup
	for _, s := range seats {
		talk.Go(func() {
			for range 2 {
				if _, err := s.Say(h.Context(), packets); err != nil {
					h.Error(err)
				}
			}
		})
	}
	talk.Go(func() {
		if sent, err := h.table.Speak(h.Context(), speech(frames)); sent != frames || err != nil {
			h.Errorf("Speak = %d, %v, want %d", sent, err, frames)
		}
	})
	time.Sleep(time.Second)
	change()
	talk.Wait()
	h.settle()
	for _, s := range seats {
		said += int64(s.Stats().Said)
		heard := 0
		for _, f := range s.Heard() {
			if f.From == self && len(f.Packet) > 3 {
				heard++
			}
		}
		out = append(out, frames-heard)
	}
	if least := int64(200 * len(seats)); said < least {
		h.Errorf("%d packets were sent, want %d at least", said, least)
	}
	return said - (h.stay.Health().In.Decrypted - before), out
}

// wantMembers wants the group to be of these, as the bot and the server see it.
func (h *hall) wantMembers(when string, want ...transcript.SpeakerID) {
	h.Helper()
	h.settle()
	got := slices.Sorted(slices.Values(h.stay.Health().Members))
	if !slices.Equal(got, want) {
		h.Errorf("%s: the bot sees the members %v, want %v", when, got, want)
	}
	group, _ := h.server.Group(uint64(h.stay.Health().Channel))
	if len(group.Members) != len(want) || !group.Idle {
		h.Errorf("%s: the server sees %+v, want %d members", when, group, len(want))
	}
}

// sent returns how many messages of an op the bot has sent.
func (h *hall) sent(op gateway.Op) int { return h.count(true, op) }

// got returns how many messages of an op it was sent.
func (h *hall) got(op gateway.Op) int { return h.count(false, op) }

func (h *hall) count(client bool, op gateway.Op) (n int) {
	for _, m := range h.server.Trace(self) {
		if m.Client == client && m.Op == op {
			n++
		}
	}
	return n
}

// wantNoComplaint wants the bot not to have asked to be let in anew (op 31), and
// but for a connection that was lost nothing to be logged as wrong.
func (h *hall) wantNoComplaint() {
	h.Helper()
	if n := int(h.warned.Load()) - h.stay.Health().Joins + 1; n > 0 {
		h.Errorf("%d warnings, want none", n)
	}
	if n := h.sent(gateway.OpInvalidCommit); n != 0 {
		h.Errorf("the bot has complained %d times (op 31), want never", n)
	}
}

// The first in a call is alone, for ten minutes: a key package, no group, and
// nothing that is an error. What it says then nobody could hear, and none of it
// counts as said.
//
// Case: G47.
func TestCallFirstMemberAlone(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.join()
		time.Sleep(10 * time.Minute)
		health := h.stay.Health()
		if !health.Alone || !health.Flows || health.Encrypted || health.Stuck != "" || health.Joins != 1 {
			t.Errorf("health: %+v", health)
		}
		sent, err := h.table.Speak(h.Context(), speech(50))
		if sent != 0 || !errors.Is(err, voice.ErrUnheard) {
			t.Errorf("Speak = %d, %v, want nothing sent", sent, err)
		}
		if packages, commits := h.sent(gateway.OpKeyPackage), h.sent(gateway.OpCommitWelcome); packages != 1 || commits != 0 {
			t.Errorf("%d key packages and %d commits, want one and none", packages, commits)
		}
		h.wantNoComplaint()
		if told := h.told(); told != "Joined" {
			t.Errorf("told: %s, want Joined", told)
		}
	})
}

// Two make a group, whoever came first and whose commit ever wins; there is
// nothing to be ready for (transition 0). The key package of somebody who has
// been alone for an hour is still good.
func TestCallSecondJoins(t *testing.T) {
	for name, o := range map[string]struct {
		first  bool // the bot is
		thinks time.Duration
		wins   gateway.Op
	}{
		"after the bot, whose commit wins":    {true, time.Second, gateway.OpAnnounceCommit},
		"after the bot, and the other's wins": {true, 0, gateway.OpWelcome},
		"the bot, whose commit wins":          {false, time.Second, gateway.OpAnnounceCommit},
		"the bot, and the other's wins":       {false, 0, gateway.OpWelcome},
	} {
		t.Run(name, func(t *testing.T) {
			// The bot is as far from the server as makes it the slower one.
			bubble(t, voicetest.VoiceOptions{Latency: 20 * time.Millisecond}, func(h *hall) {
				var a *voicetest.Seat
				come := func() {
					a = h.server.Seat(guild, channel, anna, voicetest.SeatOptions{Think: o.thinks})
				}
				if o.first {
					h.join()
					time.Sleep(time.Hour)
					come()
				} else {
					come()
					time.Sleep(time.Hour)
					h.join()
				}
				h.wantWhole("both are there", a)
				h.wantMembers("both are there", self, anna)
				if h.got(o.wins) != 1 || h.sent(gateway.OpKeyPackage) != 1 || h.sent(gateway.OpTransitionReady) != 0 {
					t.Errorf("%d of %v, %d key packages, %d ready: want 1, 1, 0",
						h.got(o.wins), o.wins, h.sent(gateway.OpKeyPackage), h.sent(gateway.OpTransitionReady))
				}
				h.wantNoComplaint()
			})
		})
	}
}

// A third comes while two talk: neither of them misses a frame, and all three
// hear each other, long after the keys of before have ended, too.
//
// Case: G46, G51.
func TestCallThirdJoins(t *testing.T) {
	for name, thinks := range map[string]time.Duration{
		"the bot's commit wins": time.Second, "another's wins": 0,
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Latency: 20 * time.Millisecond}, func(h *hall) {
				o := voicetest.SeatOptions{Think: thinks}
				a := h.server.Seat(guild, channel, anna, o)
				h.join()
				h.wantWhole("two", a)
				var b *voicetest.Seat
				in, out := h.during(func() { b = h.server.Seat(guild, channel, ben, o) }, a)
				if in != 0 || out[0] != 0 {
					t.Errorf("%d and %d frames are lost when the third comes, want none", in, out[0])
				}
				for range 3 {
					h.wantWhole("three", a, b)
				}
				h.wantMembers("three", self, anna, ben)
				if h.sent(gateway.OpTransitionReady) != 1 || h.got(gateway.OpExecuteTransition) != 1 {
					t.Errorf("%d times ready, %d executed: want one of each",
						h.sent(gateway.OpTransitionReady), h.got(gateway.OpExecuteTransition))
				}
				h.wantNoComplaint()
			})
		})
	}
}

// One of three leaves while all talk: the others do not miss a frame.
func TestCallMemberLeaves(t *testing.T) {
	for name, thinks := range map[string]time.Duration{
		"the bot's commit wins": time.Second, "another's wins": 0,
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Latency: 20 * time.Millisecond}, func(h *hall) {
				o := voicetest.SeatOptions{Think: thinks}
				a, b := h.server.Seat(guild, channel, anna, o), h.server.Seat(guild, channel, ben, o)
				h.join()
				h.wantWhole("three", a, b)
				in, out := h.during(b.Leave, a)
				if in != 0 || out[0] != 0 {
					t.Errorf("%d and %d frames are lost when one leaves, want none", in, out[0])
				}
				h.wantWhole("two", a)
				h.wantMembers("two", self, anna)
				h.wantNoComplaint()
			})
		})
	}
}

// All others leave. The bot begins a new group, by a new key package, and whoever
// comes next hears it: also when the message that says so bears version 0, and
// when the same person comes back.
//
// Case: G40, G41.
func TestCallOnlyOneRemains(t *testing.T) {
	for name, upset := range map[string]func(gateway.Message) []gateway.Message{
		"version 1": nil,
		"version 0 in op 21": func(m gateway.Message) []gateway.Message {
			if m.Op == gateway.OpPrepareTransition {
				m.Data = []byte(`{"protocol_version":0,"transition_id":0}`)
			}
			return []gateway.Message{m}
		},
		"without op 21": func(m gateway.Message) []gateway.Message {
			if m.Op == gateway.OpPrepareTransition {
				return nil
			}
			return []gateway.Message{m}
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a, b := h.seat(anna), h.seat(ben)
				h.join()
				h.server.SetFaults(self, voicetest.Faults{Upset: upset})
				h.wantWhole("three", a, b)
				b.Leave()
				a.Leave()
				h.settle()
				if health := h.stay.Health(); !health.Alone || h.sent(gateway.OpKeyPackage) != 2 {
					t.Errorf("%d key packages, want 2: %+v", h.sent(gateway.OpKeyPackage), health)
				}
				for _, who := range []uint64{anna, ben} {
					next := h.seat(who)
					h.wantWhole("one has come", next)
					next.Leave()
					h.settle()
				}
				h.wantNoComplaint()
				if health := h.stay.Health(); health.Joins != 1 {
					t.Errorf("%d joins, want the first connection to last", health.Joins)
				}
			})
		})
	}
}

// The bot comes back by a new session while others talk: its old leaf goes and
// its new one comes, the others hear each other throughout, and the bot them from
// then on.
//
// Case: G45.
func TestCallBotReconnects(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.wantWhole("three", a, b)
		b.Heard()
		said := a.Stats().Said
		h.during(func() { h.server.Disconnect(self, 4006) }, a)
		heard := 0
		for _, f := range b.Heard() {
			if f.From == anna {
				heard++
			}
		}
		if want := a.Stats().Said - said; heard != want {
			t.Errorf("Ben has heard %d packets of Anna's, want all %d", heard, want)
		}
		h.wantWhole("again", a, b)
		h.wantMembers("again", self, anna, ben)
		// Who was there before the new session may be added in it, and who comes.
		h.server.Expel(guild, channel, anna)
		h.wantWhole("one is added again", a, b)
		c := h.server.Seat(guild, channel, cleo, voicetest.SeatOptions{Think: time.Second})
		h.wantWhole("and one more", a, b, c)
		h.wantNoComplaint()
	})
}

// The group goes on without the bot, and nothing says so: it does not hear of the
// others' changes, so that no key of its own opens what they say. The packets tell,
// and a fresh join mends it.
//
// Case: G45.
func TestCallGoesOnWithoutUs(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantWhole("two", a)
		h.told()
		h.server.SetFaults(self, voicetest.Faults{Lose: []gateway.Op{
			gateway.OpProposals, gateway.OpAnnounceCommit, gateway.OpExecuteTransition,
		}})
		b := h.seat(ben)
		began := time.Now()
		for h.stay.Health().Flows && time.Since(began) < time.Minute {
			h.say(a)
			h.server.SetFaults(self, voicetest.Faults{}) // what is lost stays so
		}
		h.settle()
		if told := h.told(); told != "Stuck Stuck Lost Joined" {
			t.Errorf("told: %s, want Stuck twice, and a fresh join", told)
		}
		h.wantWhole("a fresh join", a, b)
		h.wantMembers("a fresh join", self, anna, ben)
	})
}

// The bot resumes, and everything about the call is what it was; what happened
// meanwhile is told in order, and taken as if it had been told in time.
//
// Case: G11, G45.
func TestCallBotResumes(t *testing.T) {
	for name, meanwhile := range map[string]func(h *hall, a, b *voicetest.Seat) []*voicetest.Seat{
		"nothing": func(_ *hall, a, b *voicetest.Seat) []*voicetest.Seat {
			return []*voicetest.Seat{a, b}
		},
		"one has come": func(h *hall, a, b *voicetest.Seat) []*voicetest.Seat {
			return []*voicetest.Seat{a, b, h.seat(cleo)}
		},
		"one has left": func(_ *hall, a, b *voicetest.Seat) []*voicetest.Seat {
			b.Leave()
			return []*voicetest.Seat{a}
		},
		"one has left and come again": func(h *hall, a, b *voicetest.Seat) []*voicetest.Seat {
			b.Leave()
			time.Sleep(time.Second)
			return []*voicetest.Seat{a, h.seat(ben)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a, b := h.seat(anna), h.seat(ben)
				h.join()
				h.wantWhole("three", a, b)
				h.told()
				// The first two tries are in vain, so that it takes some seconds.
				h.server.SetFaults(self, voicetest.Faults{Cuts: []voicetest.Cut{
					{Op: gateway.OpResume, Before: true, Times: 2, Code: voicetest.NoFrame},
				}})
				h.server.Drop(self)
				time.Sleep(time.Second)
				seats := meanwhile(h, a, b)
				time.Sleep(20 * time.Second)
				members := []transcript.SpeakerID{self}
				for _, s := range seats {
					members = append(members, transcript.SpeakerID(s.User()))
				}
				h.wantWhole("resumed", seats...)
				h.wantMembers("resumed", members...)
				if health := h.stay.Health(); health.Resumes != 1 || health.Joins != 1 {
					t.Errorf("%d resumes and %d joins, want one of each", health.Resumes, health.Joins)
				}
				if told := h.told(); told != "" {
					t.Errorf("told: %s, want nothing", told)
				}
				h.server.Expel(guild, channel, anna) // whom nobody announces again
				h.wantWhole("one is added again", seats...)
				h.wantWhole("and one more", append(seats, h.seat(7))...)
				h.wantNoComplaint()
			})
		})
	}
}

// The server removes the bot from the group, by a valid commit, while it stays
// in the channel, as it may after a connection was severed: that is nothing to
// complain about. It asks to be let in again and is, and what is lost is what was
// said between the two.
func TestCallRemovesUs(t *testing.T) {
	for name, before := range map[string]func(*hall){
		"out of the blue": func(*hall) {},
		"after a resume": func(h *hall) {
			h.server.Drop(self)
			time.Sleep(2 * time.Second)
		},
		"with its connection lost": func(h *hall) { h.server.Drop(self) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a, b := h.seat(anna), h.seat(ben)
				h.join()
				h.wantWhole("three", a, b)
				packages := h.sent(gateway.OpKeyPackage)
				before(h)
				in, out := h.during(func() { h.server.Expel(guild, channel, self) }, a, b)
				// 50 frames are the second that a resume may take.
				if in > 2*50 || out[0] > 50 || out[1] > 50 {
					t.Errorf("%d packets are lost on the way in, %v on the way out, want a second's at most", in, out)
				}
				h.wantWhole("in again", a, b)
				h.wantMembers("in again", self, anna, ben)
				if n := h.sent(gateway.OpKeyPackage) - packages; n != 1 {
					t.Errorf("%d key packages, want one", n)
				}
				h.wantNoComplaint()
				if told := h.told(); strings.Contains(told, "Lost") {
					t.Errorf("told: %s, want nothing of it", told)
				}
			})
		})
	}
}
