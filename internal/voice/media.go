package voice

import (
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
)

// datagramSize is more than any datagram of Discord's has.
const datagramSize = 2048

// media is the way of sound through one connection, in both directions:
//
//	datagram → transport → whose is it → consent → DAVE → receive
//	packet → DAVE → transport → datagram
//
// Whose a stream is may be learnt at any time. Sound flows once the socket is
// there (open) and the server has described the session (describe), and goes on
// with what it says later: nothing of a key or a speaker is copied once and
// kept.
type media struct {
	udp     PacketConn // nil before open
	ssrc    uint32
	dave    *dave.Session
	receive func(transcript.SpeakerID, Packet)
	admit   func(transcript.SpeakerID) bool
	found   func(netip.AddrPort)
	asking  atomic.Bool // where the server sees us
	log     *slog.Logger
	count   flow

	hearing sync.Mutex // guards opener, sources, people, plain, opus
	opener  *rtp.Opener
	people  map[transcript.SpeakerID]*SpeakerHealth
	sources sources
	plain   []byte
	opus    []byte

	speaking sync.Mutex // guards sealer, frame, packet
	sealer   *rtp.Sealer
	frame    []byte
	packet   []byte

	// Of the last description; describe's alone.
	described bool
	mode      rtp.Mode
	key       [gateway.KeyLen]byte

	over      chan struct{} // closed by close
	closeOnce sync.Once
}

// newMedia returns media that have neither socket nor key. found takes where the
// server sees us, if ask has asked, while read runs.
func newMedia(opts ConnOptions, session *dave.Session, found func(netip.AddrPort)) *media {
	return &media{
		dave: session, receive: opts.Receive, admit: opts.Admit, found: found, log: opts.Log,
		people: map[transcript.SpeakerID]*SpeakerHealth{}, sources: newSources(),
		plain: make([]byte, datagramSize), opus: make([]byte, datagramSize),
		frame: make([]byte, datagramSize), packet: make([]byte, datagramSize),
		over: make(chan struct{}),
	}
}

// open gives it the socket. It is called once, before read and describe.
func (m *media) open(udp PacketConn, ssrc uint32) { m.udp, m.ssrc = udp, ssrc }

// describe has packets go by the server's key from now on. The same key again
// changes nothing: to count its nonces anew would be to use them twice.
func (m *media) describe(mode rtp.Mode, key [gateway.KeyLen]byte) error {
	if m.described && m.mode == mode && m.key == key {
		return nil
	}
	opener, err := rtp.NewOpener(mode, key[:])
	if err != nil {
		return err
	}
	sealer, err := rtp.NewSealer(mode, key[:])
	if err != nil {
		return err
	}
	m.hearing.Lock()
	m.opener = opener
	m.hearing.Unlock()
	m.speaking.Lock()
	m.sealer = sealer
	m.speaking.Unlock()
	m.described, m.mode, m.key = true, mode, key
	return nil
}

// read takes datagrams until the socket is closed.
func (m *media) read() {
	b := make([]byte, datagramSize)
	for {
		n, err := m.udp.Read(b)
		switch {
		case m.closed() || errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			// A socket that is connected reports what came of its last
			// datagram; that is no reason to be deaf.
			m.count.socket.Add(1)
			select {
			case <-m.over:
				return
			case <-time.After(readPause):
			}
			continue
		}
		m.datagram(b[:n], time.Now())
	}
}

// readPause is how long to wait after an error of the socket.
const readPause = 20 * time.Millisecond

// datagram takes what came at now. It does not keep b.
func (m *media) datagram(b []byte, now time.Time) {
	m.count.datagrams.Add(1)
	m.count.lastIn.Store(now.UnixNano())
	switch rtp.Classify(b) {
	case rtp.KindAudio:
	case rtp.KindDiscovery:
		// Anybody could send one; nothing in it is authenticated.
		if seen, err := rtp.ParseDiscovery(b, m.ssrc); err == nil && m.asking.Swap(false) {
			m.found(seen)
		}
		return
	default:
		return
	}
	m.hearing.Lock()
	defer m.hearing.Unlock()
	m.count.audio.Add(1)
	if m.opener == nil {
		return
	}
	head, payload, err := m.opener.Open(m.plain[:0], b)
	switch {
	case errors.Is(err, rtp.ErrEmpty):
		m.count.empty.Add(1)
		if user, known := m.sources.users[head.SSRC]; known && m.admit(user) {
			// Nothing to hear, but its number is used up: it is no loss.
			m.receive(user, Packet{Seq: head.Seq, Timestamp: head.Timestamp, Source: head.SSRC})
		}
		return
	case err != nil:
		m.count.unopened.Add(1)
		return
	}
	m.count.opened.Add(1)
	user, known := m.sources.users[head.SSRC]
	if !known {
		m.count.unknown.Add(1)
		m.count.dropped.Add(int64(m.sources.hold(head, payload, now)))
		return
	}
	m.heard(user, head, payload, now)
}

// heard takes what a user has sent. Whoever has not consented is not decrypted.
func (m *media) heard(user transcript.SpeakerID, head rtp.Header, payload []byte, now time.Time) {
	who := m.people[user]
	if who == nil {
		who = &SpeakerHealth{User: user}
		m.people[user] = who
	}
	who.Packets, who.Last, who.Admitted = who.Packets+1, now, m.admit(user)
	if !who.Admitted {
		m.count.refused.Add(1)
		return
	}
	m.count.admitted.Add(1)
	frame, err := m.dave.Decrypt(m.opus[:0], uint64(user), payload, now)
	if err != nil {
		m.count.undecrypted.Add(1)
		who.Failed++
		return
	}
	m.count.decrypted.Add(1)
	if !opus.IsSilence(frame) {
		m.count.sound.Add(1)
	}
	m.receive(user, Packet{Seq: head.Seq, Timestamp: head.Timestamp, Source: head.SSRC, Opus: frame})
}

// learn takes whose a stream is, and hears what has waited for that.
func (m *media) learn(stream uint32, user transcript.SpeakerID, now time.Time) {
	m.hearing.Lock()
	defer m.hearing.Unlock()
	waited, dropped := m.sources.learn(stream, user, now)
	m.count.dropped.Add(int64(dropped))
	for _, p := range waited {
		m.heard(user, p.head, p.payload, now)
	}
}

// forget takes that a user has left.
func (m *media) forget(user transcript.SpeakerID) {
	m.hearing.Lock()
	defer m.hearing.Unlock()
	m.sources.forget(user)
}

// speakers adds what came of whom to what came before, and returns a new map.
func (m *media) speakers(before map[transcript.SpeakerID]SpeakerHealth) map[transcript.SpeakerID]SpeakerHealth {
	m.hearing.Lock()
	defer m.hearing.Unlock()
	sum := maps.Clone(before)
	if sum == nil {
		sum = map[transcript.SpeakerID]SpeakerHealth{}
	}
	for user, who := range m.people {
		now := *who
		now.Packets += before[user].Packets
		now.Failed += before[user].Failed
		sum[user] = now
	}
	return sum
}

// send sends a packet and reports whether it has left.
func (m *media) send(p Packet) bool {
	m.speaking.Lock()
	defer m.speaking.Unlock()
	m.count.offered.Add(1)
	if m.sealer == nil || m.closed() {
		return false
	}
	frame, err := m.dave.Encrypt(m.frame[:0], p.Opus)
	if err != nil { // no key to speak with
		m.count.held.Add(1)
		return false
	}
	m.count.encrypted.Add(1)
	packet, err := m.sealer.Seal(m.packet[:0], rtp.Header{Seq: p.Seq, Timestamp: p.Timestamp, SSRC: m.ssrc}, frame)
	if err != nil { // the key is spent, after years
		m.count.unsent.Add(1)
		return false
	}
	if _, err := m.udp.Write(packet); err != nil {
		m.count.unsent.Add(1)
		return false
	}
	m.count.sent.Add(1)
	m.count.lastOut.Store(time.Now().UnixNano())
	return true
}

// ask asks the server where it sees us. The first answer goes to found.
func (m *media) ask() {
	m.asking.Store(true)
	// Should it get lost, all is as it was.
	_, _ = m.udp.Write(rtp.AppendDiscovery(nil, m.ssrc))
}

// alive keeps the way through routers open while only listening.
func (m *media) alive(n uint64) {
	var room [8]byte
	// One that does not get through is made up for by the next.
	_, _ = m.udp.Write(rtp.AppendKeepAlive(room[:0], n))
}

// close ends the way of sound. read returns soon.
func (m *media) close() {
	m.closeOnce.Do(func() {
		close(m.over)
		if m.udp == nil {
			return
		}
		if err := m.udp.Close(); err != nil {
			m.log.Debug("close the voice socket", slog.Any("error", err))
		}
	})
}

func (m *media) closed() bool {
	select {
	case <-m.over:
		return true
	default:
		return false
	}
}
