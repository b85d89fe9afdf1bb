package voicetest

import (
	"encoding/binary"
	"slices"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/mls"
)

// CallOptions say how a call goes. The zero CallOptions are a call as Discord
// runs it, of a server that never dawdles.
type CallOptions struct {
	// Plain lets the call begin without encryption.
	Plain bool
	// Ready is how long a transition waits for op 23 of all. Zero means 2 s, the
	// figure of the protocol's description.
	Ready time.Duration
	// Execute is how long op 22 comes after the last op 23. Zero means at once.
	Execute time.Duration
	// Gather is how long changes are collected before they are proposed
	// together. Zero means that each is proposed when it happens.
	Gather time.Duration
	// Split puts each proposal into an op 27 of its own.
	Split bool
	// Key signs the proposals. Nil means a new one.
	Key *mls.SigningKey
}

// A Delivery is a message on its way to somebody in the channel.
type Delivery struct {
	To      User
	Message Message
}

// Stats count what happened in a call.
type Stats struct {
	Commits int          // that won
	Won     map[User]int // the same, by committer
	Path    int          // those that had removes
	Stale   int          // commits of a past epoch
	Refused int          // commits that were not what was proposed
	Revoked int          // proposals that were taken back
	Invalid int          // op 31
	Resets  int          // groups that were given up, because one or nobody was left in them
	Late    int          // transitions executed though somebody was not ready
}

// A Call is what the voice server knows about the encryption of one channel.
// Its methods take the time, and return what is to be sent, in order. It belongs
// to one goroutine at a time.
type Call struct {
	options CallOptions
	groupID []byte
	outside mls.Proposer
	sender  []byte // op 25
	version int
	stats   Stats

	clients []*client // in the channel, in the order they came

	// The group, as it is known from outside.
	established bool
	epoch       uint64
	seats       []*client // by leaf; nil is blank
	proposals   []*proposal
	gathered    time.Time // when to propose what has changed; zero: nothing has
	initial     uint16    // the transition that the first commit will be

	transitions []*transition // open ones, the oldest first
	transition  uint16        // the last id given

	out []Delivery
}

// A client is one stay of a user in the channel.
type client struct {
	user User
	here bool // still in the channel

	// pack is what the client can be added with; nil if none is at hand.
	pack *mls.KeyPackage

	// seated says that the client is in the group and follows it, at leaf. One
	// that is to be expelled is, until it has been.
	seated  bool
	leaf    mls.LeafIndex
	expired bool

	told map[mls.Ref]bool // the proposals of this epoch that it was sent
}

// NewCall returns a call in which nobody is. The channel is the group's ID.
func NewCall(channel uint64, o CallOptions) *Call {
	if o.Key == nil {
		o.Key = mls.GenerateSigningKey()
	}
	if o.Ready == 0 {
		o.Ready = 2 * time.Second
	}
	c := &Call{
		options: o,
		groupID: binary.BigEndian.AppendUint64(nil, channel),
		outside: mls.Proposer{Key: o.Key},
		// One byte of zero is what the real server calls itself.
		sender:  mls.ExternalSender{SignatureKey: o.Key.Public(), Identity: []byte{0}}.Append(nil),
		version: 1,
		stats:   Stats{Won: make(map[User]int)},
	}
	if o.Plain {
		c.version = 0
	}
	return c
}

// Epoch returns the epoch of the group, 0 if there is none yet.
func (c *Call) Epoch() uint64 { return c.epoch }

// Members returns who is in the group, in the order of the leaves.
func (c *Call) Members() []User {
	var all []User
	for i, s := range c.seats {
		if s.sits(i) {
			all = append(all, s.user)
		}
	}
	return all
}

// Stats returns what has been counted so far.
func (c *Call) Stats() Stats { return c.stats }

// Idle reports whether nothing is under way: nobody has been told of a proposal
// that waits for a commit, and no transition waits for its execution. To propose
// the first member of a call there is nobody to be told.
func (c *Call) Idle() bool {
	told := slices.ContainsFunc(c.clients, func(cl *client) bool { return len(cl.told) > 0 })
	return !told && len(c.transitions) == 0 && c.gathered.IsZero()
}

// Join lets a user into the channel. If he is there already, that stay is over.
func (c *Call) Join(now time.Time, u User) []Delivery {
	if old := c.client(u); old != nil {
		c.drop(now, old)
	}
	cl := &client{user: u, here: true, told: make(map[mls.Ref]bool)}
	if len(c.clients) > 0 {
		var users []User
		for _, o := range c.clients {
			users = append(users, o.user)
			c.send(o, JSON(OpClientsConnect, Clients{[]User{u}}))
		}
		c.send(cl, JSON(OpClientsConnect, Clients{users}))
	}
	c.clients = append(c.clients, cl)
	c.send(cl, JSON(OpSessionDescription, Description{c.version}))
	if c.version > 0 {
		c.send(cl, Message{dave.OpExternalSender, c.sender})
		if len(c.clients) == 1 {
			c.send(cl, prepare(c.version, 0))
		}
	}
	c.change(now)
	return c.flush()
}

// Leave takes a user out of the channel, whether he said so or his connection
// is given up.
func (c *Call) Leave(now time.Time, u User) []Delivery {
	cl := c.client(u)
	if cl == nil {
		return nil
	}
	c.drop(now, cl)
	for _, o := range c.clients {
		c.send(o, JSON(OpClientDisconnect, Client{u}))
	}
	if c.established && len(c.clients) <= 1 {
		c.reset()
	} else {
		c.change(now)
	}
	return c.flush()
}

// Expel has a user removed from the group while he is in the channel, and told
// so like the others. The server does that to somebody whose connection it has
// doubts about.
func (c *Call) Expel(now time.Time, u User) []Delivery {
	if cl := c.client(u); cl != nil && cl.seated {
		cl.expired = true
		c.change(now)
	}
	return c.flush()
}

// Receive takes a message that a user sent. What makes no sense is ignored.
func (c *Call) Receive(now time.Time, u User, m Message) []Delivery {
	cl := c.client(u)
	if cl == nil {
		return nil
	}
	switch m.Op {
	case dave.OpKeyPackage:
		c.keyPackage(now, cl, m.Data)
	case dave.OpCommitWelcome:
		c.commit(now, cl, m.Data)
	case dave.OpTransitionReady:
		c.ready(now, cl, m)
	case dave.OpInvalidCommit:
		c.invalid(now, cl)
	default:
		// The rest of the gateway's ops is not about encryption.
	}
	return c.flush()
}

// Tick does what is due.
func (c *Call) Tick(now time.Time) []Delivery {
	if !c.gathered.IsZero() && !now.Before(c.gathered) {
		c.propose()
	}
	c.tickTransitions(now)
	return c.flush()
}

// Next returns when Tick is due, and false if nothing is.
func (c *Call) Next() (next time.Time, ok bool) {
	next = c.gathered
	for _, t := range c.transitions {
		if next.IsZero() || t.due.Before(next) {
			next = t.due
		}
	}
	return next, !next.IsZero()
}

func (c *Call) client(u User) *client {
	for _, cl := range c.clients {
		if cl.user == u {
			return cl
		}
	}
	return nil
}

// drop ends a client's stay.
func (c *Call) drop(now time.Time, cl *client) {
	cl.here = false
	c.clients = slices.DeleteFunc(c.clients, func(o *client) bool { return o == cl })
	c.unawait(now, cl)
}

// reset gives the group up. Those who are in the channel begin anew.
func (c *Call) reset() {
	c.forget()
	if len(c.clients) > 0 {
		c.stats.Resets++
	}
	for _, cl := range c.clients {
		c.send(cl, JSON(dave.OpPrepareEpoch, Epoch{c.version, 1}))
		c.send(cl, prepare(c.version, 0))
	}
}

// forget empties the group.
func (c *Call) forget() {
	c.established, c.epoch, c.initial = false, 0, 0
	c.seats, c.proposals, c.gathered, c.transitions = nil, nil, time.Time{}, nil
	for _, cl := range c.clients {
		cl.pack, cl.seated, cl.expired = nil, false, false
		clear(cl.told)
	}
}

func (c *Call) send(cl *client, m Message) {
	if cl.here {
		c.out = append(c.out, Delivery{cl.user, m})
	}
}

func (c *Call) flush() []Delivery {
	out := c.out
	c.out = nil
	return out
}
