package voicetest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"sync"
	"time"
)

// inboxDepth is how many datagrams wait to be read. More are lost, as the kernel
// does it.
const inboxDepth = 512

// A memoryConn is a UDP socket in memory, connected to the relay. The relay sees
// it at an address that its owner learns only by asking.
type memoryConn struct {
	v     *VoiceServer
	seen  netip.AddrPort
	inbox chan []byte
	ended chan struct{}
	once  sync.Once

	mu       sync.Mutex
	deadline time.Time
	moved    chan struct{} // closed when the deadline is another
}

// dialUDP opens a UDP socket in memory. The address is that of op 2.
func (v *VoiceServer) dialUDP(ctx context.Context, addr netip.AddrPort) (*memoryConn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if addr != relayAddr {
		return nil, fmt.Errorf("%w: %v", ErrUnreachable, addr)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return nil, ErrUnreachable
	}
	v.line++
	l := &memoryConn{
		v: v,
		// One address for all, another port for each: a router's.
		seen:  netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, 23}), uint16(20000+v.line%40000)),
		inbox: make(chan []byte, inboxDepth),
		ended: make(chan struct{}),
		moved: make(chan struct{}),
	}
	v.lines[l.seen] = l
	return l, nil
}

// Read reads one datagram. What does not fit is lost.
func (l *memoryConn) Read(b []byte) (int, error) {
	for {
		l.mu.Lock()
		at, moved := l.deadline, l.moved
		l.mu.Unlock()
		select {
		case <-l.ended:
			return 0, net.ErrClosed
		default:
		}
		var due <-chan time.Time
		if !at.IsZero() {
			if time.Until(at) <= 0 {
				return 0, os.ErrDeadlineExceeded
			}
			t := time.NewTimer(time.Until(at))
			defer t.Stop() // a handful, should the deadline move meanwhile
			due = t.C
		}
		select {
		case d := <-l.inbox:
			return copy(b, d), nil
		case <-l.ended:
			return 0, net.ErrClosed
		case <-due:
			return 0, os.ErrDeadlineExceeded
		case <-moved:
		}
	}
}

// Write sends one datagram.
func (l *memoryConn) Write(b []byte) (int, error) {
	select {
	case <-l.ended:
		return 0, net.ErrClosed
	default:
	}
	l.v.mu.Lock()
	defer l.v.mu.Unlock()
	l.v.arrive(l.seen, b)
	return len(b), nil
}

// SetReadDeadline implements [voice.PacketConn].
func (l *memoryConn) SetReadDeadline(t time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deadline = t
	close(l.moved)
	l.moved = make(chan struct{})
	return nil
}

// Close implements [voice.PacketConn].
func (l *memoryConn) Close() error {
	l.shut()
	l.v.mu.Lock()
	defer l.v.mu.Unlock()
	delete(l.v.lines, l.seen)
	delete(l.v.ways, l.seen)
	return nil
}

// shut makes Read and Write err.
func (l *memoryConn) shut() { l.once.Do(func() { close(l.ended) }) }

// push puts a datagram into the inbox.
func (l *memoryConn) push(b []byte) {
	select {
	case l.inbox <- bytes.Clone(b):
	default:
	}
}
