package dave

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// FuzzMessage: what is read is written back so that it reads the same.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{`{"transition_id":"7","protocol_version":1,"epoch":2}`, `{"transition_id":65536}`, "null", "\x00\x01abc", ""} {
		for op := OpPrepareTransition - 1; op <= OpInvalidCommit+1; op++ {
			f.Add(byte(op), []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, op byte, data []byte) {
		var m Message
		var err error
		if n := allocated(func() { m, err = ParseMessage(Op(op), data) }); n > uint64(64*len(data)+1<<16) {
			t.Errorf("%d bytes take %d", len(data), n)
		}
		if err != nil {
			if fmt.Sprint(m) != fmt.Sprint(Message{}) {
				t.Errorf("refused, and %+v", m)
			}
			return
		}
		out := m.Append(nil)
		if m.Op.Binary() && !bytes.Equal(out, data) {
			t.Errorf("%x is written as %x", data, out)
		}
		again, err := ParseMessage(m.Op, out)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(m) {
			t.Errorf("%+v comes back as %+v, %v", m, again, err)
		}
	})
}

// FuzzVector: what is cut off has a length in its shortest form before it.
func FuzzVector(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0x3f})
	f.Add([]byte{0x40, 0x3f, 1})
	f.Add([]byte{0x80, 0, 0x40, 0})
	f.Add([]byte{0xc0, 0, 0, 0, 0, 0, 0, 1})
	f.Add(vector(nil, make([]byte, 100)))
	f.Add(vector(nil, make([]byte, 20_000)))
	f.Fuzz(func(t *testing.T, b []byte) {
		content, rest, ok := cutVector(b)
		if !ok && (content != nil || rest != nil) {
			t.Error("refused, and something left")
		}
		if ok && !bytes.Equal(append(vector(nil, content), rest...), b) {
			t.Errorf("%.20x is read as %.20x and %.20x", b, content, rest)
		}
		if refs, err := parseRefs(b); err == nil {
			var back []byte
			for _, r := range refs {
				back = vector(back, r[:])
			}
			if !bytes.Equal(back, b) {
				t.Errorf("references %x are read as %x", b, back)
			}
		}
	})
}

// FuzzFrame: a frame has one form.
func FuzzFrame(f *testing.F) {
	k := newVoiceKey(make([]byte, keySize))
	f.Add(k.seal(nil, nil))
	f.Add(k.seal(nil, opusFrame))
	k.counter.Store(1<<32 - 2)
	f.Add(k.seal(nil, opusFrame))
	f.Add([]byte{0xf8, 0xff, 0xfe})
	f.Add(bytes.Repeat([]byte{0xfa}, 12))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, ok := parseFrame(b)
		if !ok {
			if s.ciphertext != nil || s.tag != nil || s.nonce != 0 {
				t.Error("refused, and something left")
			}
			return
		}
		if !marked(b) {
			t.Error("a frame without its mark")
		}
		out := append(append([]byte(nil), s.ciphertext...), s.tag...)
		if out = appendTrailer(out, s.nonce); !bytes.Equal(out, b) {
			t.Errorf("%x is written as %x", b, out)
		}
	})
}

// FuzzDecrypt: nobody who has no key says anything, and a frame that is refused
// keeps none from being heard.
func FuzzDecrypt(f *testing.F) {
	a, b, tb := pair(f)
	f.Add(a.mustEncrypt(f, opusFrame))
	f.Add([]byte("plain"))
	f.Add(bytes.Repeat([]byte{0xfa}, 40))
	f.Fuzz(func(t *testing.T, frame []byte) {
		dst := []byte("before")
		var got []byte
		var err error
		if n := allocated(func() { got, err = b.Decrypt(dst, 1, frame, tb.now) }); n > uint64(64*len(frame)+1<<16) {
			t.Errorf("%d bytes take %d", len(frame), n)
		}
		if err == nil && !isSilence(frame) && !bytes.Equal(got, append(dst, opusFrame...)) {
			t.Errorf("%x opens as %x", frame, got)
		}
		if err != nil && !bytes.Equal(got, dst) {
			t.Errorf("refused, and %x", got)
		}
		sealed := a.mustEncrypt(t, []byte("good"))
		if good, err := b.Decrypt(nil, 1, sealed, tb.now); err != nil || string(good) != "good" {
			t.Errorf("afterwards: %q, %v", good, err)
		}
	})
}

// FuzzHandle gives one message to a session that is in a group, and to one that
// waits to be: a refusal changes nothing, memory is bounded, and the session goes
// on.
func FuzzHandle(f *testing.F) {
	r := readDavey(f)
	s := r.session(f)
	r.play(f, s, &r.Steps[0], 0, start)
	now := start.Add(time.Minute)
	_, err := s.Connected(now, 160000000000000003, 160000000000000004)
	check(f, err)
	for _, st := range r.Steps {
		for _, m := range r.messages(&st, 3) {
			f.Add(true, byte(m.Op), m.Transition, uint16(1), uint64(1), m.Payload)
			f.Add(false, byte(m.Op), m.Transition, uint16(0), uint64(2), m.Payload)
		}
	}
	f.Add(true, byte(OpPrepareTransition), uint16(3), uint16(0), uint64(0), []byte(nil))
	f.Add(true, byte(OpPrepareEpoch), uint16(0), uint16(1), uint64(1), []byte(nil))
	f.Add(false, byte(OpExternalSender), uint16(0), uint16(0), uint64(0), []byte(r.Sender))
	f.Fuzz(func(t *testing.T, joined bool, op byte, transition, version uint16, epoch uint64, payload []byte) {
		c := s.fork()
		if !joined {
			c = r.session(t)
		}
		m := Message{Op: Op(op), Transition: transition, Version: version, Epoch: epoch, Payload: payload}
		checkRefusal(t, c, m, now)
		_, _ = c.Handle(Message{Op: OpExecuteTransition, Transition: transition}, now)
		if out, err := c.Handle(Message{Op: OpPrepareEpoch, Version: 1, Epoch: 1}, now); err != nil || ops(out) != "26/0" {
			t.Errorf("afterwards: %q, %v", ops(out), err)
		}
		c.State()
	})
}

// FuzzUleb: a number has one form.
func FuzzUleb(f *testing.F) {
	for _, v := range []uint32{0, 127, 128, 1<<32 - 1} {
		f.Add(appendUleb(nil, v))
	}
	f.Add([]byte{0x80, 0})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x1f})
	f.Fuzz(func(t *testing.T, b []byte) {
		v, n := cutUleb(b)
		if n > maxUleb || n > len(b) || n == 0 && v != 0 {
			t.Fatalf("%x is %d, in %d bytes", b, v, n)
		}
		if n > 0 && !bytes.Equal(appendUleb(nil, v), b[:n]) {
			t.Errorf("%x is read as %d", b, v)
		}
	})
}
