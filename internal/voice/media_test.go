package voice_test

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
	"glyphoxa/internal/voice/voicetest"
)

const annaSource = 0xa11a

// A wired call is two wires with a key in common: what Anna sends, the bot takes.
type wired struct {
	anna, bot *voice.Wire
	now       time.Time
	packets   [][]byte
	seq       uint16
}

// newWired returns one in which both are in an encrypted group.
func newWired(tb testing.TB, mode rtp.Mode, packets [][]byte, receive func(transcript.SpeakerID, voice.Packet)) *wired {
	tb.Helper()
	room := voicetest.NewRoom(voicetest.NewCall(channel, voicetest.CallOptions{}), voicetest.RoomOptions{})
	a, b := voicetest.NewOurs(anna, channel, dave.Options{}), voicetest.NewOurs(self, channel, dave.Options{})
	for user, m := range map[voicetest.User]voicetest.Member{anna: a, self: b} {
		if err := room.Join(user, m); err != nil {
			tb.Fatal(err)
		}
	}
	if err := room.Settle(time.Minute); err != nil {
		tb.Fatal(err)
	}
	if err := room.Agree(); err != nil {
		tb.Fatal(err)
	}
	w := &wired{
		anna:    voice.NewWire(a.Session, annaSource, func(transcript.SpeakerID, voice.Packet) {}),
		bot:     voice.NewWire(b.Session, 0xb0, receive),
		now:     room.Now(),
		packets: packets,
	}
	key := [gateway.KeyLen]byte{1, 2, 3}
	for _, wire := range []*voice.Wire{w.anna, w.bot} {
		if err := wire.Describe(mode, key); err != nil {
			tb.Fatal(err)
		}
	}
	w.bot.Learn(annaSource, anna)
	return w
}

// send has Anna send the next packet, and returns the datagram, which is good
// until the next.
func (w *wired) send(tb testing.TB) []byte {
	tb.Helper()
	p := voice.Packet{Seq: w.seq, Timestamp: uint32(w.seq) * 960, Opus: w.packets[int(w.seq)%len(w.packets)]}
	w.seq++
	w.now = w.now.Add(20 * time.Millisecond)
	if !w.anna.Send(p) {
		tb.Fatal("not sent")
	}
	return w.anna.Last
}

func modes(tb testing.TB) []rtp.Mode {
	tb.Helper()
	return []rtp.Mode{rtp.AES256GCM, rtp.XChaCha20}
}

// From the datagram to the ear and back, nothing is allocated: transport, DAVE
// and Opus.
func TestPacketPathDoesNotAllocate(t *testing.T) {
	for _, mode := range modes(t) {
		t.Run(string(mode), func(t *testing.T) {
			ear := voice.NewEar(anna, voice.Options{})
			var events []voice.Event
			var w *wired
			w = newWired(t, mode, voice.HissPackets(t), func(_ transcript.SpeakerID, p voice.Packet) {
				events = ear.Packet(events[:0], p, w.now)
			})
			for range 100 { // buffers grow, keys are made
				w.bot.Datagram(w.send(t), w.now)
			}
			if n := testing.AllocsPerRun(200, func() { w.bot.Datagram(w.send(t), w.now) }); n != 0 {
				t.Errorf("%v allocations a packet there and back, want 0", n)
			}
			if c := ear.Counters(); c.Decoded < 300 || c.Bad != 0 || c.Lost != 0 {
				t.Errorf("the ear: %+v", c)
			}
			_ = events
		})
	}
}

// What is not a packet of somebody's, whole and for the first time, is not heard,
// and does no harm to what is.
//
// Case: V03, G34.
func TestHostileDatagrams(t *testing.T) {
	var heard int
	w := newWired(t, rtp.AES256GCM, voice.SentencePackets(t), func(transcript.SpeakerID, voice.Packet) { heard++ })
	for range 10 {
		w.bot.Datagram(w.send(t), w.now)
	}
	if heard != 10 {
		t.Fatalf("%d of 10 packets are heard", heard)
	}
	whole := slices.Clone(w.send(t))
	for n := range whole { // cut at every byte
		w.bot.Datagram(whole[:n], w.now)
	}
	for i := range whole { // every byte forged
		forged := slices.Clone(whole)
		forged[i] ^= 0x55
		w.bot.Datagram(forged, w.now)
	}
	w.bot.Datagram(append(slices.Clone(whole), make([]byte, 1500)...), w.now)
	w.bot.Datagram(nil, w.now)
	w.bot.Datagram(make([]byte, 2048), w.now)
	if heard != 10 {
		t.Fatalf("%d packets are heard of which nobody sent one", heard-10)
	}
	w.bot.Datagram(whole, w.now)
	w.bot.Datagram(whole, w.now) // played again
	if heard != 11 {
		t.Errorf("the packet itself is heard %d times, want once", heard-10)
	}
	in, _ := w.bot.Counts()
	if in.Decrypted != 11 || in.Failed != 1 {
		t.Errorf("counters: %+v", in)
	}
}

// What the relay says of a frame, or an attacker, never reaches Opus as it is:
// only frames that DAVE opens do.
//
// Case: V04, G27.
func TestPlainFramesAreDropped(t *testing.T) {
	var heard [][]byte
	w := newWired(t, rtp.XChaCha20, voice.SentencePackets(t), func(_ transcript.SpeakerID, p voice.Packet) {
		heard = append(heard, slices.Clone(p.Opus))
	})
	sealer, err := rtp.NewSealer(rtp.XChaCha20, append([]byte{1, 2, 3}, make([]byte, 29)...))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		w.bot.Datagram(w.send(t), w.now)
	}
	now := w.now.Add(time.Minute) // outside of every window of a transition
	for i := range 3 {
		plain, err := sealer.Seal(nil, rtp.Header{Seq: uint16(50 + i), SSRC: annaSource}, w.packets[40])
		if err != nil {
			t.Fatal(err)
		}
		w.bot.Datagram(plain, now)
	}
	silence, err := sealer.Seal(nil, rtp.Header{Seq: 53, SSRC: annaSource}, []byte(opus.SilenceFrame))
	if err != nil {
		t.Fatal(err)
	}
	w.bot.Datagram(silence, now)
	if len(heard) != 51 || !opus.IsSilence(heard[50]) {
		t.Errorf("%d frames are heard, want 50 and the silence", len(heard))
	}
}

func BenchmarkReceive(b *testing.B) {
	for _, mode := range modes(b) {
		b.Run(string(mode), func(b *testing.B) {
			ear := voice.NewEar(anna, voice.Options{})
			var events []voice.Event
			var w *wired
			w = newWired(b, mode, voice.SentencePackets(b), func(_ transcript.SpeakerID, p voice.Packet) {
				events = ear.Packet(events[:0], p, w.now)
			})
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				d := w.send(b)
				b.StartTimer()
				w.bot.Datagram(d, w.now)
			}
			_ = events
		})
	}
}

func BenchmarkSend(b *testing.B) {
	w := newWired(b, rtp.AES256GCM, voice.SentencePackets(b), func(transcript.SpeakerID, voice.Packet) {})
	b.ReportAllocs()
	for b.Loop() {
		w.send(b)
	}
}

// FuzzDatagram: no bytes from the network make a packet that nobody sent.
func FuzzDatagram(f *testing.F) {
	heard := 0
	w := newWired(f, rtp.AES256GCM, voice.SentencePackets(f), func(transcript.SpeakerID, voice.Packet) { heard++ })
	f.Add(slices.Clone(w.send(f))[:40])
	f.Add(slices.Clone(rtp.AppendDiscovery(nil, annaSource)))
	f.Fuzz(func(t *testing.T, b []byte) {
		w.bot.Datagram(b, w.now)
		if heard != 0 {
			t.Errorf("%d packets heard", heard)
		}
	})
}
