package gateway

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

var seeds = []struct {
	binary bool
	frame  string
}{
	{false, `{"op":5,"d":{"user_id":"1","ssrc":2,"speaking":1},"seq":0}`},
	{false, `{"op":8,"d":{"v":8,"heartbeat_interval":13750.25}}`},
	{false, `{"op":9,"d":null}`},
	{false, `{"op":"2","d":{"ssrc":1,"ip":"192.0.2.1","port":1,"modes":["m"]},"seq":"1"}`},
	{false, `{"op":99,"d": [1, 2] ,"seq":-5}`},
	{true, "\x00\x01\x1e\x00\x02w"},
	{true, "\x1akey"},
	{true, "\xff\xff\x63"},
}

// FuzzParseServer: what is refused leaves nothing behind; what is accepted is
// the same after it was written and read again.
func FuzzParseServer(f *testing.F) { fuzzParse(f, ParseServer, AppendServer) }

// FuzzParseClient is the same for the other direction.
func FuzzParseClient(f *testing.F) { fuzzParse(f, ParseClient, AppendClient) }

func fuzzParse(f *testing.F, parse func(bool, []byte) (Message, error), write func([]byte, Message) (bool, []byte)) {
	f.Helper()
	for _, s := range seeds {
		f.Add(s.binary, []byte(s.frame))
	}
	f.Fuzz(func(t *testing.T, binary bool, frame []byte) {
		m, err := parse(binary, frame)
		if err != nil {
			if !errors.Is(err, ErrMalformed) || m.Data != nil || m.Op != 0 || m.Seq != 0 {
				t.Fatalf("refused %q with %v, leaving %+v", frame, err, m)
			}
			return
		}
		if !m.Op.Known() {
			return // whether it was binary is not told
		}
		again, out := write(nil, m)
		if again != binary {
			t.Fatalf("%v: binary %v became %v", m.Op, binary, again)
		}
		if binary && !bytes.Equal(out, frame) {
			t.Fatalf("%q became %q", frame, out)
		}
		if m2, err := parse(again, out); err != nil || !reflect.DeepEqual(m, m2) {
			t.Fatalf("%+v became %+v, %v", m, m2, err)
		}
	})
}

// FuzzBodies: what decodes at all decodes to the same after it was written.
func FuzzBodies(f *testing.F) {
	for op, data := range []string{
		`{"server_id":"1","user_id":2,"session_id":"s","token":"t","max_dave_protocol_version":1}`,
		`{"protocol":"udp","data":{"address":"192.0.2.7","port":1,"mode":"m"}}`,
		`{"ssrc":1,"ip":"192.0.2.1","port":1,"modes":["m"]}`,
		`{"t":1,"seq_ack":0}`,
		`{"mode":"m","secret_key":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,255]}`,
		`{"user_id":"1","ssrc":2,"speaking":5}`,
		`1530000000000`,
		`{"server_id":"1","session_id":"s","token":"t"}`,
		`{"v":8,"heartbeat_interval":41250}`,
		``, ``,
		`{"user_ids":["1",2,null]}`,
		`{"audio_ssrc":1,"video_ssrc":2,"rtx_ssrc":3,"streams":[]}`,
		`{"user_id":"1"}`,
		``, ``, ``, ``,
		`{"user_id":"1","flags":null}`,
		``,
		`{"user_id":"1","platform":0}`,
	} {
		f.Add(uint8(op), []byte(data))
	}
	f.Fuzz(func(t *testing.T, op uint8, data []byte) {
		body, again := newBody(Op(op)), newBody(Op(op))
		if body == nil {
			return
		}
		if err := (Message{Op: Op(op), Data: data}).Decode(body); err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		m, err := NewMessage(Op(op), Unnumbered, body)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Decode(again); err != nil {
			t.Fatalf("%s: %v", m.Data, err)
		}
		if !reflect.DeepEqual(body, again) {
			t.Fatalf("%+v became %+v", body, again)
		}
	})
}

func newBody(op Op) any {
	switch op {
	case OpIdentify:
		return new(Identify)
	case OpSelectProtocol:
		return new(SelectProtocol)
	case OpReady:
		return new(Ready)
	case OpHeartbeat:
		return new(Heartbeat)
	case OpDescription:
		return new(Description)
	case OpSpeaking:
		return new(Speaking)
	case OpHeartbeatAck:
		return new(HeartbeatAck)
	case OpResume:
		return new(Resume)
	case OpHello:
		return new(Hello)
	case OpClientsConnect:
		return new(ClientsConnect)
	case OpVideo:
		return new(Video)
	case OpClientDisconnect:
		return new(ClientDisconnect)
	case OpClientFlags:
		return new(ClientFlags)
	case OpPlatform:
		return new(Platform)
	default:
		return nil
	}
}
