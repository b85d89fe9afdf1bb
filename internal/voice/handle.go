package voice

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

// handle takes one message of the gateway's. An error ends the connection; that
// a message is malformed does not, unless we cannot go on without it.
func (c *Conn) handle(ctx context.Context, m gateway.Message) error {
	now := time.Now()
	switch m.Op {
	case gateway.OpReady:
		return c.identified(ctx, m)
	case gateway.OpDescription:
		return c.describe(ctx, m, now)
	case gateway.OpResumed:
		c.resumes.Add(1)
		c.rediscover()
	case gateway.OpSpeaking:
		if d, ok := decode[gateway.Speaking](c, m); ok {
			user := transcript.SpeakerID(d.User)
			// At first it tells of everybody who has ever spoken, who may be
			// silent now.
			if d.Flags != 0 && c.opts.Admit(user) && !c.flowing.IsZero() && now.Sub(c.flowing) > earlySpeaking {
				c.spoke.Store(now.UnixNano())
			}
			c.learn(d.SSRC, user, now)
		}
	case gateway.OpVideo:
		if d, ok := decode[gateway.Video](c, m); ok {
			c.learn(d.AudioSSRC, transcript.SpeakerID(d.User), now)
		}
	case gateway.OpClientsConnect:
		if d, ok := decode[gateway.ClientsConnect](c, m); ok {
			users := make([]uint64, len(d.Users))
			for i, u := range d.Users {
				users[i] = uint64(u)
			}
			return c.say(ctx)(c.dave.Connected(now, users...))
		}
	case gateway.OpClientDisconnect:
		if d, ok := decode[gateway.ClientDisconnect](c, m); ok {
			c.dave.Disconnected(now, uint64(d.User))
			c.media.forget(transcript.SpeakerID(d.User))
			c.opts.Left(transcript.SpeakerID(d.User))
		}
	default:
		return c.encryption(ctx, m, now)
	}
	return nil
}

// learn takes whose a stream is. A message in which one of the two is missing says
// nothing of the other: it would take the stream from whose it is.
func (c *Conn) learn(stream uint32, user transcript.SpeakerID, now time.Time) {
	if stream != 0 && user != 0 {
		c.media.learn(stream, user, now)
	}
}

// decode reads the body of a message, and reports whether it is one.
func decode[T any](c *Conn, m gateway.Message) (body T, ok bool) {
	if err := m.Decode(&body); err != nil {
		c.malformed(m, err)
		return body, false
	}
	return body, true
}

// errEarly is for what comes before it can be of use.
var errEarly = errors.New("too early")

func (c *Conn) malformed(m gateway.Message, err error) {
	if c.complain() {
		c.log.Warn("voice message dropped", slog.Int("op", int(m.Op)), slog.Any("error", err))
	}
}

// encryption takes what may be a message of DAVE's.
func (c *Conn) encryption(ctx context.Context, m gateway.Message, now time.Time) error {
	op := dave.Op(m.Op)
	if op < dave.OpPrepareTransition || op > dave.OpInvalidCommit {
		return nil // unknown, or of no use to us
	}
	d, err := dave.ParseMessage(op, m.Data)
	if err != nil {
		c.malformed(m, err)
		return nil
	}
	return c.say(ctx)(c.dave.Handle(d, now))
}

// identified takes op 2: where sound is to be sent.
func (c *Conn) identified(ctx context.Context, m gateway.Message) error {
	if c.media.udp != nil || c.dialling {
		return nil // it says so twice
	}
	d, ok := decode[gateway.Ready](c, m)
	if !ok {
		return errors.New("the voice server's greeting is not readable")
	}
	to, err := d.Addr()
	if err != nil {
		return err
	}
	if c.mode, ok = rtp.Choose(d.Modes); !ok {
		return &EndError{Verdict: gateway.Fatal, Err: fmt.Errorf("the voice server encrypts by %q, none of which this version knows: update it", d.Modes)}
	}
	c.owe("an answer over UDP", readyWait+discoverTries*discoverEvery)
	// On the side, so that what the gateway says meanwhile is not missed.
	c.dialling = true
	go func() { c.sockets <- c.dial(ctx, to, d.SSRC) }()
	return nil
}

// A socket is what dialling has come to.
type socket struct {
	udp  PacketConn // nil if it could not be opened
	ssrc uint32
	seen netip.AddrPort // where the server sees it
	err  error
}

// dial opens the socket for sound.
func (c *Conn) dial(ctx context.Context, to netip.AddrPort, ssrc uint32) socket {
	udp, err := c.opts.Dialers.UDP(ctx, to)
	if err != nil {
		return socket{err: fmt.Errorf("open a UDP socket: %w", err)}
	}
	seen, err := discover(ctx, udp, ssrc)
	return socket{udp, ssrc, seen, err}
}

// discovered takes what dialling has come to, and tells the server where we are.
func (c *Conn) discovered(ctx context.Context, s socket) error {
	c.dialling = false
	if s.err != nil {
		if s.udp != nil {
			_ = s.udp.Close()
		}
		return s.err
	}
	c.media.open(s.udp, s.ssrc)
	c.reading.Go(c.media.read) // until media.close
	c.keepAlive()
	c.owe("how it encrypts", descriptionWait)
	return c.choose(ctx, s.seen)
}

// choose tells the server where to send sound, and how it is encrypted.
func (c *Conn) choose(ctx context.Context, seen netip.AddrPort) error {
	c.seen = seen
	return c.client.Send(ctx, gateway.OpSelectProtocol, gateway.SelectProtocol{
		Address: seen.Addr().String(), Port: seen.Port(), Mode: string(c.mode),
	})
}

// rediscover asks once more where the server sees us: after an outage, a router
// may have given us another port. The answer comes to relocated.
func (c *Conn) rediscover() {
	if c.media.udp != nil {
		c.media.ask()
	}
}

// relocated takes where the server sees us now.
func (c *Conn) relocated(ctx context.Context, seen netip.AddrPort) error {
	if seen == c.seen {
		return nil
	}
	return c.choose(ctx, seen)
}

// keepAlive keeps the way open while we only listen.
func (c *Conn) keepAlive() {
	if c.media.udp != nil {
		c.media.alive(c.keepAlives)
		c.keepAlives++
	}
}

// describe takes op 4: the key of the connection, and whether the call is
// encrypted end to end. It may come again, with another key.
func (c *Conn) describe(ctx context.Context, m gateway.Message, now time.Time) error {
	if c.media.udp == nil {
		// It is the answer to an op 1 that we have not sent yet. Ours is to come.
		c.malformed(m, errEarly)
		return nil
	}
	d, ok := decode[gateway.Description](c, m)
	if !ok {
		return errors.New("the voice server's key is not readable")
	}
	if d.DAVE != 0 && d.DAVE != 1 {
		return &EndError{Verdict: gateway.Fatal, Err: fmt.Errorf("the call wants version %d of its encryption, and this program knows version 1: update it", d.DAVE)}
	}
	if err := c.media.describe(rtp.Mode(d.Mode), d.SecretKey.Reveal()); err != nil {
		return err
	}
	c.wait.Stop()
	if err := c.say(ctx)(c.dave.Begin(uint16(d.DAVE), now)); err != nil {
		return err
	}
	// Without it others do not know whose our packets are.
	if err := c.client.Send(ctx, gateway.OpSpeaking, gateway.Speaking{Flags: gateway.SpeakingVoice, SSRC: c.media.ssrc}); err != nil {
		return err
	}
	if c.flowing.IsZero() {
		c.flowing = now
		// Op 11, if there is anybody, has come right behind op 2.
		c.opts.Found(func(who transcript.SpeakerID) bool { return c.dave.Present(uint64(who)) })
		close(c.ready)
	}
	return nil
}
