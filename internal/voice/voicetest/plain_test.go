package voicetest

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/mls"
)

// A plain member follows the group and knows nothing else: no frames, no
// recovery, no doubts. The call is tested with it, so that a fault of the call
// is not taken for one of package dave.
type plain struct {
	user    User
	groupID []byte
	signer  *mls.SigningKey

	client *mls.Client
	sender mls.ExternalSender
	group  *mls.Group
	joined bool
	queue  []*mls.Proposal
	commit *mls.Commit
	out    bool // about to be removed
}

const channel = 1090000000000000001

func newPlain(user User) *plain {
	return &plain{user: user, groupID: binary.BigEndian.AppendUint64(nil, channel), signer: mls.GenerateSigningKey()}
}

func (p *plain) Reset() error {
	*p = plain{user: p.user, groupID: p.groupID, signer: p.signer}
	return nil
}

func (p *plain) Deadline() (time.Time, bool)       { return time.Time{}, false }
func (p *plain) Tick(time.Time) ([]Message, error) { return nil, nil }
func (p *plain) Encrypt([]byte) ([]byte, error)    { return nil, errors.ErrUnsupported }

func (p *plain) Decrypt(time.Time, User, []byte) ([]byte, error) { return nil, errors.ErrUnsupported }

func (p *plain) View() (View, error) {
	v := View{Ready: p.joined, PrivacyCode: "000000000000000000000000000000"}
	if p.joined {
		v.Epoch, v.Authenticator = p.group.Epoch(), p.group.Authenticator()
		for m := range p.group.Members() {
			v.Members = append(v.Members, User(binary.BigEndian.Uint64(m.Identity)))
		}
	}
	return v, nil
}

func (p *plain) begin() []Message {
	p.client = mls.NewClient(p.signer, binary.BigEndian.AppendUint64(nil, uint64(p.user)))
	p.joined, p.out, p.queue, p.commit = false, false, nil, nil
	p.group = p.client.Create(p.groupID, p.sender)
	return []Message{{dave.OpKeyPackage, p.client.KeyPackage().Bytes()}}
}

func (p *plain) Handle(_ time.Time, m Message) ([]Message, error) {
	switch m.Op {
	case dave.OpExternalSender:
		var err error
		if p.sender, err = mls.ParseExternalSender(m.Data); err != nil {
			return nil, err
		}
		return p.begin(), nil
	case dave.OpPrepareEpoch:
		return p.begin(), nil
	case dave.OpProposals:
		return p.proposals(m.Data)
	case dave.OpAnnounceCommit, dave.OpWelcome:
		id, b, _ := cutTransition(m.Data)
		var next *mls.Group
		var err error
		if m.Op == dave.OpWelcome {
			next, err = p.client.Join(b)
		} else if p.commit != nil && string(p.commit.Message) == string(b) {
			next = p.commit.Next
		} else {
			var c *mls.Message
			if c, _, err = mls.ParseMessage(b); err == nil {
				next, err = p.group.Process(c, p.queue)
			}
		}
		if errors.Is(err, mls.ErrRemoved) {
			return p.begin(), nil
		}
		if err != nil {
			return append([]Message{JSON(dave.OpInvalidCommit, Transition{ID: id})}, p.begin()...), err
		}
		p.group, p.joined, p.queue, p.commit = next, true, nil, nil
		if id == 0 {
			return nil, nil
		}
		return []Message{JSON(dave.OpTransitionReady, Transition{ID: id})}, nil
	default:
		return nil, nil
	}
}

func (p *plain) proposals(b []byte) ([]Message, error) {
	list, _, _ := cutVector(b[1:])
	for len(list) > 0 {
		if b[0] == operationRevoke {
			ref, rest, _ := cutVector(list)
			n := len(p.queue)
			p.queue = slices.DeleteFunc(p.queue, func(q *mls.Proposal) bool { return q.Ref() == mls.Ref(ref) })
			if len(p.queue) == n {
				return nil, errors.New("revoked what nobody proposed")
			}
			list = rest
			continue
		}
		m, rest, err := mls.ParseMessage(list)
		if err != nil {
			return nil, err
		}
		q, err := p.group.Verify(m)
		if err != nil {
			return nil, err
		}
		if i, ok := q.Removed(); ok && i == p.group.Self() {
			p.out = true
		}
		if q.Added() != nil && q.Added().Ref() == p.client.KeyPackage().Ref() {
			return nil, errors.New("told of our own arrival")
		}
		p.queue = append(p.queue, q)
		list = rest
	}
	p.commit = nil
	if len(p.queue) == 0 || p.out {
		return nil, nil
	}
	var err error
	if p.commit, err = p.group.Commit(p.queue); err != nil {
		return nil, err
	}
	return []Message{{dave.OpCommitWelcome, slices.Concat(p.commit.Message, p.commit.Welcome)}}, nil
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// settled lets the room come to rest and checks that all is well.
func settled(t testing.TB, r *Room) {
	t.Helper()
	check(t, r.Settle(time.Minute))
	check(t, r.Agree())
	for _, c := range r.Complaints() {
		t.Error(c)
	}
}
