package gateway

import (
	"log/slog"
	"math/rand/v2"
	"net/url"
)

// ClientOptions configures a Client. Endpoint, Guild, User, Session and Token
// come from the main gateway's answer to a join and are required.
type ClientOptions struct {
	// Endpoint is host and port, as Discord gave them.
	Endpoint string
	// Guild and User are the ids of the guild and of the bot.
	Guild, User uint64
	// Session is the session id of the bot's voice state.
	Session string
	// Token is that of the voice server update.
	Token Token

	// Dial opens websockets. Nil means [DialWebsocket] with the default client.
	Dial Dialer

	// Handle is given every message that is not the client's own business, known
	// ops only, in order and one at a time. The message is its to keep. It may
	// call Send. It should be done within the heartbeat interval, and must not
	// wait for Run to return. Nil drops all.
	Handle func(Message)
	// Resumed is called when the websocket was lost and the session goes on over
	// another: as Handle is, and in order with it. Nil is no call.
	Resumed func()

	// Log is told of lost and resumed websockets. Nil is nobody.
	Log *slog.Logger

	// jitter, set by tests, returns a number from 0 to below 1, the part of the
	// interval before the first heartbeat. Nil draws one.
	jitter func() float64
}

// withDefaults returns o with what is zero filled in.
func (o ClientOptions) withDefaults() ClientOptions {
	if o.Dial == nil {
		o.Dial = DialWebsocket(nil)
	}
	if o.Handle == nil {
		o.Handle = func(Message) {}
	}
	if o.Resumed == nil {
		o.Resumed = func() {}
	}
	if o.jitter == nil {
		o.jitter = rand.Float64
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// url returns the address of the gateway. The port stays: it need not be 443.
func (o ClientOptions) url() string {
	u := url.URL{Scheme: "wss", Host: o.Endpoint, Path: "/", RawQuery: "v=8"}
	return u.String()
}
