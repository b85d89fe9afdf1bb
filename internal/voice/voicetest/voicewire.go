package voicetest

import (
	"encoding/json"

	"glyphoxa/internal/voice/gateway"
)

// The data of the voice gateway's messages, as the server reads and writes them.
// They are not those of package gateway on purpose: a field misspelt there must
// be a field that is missing here.
type (
	helloBody struct {
		V        int     `json:"v"`
		Interval float64 `json:"heartbeat_interval"`
	}
	ackBody struct {
		T json.Number `json:"t"`
	}
	identifyBody struct {
		Server  *User  `json:"server_id"`
		User    *User  `json:"user_id"`
		Session string `json:"session_id"`
		Token   string `json:"token"`
		Dave    int    `json:"max_dave_protocol_version"`
	}
	resumeBody struct {
		Server  *User  `json:"server_id"`
		Session string `json:"session_id"`
		Token   string `json:"token"`
		Ack     *int   `json:"seq_ack"`
	}
	readyBody struct {
		SSRC        uint32   `json:"ssrc"`
		IP          string   `json:"ip"`
		Port        uint16   `json:"port"`
		Modes       []string `json:"modes"`
		Experiments []string `json:"experiments"`
		Streams     []string `json:"streams"`
		// Interval is a leftover that is known to be wrong.
		Interval int `json:"heartbeat_interval"`
	}
	selectBody struct {
		Protocol string `json:"protocol"`
		Data     struct {
			Address string `json:"address"`
			Port    uint16 `json:"port"`
			Mode    string `json:"mode"`
		} `json:"data"`
	}
	descriptionBody struct {
		Mode       string  `json:"mode"`
		Key        [32]int `json:"secret_key"`
		Dave       int     `json:"dave_protocol_version"`
		AudioCodec string  `json:"audio_codec"`
		VideoCodec string  `json:"video_codec"`
		Media      string  `json:"media_session_id"`
	}
	speakingBody struct {
		User     User   `json:"user_id,omitempty"`
		Speaking int    `json:"speaking"`
		Delay    *int   `json:"delay,omitempty"`
		SSRC     uint32 `json:"ssrc"`
	}
	videoBody struct {
		User  User   `json:"user_id"`
		Audio uint32 `json:"audio_ssrc"`
		Video uint32 `json:"video_ssrc"`
		RTX   uint32 `json:"rtx_ssrc"`
	}
	flagsBody struct {
		User  User `json:"user_id"`
		Flags *int `json:"flags"`
	}
	platformBody struct {
		User     User `json:"user_id"`
		Platform *int `json:"platform"`
	}
)

// unnumbered is the number of a message that has none.
const unnumbered = -1

// voiceJSON returns a message, without a number for now.
func voiceJSON(op gateway.Op, v any) gateway.Message {
	b, err := json.Marshal(v)
	if err != nil {
		panic("voicetest: " + err.Error())
	}
	return gateway.Message{Op: op, Seq: unnumbered, Data: b}
}

// numbered reports whether messages of an op have numbers: those that are sent
// again to somebody who resumes.
func numbered(op gateway.Op) bool {
	switch op {
	case gateway.OpReady, gateway.OpHeartbeat, gateway.OpDescription, gateway.OpHeartbeatAck, gateway.OpHello, gateway.OpResumed:
		return false
	default:
		return true
	}
}
