package gateway

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestServerFrames reads and writes what a server sends. Binary frames begin
// with a number, always, and JSON ones end with one, or have none.
//
// Case: G03, G04, G20.
func TestServerFrames(t *testing.T) {
	tests := []struct {
		name   string
		binary bool
		frame  string
		want   Message
	}{
		{"numbered", false, `{"op":5,"d":{"ssrc":1},"seq":10}`, Message{OpSpeaking, 10, []byte(`{"ssrc":1}`)}},
		{"number 0", false, `{"op":13,"d":{},"seq":0}`, Message{OpClientDisconnect, 0, []byte(`{}`)}},
		{"more than 16 bits", false, `{"op":13,"d":{},"seq":65536}`, Message{OpClientDisconnect, 65536, []byte(`{}`)}},
		{"not numbered", false, `{"op":8,"d":{"v":8}}`, Message{OpHello, -1, []byte(`{"v":8}`)}},
		{"null", false, `{"op":9,"d":null}`, Message{OpResumed, -1, nil}},
		{"unknown", false, `{"op":200,"d":null,"seq":1}`, Message{200, 1, nil}},
		{"binary", true, "\x01\x02\x1bxyz", Message{OpProposals, 0x102, []byte("xyz")}},
		{"binary, number 0", true, "\x00\x00\x19\x00", Message{OpExternalSender, 0, []byte{0}}},
		{"announced commit", true, "\xff\xff\x1d\x00\x03c", Message{OpAnnounceCommit, 65535, []byte("\x00\x03c")}},
		{"empty binary", true, "\x00\x05\x1e", Message{OpWelcome, 5, []byte{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseServer(tt.binary, []byte(tt.frame))
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("%v %s", err, diff)
			}
			if binary, frame := AppendServer([]byte("before"), got); binary != tt.binary || string(frame) != "before"+tt.frame {
				t.Errorf("written back: %v %q", binary, frame)
			}
		})
	}
}

// TestClientFrames reads and writes what a client sends: nothing is numbered.
func TestClientFrames(t *testing.T) {
	tests := []struct {
		binary bool
		frame  string
		want   Message
	}{
		{false, `{"op":3,"d":{"t":1,"seq_ack":0}}`, Message{OpHeartbeat, -1, []byte(`{"t":1,"seq_ack":0}`)}},
		{true, "\x1akey", Message{OpKeyPackage, -1, []byte("key")}},
		{true, "\x1c", Message{OpCommitWelcome, -1, []byte{}}},
	}
	for _, tt := range tests {
		got, err := ParseClient(tt.binary, []byte(tt.frame))
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v %s", tt.frame, err, diff)
		}
		got.Seq = 5 // is not sent
		if binary, frame := AppendClient([]byte("before"), got); binary != tt.binary || string(frame) != "before"+tt.frame {
			t.Errorf("%q written back: %v %q", tt.frame, binary, frame)
		}
	}
	if m, err := ParseClient(false, []byte(`{"op":5,"d":{},"seq":3}`)); m.Seq != Unnumbered || err != nil {
		t.Errorf("a client's number: %+v, %v", m, err)
	}
	if _, err := ParseClient(true, nil); !errors.Is(err, ErrMalformed) {
		t.Errorf("nothing: %v", err)
	}
}

// TestCutFrames cuts binary frames, and JSON ones, at every byte.
func TestCutFrames(t *testing.T) {
	binary := "\x00\x01\x1e\x00\x02welcome"
	for i := range len(binary) {
		m, err := ParseServer(true, []byte(binary[:i]))
		if (err == nil) != (i >= 3) || (err != nil && !errors.Is(err, ErrMalformed)) {
			t.Errorf("%d bytes: %+v, %v", i, m, err)
		}
	}
	text := `{"op":5,"d":{"user_id":"1","ssrc":2},"seq":3}`
	for i := range len(text) {
		if m, err := ParseServer(false, []byte(text[:i])); !errors.Is(err, ErrMalformed) || m.Data != nil {
			t.Errorf("%q: %+v, %v", text[:i], m, err)
		}
	}
}

// TestLenient takes numbers for strings, strings for numbers, and more fields
// than there should be.
func TestLenient(t *testing.T) {
	m, err := ParseServer(false, []byte(`{"op":"11","seq":"4","d":{"user_ids":["1",2,18446744073709551615,null],"more":1},"s":9}`))
	if err != nil || m.Op != OpClientsConnect || m.Seq != 4 {
		t.Fatalf("%+v, %v", m, err)
	}
	var c ClientsConnect
	if err := m.Decode(&c); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]ID{1, 2, math.MaxUint64, 0}, c.Users); diff != "" {
		t.Error(diff)
	}
}

// TestBodies writes each body, compares it with the form that the wire has, and
// reads it again.
func TestBodies(t *testing.T) {
	var key [KeyLen]byte
	key[0], key[31] = 255, 1
	keyText := `[255,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]`
	for _, tt := range []struct {
		op   Op
		body any // a pointer
		into any
		want string
	}{
		{
			OpIdentify,
			&Identify{1, 2, "s", NewToken("t"), 1},
			new(Identify),
			`{"server_id":"1","user_id":"2","session_id":"s","max_dave_protocol_version":1,"token":"t"}`,
		},
		{
			OpSelectProtocol,
			&SelectProtocol{"192.0.2.7", 65535, "aead_aes256_gcm_rtpsize"},
			new(SelectProtocol),
			`{"protocol":"udp","data":{"address":"192.0.2.7","port":65535,"mode":"aead_aes256_gcm_rtpsize"}}`,
		},
		{OpReady, &Ready{math.MaxUint32, "192.0.2.1", 1, []string{"a", "b"}}, new(Ready), `{"ssrc":4294967295,"ip":"192.0.2.1","port":1,"modes":["a","b"]}`},
		{OpHeartbeat, &Heartbeat{5, 0}, new(Heartbeat), `{"t":5,"seq_ack":0}`},
		{OpHeartbeatAck, &HeartbeatAck{5}, new(HeartbeatAck), `{"t":5}`},
		{OpDescription, &Description{"m", NewKey(key), 1}, new(Description), `{"mode":"m","dave_protocol_version":1,"secret_key":` + keyText + `}`},
		{OpSpeaking, &Speaking{0, 7, SpeakingVoice, 0}, new(Speaking), `{"ssrc":7,"speaking":1,"delay":0}`},
		{OpSpeaking, &Speaking{3, 7, SpeakingVoice | SpeakingPriority, 0}, new(Speaking), `{"user_id":"3","ssrc":7,"speaking":5,"delay":0}`},
		{OpResume, &Resume{1, "s", NewToken("t"), -1}, new(Resume), `{"server_id":"1","session_id":"s","seq_ack":-1,"token":"t"}`},
		{OpHello, &Hello{8, 13750.5}, new(Hello), `{"v":8,"heartbeat_interval":13750.5}`},
		{OpClientsConnect, &ClientsConnect{[]ID{1, 2}}, new(ClientsConnect), `{"user_ids":["1","2"]}`},
		{OpVideo, &Video{1, 2, 3, 4}, new(Video), `{"user_id":"1","audio_ssrc":2,"video_ssrc":3,"rtx_ssrc":4}`},
		{OpClientDisconnect, &ClientDisconnect{1}, new(ClientDisconnect), `{"user_id":"1"}`},
		{OpClientFlags, &ClientFlags{1, 2}, new(ClientFlags), `{"user_id":"1","flags":2}`},
		{OpPlatform, &Platform{1, new(0)}, new(Platform), `{"user_id":"1","platform":0}`},
		{OpPlatform, &Platform{1, nil}, new(Platform), `{"user_id":"1","platform":null}`},
	} {
		m, err := NewMessage(tt.op, Unnumbered, tt.body)
		if err != nil || string(m.Data) != tt.want {
			t.Errorf("%v: %s, %v\nwant: %s", tt.op, m.Data, err, tt.want)
		}
		if err := m.Decode(tt.into); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(tt.body, tt.into, cmp.Comparer(func(a, b Token) bool { return a.Reveal() == b.Reveal() }),
			cmp.Comparer(func(a, b Key) bool { return a.Reveal() == b.Reveal() })); diff != "" {
			t.Errorf("%v: %s", tt.op, diff)
		}
	}
}

// TestBodiesOfOtherForms decodes, or refuses, what is near the right form.
func TestBodiesOfOtherForms(t *testing.T) {
	for _, tt := range []struct {
		body any
		data string
		ok   bool
	}{
		{new(Heartbeat), `{"t":1}`, true},
		{new(Heartbeat), `7`, false},
		{new(HeartbeatAck), `7`, true},
		{new(HeartbeatAck), `"7"`, true},
		{new(HeartbeatAck), `{"t":1.5}`, false},
		{new(Ready), `{"ssrc":4294967296}`, false},
		{new(Ready), `{"port":70000}`, false},
		{new(Ready), `{"modes":"m"}`, false},
		{new(Ready), ``, false},
		{new(Description), `{}`, false},
		{new(Description), `{"secret_key":null}`, false},
		{new(Description), `{"secret_key":[1]}`, false},
		{new(Description), `{"secret_key":"AAAA"}`, false},
		{new(Description), `{"secret_key":[256,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]}`, false},
		{new(Description), `{"secret_key":[-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]}`, false},
		{new(ClientFlags), `{"user_id":"1","flags":null}`, true},
		{new(ClientDisconnect), `{"user_id":"one"}`, false},
		{new(ClientDisconnect), `{"user_id":-1}`, false},
		{new(ClientDisconnect), `{"user_id":1.5}`, false},
		{new(ClientDisconnect), `{"user_id":{}}`, false},
		{new(ClientDisconnect), `[]`, false},
		{new(Speaking), `{"user_id":"1","ssrc":2,"speaking":true}`, false},
		{new(Hello), `{"heartbeat_interval":"soon"}`, false},
	} {
		err := Message{Data: []byte(tt.data)}.Decode(tt.body)
		if (err == nil) != tt.ok || (err != nil && !errors.Is(err, ErrMalformed)) {
			t.Errorf("%T from %s: %v", tt.body, tt.data, err)
		}
	}
	h := Heartbeat{SeqAck: 3}
	if err := json.Unmarshal([]byte(`{"t":1}`), &h); err != nil || h.SeqAck != Unnumbered {
		t.Errorf("no seq_ack: %+v, %v", h, err)
	}
}

func TestReadyAddr(t *testing.T) {
	for _, tt := range []struct {
		ready Ready
		want  string
	}{
		{Ready{IP: "192.0.2.1", Port: 50000}, "192.0.2.1:50000"},
		{Ready{IP: "2001:db8::1", Port: 1}, "[2001:db8::1]:1"},
		{Ready{IP: "192.0.2.1"}, ""},
		{Ready{IP: "voice.example", Port: 1}, ""},
	} {
		got, err := tt.ready.Addr()
		if tt.want == "" {
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("%+v: %v, %v", tt.ready, got, err)
			}
		} else if err != nil || got.String() != tt.want {
			t.Errorf("%+v: %v, %v", tt.ready, got, err)
		}
	}
}

// TestOps says which ops are binary, and which there are.
//
// Case: G04.
func TestOps(t *testing.T) {
	for op := range Op(40) {
		if want := op >= 25 && op <= 30; op.Binary() != want {
			t.Errorf("%v: binary %v", op, op.Binary())
		}
		if want := op < 32 && op != 10 && op != 17 && op != 19; op.Known() != want {
			t.Errorf("%v: known %v", op, op.Known())
		}
	}
}
