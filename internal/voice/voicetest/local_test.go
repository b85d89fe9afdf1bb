package voicetest

import (
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/rtp"
)

// TestLiveLocal is a call over real sockets: TLS, websocket and UDP.
func TestLiveLocal(t *testing.T) {
	v := open(t, VoiceOptions{})
	check(t, v.ListenLocal(t.Context()))
	a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
	c := &talk{VoiceServer: v, t: t, anna: a}
	c.bot = connect(t, v, channel, v.Admit(guild, channel, bot, "bot"))
	defer func() { _ = c.bot.quit() }()
	inGroup := func(n int) {
		t.Helper()
		until(t, func() bool { g, _ := v.Group(channel); return g.Idle && len(g.Members) == n })
	}
	inGroup(2)
	talkLive(c)

	// The connection breaks, without a close frame and with one.
	for i, code := range []gateway.CloseCode{NoFrame, 4015} {
		v.Disconnect(bot, code)
		until(t, func() bool { s, ok := v.Session(bot); return ok && s.Connected && s.Stats.Resumes == i+1 })
		s := v.Seat(guild, channel, uint64(ben), SeatOptions{})
		inGroup(3)
		s.Leave()
		inGroup(2)
	}
	talkLive(c)

	// And is closed for good.
	pass := v.Move(guild, channel, bot)
	if got := c.endOf(); got != 4014 {
		t.Errorf("moved: %v, want 4014", got)
	}
	_ = c.bot.quit()
	c.bot = connect(t, v, channel, pass)
	inGroup(2)
	talkLive(c)
	other := v.Reassign(guild, false)[bot]
	if other.Endpoint == pass.Endpoint {
		t.Error("the same endpoint")
	}
	_ = c.bot.quit()
	c.bot = connect(t, v, channel, other)
	inGroup(2)
	talkLive(c)
	if i, _ := v.Session(bot); i.Stats.NonceReused+i.Stats.Refused+i.Stats.Junk+i.Stats.Early > 0 {
		t.Errorf("%+v", i.Stats)
	}
}

// talkLive checks that anna and the robot hear each other.
func talkLive(c *talk) {
	c.t.Helper()
	// So that it is known whose their SSRCs are. It is silence that says so: what of
	// it is still on its way afterwards counts for nothing.
	silence := []byte(opus.SilenceFrame)
	until(c.t, func() bool {
		c.anna.Utter(silence)
		c.bot.say(silence)
		return len(c.bot.hears()) > 0 && len(c.anna.Heard()) > 0
	})
	for _, p := range append(packets(10), silence) {
		if !c.anna.Utter(p) || !c.bot.say(p) {
			c.t.Fatal("no key")
		}
	}
	wantHeard(c.t, "the robot", whole(c.t, 10, c.bot.hears), uint64(anna), 10)
	wantHeard(c.t, "anna", whole(c.t, 10, c.anna.Heard), bot, 10)
}

// whole takes what is heard until that is n frames of sound and the silence behind
// them, which comes after all of them.
func whole(t *testing.T, n int, hear func() []Heard) (all []Heard) {
	t.Helper()
	until(t, func() bool {
		all = append(all, hear()...)
		sound := 0
		for _, h := range all {
			if !isSilent(h.Packet) {
				sound++
			}
		}
		return sound >= n && isSilent(all[len(all)-1].Packet)
	})
	return all
}

// until waits for something to be so.
func until(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never came to be")
		}
	}
}

// TestLiveRefusals: who does not trust the certificate, or wants another version,
// does not get in; nobody does during an outage.
func TestLiveRefusals(t *testing.T) {
	v := open(t, VoiceOptions{})
	check(t, v.ListenLocal(t.Context()))
	pass := v.Admit(guild, channel, bot, "bot")
	dial := func(c *http.Client, query string) error {
		s, err := gateway.DialWebsocket(c)(t.Context(), "wss://"+pass.Endpoint+"/"+query)
		if err == nil {
			_ = s.Close(gateway.Normal, "")
		}
		return err
	}
	client := v.Client()
	defer client.CloseIdleConnections()
	check(t, dial(client, "?v=8"))
	if dial(client, "?v=4") == nil || dial(client, "") == nil {
		t.Error("another version got in")
	}
	if dial(&http.Client{}, "?v=8") == nil {
		t.Error("a client that trusts nobody got in")
	}
	v.Outage(true)
	if dial(client, "?v=8") == nil {
		t.Error("somebody got in during an outage")
	}
	if len(v.Certificate()) == 0 {
		t.Error("no certificate")
	}
}

// TestMemoryConn: the contract of a UDP socket.
func TestMemoryConn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{})
		if _, err := v.dialUDP(t.Context(), netip.MustParseAddrPort("192.0.2.1:9")); err == nil {
			t.Error("an address where nobody is")
		}
		l, err := v.dialUDP(t.Context(), relayAddr)
		check(t, err)
		b := make([]byte, 4)
		check(t, l.SetReadDeadline(time.Now().Add(time.Second)))
		start := time.Now()
		if _, err := l.Read(b); !isTimeout(err) || time.Since(start) != time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if _, err := l.Read(b); !isTimeout(err) {
			t.Errorf("again: %v", err)
		}
		check(t, l.SetReadDeadline(time.Time{}))
		go func() {
			time.Sleep(time.Second)
			check(t, l.SetReadDeadline(time.Now()))
			time.Sleep(time.Second)
			l.push([]byte("abcdef"))
			time.Sleep(time.Second)
			check(t, l.Close())
		}()
		if _, err := l.Read(b); !isTimeout(err) || time.Since(start) != 2*time.Second {
			t.Errorf("a deadline moved to now: %v after %v", err, time.Since(start))
		}
		check(t, l.SetReadDeadline(time.Time{}))
		if n, err := l.Read(b); n != 4 || err != nil || string(b) != "abcd" {
			t.Errorf("%q, %v", b[:n], err)
		}
		if _, err := l.Read(b); err == nil {
			t.Error("read of a closed socket")
		}
		if _, err := l.Write(b); err == nil {
			t.Error("write to a closed socket")
		}
		check(t, l.Close())
		for range inboxDepth + 9 {
			l.push(b) // nobody waits
		}
	})
}

func isTimeout(err error) bool {
	e, ok := err.(interface{ Timeout() bool })
	return ok && e.Timeout()
}

// TestDiscovery: the answer has the address that the relay sees, and junk does
// not.
func TestDiscovery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := open(t, VoiceOptions{Faults: Faults{Deaf: 1, Junk: true}})
		pass := v.Admit(guild, channel, bot, "bot")
		r := dialRaw(t, v, pass.Endpoint)
		r.identify(pass)
		_, m, err := r.until(2)
		check(t, err)
		var d gateway.Ready
		check(t, m.Decode(&d))
		at, err := d.Addr()
		check(t, err)
		l, err := v.dialUDP(t.Context(), at)
		check(t, err)
		check(t, l.SetReadDeadline(time.Now().Add(time.Second)))
		ask := func(ssrc uint32) {
			_, err := l.Write(rtp.AppendDiscovery(nil, ssrc))
			check(t, err)
		}
		ask(d.SSRC)
		ask(d.SSRC + 1)
		b := make([]byte, 100)
		if _, err := l.Read(b); !isTimeout(err) {
			t.Errorf("answered: %v", err)
		}
		check(t, l.SetReadDeadline(time.Now().Add(time.Second)))
		ask(d.SSRC)
		for i := range 4 {
			n, err := l.Read(b)
			check(t, err)
			seen, err := rtp.ParseDiscovery(b[:n], d.SSRC)
			if (err == nil) != (i == 3) || i == 3 && seen != l.seen {
				t.Errorf("datagram %d: %v, %v", i, seen, err)
			}
		}
		_, err = l.Write(rtp.AppendKeepAlive(nil, 7))
		check(t, err)
		check(t, r.sock.Close(1000, ""))
	})
}
