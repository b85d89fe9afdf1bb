package voicetest

import (
	"slices"
	"time"

	"glyphoxa/internal/voice/mls"
)

// A proposal is one that waits for a commit.
type proposal struct {
	ref     mls.Ref
	message []byte
	add     *client         // whom it adds, or nil
	pack    *mls.KeyPackage // with what
	remove  mls.LeafIndex   // what it removes, if it adds nobody
}

// keyPackage takes op 26. A client that makes a new one has begun anew: it has
// left the group, if it was in one, and forgotten what was proposed.
func (c *Call) keyPackage(now time.Time, cl *client, b []byte) {
	pack, err := mls.ParseKeyPackage(b)
	if err != nil || c.version == 0 {
		return
	}
	cl.pack, cl.seated, cl.expired = pack, false, false
	clear(cl.told)
	c.change(now)
}

// invalid takes op 31: the client could not follow, and is out.
func (c *Call) invalid(now time.Time, cl *client) {
	c.stats.Invalid++
	cl.pack, cl.seated, cl.expired = nil, false, false
	clear(cl.told)
	c.unawait(now, cl)
	c.change(now)
}

// change has the difference between group and channel proposed, now or when
// enough has been gathered.
func (c *Call) change(now time.Time) {
	switch {
	case c.options.Gather == 0:
		c.propose()
	case c.gathered.IsZero():
		c.gathered = now.Add(c.options.Gather)
	}
}

// propose makes the proposals that turn the group into those who are in the
// channel, takes back those that no longer do, and hands both out.
func (c *Call) propose() {
	c.gathered = time.Time{}
	if c.version == 0 {
		return
	}
	if c.established && !slices.ContainsFunc(c.clients, func(cl *client) bool { return cl.seated }) {
		c.reset() // nobody is left who could commit
		return
	}
	var revoked []*proposal
	c.proposals = slices.DeleteFunc(c.proposals, func(p *proposal) bool {
		gone := p.add != nil && (!p.add.here || p.add.pack != p.pack)
		if gone {
			revoked = append(revoked, p)
		}
		return gone
	})
	c.stats.Revoked += len(revoked)
	for i, s := range c.seats {
		if s != nil && (!s.sits(i) || s.expired) && !c.removing(mls.LeafIndex(i)) {
			m := c.outside.Remove(c.groupID, c.epoch, mls.LeafIndex(i))
			c.proposals = append(c.proposals, &proposal{ref: refOf(m), message: m, remove: mls.LeafIndex(i)})
		}
	}
	for _, cl := range c.clients {
		if cl.pack != nil && !cl.seated && !c.adding(cl) {
			m := c.outside.Add(c.groupID, c.epoch, cl.pack.Bytes())
			c.proposals = append(c.proposals, &proposal{ref: refOf(m), message: m, add: cl, pack: cl.pack})
		}
	}
	for _, cl := range c.clients {
		c.tell(cl, revoked)
	}
}

// tell sends a client the proposals that concern it and that it has not got. As
// long as there is no group, each client has one of its own, in epoch 0 and with
// the same ID, so that one proposal serves all but the one it is about.
func (c *Call) tell(cl *client, revoked []*proposal) {
	follows := cl.seated
	if !c.established {
		follows = cl.pack != nil
	}
	if !follows {
		return
	}
	var back, fresh []*proposal
	for _, p := range revoked {
		// To be told to forget what one never heard of is an error to some.
		if cl.told[p.ref] {
			delete(cl.told, p.ref)
			back = append(back, p)
		}
	}
	for _, p := range c.proposals {
		if p.add != cl && !cl.told[p.ref] {
			cl.told[p.ref] = true
			fresh = append(fresh, p)
		}
	}
	step := max(1, len(back), len(fresh))
	if c.options.Split {
		step = 1
	}
	for list := range slices.Chunk(back, step) {
		c.send(cl, revokeProposals(list))
	}
	for list := range slices.Chunk(fresh, step) {
		c.send(cl, appendProposals(list))
	}
}

// sits reports whether the client of seat i is still the one that sits there.
func (cl *client) sits(i int) bool {
	return cl != nil && cl.here && cl.seated && int(cl.leaf) == i
}

func (c *Call) removing(i mls.LeafIndex) bool {
	return slices.ContainsFunc(c.proposals, func(p *proposal) bool { return p.add == nil && p.remove == i })
}

func (c *Call) adding(cl *client) bool {
	return slices.ContainsFunc(c.proposals, func(p *proposal) bool { return p.add == cl })
}

// refOf returns the name of a proposal that we made.
func refOf(b []byte) mls.Ref {
	m, _, err := mls.ParseMessage(b)
	if err != nil {
		panic("voicetest: a proposal of our own: " + err.Error())
	}
	return m.Ref()
}
