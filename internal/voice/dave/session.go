package dave

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/voice/mls"
)

// version1 is the only version of DAVE there is; 0 is a call in the clear.
const version1 = 1

// Options configures a Session. The zero Options is ready to use.
type Options struct {
	// SigningKey is who we are to those who compare verification codes. Nil
	// means a new one, which is good for one call.
	SigningKey *mls.SigningKey
}

// A Session is our part in the encryption of one call, from one Identify on the
// voice gateway to the next. Resuming goes on with the same Session; whoever
// identifies again makes a new one.
//
// One goroutine owns it and feeds it what the gateway says. Besides, one may
// call [Session.Encrypt] and one [Session.Decrypt], all at the same time and
// without waiting for each other. [Session.Stats] and [Session.CanEncrypt] are
// for anybody.
type Session struct {
	self   uint64
	id     []byte // of the group: the channel
	signer *mls.SigningKey

	users   map[uint64]bool // who is in the call, by ops 11 and 13
	outside *mls.ExternalSender

	begun   bool
	version uint16 // in force: how we speak
	next    uint16 // of the group that exists, or is to: that of the last op 4 or 24

	// client is our latest key package, as long as it is unused. group is the
	// group we are in; or, while that is none, one of our own that others may
	// be added to (the pending group). joined tells them apart.
	client *mls.Client
	group  *mls.Group
	joined bool

	queue   queue
	commit  *mls.Commit // ours, that covers the queue
	delayed []Message   // op 29 that adds somebody not announced yet, and what came since

	open    []transition // that wait for op 22, the oldest first
	keyless []uint16     // op 21 to version 1 that waits for a group

	recovery recovery
	newest   *voiceKey // of the last epoch, whether we speak with it yet or not
	ticked   time.Time

	speaker speaker
	hearer  hearer
}

// New returns the session of a user in a voice channel.
func New(user, channel uint64, opts Options) *Session {
	s := &Session{
		self:   user,
		id:     binary.BigEndian.AppendUint64(nil, channel),
		signer: opts.SigningKey,
		users:  make(map[uint64]bool),
	}
	if s.signer == nil {
		s.signer = mls.GenerateSigningKey()
	}
	s.hearer.init()
	return s
}

// Begin takes the version that op 4 (Session Description) gives: 0 for a call in
// the clear, 1 for DAVE. It returns what to send, which is our key package. A
// second op 4 with the same version changes nothing.
func (s *Session) Begin(version uint16, now time.Time) ([]Message, error) {
	if version > version1 {
		return nil, ErrVersion
	}
	if s.begun && version == s.next {
		return s.tick(now, nil)
	}
	s.begun = true
	s.next = version
	out := s.restart(now)
	s.setVersion(version, nil, now)
	return s.tick(now, out)
}

// maxUsers is far above what a call holds.
const maxUsers = 1 << 16

// Connected takes the users that op 11 names, and returns what to send: a
// proposal to add one of them may have been waiting.
func (s *Session) Connected(now time.Time, users ...uint64) ([]Message, error) {
	for _, u := range users {
		if len(s.users) >= maxUsers {
			return nil, fmt.Errorf("op 11: too many users: %w", ErrPolicy)
		}
		if u != s.self {
			s.users[u] = true
		}
	}
	out, err := s.announced(users, now)
	return s.tickAfter(now, out, err)
}

// Disconnected takes the user that op 13 names.
func (s *Session) Disconnected(now time.Time, user uint64) {
	delete(s.users, user)
	s.recovery.watch(s, now)
}

// Present reports whether a user is in the call, by ops 11 and 13.
func (s *Session) Present(user uint64) bool { return s.users[user] }

// Handle takes one message of the server's, in the order in which they come, and
// returns what to send, in that order. There may be something to send although
// there is an error; an error never ends the session. Messages that are merely
// late are no error. Handle keeps nothing of m.Payload, and what it returns is
// the caller's.
func (s *Session) Handle(m Message, now time.Time) ([]Message, error) {
	due, overdue := s.tick(now, nil) // so that what is over is over before m
	var out []Message
	var err error
	if len(s.delayed) > 0 {
		out, err = s.delay(m, now)
	} else {
		out, err = s.handle(m, now)
	}
	s.recovery.watch(s, now)
	return append(due, out...), errors.Join(overdue, err)
}

func (s *Session) handle(m Message, now time.Time) (out []Message, err error) {
	switch m.Op {
	case OpPrepareTransition:
		out, err = s.prepareTransition(m, now)
	case OpExecuteTransition:
		s.executeTransition(m.Transition, now)
	case OpPrepareEpoch:
		out, err = s.prepareEpoch(m, now)
	case OpExternalSender:
		err = s.externalSender(m.Payload)
	case OpProposals:
		out, err = s.proposals(m.Payload, now)
	case OpAnnounceCommit:
		out, err = s.announce(m, now)
	case OpWelcome:
		out, err = s.welcome(m, now)
	case OpTransitionReady, OpKeyPackage, OpCommitWelcome, OpInvalidCommit:
		err = fmt.Errorf("only clients send it: %w", ErrOutOfTurn)
	default:
		err = fmt.Errorf("none of DAVE's: %w", ErrMalformed)
	}
	if err != nil {
		err = fmt.Errorf("%v: %w", m.Op, err)
	}
	return out, err
}

// externalSender takes op 25. Another one takes the place of the first until there
// is a group; then it is in the group's context, and cannot change.
func (s *Session) externalSender(payload []byte) error {
	sender, err := mls.ParseExternalSender(payload)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if s.joined || s.outside != nil && s.outside.Equal(sender) {
		return nil
	}
	s.outside = &sender
	s.pend()
	return nil
}

// restart drops the group, and begins anew with a key package to be added by. The
// keys to hear with go on as long as keys of the past do.
func (s *Session) restart(now time.Time) []Message {
	s.forget(now)
	s.open, s.keyless = nil, nil
	s.recovery.reset()
	return s.apply()
}

// forget drops the group and all that hangs on it.
func (s *Session) forget(now time.Time) {
	s.client, s.group, s.joined = nil, nil, false
	s.queue, s.commit, s.delayed = queue{}, nil, nil
	s.newest = nil
	s.hearer.retire(now)
}

// apply asks to be added to the group, if there is to be one.
func (s *Session) apply() []Message {
	if s.next < version1 {
		return nil
	}
	s.client = mls.NewClient(s.signer, binary.BigEndian.AppendUint64(nil, s.self))
	s.pend()
	return []Message{{Op: OpKeyPackage, Payload: slices.Clone(s.client.KeyPackage().Bytes())}}
}

// pend makes the pending group as soon as all that it needs is there.
func (s *Session) pend() {
	if s.client == nil || s.outside == nil || s.joined {
		return
	}
	s.group = s.client.Create(s.id, *s.outside)
	s.queue, s.commit = queue{}, nil
}

// Format prints the type and nothing of the keys.
func (s *Session) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("dave.Session")) }
