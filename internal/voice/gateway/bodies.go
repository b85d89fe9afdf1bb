package gateway

import (
	"encoding/json"
	"fmt"
	"net/netip"
)

// The JSON bodies. Fields that no part of ours has a use for are left out.

// Identify, op 0, begins a session.
type Identify struct {
	Guild   ID     `json:"server_id"`
	User    ID     `json:"user_id"`
	Session string `json:"session_id"`
	Token   Token  `json:"token"`
	// DAVE is the newest version of the end-to-end encryption that we know. A
	// client with none is turned away with close code 4017 from all but stage
	// channels, and leaving the field out is having none.
	DAVE int `json:"max_dave_protocol_version"`
}

func (b Identify) wire() any {
	type open Identify
	return struct {
		open
		Token string `json:"token"`
	}{open(b), b.Token.Reveal()}
}

// SelectProtocol, op 1, says from which address we are heard, as the media
// server sees it, and how packets are sealed.
type SelectProtocol struct {
	Address string
	Port    uint16
	Mode    string
}

type selectProtocol struct {
	Protocol string `json:"protocol"`
	Data     struct {
		Address string `json:"address"`
		Port    uint16 `json:"port"`
		Mode    string `json:"mode"`
	} `json:"data"`
}

// MarshalJSON writes the nested form that the wire has.
func (b SelectProtocol) MarshalJSON() ([]byte, error) {
	f := selectProtocol{Protocol: "udp"}
	f.Data.Address, f.Data.Port, f.Data.Mode = b.Address, b.Port, b.Mode
	return json.Marshal(f)
}

// Ready, op 2, answers Identify. Its heartbeat_interval is a leftover that is
// known to be wrong; Hello has the right one.
type Ready struct {
	SSRC  uint32   `json:"ssrc"`
	IP    string   `json:"ip"`
	Port  uint16   `json:"port"`
	Modes []string `json:"modes"`
}

// Addr returns the address of the media server.
func (b Ready) Addr() (netip.AddrPort, error) {
	ip, err := netip.ParseAddr(b.IP)
	if err != nil || b.Port == 0 {
		return netip.AddrPort{}, fmt.Errorf("%v: %w: no address of a media server", OpReady, ErrMalformed)
	}
	return netip.AddrPortFrom(ip, b.Port), nil
}

// Heartbeat is op 3 of a client.
type Heartbeat struct {
	// T is any number; the server sends it back.
	T int64 `json:"t"`
	// SeqAck is the number of the last message that came, or [Unnumbered].
	SeqAck int `json:"seq_ack"`
}

// HeartbeatAck, op 6, answers a heartbeat.
type HeartbeatAck struct {
	T int64 `json:"t"`
}

// UnmarshalJSON also reads a bare number, the form of older versions.
func (b *HeartbeatAck) UnmarshalJSON(data []byte) error {
	var bare integer
	if bare.UnmarshalJSON(data) == nil {
		b.T = int64(bare)
		return nil
	}
	var f struct {
		T integer `json:"t"`
	}
	err := json.Unmarshal(data, &f)
	b.T = int64(f.T)
	return err
}

// Description, op 4, answers SelectProtocol.
type Description struct {
	Mode      string `json:"mode"`
	SecretKey Key    `json:"secret_key"`
	// DAVE is the version of the end-to-end encryption that rules, 0 for none:
	// so it is in stage channels.
	DAVE int `json:"dave_protocol_version"`
}

func (b Description) wire() any {
	type open Description
	return struct {
		open
		SecretKey []uint16 `json:"secret_key"`
	}{open(b), b.SecretKey.wire()}
}

func (b *Description) check() error {
	if !b.SecretKey.Set() {
		return fmt.Errorf("%w: no key", ErrMalformed)
	}
	return nil
}

// The bits of Speaking.Flags.
const (
	SpeakingVoice    = 1 << iota // the microphone
	SpeakingShare                // sound that goes with a shared screen
	SpeakingPriority             // others are to be lowered
)

// Speaking, op 5, says whose an SSRC is. Discord sends one when somebody begins
// to speak for the first time, and none when they stop.
type Speaking struct {
	User  ID     `json:"user_id,omitzero"` // of a server's only
	SSRC  uint32 `json:"ssrc"`
	Flags int    `json:"speaking"`
	Delay int    `json:"delay"` // of a client's only; zero
}

// Resume, op 7, goes on with a session on a new websocket.
type Resume struct {
	Guild   ID     `json:"server_id"`
	Session string `json:"session_id"`
	Token   Token  `json:"token"`
	// SeqAck is the number of the last message that came, or [Unnumbered]; all
	// later ones are sent again.
	SeqAck int `json:"seq_ack"`
}

func (b Resume) wire() any {
	type open Resume
	return struct {
		open
		Token string `json:"token"`
	}{open(b), b.Token.Reveal()}
}

// Hello, op 8, opens every websocket, before or after what we say first.
type Hello struct {
	Version int `json:"v"`
	// Interval is how often to beat, in milliseconds, with a fraction at times.
	Interval float64 `json:"heartbeat_interval"`
}

// ClientsConnect, op 11, lists everybody when we come, and each who comes later.
type ClientsConnect struct {
	Users []ID `json:"user_ids"`
}

// Video, op 12, says which streams somebody has.
type Video struct {
	User      ID     `json:"user_id,omitzero"` // of a server's only
	AudioSSRC uint32 `json:"audio_ssrc"`
	VideoSSRC uint32 `json:"video_ssrc"`
	RTXSSRC   uint32 `json:"rtx_ssrc"`
}

// ClientDisconnect, op 13, says who left.
type ClientDisconnect struct {
	User ID `json:"user_id"`
}

// ClientFlags, op 18, tells what somebody allows. Null is 0.
type ClientFlags struct {
	User  ID     `json:"user_id"`
	Flags uint64 `json:"flags"`
}

// Platform, op 20, tells what somebody uses: nil, as bots have it, or 0 desktop,
// 1 mobile, 2 Xbox, 3 PlayStation.
type Platform struct {
	User     ID   `json:"user_id"`
	Platform *int `json:"platform"`
}
