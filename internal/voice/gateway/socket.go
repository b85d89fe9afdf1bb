package gateway

import "context"

// A Socket is a websocket. One goroutine may read while another writes, and any
// may close.
type Socket interface {
	// Read returns the next message, a binary or a text one, which is the
	// caller's. A close frame is a [*ClosedError]; every other error means that
	// the websocket is gone. If ctx is done first the websocket may be gone too.
	Read(ctx context.Context) (binary bool, frame []byte, err error)
	// Write sends a message. It keeps no hold of frame. If ctx is done first
	// the websocket may be gone.
	Write(ctx context.Context, binary bool, frame []byte) error
	// Close sends a close frame with a code and a reason of at most 123 bytes,
	// or with [Abnormal] none, and makes Read and Write return. It waits a
	// moment for the other side. Only the first call counts.
	Close(code CloseCode, reason string) error
}

// A Dialer opens a websocket. ctx is for the opening only.
type Dialer func(ctx context.Context, url string) (Socket, error)
