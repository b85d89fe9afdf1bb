package voicetest

import (
	"fmt"
	"time"

	"glyphoxa/internal/voice/dave"
)

// A Member is the side of the encryption that somebody in the channel has.
type Member interface {
	// Reset begins a new stay: everything of the last one is forgotten.
	Reset() error
	// Handle takes a message of the server and returns what to send. There may
	// be something to send although there is an error.
	Handle(now time.Time, m Message) ([]Message, error)
	// Deadline returns when Tick is due, and false if it is not.
	Deadline() (time.Time, bool)
	Tick(now time.Time) ([]Message, error)
	// Encrypt returns a frame as it is sent. An error means that it is held.
	Encrypt(frame []byte) ([]byte, error)
	// Decrypt returns the frame that another sent.
	Decrypt(now time.Time, from User, sealed []byte) ([]byte, error)
	View() (View, error)
}

// A View is the group as a member sees it.
type View struct {
	Ready         bool // in a group
	Epoch         uint64
	Members       []User
	Authenticator []byte
	PrivacyCode   string    // 30 digits, whatever stands between them
	Rejoin        time.Time // unless zero, when it wants to join anew
}

// Ours is a member that speaks by package dave.
type Ours struct {
	*dave.Session
	user, channel uint64
	options       dave.Options
}

// NewOurs returns a member for a user in a channel.
func NewOurs(user User, channel uint64, o dave.Options) *Ours {
	return &Ours{dave.New(uint64(user), channel, o), uint64(user), channel, o}
}

// Reset makes a new session.
func (o *Ours) Reset() error {
	o.Session = dave.New(o.user, o.channel, o.options)
	return nil
}

// Handle implements [Member].
func (o *Ours) Handle(now time.Time, m Message) ([]Message, error) {
	switch m.Op {
	case OpSessionDescription:
		d, err := Decode[Description](m)
		if err != nil {
			return nil, err
		}
		return wrap(o.Begin(uint16(d.Version), now))
	case OpClientsConnect:
		d, err := Decode[Clients](m)
		if err != nil {
			return nil, err
		}
		users := make([]uint64, len(d.Users))
		for i, u := range d.Users {
			users[i] = uint64(u)
		}
		return wrap(o.Connected(now, users...))
	case OpClientDisconnect:
		d, err := Decode[Client](m)
		if err != nil {
			return nil, err
		}
		o.Disconnected(now, uint64(d.User))
		return nil, nil
	default:
		d, err := dave.ParseMessage(m.Op, m.Data)
		if err != nil {
			return nil, fmt.Errorf("read %v: %w", m, err)
		}
		return wrap(o.Session.Handle(d, now))
	}
}

// Tick implements [Member].
func (o *Ours) Tick(now time.Time) ([]Message, error) { return wrap(o.Session.Tick(now)) }

// Encrypt implements [Member].
func (o *Ours) Encrypt(frame []byte) ([]byte, error) { return o.Session.Encrypt(nil, frame) }

// Decrypt implements [Member].
func (o *Ours) Decrypt(now time.Time, from User, sealed []byte) ([]byte, error) {
	return o.Session.Decrypt(nil, uint64(from), sealed, now)
}

// View implements [Member].
func (o *Ours) View() (View, error) {
	s := o.State()
	v := View{
		Ready:         s.Established,
		Epoch:         s.Epoch,
		Authenticator: s.Authenticator,
		PrivacyCode:   s.PrivacyCode,
		Rejoin:        s.Rejoin,
	}
	for _, u := range s.Members {
		v.Members = append(v.Members, User(u))
	}
	return v, nil
}

// wrap turns what a session says into messages.
func wrap(list []dave.Message, err error) ([]Message, error) {
	out := make([]Message, len(list))
	for i, m := range list {
		out[i] = Message{m.Op, m.Append(nil)}
	}
	return out, err
}
