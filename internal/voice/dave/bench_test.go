package dave

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"testing"
)

var opusFrame = bytes.Repeat([]byte{0x78}, 120)

func BenchmarkEncrypt(b *testing.B) {
	a, _, _ := pair(b)
	buf := make([]byte, 0, len(opusFrame)+Overhead)
	b.ReportAllocs()
	b.SetBytes(int64(len(opusFrame)))
	for b.Loop() {
		var err error
		if buf, err = a.Encrypt(buf[:0], opusFrame); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSeal is what the standard library takes of it: the floor of Encrypt,
// and half that of Decrypt.
func BenchmarkSeal(b *testing.B) {
	aead := newAEAD(make([]byte, keySize))
	buf, nonce := make([]byte, 0, 200), make([]byte, nonceSize)
	b.ReportAllocs()
	for b.Loop() {
		buf = aead.Seal(buf[:0], nonce, opusFrame, nil)
	}
}

func BenchmarkDecrypt(b *testing.B) {
	a, o, tb := pair(b)
	const n = 4096
	sealed := make([][]byte, n)
	for i := range sealed {
		sealed[i] = a.mustEncrypt(b, opusFrame)
	}
	buf := make([]byte, 0, len(opusFrame))
	_, err := o.Decrypt(buf, 1, sealed[0], tb.now)
	check(b, err)
	r := o.hearer.published.Load().epochs[0].users[1]
	b.ReportAllocs()
	b.SetBytes(int64(len(opusFrame)))
	i := n
	for b.Loop() {
		if i == n {
			i, r.window = 0, window{} // as if none had been seen
		}
		if buf, err = o.Decrypt(buf[:0], 1, sealed[i], tb.now); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkForged is what a frame costs whose tag is bad, shortly after a
// transition: two keys are tried.
func BenchmarkForged(b *testing.B) {
	tb := newTableOf(b, 3)
	sealed := tb.seats[1].mustEncrypt(b, opusFrame)
	sealed[0] ^= 1
	buf := make([]byte, 0, len(opusFrame))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tb.seats[2].Decrypt(buf[:0], 1, sealed, tb.now); err == nil {
			b.Fatal("opened")
		}
	}
}

// BenchmarkHandle is what a session does when somebody comes or goes: commits of
// its own, those of others, and its own Welcome. The media path waits for none.
func BenchmarkHandle(b *testing.B) {
	for _, members := range []int{2, 10, 25, 50} {
		b.Run(fmt.Sprintf("members=%d", members), func(b *testing.B) {
			tb := newTableOf(b, members)
			for range 3 {
				tb.turn() // so that the tree has parents
			}
			benchHandle(b, tb)
		})
	}
}

// BenchmarkAge is the same early and late in the life of a call.
func BenchmarkAge(b *testing.B) {
	tb := newTableOf(b, 3)
	for _, epoch := range []uint64{10, 10_000} {
		for tb.epoch < epoch {
			tb.turn()
		}
		b.Run(fmt.Sprintf("epoch=%d", epoch), func(b *testing.B) { benchHandle(b, tb) })
	}
}

func benchHandle(b *testing.B, tb *table) {
	b.Helper()
	r := readDavey(b)
	tb.meetAll(r.Member.User)
	s, by := tb.seats[2].Session, tb.seats[1].Session
	add := tb.outside.Add(groupID, tb.epoch, r.Member.KeyPackage)
	commit, welcome := tb.foreign(by, add)
	run := func(name string, base *Session, m Message) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := base.fork().Handle(m, tb.now); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("op27+commit", s, appendMsg(add))
	told := s.fork()
	tb.handle(told, appendMsg(add))
	run("foreignAdd", told, Message{Op: OpAnnounceCommit, Transition: 9, Payload: commit})
	if n := len(tb.order); n > 2 {
		remove := tb.goer(slices.Index(tb.leaves, tb.order[n-1]))
		commit, _ := tb.foreign(by, remove)
		told := s.fork()
		tb.handle(told, appendMsg(remove))
		run("foreignRemove", told, Message{Op: OpAnnounceCommit, Transition: 9, Payload: commit})
	}
	b.Run("welcome", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			joiner := r.session(b)
			joiner.outside = &tb.sender
			b.StartTimer()
			if _, err := joiner.Handle(Message{Op: OpWelcome, Transition: 9, Payload: welcome}, tb.now); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// turn has somebody come and go.
func (tb *table) turn() {
	tb.join(1000, 0)
	tb.settle()
	tb.leave(1000)
	tb.settle()
	delete(tb.seats, 1000)
	if len(tb.order) == 1 {
		tb.t.Fatal("only one is left")
	}
}

// TestMemory holds what a session of 50 members keeps to its budget, when ten of
// them have spoken. A commit of its own that waits to be announced adds about
// 12 KiB: see TestMemory in mls.
func TestMemory(t *testing.T) {
	const members, copies, speakers, budget = 50, 16, 10, 64 << 10
	tb := newTableOf(t, members-copies)
	before := heapBytes()
	joined := make([]*seat, copies)
	for i := range joined {
		joined[i] = tb.join(uint64(1000+i), 0)
		tb.settle()
		joined[i].sent, joined[i].keyPackage = nil, nil
	}
	tb.agree()
	tb.run(2 * grace)
	// What the sixteen have is what is gone when they are.
	for u := range uint64(speakers) {
		sealed := tb.seats[u+1].mustEncrypt(t, opusFrame)
		for _, s := range joined {
			_, err := s.Decrypt(nil, u+1, sealed, tb.now)
			check(t, err)
		}
	}
	with := heapBytes()
	for _, s := range joined {
		s.Session = nil
	}
	without := heapBytes()
	each := (with - without) / copies
	t.Logf("%d members: %d bytes a session", members, each)
	if each > budget || before > without+budget {
		t.Errorf("%d bytes a session, want at most %d", each, budget)
	}
	runtime.KeepAlive(tb)
}

// heapBytes returns how many bytes are in use.
func heapBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestLateEpoch: what a session keeps does not grow with the age of the call.
func TestLateEpoch(t *testing.T) {
	tb := newTableOf(t, 3)
	size := func() string {
		tb.run(2 * grace)
		s := tb.seats[2]
		h := s.hearer.published.Load()
		return fmt.Sprint(len(h.epochs), len(h.epochs[0].users), len(s.queue.list), len(s.open), len(s.users),
			len(s.recovery.asked), len(s.recovery.flagged), len(s.delayed), s.commit == nil, len(s.hearer.health.failing))
	}
	tb.turn()
	early := size()
	for range 100 {
		tb.turn()
		if n := len(tb.seats[2].hearer.published.Load().epochs); n > maxEpochs {
			t.Fatalf("keys of %d epochs", n)
		}
	}
	if late := size(); late != early {
		t.Errorf("state %s after 200 epochs, want %s", late, early)
	}
	tb.hear()
}
