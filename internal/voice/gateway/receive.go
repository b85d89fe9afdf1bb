package gateway

import (
	"context"
	"log/slog"
	"slices"
	"time"
)

// receive handles what the reader has.
func (l *link) receive(ctx context.Context, f received) error {
	if f.err != nil {
		return f.err
	}
	if len(f.frame) > MaxMessage {
		return ErrTooLarge
	}
	m, err := ParseServer(f.binary, f.frame)
	if err != nil {
		l.puzzled(ctx, err)
		return nil
	}
	if !l.seq.take(m.Seq) || !m.Op.Known() {
		return nil
	}
	return l.message(ctx, m)
}

func (l *link) message(ctx context.Context, m Message) error {
	switch m.Op {
	case OpHello:
		var h Hello
		if err := m.Decode(&h); err != nil {
			l.puzzled(ctx, err)
			return nil
		}
		l.hear(h)
		return nil
	case OpHeartbeat:
		return l.pulse(time.Now())
	case OpHeartbeatAck:
		var a HeartbeatAck
		_ = m.Decode(&a) // whatever is in it, the server lives
		if trip, ok := l.heart.ack(time.Now(), a.T); ok {
			l.ping.Store(int64(trip))
		}
		return nil
	case OpResumed:
		return l.resumed(ctx)
	case OpReady:
		if err := m.Decode(new(Ready)); err != nil {
			l.puzzled(ctx, err)
			return nil
		}
		if l.open && l.up.IsZero() {
			l.ready, l.up, l.answer = true, time.Now(), nil
		}
	case OpDescription:
		if err := m.Decode(new(Description)); err != nil {
			l.puzzled(ctx, err)
			return nil
		}
		l.asked, l.description = nil, nil
	default:
	}
	return l.post(event{message: m})
}

// resumed lets the session go on here.
func (l *link) resumed(ctx context.Context) error {
	if l.open {
		return nil
	}
	l.open, l.up, l.answer = true, time.Now(), nil
	l.o.Log.LogAttrs(ctx, slog.LevelInfo, "voice gateway resumed", slog.Duration("after", l.up.Sub(l.lost)))
	if l.asked != nil && !slices.ContainsFunc(l.pending, func(m outgoing) bool { return m.op == OpSelectProtocol }) {
		// The answer was not numbered, so it does not come again by itself.
		l.pending = slices.Insert(l.pending, 0, *l.asked)
		l.asked = nil
	}
	return l.post(event{resumed: true})
}

// puzzled tells the log of a message that was not understood. It is not a reason
// to hang up: fields and forms have changed before.
func (l *link) puzzled(ctx context.Context, err error) {
	const enough = 5
	if l.odd++; l.odd <= enough {
		l.o.Log.LogAttrs(ctx, slog.LevelWarn, "voice gateway message dropped", slog.Any("err", err))
	}
}
