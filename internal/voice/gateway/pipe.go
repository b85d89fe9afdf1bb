package gateway

import (
	"bytes"
	"context"
	"io"
	"net"
	"sync"
)

// pipeDepth is how many messages one side of a pipe may be ahead of the other,
// as a network holds some.
const pipeDepth = 64

// Pipe returns the two ends of a websocket in memory. Writing blocks while the
// other side has 64 messages unread. What was written before a Close is still
// read behind it, and then, once and for all, the close frame; or
// [io.ErrUnexpectedEOF] if there was none. Both ends must be used in the
// synctest bubble that they were made in, if any.
func Pipe() (client, server Socket) {
	there, back := make(chan pipeFrame, pipeDepth), make(chan pipeFrame, pipeDepth)
	line := &pipeLine{down: make(chan struct{})}
	a := &pipeEnd{line: line, in: back, out: there}
	b := &pipeEnd{line: line, in: there, out: back}
	return a, b
}

type pipeFrame struct {
	binary bool
	data   []byte
}

// A pipeLine is what both ends share: whether it is down, and who did it.
type pipeLine struct {
	once sync.Once
	down chan struct{}
	// Written before down is closed, read after.
	by   *pipeEnd
	code CloseCode
	why  string
}

type pipeEnd struct {
	line *pipeLine
	in   <-chan pipeFrame
	out  chan<- pipeFrame
}

func (p *pipeEnd) Read(ctx context.Context) (bool, []byte, error) {
	select {
	case f := <-p.in:
		return p.read(f)
	default:
	}
	select {
	case f := <-p.in:
		return p.read(f)
	case <-p.line.down:
		select {
		case f := <-p.in:
			return p.read(f)
		default:
			return false, nil, p.gone()
		}
	case <-ctx.Done():
		return false, nil, ctx.Err()
	}
}

// read returns a frame, unless this end is closed: then nobody is there to read.
func (p *pipeEnd) read(f pipeFrame) (bool, []byte, error) {
	select {
	case <-p.line.down:
		if p.line.by == p {
			return false, nil, net.ErrClosed
		}
	default:
	}
	return f.binary, f.data, nil
}

// gone returns why nothing more comes. The line is down.
func (p *pipeEnd) gone() error {
	switch {
	case p.line.by == p:
		return net.ErrClosed
	case p.line.code == Abnormal:
		return io.ErrUnexpectedEOF
	default:
		return &ClosedError{Code: p.line.code, Reason: p.line.why}
	}
}

func (p *pipeEnd) Write(ctx context.Context, binary bool, frame []byte) error {
	select {
	case <-p.line.down:
		return net.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	select {
	case p.out <- pipeFrame{binary, bytes.Clone(frame)}:
		return nil
	case <-p.line.down:
		return net.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pipeEnd) Close(code CloseCode, reason string) error {
	err := net.ErrClosed
	p.line.once.Do(func() {
		p.line.by, p.line.code, p.line.why = p, code, reason
		close(p.line.down)
		err = nil
	})
	return err
}
