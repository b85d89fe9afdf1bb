package voice

import (
	"iter"
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
)

// SentencePackets is sentence as packets of 20 ms, for tests from outside.
func SentencePackets(tb testing.TB) [][]byte {
	tb.Helper()
	return packets(tb, sentence(tb))
}

// Sentence yields the frames of sentence, for tests from outside.
func Sentence(tb testing.TB) iter.Seq2[*audio.Frame, error] {
	tb.Helper()
	frames := sentence(tb)
	return func(yield func(*audio.Frame, error) bool) {
		for i := range frames {
			if !yield(&frames[i], nil) {
				return
			}
		}
	}
}

func packets(tb testing.TB, frames []audio.Frame) [][]byte {
	tb.Helper()
	enc, err := opus.NewEncoder(opus.EncoderOptions{Loss: 10})
	if err != nil {
		tb.Fatal(err)
	}
	var packets [][]byte
	for _, f := range frames {
		p, err := enc.Encode(nil, &f)
		if err != nil {
			tb.Fatal(err)
		}
		packets = append(packets, p)
	}
	return packets
}

// A Wire is the way of sound through a connection whose socket is in memory.
type Wire struct {
	m    *media
	Last []byte // datagram that was sent; overwritten by the next
}

func (w *Wire) Read([]byte) (int, error) { return 0, net.ErrClosed }

func (w *Wire) Write(b []byte) (int, error) {
	w.Last = append(w.Last[:0], b...)
	return len(b), nil
}

func (w *Wire) Close() error { return nil }

func (w *Wire) SetReadDeadline(time.Time) error { return nil }

// NewWire returns a wire of one side of a call, which sends as ssrc and hears
// everybody.
func NewWire(session *dave.Session, ssrc uint32, receive func(transcript.SpeakerID, Packet)) *Wire {
	w := &Wire{m: newMedia(ConnOptions{
		Receive: receive, Admit: func(transcript.SpeakerID) bool { return true }, Log: slog.New(slog.DiscardHandler),
	}, session, func(netip.AddrPort) {})}
	w.m.open(w, ssrc)
	return w
}

// Describe gives it the key of the connection.
func (w *Wire) Describe(mode rtp.Mode, key [gateway.KeyLen]byte) error {
	return w.m.describe(mode, key)
}

// Learn tells it whose a stream is.
func (w *Wire) Learn(stream uint32, user transcript.SpeakerID) { w.m.learn(stream, user, time.Now()) }

// Send sends a packet.
func (w *Wire) Send(p Packet) bool { return w.m.send(p) }

// Datagram takes what came.
func (w *Wire) Datagram(b []byte, now time.Time) { w.m.datagram(b, now) }

// Counts returns what it has counted.
func (w *Wire) Counts() (in Inbound, out Outbound) {
	in.add(&w.m.count)
	out.add(&w.m.count)
	return in, out
}

// HissPackets is noise, which is not speech, as packets of 20 ms.
func HissPackets(tb testing.TB) [][]byte {
	tb.Helper()
	return packets(tb, hiss(tb))
}
