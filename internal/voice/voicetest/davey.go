package voicetest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"glyphoxa/internal/voice/dave"
)

// Davey is a member that speaks by the library of that name. davey does the
// cryptography; when to call it, which ops to answer and when to encrypt is up
// to a client, and here that is done as plainly as the clients of the field do
// it.
//
// davey has a clock of its own: old keys end after ten seconds of real time,
// however much time passes in the room.
type Davey struct {
	node    *Node
	session int
	user    User
	channel string

	version     int
	users       []User         // in the channel, and ourselves
	sender      []byte         // op 25
	transitions map[uint16]int // to which version
	downgraded  bool           // and not yet back
}

// Davey returns a member for a user in a channel.
func (n *Node) Davey(user User, channel uint64) *Davey {
	n.sessions++
	return &Davey{node: n, session: n.sessions, user: user, channel: strconv.FormatUint(channel, 10)}
}

// Reset opens a new session in place of the last.
func (d *Davey) Reset() error {
	*d = Davey{node: d.node, session: d.session, user: d.user, channel: d.channel}
	d.users, d.transitions = []User{d.user}, make(map[uint16]int)
	_, err := d.ask(question{Call: "open", Protocol: 1, User: &d.user, Channel: d.channel})
	return err
}

// Deadline implements [Member]: a davey never does anything of its own accord.
func (d *Davey) Deadline() (time.Time, bool) { return time.Time{}, false }

// Tick implements [Member].
func (d *Davey) Tick(time.Time) ([]Message, error) { return nil, nil }

// Handle implements [Member].
func (d *Davey) Handle(_ time.Time, m Message) ([]Message, error) {
	switch m.Op {
	case OpSessionDescription:
		v, err := Decode[Description](m)
		if err != nil {
			return nil, err
		}
		return d.begin(v.Version)
	case OpClientsConnect:
		v, err := Decode[Clients](m)
		if err != nil {
			return nil, err
		}
		d.users = append(d.users, v.Users...)
	case OpClientDisconnect:
		v, err := Decode[Client](m)
		if err != nil {
			return nil, err
		}
		d.users = slices.DeleteFunc(d.users, func(u User) bool { return u == v.User })
	case dave.OpPrepareTransition:
		v, err := Decode[Transition](m)
		if err != nil {
			return nil, err
		}
		return d.prepare(v)
	case dave.OpExecuteTransition:
		v, err := Decode[Transition](m)
		if err != nil {
			return nil, err
		}
		return nil, d.execute(v.ID)
	case dave.OpPrepareEpoch:
		v, err := Decode[Epoch](m)
		if err != nil {
			return nil, err
		}
		if v.Epoch == 1 {
			return d.begin(v.Version)
		}
	default:
		return d.handleBinary(m)
	}
	return nil, nil
}

// begin starts anew, as somebody who is in no group.
func (d *Davey) begin(version int) ([]Message, error) {
	d.version = version
	if version == 0 {
		if _, err := d.ask(question{Call: "reset"}); err != nil {
			return nil, err
		}
		return nil, d.passthrough(true, 10)
	}
	if _, err := d.ask(question{Call: "reinit", Protocol: version, User: &d.user, Channel: d.channel}); err != nil {
		return nil, err
	}
	a, err := d.ask(question{Call: "package"})
	if err != nil {
		return nil, err
	}
	return []Message{{dave.OpKeyPackage, a.Data}}, nil
}

func (d *Davey) prepare(v Transition) ([]Message, error) {
	if v.Version == nil {
		return nil, errors.New("voicetest: op 21 without a version")
	}
	d.transitions[v.ID] = *v.Version
	if v.ID == 0 {
		return nil, d.execute(0)
	}
	out := []Message{JSON(dave.OpTransitionReady, Transition{ID: v.ID})}
	if *v.Version == 0 {
		// Others may be in the clear before we are told to.
		return out, d.passthrough(true, 24)
	}
	return out, nil
}

func (d *Davey) execute(id uint16) error {
	version, ok := d.transitions[id]
	if !ok {
		return nil
	}
	delete(d.transitions, id)
	old := d.version
	d.version = version
	switch {
	case version == 0 && old != 0:
		d.downgraded = true
	case version != 0 && d.downgraded && id != 0:
		d.downgraded = false
		return d.passthrough(true, 10)
	}
	return nil
}

func (d *Davey) handleBinary(m Message) ([]Message, error) {
	switch m.Op {
	case dave.OpExternalSender:
		if bytes.Equal(d.sender, m.Data) {
			return nil, nil
		}
		d.sender = m.Data
		_, err := d.ask(question{Call: "sender", Data: m.Data})
		return nil, err
	case dave.OpProposals:
		if len(m.Data) == 0 {
			return nil, errors.New("voicetest: empty op 27")
		}
		a, err := d.ask(question{Call: "proposals", Operation: m.Data[0], Data: m.Data[1:], Users: d.users})
		if err != nil || len(a.Data) == 0 {
			return nil, err
		}
		return []Message{{dave.OpCommitWelcome, slices.Concat(a.Data, a.Welcome)}}, nil
	case dave.OpAnnounceCommit:
		return d.follow("commit", m.Data)
	case dave.OpWelcome:
		return d.follow("welcome", m.Data)
	default:
		return nil, nil
	}
}

// follow takes the group's next epoch, or says that it cannot and begins anew.
func (d *Davey) follow(call string, data []byte) ([]Message, error) {
	id, b, ok := cutTransition(data)
	if !ok {
		return nil, errors.New("voicetest: " + call + " without a transition")
	}
	if _, err := d.ask(question{Call: call, Data: b}); err != nil {
		fresh, again := d.begin(d.version)
		out := []Message{JSON(dave.OpInvalidCommit, Transition{ID: id})}
		return append(out, fresh...), errors.Join(err, again)
	}
	if id == 0 {
		return nil, nil
	}
	d.transitions[id] = d.version
	return []Message{JSON(dave.OpTransitionReady, Transition{ID: id})}, nil
}

// Encrypt implements [Member].
func (d *Davey) Encrypt(frame []byte) ([]byte, error) {
	if d.version == 0 {
		return frame, nil
	}
	a, err := d.ask(question{Call: "encrypt", Data: frame})
	return a.Data, err
}

// Decrypt implements [Member].
func (d *Davey) Decrypt(_ time.Time, from User, sealed []byte) ([]byte, error) {
	if d.version == 0 && !isSealed(sealed) {
		return sealed, nil
	}
	a, err := d.ask(question{Call: "decrypt", User: &from, Data: sealed})
	return a.Data, err
}

// isSealed reports whether a frame ends as encrypted ones do.
func isSealed(b []byte) bool {
	return len(b) >= 12 && binary.BigEndian.Uint16(b[len(b)-2:]) == 0xfafa
}

// View implements [Member].
func (d *Davey) View() (View, error) {
	a, err := d.ask(question{Call: "state"})
	if err != nil {
		return View{}, fmt.Errorf("view of user %d: %w", d.user, err)
	}
	return View{Ready: a.Ready, Epoch: a.Epoch, Members: a.Users, Authenticator: a.Data, PrivacyCode: a.Text}, nil
}

// VerificationCode returns the digits to compare with another member.
func (d *Davey) VerificationCode(user User) (string, error) {
	a, err := d.ask(question{Call: "verify", User: &user})
	return a.Text, err
}

func (d *Davey) passthrough(on bool, seconds int) error {
	_, err := d.ask(question{Call: "passthrough", On: on, Seconds: seconds})
	return err
}

func (d *Davey) ask(q question) (answer, error) {
	q.Session = d.session
	return d.node.ask(q)
}
