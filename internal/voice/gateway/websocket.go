package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// closeGrace is how long Close waits for the close frame of the other side. The
// library's own patience is five seconds for sending it and five for the answer;
// a bot that is told to stop has not that long.
const closeGrace = time.Second

// DialWebsocket returns the dialer of real websockets. A nil client is
// [http.DefaultClient].
func DialWebsocket(client *http.Client) Dialer {
	return func(ctx context.Context, url string) (Socket, error) {
		// The library closes or hands over the body itself.
		conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: client}) //nolint:bodyclose // see above
		if err != nil {
			return nil, fmt.Errorf("dial voice gateway: %w", err)
		}
		return newWebsocket(ctx, conn), nil
	}
}

// A websocketSocket is a Socket over the library.
type websocketSocket struct {
	conn *websocket.Conn
	// cut breaks the connection, and so whatever reads from it, be that us or the
	// library's Close. That Close lets no other through, CloseNow included; but a
	// connection also ends with the context of whoever reads, or would.
	cut func()
}

// newWebsocket returns a socket that does not end with ctx.
func newWebsocket(ctx context.Context, conn *websocket.Conn) *websocketSocket {
	// The default of 32 KiB is less than a Welcome may have.
	conn.SetReadLimit(MaxMessage)
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	return &websocketSocket{conn, func() {
		end()
		conn.CloseRead(life)
	}}
}

func (s *websocketSocket) Read(ctx context.Context) (bool, []byte, error) {
	kind, frame, err := s.conn.Read(ctx)
	if e, ok := errors.AsType[websocket.CloseError](err); ok {
		return false, nil, &ClosedError{Code: CloseCode(e.Code), Reason: e.Reason}
	}
	if errors.Is(err, websocket.ErrMessageTooBig) {
		return false, nil, ErrTooLarge
	}
	return kind == websocket.MessageBinary, frame, err
}

func (s *websocketSocket) Write(ctx context.Context, binary bool, frame []byte) error {
	kind := websocket.MessageText
	if binary {
		kind = websocket.MessageBinary
	}
	return s.conn.Write(ctx, kind, frame)
}

func (s *websocketSocket) Close(code CloseCode, reason string) error {
	if code == Abnormal {
		return s.conn.CloseNow()
	}
	hurry := time.AfterFunc(closeGrace, s.cut)
	defer hurry.Stop()
	return s.conn.Close(websocket.StatusCode(code), reason)
}
