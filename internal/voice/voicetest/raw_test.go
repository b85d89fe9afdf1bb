package voicetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// A raw client says what it is told to, and nothing else.
type raw struct {
	t    testing.TB
	sock gateway.Socket
}

func dialRaw(t testing.TB, v *VoiceServer, endpoint string) *raw {
	t.Helper()
	sock, err := v.Dial(t.Context(), "wss://"+endpoint+"/?v=8")
	check(t, err)
	return &raw{t, sock}
}

func (r *raw) send(op gateway.Op, format string, args ...any) {
	r.t.Helper()
	check(r.t, r.sock.Write(r.t.Context(), false, fmt.Appendf(nil, `{"op":%d,"d":%s}`, op, fmt.Sprintf(format, args...))))
}

// until reads up to a message of an op, and returns the ops before it and the
// message. If the connection ends first, the error is returned.
func (r *raw) until(op gateway.Op) (before []gateway.Op, m gateway.Message, err error) {
	ctx, cancel := context.WithTimeout(r.t.Context(), 5*time.Second)
	defer cancel()
	for {
		binary, frame, err := r.sock.Read(ctx)
		if err != nil {
			return before, m, err
		}
		m, err := gateway.ParseServer(binary, frame)
		check(r.t, err)
		if m.Op == op {
			return before, m, nil
		}
		before = append(before, m.Op)
	}
}

// end reads up to the end, and returns the code.
func (r *raw) end() gateway.CloseCode {
	_, _, err := r.until(250)
	if e, ok := errors.AsType[*gateway.ClosedError](err); ok {
		return e.Code
	}
	r.t.Log(err)
	return 0
}

const identifyForm = `{"server_id":"%d","user_id":"%d","session_id":"%s","token":"%s","max_dave_protocol_version":%d}`

func (r *raw) identify(pass VoicePass) {
	r.t.Helper()
	r.send(0, identifyForm, uint64(guild), bot, pass.Session, pass.Token, 1)
}

// TestRefusals: what the server closes for.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(r *raw, p VoicePass)
		code gateway.CloseCode
	}{
		{"another user", func(r *raw, p VoicePass) { r.send(0, identifyForm, uint64(guild), 7, p.Session, p.Token, 1) }, 4006},
		{"another guild", func(r *raw, p VoicePass) { r.send(0, identifyForm, 7, bot, p.Session, p.Token, 1) }, 4006},
		{"another session", func(r *raw, p VoicePass) { r.send(0, identifyForm, uint64(guild), bot, "x", p.Token, 1) }, 4006},
		{"another token", func(r *raw, p VoicePass) { r.send(0, identifyForm, uint64(guild), bot, p.Session, "x", 1) }, 4006},
		{"no DAVE", func(r *raw, p VoicePass) { r.send(0, identifyForm, uint64(guild), bot, p.Session, p.Token, 0) }, 4017},
		{"an id that is none", func(r *raw, _ VoicePass) { r.send(0, `{"server_id":"x","max_dave_protocol_version":1}`) }, 4002},
		{"no ids", func(r *raw, _ VoicePass) { r.send(0, `{"max_dave_protocol_version":1}`) }, 4002},
		{"not JSON", func(r *raw, _ VoicePass) { check(r.t, r.sock.Write(r.t.Context(), false, []byte("hello"))) }, 4002},
		{"empty binary", func(r *raw, _ VoicePass) { check(r.t, r.sock.Write(r.t.Context(), true, nil)) }, 4002},
		{"op 5 first", func(r *raw, _ VoicePass) { r.send(5, `{"speaking":1,"ssrc":1}`) }, 4003},
		{"identify twice", func(r *raw, p VoicePass) { r.identify(p); r.identify(p) }, 4005},
		{"resume after it", func(r *raw, p VoicePass) { r.identify(p); r.send(7, `{}`) }, 4005},
		{"unknown op", func(r *raw, p VoicePass) { r.identify(p); r.send(77, `{}`) }, 4001},
		{"op 1 of numbers", func(r *raw, p VoicePass) { r.identify(p); r.send(1, `{"protocol":1}`) }, 4002},
		{"not UDP", func(r *raw, p VoicePass) {
			r.identify(p)
			r.send(1, `{"protocol":"webrtc","data":{"address":"192.0.2.1","port":1,"mode":"aead_aes256_gcm_rtpsize"}}`)
		}, 4012},
		{"dead mode", func(r *raw, p VoicePass) {
			r.identify(p)
			r.send(1, `{"protocol":"udp","data":{"address":"192.0.2.1","port":1,"mode":"xsalsa20_poly1305"}}`)
		}, 4016},
		{"heartbeat of version 3", func(r *raw, _ VoicePass) { r.send(3, `1501184119561`) }, 4020},
		{"heartbeat without a nonce", func(r *raw, _ VoicePass) { r.send(3, `{"seq_ack":1}`) }, 4020},
		{"resume of nothing", func(r *raw, p VoicePass) {
			r.send(7, `{"server_id":"%d","session_id":"%s","token":"%s","seq_ack":0}`, uint64(guild), p.Session, p.Token)
		}, 4006},
		{"no heartbeats", func(r *raw, p VoicePass) { r.identify(p); time.Sleep(time.Minute) }, 4009},
		{"silence", func(*raw, VoicePass) { time.Sleep(time.Minute) }, 4009},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := open(t, VoiceOptions{})
				pass := v.Admit(guild, channel, bot, "bot")
				r := dialRaw(t, v, pass.Endpoint)
				tt.do(r, pass)
				if got := r.end(); got != tt.code {
					t.Errorf("closed with %v, want %v", got, tt.code)
				}
				check(t, ignoreClosed(r.sock.Close(1000, "")))
				time.Sleep(time.Minute)
				if _, ok := v.Session(bot); ok {
					t.Error("there is still a session")
				}
			})
		})
	}
}

// ignoreClosed drops the error of closing what the other side has closed.
func ignoreClosed(error) error { return nil }

// TestEndpoints: only what the server is called leads to it.
func TestEndpoints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{})
		pass := v.Admit(guild, channel, bot, "bot")
		for _, url := range []string{
			"ws://" + pass.Endpoint + "/?v=8", "wss://" + pass.Endpoint + "/", "wss://" + pass.Endpoint + "/?v=7", "wss://elsewhere.test/?v=8", "::",
		} {
			if _, err := v.Dial(t.Context(), url); err == nil {
				t.Errorf("%s: connected", url)
			}
		}
		all := v.Reassign(guild, true)
		if got := all[bot]; got.Endpoint != pass.Endpoint || got.Token == pass.Token || got.Session != pass.Session {
			t.Errorf("%+v after %+v, want another token alone", got, pass)
		}
		next := v.Reassign(guild, false)[bot]
		if next.Endpoint == pass.Endpoint || next.Session != pass.Session {
			t.Errorf("%+v after %+v, want another endpoint", next, pass)
		}
		if _, err := v.Dial(t.Context(), "wss://"+pass.Endpoint+"/?v=8"); !errors.Is(err, ErrUnreachable) {
			t.Errorf("the old endpoint: %v", err)
		}
		r := dialRaw(t, v, next.Endpoint)
		r.identify(pass)
		if got := r.end(); got != 4006 {
			t.Errorf("the old token: %v, want 4006", got)
		}
		v.Remove(guild, bot)
		if _, ok := v.Admitted(guild, bot); ok {
			t.Error("still admitted")
		}
		v.Outage(true)
		if _, err := v.Dial(t.Context(), "wss://"+next.Endpoint+"/?v=8"); !errors.Is(err, ErrUnreachable) {
			t.Errorf("outage: %v", err)
		}
	})
}

const resumeForm = `{"server_id":"%d","session_id":"%s","token":"%s","seq_ack":%d}`

// TestResumeReplay: what was missed comes again, in order and with its numbers,
// binary and not, also where they wrap.
func TestResumeReplay(t *testing.T) {
	for _, first := range []uint16{0, 65530} {
		synctest.Test(t, func(t *testing.T) {
			v := open(t, VoiceOptions{FirstSeq: first})
			v.Seat(guild, channel, uint64(anna), SeatOptions{})
			pass := v.Admit(guild, channel, bot, "bot")
			r := dialRaw(t, v, pass.Endpoint)
			r.identify(pass)
			r.send(1, `{"protocol":"udp","data":{"address":"192.0.2.1","port":1,"mode":"aead_aes256_gcm_rtpsize"}}`)
			before, m, err := r.until(25)
			check(t, err)
			if want := []gateway.Op{8, 2, 11, 18, 20, 4}; !slices.Equal(before, want) || m.Seq != int(first+3) {
				t.Errorf("ops %v, then 25 with number %d", before, m.Seq)
			}
			// Missed from the second on.
			check(t, r.sock.Close(gateway.Abnormal, ""))
			time.Sleep(time.Second)
			v.Seat(guild, channel, uint64(ben), SeatOptions{}).Utter(packets(1)[0])
			again := dialRaw(t, v, pass.Endpoint)
			again.send(7, resumeForm, uint64(guild), pass.Session, pass.Token, first+1)
			var got []gateway.Op
			var seqs []uint16
			for range 8 {
				binary, frame, err := again.sock.Read(t.Context())
				check(t, err)
				m, err := gateway.ParseServer(binary, frame)
				check(t, err)
				got = append(got, m.Op)
				if m.Seq >= 0 {
					seqs = append(seqs, uint16(m.Seq))
				}
			}
			if want := []gateway.Op{8, 9, 20, 25, 11, 18, 20, 5}; !slices.Equal(got, want) {
				t.Errorf("resumed: %v, want %v", got, want)
			}
			for i, seq := range seqs {
				if seq != first+2+uint16(i) {
					t.Errorf("numbers %v, want them from %d on", seqs, first+2)
					break
				}
			}
			check(t, again.sock.Close(1000, ""))
		})
	}
}

// TestResumeRefused: a session that is over, or of which too much was missed.
func TestResumeRefused(t *testing.T) {
	for _, tt := range []struct {
		name  string
		o     VoiceOptions
		ack   int
		token string
		after time.Duration
		do    func(v *VoiceServer)
		code  gateway.CloseCode // 0: resumed
	}{
		{"at once", VoiceOptions{}, 0, "", 0, nil, 0},
		{"nothing seen", VoiceOptions{}, -1, "", 0, nil, 0},
		{"just in time", VoiceOptions{}, 0, "", 29 * time.Second, nil, 0},
		{"too late", VoiceOptions{}, 0, "", 31 * time.Second, nil, 4006},
		{"a short window", VoiceOptions{Window: time.Second}, 0, "", 2 * time.Second, nil, 4006},
		{"another token", VoiceOptions{}, 0, "x", 0, nil, 4006},
		{"a number never given", VoiceOptions{}, 900, "", 0, nil, 4006},
		{"a small buffer", VoiceOptions{Buffer: 2}, 0, "", 0, func(v *VoiceServer) {
			v.Seat(guild, channel, uint64(ben), SeatOptions{})
		}, 4006},
		{"forgotten", VoiceOptions{}, 0, "", 0, func(v *VoiceServer) { v.Forget(bot) }, 4006},
		{"removed", VoiceOptions{}, 0, "", 0, func(v *VoiceServer) { v.Remove(guild, bot) }, 4006},
		{"moved", VoiceOptions{}, 0, "", 0, func(v *VoiceServer) { v.Move(guild, channel, bot) }, 4006},
		{"refused once", VoiceOptions{Faults: Faults{Cuts: []Cut{{Op: 7, Before: true, Code: 4009}}}}, 0, "", 0, nil, 4009},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := open(t, tt.o)
				v.Seat(guild, channel, uint64(anna), SeatOptions{})
				pass := v.Admit(guild, channel, bot, "bot")
				r := dialRaw(t, v, pass.Endpoint)
				r.identify(pass)
				_, _, err := r.until(20)
				check(t, err)
				v.Drop(bot)
				time.Sleep(tt.after)
				if tt.do != nil {
					tt.do(v)
				}
				again := dialRaw(t, v, pass.Endpoint)
				token := pass.Token
				if tt.token != "" {
					token = tt.token
				}
				again.send(7, resumeForm, uint64(guild), pass.Session, token, tt.ack)
				_, _, err = again.until(9)
				if e, ok := errors.AsType[*gateway.ClosedError](err); tt.code != 0 && (!ok || e.Code != tt.code) || tt.code == 0 && err != nil {
					t.Errorf("%v, want %v", err, tt.code)
				}
				_ = again.sock.Close(1000, "")
				time.Sleep(time.Second)
				if _, ok := v.Session(bot); ok && tt.token == "" {
					t.Error("there is still a session")
				}
			})
		})
	}
}

// TestIdentifyAgain: a client that identifies anew on another connection takes
// its own place.
func TestIdentifyAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{})
		pass := v.Admit(guild, channel, bot, "bot")
		r := dialRaw(t, v, pass.Endpoint)
		r.identify(pass)
		_, m, err := r.until(2)
		check(t, err)
		again := dialRaw(t, v, pass.Endpoint)
		again.identify(pass)
		_, n, err := again.until(2)
		check(t, err)
		var a, b gateway.Ready
		check(t, json.Unmarshal(m.Data, &a))
		check(t, json.Unmarshal(n.Data, &b))
		if a.SSRC == b.SSRC {
			t.Error("the same SSRC")
		}
		if got := r.end(); got != 0 {
			t.Errorf("the first connection was closed with %v, want no close frame", got)
		}
		if i, ok := v.Session(bot); !ok || i.SSRC != b.SSRC {
			t.Errorf("%+v, want the second", i)
		}
		check(t, again.sock.Close(1000, ""))
	})
}

// FuzzVoiceServer: whatever an authenticated client sends, the server goes on
// serving others.
func FuzzVoiceServer(f *testing.F) {
	f.Add(false, []byte(`{"op":1,"d":{"protocol":"udp","data":{"address":"192.0.2.1","port":1,"mode":"aead_aes256_gcm_rtpsize"}}}`), []byte{0x80, 0x78})
	f.Add(false, []byte(`{"op":3,"d":{"t":1,"seq_ack":-1}}`), []byte{0, 1, 0, 70})
	f.Add(false, []byte(`{"op":5,"d":{"speaking":1,"ssrc":1}}`), []byte("12345678"))
	f.Add(true, []byte{26, 0, 1}, []byte{})
	f.Add(true, []byte{28, 0, 1, 0, 1}, []byte{0x90, 0xc8})
	f.Fuzz(func(t *testing.T, binary bool, frame, datagram []byte) {
		synctest.Test(t, func(t *testing.T) {
			v := open(t, VoiceOptions{})
			a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
			b := v.Seat(guild, channel, uint64(ben), SeatOptions{})
			pass := v.Admit(guild, channel, bot, "bot")
			r := dialRaw(t, v, pass.Endpoint)
			r.identify(pass)
			r.send(1, `{"protocol":"udp","data":{"address":"192.0.2.1","port":1,"mode":"aead_aes256_gcm_rtpsize"}}`)
			check(t, r.sock.Write(t.Context(), binary, frame))
			conn, err := v.dialUDP(t.Context(), relayAddr)
			check(t, err)
			_, err = conn.Write(datagram)
			check(t, err)
			synctest.Wait()
			check(t, conn.Close())
			_ = r.sock.Close(1000, "")
			time.Sleep(10 * time.Second)
			if !a.Utter(packets(1)[0]) || len(b.Heard()) != 1 {
				t.Error("the others do not hear each other")
			}
		})
	})
}

// TestPorch: who has identified himself, and not yet chosen a protocol, hears who
// comes, speaks and goes, and is not in the call.
func TestPorch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{})
		a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
		pass := v.Admit(guild, channel, bot, "bot")
		r := dialRaw(t, v, pass.Endpoint)
		r.identify(pass)
		_, _, err := r.until(20)
		check(t, err)
		b := v.Seat(guild, channel, uint64(ben), SeatOptions{})
		b.Utter(packets(1)[0])
		a.Camera(true)
		a.Camera(false)
		b.Leave()
		before, m, err := r.until(13)
		check(t, err)
		if want := []gateway.Op{11, 18, 20, 5, 12, 5, 12}; !slices.Equal(before, want) || string(m.Data) != `{"user_id":"158049329150427102"}` {
			t.Errorf("ops %v, want %v, then %s", before, want, m.Data)
		}
		if g, _ := v.Group(channel); !slices.Equal(g.Inside, []uint64{uint64(anna)}) {
			t.Errorf("%+v", g)
		}
		check(t, r.sock.Close(1000, ""))
	})
}
