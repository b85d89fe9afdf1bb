package voicetest

import (
	"bytes"
	"encoding/binary"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
)

// A tap is a client that has joined and takes its datagrams as they come.
type tap struct {
	*raw
	conn   *memoryConn
	ssrc   uint32
	sealer *rtp.Sealer
	opener *rtp.Opener
	key    []byte
}

// tapped brings one into a plain call.
func tapped(t *testing.T, v *VoiceServer, mode rtp.Mode) *tap {
	t.Helper()
	pass := v.Admit(guild, channel, bot, "bot")
	r := &tap{raw: dialRaw(t, v, pass.Endpoint)}
	r.send(0, identifyForm, uint64(guild), bot, pass.Session, pass.Token, 0)
	_, m, err := r.until(2)
	check(t, err)
	var ready gateway.Ready
	check(t, m.Decode(&ready))
	r.ssrc = ready.SSRC
	r.conn, err = v.dialUDP(t.Context(), relayAddr)
	check(t, err)
	_, err = r.conn.Write(rtp.AppendDiscovery(nil, r.ssrc))
	check(t, err)
	seen, err := rtp.ParseDiscovery(r.read(), r.ssrc)
	check(t, err)
	r.send(1, `{"protocol":"udp","data":{"address":"%v","port":%d,"mode":"%s"}}`, seen.Addr(), seen.Port(), mode)
	_, m, err = r.until(4)
	check(t, err)
	var d gateway.Description
	check(t, m.Decode(&d))
	key := d.SecretKey.Reveal()
	r.key = key[:]
	r.sealer, err = rtp.NewSealer(mode, r.key)
	check(t, err)
	r.opener, err = rtp.NewOpener(mode, r.key)
	check(t, err)
	return r
}

func (r *tap) read() []byte {
	r.t.Helper()
	b := make([]byte, 2048)
	check(r.t, r.conn.SetReadDeadline(time.Now().Add(time.Second)))
	n, err := r.conn.Read(b)
	check(r.t, err)
	return b[:n]
}

func (r *tap) close() {
	check(r.t, r.sock.Close(1000, ""))
	check(r.t, r.conn.Close())
}

func plainCall(uint64) CallOptions { return CallOptions{Plain: true} }

// TestRelay: what comes of a packet is another with an extension, at times with
// padding, under this client's key and counter, and with the frame untouched.
func TestRelay(t *testing.T) {
	for _, mode := range []rtp.Mode{rtp.AES256GCM, rtp.XChaCha20} {
		synctest.Test(t, func(t *testing.T) {
			v := open(t, VoiceOptions{Call: plainCall})
			a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
			r := tapped(t, v, mode)
			padded := 0
			for i, p := range packets(80) {
				a.Utter(p)
				b := r.read()
				if b[0]&0x10 == 0 || binary.BigEndian.Uint16(b[12:]) != 0xbede {
					t.Fatalf("packet %d has no extension: %x", i, b)
				}
				if b[0]&0x20 != 0 {
					padded++
				}
				if got := binary.BigEndian.Uint32(b[len(b)-4:]); got != uint32(i) {
					t.Errorf("packet %d has counter %d", i, got)
				}
				h, payload, err := r.opener.Open(nil, b)
				if err != nil || h.SSRC != a.SSRC() || !bytes.Equal(payload, p) {
					t.Errorf("packet %d: %+v, %x, %v", i, h, payload, err)
				}
			}
			if padded != 10 {
				t.Errorf("%d of 80 are padded, want 10", padded)
			}
			r.close()
		})
	}
}

// TestRelayJudges: what a client does wrong with packets is seen.
func TestRelayJudges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{Call: plainCall})
		a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
		r := tapped(t, v, rtp.AES256GCM)
		frame := []byte{0x78, 1, 2, 3}
		send := func(s *rtp.Sealer, h rtp.Header) []byte {
			b, err := s.Seal(nil, h, frame)
			check(t, err)
			_, err = r.conn.Write(b)
			check(t, err)
			return b
		}
		good := send(r.sealer, rtp.Header{Seq: 1, SSRC: r.ssrc}) // before op 5
		r.send(5, `{"speaking":1,"delay":0,"ssrc":%d}`, r.ssrc)
		r.send(5, `{"speaking":1,"delay":0,"ssrc":7}`)
		time.Sleep(time.Millisecond)
		send(r.sealer, rtp.Header{Seq: 2, SSRC: 7})
		again, err := rtp.NewSealer(rtp.AES256GCM, r.key)
		check(t, err)
		send(again, rtp.Header{Seq: 3, SSRC: r.ssrc}) // counter 0 once more
		_, err = r.conn.Write(good)                   // a repetition is no other packet
		check(t, err)
		good[20] ^= 1
		_, err = r.conn.Write(good)
		check(t, err)
		_, err = r.conn.Write([]byte("what"))
		check(t, err)
		frame = []byte(opus.SilenceFrame)
		send(r.sealer, rtp.Header{Seq: 4, SSRC: r.ssrc})
		_, err = r.conn.Write(rtp.AppendKeepAlive(nil, 1))
		check(t, err)
		if b := r.read(); len(b) != 8 {
			t.Errorf("%x, want the echo of a keep-alive", b)
		}
		i, _ := v.Session(bot)
		want := SessionStats{
			Selects: 1, Speaking: 2, SeqAck: -1, Discoveries: 1, KeepAlives: 1,
			Packets: 4, Silence: 1, Unannounced: 1, Refused: 1, WrongSSRC: 2, NonceReused: 1, Junk: 1,
		}
		if i.Stats != want {
			t.Errorf("\n got %+v\nwant %+v", i.Stats, want)
		}
		if got := len(a.Heard()); got != 4 {
			t.Errorf("anna heard %d, want 4", got)
		}
		r.close()
	})
}

// TestThrow: a client gets what it is sent, whatever that is.
func TestThrow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{Call: plainCall})
		r := tapped(t, v, rtp.AES256GCM)
		v.Throw(bot, []byte("junk"))
		if got := r.read(); string(got) != "junk" {
			t.Errorf("%q", got)
		}
		v.Tell(bot, 14, []byte(`{"audio_codec":"opus"}`))
		_, m, err := r.until(14)
		check(t, err)
		if m.Seq != 0 || string(m.Data) != `{"audio_codec":"opus"}` {
			t.Errorf("%+v", m)
		}
		v.Tell(bot, gateway.OpHeartbeat, nil)
		if _, m, err = r.until(gateway.OpHeartbeat); err != nil || m.Data != nil {
			t.Errorf("%+v, %v", m, err)
		}
		r.close()
		time.Sleep(time.Second)
		if v.Throw(bot, nil) || v.Tell(bot, 14, nil) || v.Drop(bot) || v.Forget(bot) || v.Rekey(bot) || v.ProposeStray(bot) {
			t.Error("something was done to nobody")
		}
	})
}
