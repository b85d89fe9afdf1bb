package voicetest

import (
	"context"
	"net/netip"

	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
)

// Dialers reach the server: in memory, or once ListenLocal was called, on this
// machine.
func (v *VoiceServer) Dialers() voice.Dialers {
	if v.here() != nil {
		return voice.Dialers{Gateway: gateway.DialWebsocket(v.Client())}
	}
	return voice.Dialers{
		Gateway: v.Dial,
		UDP: func(ctx context.Context, to netip.AddrPort) (voice.PacketConn, error) {
			l, err := v.dialUDP(ctx, to)
			if err != nil {
				return nil, err
			}
			return l, nil
		},
	}
}
