package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
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
		return newWebsocket(conn), nil
	}
}

// AcceptWebsocket is the server's side of [DialWebsocket]: it answers a request
// with the websocket that it asks for. On an error the request is answered.
func AcceptWebsocket(w http.ResponseWriter, r *http.Request) (Socket, error) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return nil, fmt.Errorf("accept voice gateway: %w", err)
	}
	return newWebsocket(conn), nil
}

// A websocketSocket is a Socket over the library.
type websocketSocket struct {
	conn *websocket.Conn
	// cut makes the read that is going on give up, and with it the connection:
	// the one way to hurry a Close.
	cut atomic.Pointer[context.CancelFunc]
}

func newWebsocket(conn *websocket.Conn) *websocketSocket {
	// The default of 32 KiB is less than a Welcome may have.
	conn.SetReadLimit(MaxMessage)
	return &websocketSocket{conn: conn}
}

func (s *websocketSocket) Read(ctx context.Context) (bool, []byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.cut.Store(&cancel)
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
	hurry := time.AfterFunc(closeGrace, func() {
		if cut := s.cut.Load(); cut != nil {
			(*cut)()
		}
	})
	defer hurry.Stop()
	return s.conn.Close(websocket.StatusCode(code), reason)
}
