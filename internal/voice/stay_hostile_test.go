package voice_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// A voice server that lies, and strangers who send datagrams: the stay outlives
// them, and what is genuine is heard.

// A mixer is a websocket through which frames come that no server has sent.
type mixer struct {
	gateway.Socket
	mu     *sync.Mutex
	frames *[]frame // to come, before anything else does
}

type frame struct {
	binary bool
	data   []byte
}

func (m mixer) Read(ctx context.Context) (bool, []byte, error) {
	m.mu.Lock()
	if len(*m.frames) > 0 {
		f := (*m.frames)[0]
		*m.frames = (*m.frames)[1:]
		m.mu.Unlock()
		return f.binary, f.data, nil
	}
	m.mu.Unlock()
	return m.Socket.Read(ctx)
}

// mixed has frames come to the bot that a function hands in.
func (h *hall) mixed() (send func(...frame)) {
	var mu sync.Mutex
	var frames []frame
	h.websocket = func(s gateway.Socket) gateway.Socket { return mixer{s, &mu, &frames} }
	return func(more ...frame) {
		mu.Lock()
		frames = append(frames, more...)
		mu.Unlock()
		h.server.Tell(self, 99, []byte("{}")) // so that Read looks again
	}
}

// Each frame of a call that is just being made, and of one that is, comes cut at
// every byte, header and all. None of it does harm: what is damaged is asked for
// anew, by another session at the worst.
func TestFramesCutAtEveryByte(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		send := h.mixed()
		h.join()
		h.settle()
		c := h.seat(cleo)
		h.wantWhole("joined", a, b, c)
		seen := map[gateway.Op]bool{}
		var cut []frame
		for _, m := range h.server.Trace(self) {
			if m.Client || seen[m.Op] {
				continue
			}
			seen[m.Op] = true
			binary, whole := gateway.AppendServer(nil, gateway.Message{Op: m.Op, Seq: m.Seq, Data: m.Data})
			for n := range whole {
				cut = append(cut, frame{binary, whole[:n]})
			}
		}
		for _, op := range []gateway.Op{
			gateway.OpDescription, gateway.OpSpeaking, gateway.OpClientsConnect, gateway.OpExternalSender,
			gateway.OpProposals, gateway.OpAnnounceCommit, gateway.OpWelcome, gateway.OpExecuteTransition,
		} {
			if !seen[op] {
				t.Errorf("there is no %v to cut", op)
			}
		}
		send(cut...)
		time.Sleep(time.Minute)
		if h.sent(gateway.OpInvalidCommit) == 0 {
			t.Error("the bot has not noticed")
		}
		h.wantWhole("afterwards", a, b, c)
		if health := h.stay.Health(); health.Joins > 2 {
			t.Errorf("%d joins, want one more at most", health.Joins)
		}
	})
}

// A length within a message says more than there is, or gigabytes. Whether the
// bot is in a group by then or not, nothing comes of it but, perhaps, that it has
// to ask to be let in again.
func TestLiesAboutLengths(t *testing.T) {
	lies := []byte{0x00, 0x3f, 0x7f, 0x80, 0xbf, 0xc0, 0xff}
	for _, op := range []gateway.Op{
		gateway.OpExternalSender, gateway.OpProposals, gateway.OpAnnounceCommit, gateway.OpWelcome,
	} {
		t.Run(op.String(), func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				// The first of each comes spoilt by every lie at each of its first
				// bytes, where lengths are, and then as it is.
				told := 0
				h.server.SetFaults(self, voicetest.Faults{Upset: func(m gateway.Message) []gateway.Message {
					if m.Op != op || told > 0 {
						return []gateway.Message{m}
					}
					var all []gateway.Message
					for at := range min(len(m.Data), 150) {
						for _, lie := range lies {
							d := bytes.Clone(m.Data)
							d[at] = lie
							all = append(all, gateway.Message{Op: op, Seq: m.Seq, Data: d})
							told++
						}
					}
					return append(all, m)
				}})
				a, b := h.seat(anna), h.seat(ben)
				h.join()
				h.settle()
				c := h.seat(cleo)
				time.Sleep(time.Minute)
				h.wantWhole("afterwards", a, b, c)
				if told == 0 {
					t.Error("nothing was spoilt")
				}
				if health := h.stay.Health(); health.Joins > 2 {
					t.Errorf("%d joins, want one more at most", health.Joins)
				}
			})
		})
	}
}

// Bodies of every op have wrong types for everything, or ids that are none.
func TestWrongTypes(t *testing.T) {
	values := []string{
		`null`, `"x"`, `""`, `-1`, `1.5`, `1e400`, `18446744073709551616`, `true`, `[]`, `{}`, `[[]]`, `[null]`,
		`["1",2,null,"x",{}]`, `"0x10"`, `" 2"`, `"\u0032"`,
	}
	bodies := slices.Clone(values)
	for _, key := range []string{
		"user_id", "user_ids", "ssrc", "audio_ssrc", "speaking", "transition_id", "protocol_version", "epoch",
		"heartbeat_interval", "t", "flags", "platform",
	} {
		for _, v := range values {
			bodies = append(bodies, fmt.Sprintf(`{%q:%s}`, key, v))
		}
	}
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		send := h.mixed()
		h.join()
		h.wantWhole("joined", a, b)
		var frames []frame
		for op := gateway.Op(0); op <= 40; op++ {
			if op == gateway.OpHello {
				continue // it sets the rhythm, and may
			}
			for _, body := range bodies {
				frames = append(frames, frame{data: fmt.Appendf(nil, `{"op":%d,"d":%s}`, op, body)})
			}
		}
		for _, v := range values {
			frames = append(frames,
				frame{data: fmt.Appendf(nil, `{"op":%s,"d":{}}`, v)},
				frame{data: fmt.Appendf(nil, `{"op":5,"seq":%s,"d":{}}`, v)},
				frame{data: []byte(v)})
		}
		send(frames...)
		h.settle()
		h.wantWhole("afterwards", a, b)
		if n := h.warned.Load(); n == 0 || n > 100 {
			t.Errorf("%d warnings for %d frames, want some", n, len(frames))
		}
		if health := h.stay.Health(); health.Joins != 1 || health.Resumes != 0 {
			t.Errorf("%d joins and %d resumes, want the connection to last", health.Joins, health.Resumes)
		}
	})
}

// Ids come as numbers everywhere, rather than as strings.
func TestIDsAsNumbers(t *testing.T) {
	var changed int
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{Upset: func(m gateway.Message) []gateway.Message {
		if m.Op.Binary() {
			return []gateway.Message{m}
		}
		var body map[string]any
		if json.Unmarshal(m.Data, &body) != nil {
			return []gateway.Message{m}
		}
		for _, key := range []string{"user_id", "user_ids"} {
			switch v := body[key].(type) {
			case string:
				body[key] = json.Number(v)
				changed++
			case []any:
				for i, id := range v {
					v[i] = json.Number(id.(string))
					changed++
				}
			}
		}
		data, err := json.Marshal(body)
		if err != nil {
			panic(err)
		}
		m.Data = data
		return []gateway.Message{m}
	}}}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.wantWhole("joined", a, b)
		b.Leave()
		c := h.seat(cleo)
		h.wantWhole("one has left and one come", a, c)
		h.wantMembers("one has left and one come", self, anna, cleo)
		if changed < 5 {
			t.Errorf("%d ids were changed", changed)
		}
	})
}

// Every message of the server's comes twice, in this order or in the other, from
// the first to the last.
func TestWholeCallTwice(t *testing.T) {
	for name, upset := range map[string]func(gateway.Message) []gateway.Message{
		"at once": func(m gateway.Message) []gateway.Message { return []gateway.Message{m, m} },
		"and once more after the next": func() func(m gateway.Message) []gateway.Message {
			var last []gateway.Message
			return func(m gateway.Message) []gateway.Message {
				out := append([]gateway.Message{m}, last...)
				last = []gateway.Message{m}
				return out
			}
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{Upset: upset}}, func(h *hall) {
				a := h.seat(anna)
				h.join()
				h.wantWhole("two", a)
				b := h.seat(ben)
				h.wantWhole("three", a, b)
				a.Leave()
				h.wantWhole("two again", b)
				b.Leave()
				h.settle()
				c := h.seat(cleo)
				h.wantWhole("refilled", c)
				if health := h.stay.Health(); health.Joins != 1 {
					t.Errorf("%d joins, want the connection to last", health.Joins)
				}
			})
		})
	}
}

// A tape is a socket of which every datagram is kept.
type tape struct {
	voice.PacketConn
	mu    *sync.Mutex
	heard *[][]byte
}

func (t tape) Read(b []byte) (int, error) {
	n, err := t.PacketConn.Read(b)
	if err == nil {
		t.mu.Lock()
		*t.heard = append(*t.heard, bytes.Clone(b[:n]))
		t.mu.Unlock()
	}
	return n, err
}

// Everything that has come over UDP comes again: at once, much later, and cut,
// forged or with something behind it. And what is larger than any datagram comes.
// Nobody is heard by it, and who speaks is heard all the same.
//
// Case: V03, G34.
func TestDatagramsAreReplayed(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		var mu sync.Mutex
		var heard [][]byte
		h.socket = func(c voice.PacketConn) voice.PacketConn { return tape{c, &mu, &heard} }
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.settle()
		h.server.SetFaults(self, voicetest.Faults{Down: voicetest.Network{Duplicate: 1}})
		h.wantHeard("each twice", a)
		h.server.SetFaults(self, voicetest.Faults{})
		mu.Lock()
		taped := slices.Clone(heard)
		mu.Unlock()
		if len(taped) < 200 {
			h.Fatalf("%d datagrams are on the tape", len(taped))
		}
		throw := func(change func([]byte) []byte) {
			for i, d := range taped {
				h.server.Throw(self, change(bytes.Clone(d)))
				if i%50 == 0 {
					time.Sleep(20 * time.Millisecond)
				}
			}
			h.settle()
		}
		before := h.stay.Health().In
		for wait, change := range map[time.Duration]func([]byte) []byte{
			0:               func(b []byte) []byte { return b },
			time.Minute:     func(b []byte) []byte { return b },
			2 * time.Second: func(b []byte) []byte { return b[:len(b)/2] },
			3 * time.Second: func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
			4 * time.Second: func(b []byte) []byte { return append(b, 0) },
			5 * time.Second: func(b []byte) []byte { return append(b, make([]byte, 65000)...) },
		} {
			time.Sleep(wait)
			throw(change)
		}
		if n, sound := h.heard(anna); n != 0 || sound != 0 {
			t.Errorf("%v are heard of what was said before", sound)
		}
		if in := h.stay.Health().In; in.Sound != before.Sound {
			t.Errorf("%d packets of before are taken for new ones", in.Sound-before.Sound)
		}
		h.wantWhole("afterwards", a, b)
	})
}

// What tells whose a stream is lacks the user, or the stream: it is nobody else's
// for that.
func TestHalfOfWhoseAStreamIs(t *testing.T) {
	for name, tt := range map[string]struct {
		op   gateway.Op
		body string
	}{
		"op 5 without a user":    {gateway.OpSpeaking, `{"ssrc":4711,"speaking":1}`},
		"op 5 of user 0":         {gateway.OpSpeaking, `{"user_id":"0","ssrc":4711,"speaking":1}`},
		"op 5 without a stream":  {gateway.OpSpeaking, `{"user_id":"2","speaking":1}`},
		"op 12 without a user":   {gateway.OpVideo, `{"audio_ssrc":4711,"video_ssrc":4712}`},
		"op 12 without a stream": {gateway.OpVideo, `{"user_id":"2","audio_ssrc":0,"video_ssrc":4712}`},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a := h.server.Seat(guild, channel, anna, voicetest.SeatOptions{SSRC: 4711})
				h.join()
				h.wantHeard("at first", a)
				h.server.Tell(self, tt.op, []byte(tt.body))
				h.wantHeard("afterwards", a)
			})
		})
	}
}

// Somebody who is in the call sends as if he were another: the frames open by his
// keys alone, and so by none.
func TestSourceOfAnotherIsNotHeard(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.server.Seat(guild, channel, anna, voicetest.SeatOptions{SSRC: 4711})
		h.join()
		h.wantHeard("Anna", a)
		b := h.server.Seat(guild, channel, ben, voicetest.SeatOptions{SSRC: 4711, Mute: true})
		h.settle()
		before := h.stay.Health().In
		h.say(b)
		h.settle()
		in := h.stay.Health().In
		if in.Failed == before.Failed || in.Sound != before.Sound {
			t.Errorf("before %+v, after %+v: want none of it to open", before, in)
		}
		for _, who := range []uint64{anna, ben} {
			if n, sound := h.heard(transcript.SpeakerID(who)); n != 0 || sound != 0 {
				t.Errorf("%v are heard as %d", sound, who)
			}
		}
		h.wantHeard("Anna again", a)
		if told := h.told(); strings.Contains(told, "Lost") {
			t.Errorf("told: %s", told)
		}
	})
}

// The websocket goes dead without a sign, or nothing can be reached for a while:
// only silence tells, and what comes of it is a resume, or at the worst a fresh
// join.
func TestServerFallsSilent(t *testing.T) {
	for name, tt := range map[string]struct {
		silence func(*hall)
		joins   int
	}{
		"the websocket alone": {func(h *hall) { h.server.Stall(self) }, 1},
		"twice in a row": {func(h *hall) {
			h.server.Stall(self)
			time.Sleep(40 * time.Second)
			h.server.Stall(self)
		}, 1},
		"everything, for ten seconds": {func(h *hall) {
			h.server.Outage(true)
			time.Sleep(10 * time.Second)
			h.server.Outage(false)
		}, 1},
		"everything, for eight minutes": {func(h *hall) {
			h.server.Outage(true)
			time.Sleep(8 * time.Minute)
			h.server.Outage(false)
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
				a, b := h.seat(anna), h.seat(ben)
				h.join()
				h.wantWhole("joined", a, b)
				tt.silence(h)
				time.Sleep(80 * time.Second)
				h.wantWhole("afterwards", a, b)
				if health := h.stay.Health(); health.Joins != tt.joins {
					t.Errorf("%d joins, want %d", health.Joins, tt.joins)
				}
			})
		})
	}
}

// A server that cannot be reached is not waited for without end, and the bot does
// not sit in the channel then.
func TestPatienceEnds(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		h.seat(anna)
		h.join()
		h.settle()
		h.server.Outage(true)
		if err := h.ended(15 * time.Minute); !errors.Is(err, voice.ErrGaveUp) {
			t.Errorf("ended: %v, want ErrGaveUp", err)
		}
		asks := h.main.asked()
		if len(asks) > 40 || asks[len(asks)-1] != 0 {
			t.Errorf("asked for %v, want a few times, and to leave at last", asks)
		}
	})
}

// A stranger sends a second's worth of what looks like sound. That is no stage
// that is stuck, and no reason to join anew.
func TestForgedBurstIsNoFault(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantWhole("joined", a)
		h.told()
		forged := append([]byte{0x80, 120}, make([]byte, 150)...)
		for range 5 {
			for range 100 {
				h.server.Throw(self, forged)
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(2 * time.Minute)
		}
		if told := h.told(); told != "" {
			t.Errorf("told: %s, want nothing", told)
		}
		if in := h.stay.Health().In; in.Unopened != 500 {
			t.Errorf("%d do not open, want 500", in.Unopened)
		}
		h.wantWhole("afterwards", a)
	})
}
