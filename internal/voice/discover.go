package voice

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"time"

	"glyphoxa/internal/voice/rtp"
)

// discovery: so often and so far apart the server is asked, since a datagram may
// be lost.
const (
	discoverTries = 5
	discoverEvery = time.Second
)

var errDiscovery = errors.New("the voice server does not answer over UDP: is a firewall in the way?")

// discover asks the server under which address it sees this socket. Nobody else
// may read from it meanwhile. What else comes is dropped: there is no key yet to
// open it with.
func discover(ctx context.Context, udp PacketConn, ssrc uint32) (netip.AddrPort, error) {
	// A read ends at once when ctx does.
	defer context.AfterFunc(ctx, func() { _ = udp.SetReadDeadline(time.Unix(1, 0)) })()
	b := make([]byte, datagramSize)
	for range discoverTries {
		if _, err := udp.Write(rtp.AppendDiscovery(nil, ssrc)); err != nil {
			return netip.AddrPort{}, fmt.Errorf("send over UDP: %w", err)
		}
		until := time.Now().Add(discoverEvery)
		for time.Now().Before(until) {
			if err := udp.SetReadDeadline(until); err != nil {
				return netip.AddrPort{}, err
			}
			if ctx.Err() != nil {
				return netip.AddrPort{}, context.Cause(ctx)
			}
			n, err := udp.Read(b)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				break
			}
			if err != nil {
				// The answer to our datagram: nobody is there, perhaps not yet.
				select {
				case <-time.After(time.Until(until)):
				case <-ctx.Done():
				}
				break
			}
			if seen, err := rtp.ParseDiscovery(b[:n], ssrc); err == nil {
				return seen, udp.SetReadDeadline(time.Time{})
			}
		}
		if ctx.Err() != nil {
			return netip.AddrPort{}, context.Cause(ctx)
		}
	}
	return netip.AddrPort{}, errDiscovery
}
