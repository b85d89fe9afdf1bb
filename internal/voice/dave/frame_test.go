package dave

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/mls"
)

// pair returns two who are in one group, and share a table.
func pair(t testing.TB) (a, b *seat, tb *table) {
	t.Helper()
	tb = newTableOf(t, 2)
	return tb.seats[1], tb.seats[2], tb
}

func (s *seat) mustEncrypt(t testing.TB, frame []byte) []byte {
	t.Helper()
	sealed, err := s.Encrypt(nil, frame)
	check(t, err)
	return sealed
}

// TestFrameLayout opens a frame with the standard library alone.
func TestFrameLayout(t *testing.T) {
	secret := bytes.Repeat([]byte{7}, keySize)
	k := newVoiceKey(secret)
	for _, counter := range []uint64{1, 127, 128, 1<<24 - 1, 1 << 24, 1<<32 - 1, 1 << 32} {
		k.counter.Store(counter - 1)
		k.current.Store(newGeneration(secret, 0))
		plain := []byte("opus")
		got := k.seal([]byte("before"), plain)

		gen := counter >> 24
		s := secret
		for g := range gen {
			s = mls.DeriveTreeSecret(s, "secret", uint32(g), 32)
		}
		block, err := aes.NewCipher(mls.DeriveTreeSecret(s, "key", uint32(gen), 16))
		check(t, err)
		gcm, err := cipher.NewGCM(block)
		check(t, err)
		nonce := make([]byte, 12)
		binary.LittleEndian.PutUint32(nonce[8:], uint32(counter))
		want := append([]byte("before"), gcm.Seal(nil, nonce, plain, nil)[:len(plain)+8]...)
		uleb := binary.AppendUvarint(nil, counter&(1<<32-1))
		want = append(want, uleb...)
		want = append(want, byte(11+len(uleb)), 0xfa, 0xfa)
		if !bytes.Equal(got, want) {
			t.Errorf("frame %d: %x, want %x", counter, got, want)
		}
	}
}

// TestFrameSizes sends frames of any size, with room in dst and without.
func TestFrameSizes(t *testing.T) {
	a, b, tb := pair(t)
	for n := range 300 {
		frame := bytes.Repeat([]byte{byte(n)}, n)
		for _, room := range []int{0, 5, n + Overhead} {
			dst := append(make([]byte, 0, 3+room), "abc"...)
			sealed, err := a.Encrypt(dst, frame)
			if err != nil || string(sealed[:3]) != "abc" || len(sealed) > 3+n+16 {
				t.Fatalf("%d bytes: %x, %v", n, sealed, err)
			}
			plain, err := b.Decrypt([]byte("xyz"), 1, sealed[3:], tb.now)
			if err != nil || string(plain[:3]) != "xyz" || !bytes.Equal(plain[3:], frame) {
				t.Fatalf("%d bytes come out as %x, %v", n, plain, err)
			}
		}
	}
}

// TestFrameRefusals changes a frame in every bit and cuts it everywhere. Each
// refusal is counted by its reason, and leaves no trace.
//
// Case: V13.
func TestFrameRefusals(t *testing.T) {
	a, b, tb := pair(t)
	frame := []byte("a frame of Opus")
	good := a.mustEncrypt(t, frame)
	for i := range good {
		for bit := range 8 {
			bad := slices.Clone(good)
			bad[i] ^= 1 << bit
			if got, err := b.Decrypt(nil, 1, bad, tb.now); err == nil || got != nil {
				t.Fatalf("byte %d, bit %d: opened %x", i, bit, got)
			}
		}
	}
	for n := range good {
		if _, err := b.Decrypt(nil, 1, good[:n], tb.now); err == nil {
			t.Fatalf("%d of %d bytes: opened", n, len(good))
		}
		if n > 0 {
			if _, err := b.Decrypt(nil, 1, good[n:], tb.now); err == nil {
				t.Fatalf("all but %d bytes: opened", n)
			}
		}
	}
	_, err := b.Decrypt(nil, 3, good, tb.now)
	wantError(t, "of a stranger", err, ErrUnknownUser)
	_, err = a.Decrypt(nil, 1, good, tb.now)
	wantError(t, "our own", err, ErrUnknownUser)
	_, err = b.Decrypt(nil, 1, frame, tb.now)
	wantError(t, "in the clear", err, ErrPlaintext)
	bad := slices.Clone(good)
	bad[0] ^= 1
	_, err = b.Decrypt(nil, 1, bad, tb.now)
	wantError(t, "forged", err, ErrTag)

	// None of it has left a trace: the frame itself still opens, once.
	got, err := b.Decrypt(nil, 1, good, tb.now)
	if err != nil || !bytes.Equal(got, frame) {
		t.Fatalf("%q, %v", got, err)
	}
	_, err = b.Decrypt(nil, 1, good, tb.now)
	wantError(t, "again", err, ErrReplay)
	st := b.Stats()
	if st.Decrypted != 1 || st.Replay == 0 || st.UnknownUser != 1 || st.Tag == 0 || st.Plaintext == 0 {
		t.Errorf("counts: %+v", st)
	}
}

// TestWhoHearsWhom: a frame is its speaker's, and of the epoch it was said in.
func TestWhoHearsWhom(t *testing.T) {
	tb := newTableOf(t, 3)
	sealed := tb.seats[1].mustEncrypt(t, []byte("of user 1"))
	_, err := tb.seats[2].Decrypt(nil, 3, sealed, tb.now)
	wantError(t, "as another's", err, ErrTag)
	_, err = tb.seats[2].Decrypt(nil, 2, sealed, tb.now)
	wantError(t, "as our own", err, ErrUnknownUser)
	comer := tb.join(4, 0)
	tb.settle()
	tb.agree()
	_, err = comer.Decrypt(nil, 1, sealed, tb.now)
	wantError(t, "from before he came", err, ErrTag)
	if _, err = tb.seats[2].Decrypt(nil, 1, sealed, tb.now); err != nil {
		t.Errorf("from before another came: %v", err)
	}
}

// TestFramesInTheClear plays three frames in the clear among a hundred that are
// not: they are dropped one by one and nothing else comes of it.
//
// Case: V03, V04.
func TestFramesInTheClear(t *testing.T) {
	a, b, tb := pair(t)
	heard := 0
	for i := range 103 {
		frame := []byte("a frame of Opus")
		sealed := frame
		if i < 50 || i >= 53 {
			sealed = a.mustEncrypt(t, frame)
		}
		switch got, err := b.Decrypt(nil, 1, sealed, tb.now); {
		case err == nil && bytes.Equal(got, frame):
			heard++
		case err == nil:
			t.Fatalf("frame %d comes out as %x: noise for the decoder", i, got)
		default:
			wantError(t, "in the clear", err, ErrPlaintext)
		}
	}
	if heard != 100 {
		t.Errorf("heard %d frames, want 100", heard)
	}
	// What is marked as encrypted and is not ours to open never passes, not
	// even when the clear does.
	b.hearer.pass(tb.now.Add(time.Second))
	sealed := a.mustEncrypt(t, []byte("another"))
	sealed[0] ^= 1
	if got, err := b.Decrypt(nil, 1, sealed, tb.now); !errors.Is(err, ErrTag) {
		t.Errorf("ciphertext passes as %x, %v", got, err)
	}
	ranges := slices.Concat([]byte("video"), make([]byte, tagSize), []byte{1, 0, 2, 14, marker, marker})
	if got, err := b.Decrypt(nil, 1, ranges, tb.now); !errors.Is(err, ErrPlaintext) {
		t.Errorf("a frame with ranges passes as %x, %v", got, err)
	}
	if _, err := b.Decrypt(nil, 1, []byte("plain"), tb.now); err != nil {
		t.Errorf("in the window: %v", err)
	}
}

func TestSilence(t *testing.T) {
	a, b, tb := pair(t)
	silence := []byte{0xf8, 0xff, 0xfe}
	for range 5 {
		sent := a.mustEncrypt(t, silence)
		if !bytes.Equal(sent, silence) {
			t.Errorf("silence is sent as %x", sent)
		}
		got, err := b.Decrypt(nil, 1, sent, tb.now)
		if err != nil || !bytes.Equal(got, silence) {
			t.Errorf("silence is heard as %x, %v", got, err)
		}
	}
	// Discord's own library encrypts it.
	got, err := b.Decrypt(nil, 1, a.newest.seal(nil, silence), tb.now)
	if err != nil || !bytes.Equal(got, silence) {
		t.Errorf("encrypted silence is heard as %x, %v", got, err)
	}
}

// TestReplayWindow takes frames in any order, each once, and none that is too old
// to tell.
func TestReplayWindow(t *testing.T) {
	a, b, tb := pair(t)
	var sealed [][]byte
	for i := range 2500 {
		sealed = append(sealed, a.mustEncrypt(t, []byte{byte(i), byte(i >> 8)}))
	}
	open := func(i int) error {
		_, err := b.Decrypt(nil, 1, sealed[i], tb.now)
		return err
	}
	for _, i := range []int{0, 5, 3, 1, 4, 2} {
		check(t, open(i))
		wantError(t, "again", open(i), ErrReplay)
	}
	check(t, open(2000))
	wantError(t, "1000 behind", open(2000-windowSize), ErrReplay)
	check(t, open(2000-windowSize+1))
	for i := 1999; i > 2000-windowSize+1; i-- {
		check(t, open(i))
	}
	for i := 0; i <= 2000; i++ {
		wantError(t, "all again", open(i), ErrReplay)
	}
	check(t, open(2499))
}

func TestWindowAgainstSet(t *testing.T) {
	var w window
	seen := make(map[uint64]bool)
	newest := uint64(0)
	n := uint64(1)
	for i := range uint64(200_000) {
		n = n*6364136223846793005 + 1442695040888963407
		c := max(newest, 1200) + n>>33%40 - n>>40%1100
		if i%5000 == 4999 {
			c = newest + n>>50 // a leap
		}
		if c == 0 {
			continue
		}
		want := !seen[c] && (c > newest || newest-c < windowSize)
		if got := w.fresh(c); got != want {
			t.Fatalf("counter %d, newest %d: fresh %v, want %v", c, newest, got, want)
		}
		if want {
			w.mark(c)
			seen[c] = true
			newest = max(newest, c)
		}
	}
	if w.fresh(0) {
		t.Error("counter 0 is fresh")
	}
}

// TestGenerations goes from one key of a ratchet to the next.
func TestGenerations(t *testing.T) {
	secret := bytes.Repeat([]byte{9}, keySize)
	k := newVoiceKey(secret)
	r := &receiver{base: [keySize]byte(secret), since: start}
	var b bench
	at := func(counter uint64) sealed {
		k.counter.Store(counter - 1)
		f, ok := parseFrame(k.seal(nil, []byte("opus")))
		if !ok {
			t.Fatal("not a frame")
		}
		return f
	}
	open := func(f sealed, now time.Time) verdict {
		_, v := r.open(nil, f, now, &b)
		return v
	}
	const g = 1 << generationShift
	late := at(g - 2)
	last := at(g - 1)
	first := at(g)
	soon := at(2*g + 1)
	far := at(5 * g)

	if v := open(last, start); v != opened {
		t.Errorf("generation 0: %v", v)
	}
	if v := open(soon, start); v != badGeneration {
		t.Errorf("two generations in no time: %v", v)
	}
	if r.head.number != 0 || r.past != nil {
		t.Error("a refusal has moved the ratchet")
	}
	forged := first
	forged.tag = make([]byte, tagSize)
	if v := open(forged, start); v != badTag || r.head.number != 0 {
		t.Errorf("forged: %v, generation %d", v, r.head.number)
	}
	day := start.Add(24 * time.Hour * 4)
	if v := open(first, day); v != opened || r.head.number != 1 {
		t.Errorf("generation 1: %v", v)
	}
	if v := open(late, day.Add(grace-1)); v != opened {
		t.Errorf("generation 0, late: %v", v)
	}
	if v := open(late, day.Add(grace)); v == opened {
		t.Error("generation 0, too late: opened")
	}
	if r.past != nil {
		t.Error("the old key is still there")
	}
	if v := open(far, day.Add(4*24*time.Hour)); v != opened || r.head.number != 5 {
		t.Errorf("a leap: %v", v)
	}
	// With any time there is a bound all the same: 250 and more need that many
	// hashes. After the grace time the top byte counts from the head on.
	century := start.Add(100 * 365 * 24 * time.Hour)
	if v := open(sealed{far.ciphertext, far.tag, 0xff << generationShift}, century); v != badTag {
		t.Errorf("250 ahead: %v", v)
	}
	r.head = newGeneration(secret, 0)
	r.guess = nil
	if v := open(sealed{far.ciphertext, far.tag, 0xfb << generationShift}, century); v != badGeneration {
		t.Errorf("251 ahead: %v", v)
	}
	// The nonce's 32 bits begin again after 256 generations; the keys do not.
	wrapped := at(256*g + 7)
	r.head = newGeneration(secret, 0).ahead(250)
	r.guess = nil
	if v := open(wrapped, century); v != opened || r.head.number != 256 {
		t.Errorf("after 2³² frames: %v, generation %d", v, r.head.number)
	}
}

// TestAllocations: the packet path does not allocate.
func TestAllocations(t *testing.T) {
	a, b, tb := pair(t)
	frame := bytes.Repeat([]byte{0x78}, 120)
	sealed := make([]byte, 0, len(frame)+Overhead)
	plain := make([]byte, 0, len(frame))
	check(t, errors.Join(roundTrip(a, b, tb, &sealed, &plain, frame)))
	for name, f := range map[string]func() error{
		"encrypt":             func() (err error) { sealed, err = a.Encrypt(sealed[:0], frame); return err },
		"encrypt and decrypt": func() error { return roundTrip(a, b, tb, &sealed, &plain, frame) },
		"replay": func() error {
			if _, err := b.Decrypt(plain[:0], 1, sealed, tb.now); !errors.Is(err, ErrReplay) {
				return errors.New("not a replay")
			}
			return nil
		},
		"forged": func() error {
			sealed, _ = a.Encrypt(sealed[:0], frame)
			sealed[0] ^= 1
			if _, err := b.Decrypt(plain[:0], 1, sealed, tb.now); !errors.Is(err, ErrTag) {
				return errors.New("opened")
			}
			return nil
		},
	} {
		sealed, _ = a.Encrypt(sealed[:0], frame)
		plain, _ = b.Decrypt(plain[:0], 1, sealed, tb.now)
		var err error
		n := testing.AllocsPerRun(200, func() { err = errors.Join(err, f()) })
		check(t, err)
		if n != 0 {
			t.Errorf("%s: %v allocations a frame, want 0", name, n)
		}
	}
}

func roundTrip(a, b *seat, tb *table, sealed, plain *[]byte, frame []byte) (err error) {
	if *sealed, err = a.Encrypt((*sealed)[:0], frame); err != nil {
		return err
	}
	*plain, err = b.Decrypt((*plain)[:0], a.user, *sealed, tb.now)
	return err
}
