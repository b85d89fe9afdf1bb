package voice

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/gateway"
)

// A Ticket is what one voice connection is made from: where the bot is to be,
// and the answer of the main gateway to its wish. It prints neither session nor
// token.
type Ticket struct {
	Guild   transcript.GuildID
	Channel transcript.ChannelID
	User    transcript.SpeakerID // the bot

	Session  string // of VOICE_STATE_UPDATE
	Endpoint string // host and port, of VOICE_SERVER_UPDATE
	Token    string // likewise
}

// Format prints the ticket without what opens a connection.
func (t Ticket) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "ticket to channel %d of guild %d by %s", t.Channel, t.Guild, t.Endpoint)
}

// A PacketConn is a UDP socket that is connected to one address. Close makes a
// Read that waits return.
type PacketConn interface {
	io.ReadWriteCloser
	SetReadDeadline(t time.Time) error
}

// Dialers reach the voice server. The zero Dialers use the network.
type Dialers struct {
	Gateway gateway.Dialer
	UDP     func(ctx context.Context, to netip.AddrPort) (PacketConn, error)
}

func (d Dialers) withDefaults() Dialers {
	if d.Gateway == nil {
		d.Gateway = gateway.DialWebsocket(nil)
	}
	if d.UDP == nil {
		d.UDP = func(ctx context.Context, to netip.AddrPort) (PacketConn, error) {
			var dialer net.Dialer
			c, err := dialer.DialContext(ctx, "udp", to.String())
			if err != nil {
				return nil, err
			}
			return c.(*net.UDPConn), nil
		}
	}
	return d
}
