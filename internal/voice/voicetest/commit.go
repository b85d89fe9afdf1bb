package voicetest

import (
	"bytes"
	"slices"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/mls"
)

// commit takes op 28. The first commit of an epoch that does all that was
// proposed wins; its makers are not told which it was, they see op 29.
func (c *Call) commit(now time.Time, cl *client, b []byte) {
	m, welcome, err := mls.ParseMessage(b)
	switch {
	case err != nil || m.Kind() != mls.KindCommit || !bytes.Equal(m.GroupID(), c.groupID):
		c.stats.Refused++
		return
	case m.Epoch() != c.epoch || c.version == 0:
		c.stats.Stale++
		return
	}
	list, ok := c.carriesOut(cl, m)
	if !ok {
		c.stats.Refused++
		return
	}
	welcomes := make(map[mls.Ref][]byte)
	if len(welcome) > 0 {
		if welcomes, err = splitWelcome(welcome); err != nil {
			c.stats.Refused++
			return
		}
	}
	for _, p := range list {
		if p.add != nil && welcomes[p.pack.Ref()] == nil {
			c.stats.Refused++
			return
		}
	}
	c.accept(now, cl, b[:len(b)-len(welcome)], list, welcomes)
}

// carriesOut returns the proposals of a commit in its order, and whether it is
// from whom it says and carries out exactly what has been proposed to him.
func (c *Call) carriesOut(cl *client, m *mls.Message) (list []*proposal, ok bool) {
	from := m.Sender()
	if from.Type != mls.SenderMember {
		return nil, false
	}
	want := len(c.proposals)
	if c.established {
		if !cl.seated || from.Index != uint32(cl.leaf) {
			return nil, false
		}
	} else {
		// In a group of his own he sits in the first seat, and is not added.
		if cl.pack == nil || from.Index != 0 {
			return nil, false
		}
		if c.adding(cl) {
			want--
		}
	}
	refs, inline := m.References()
	if inline > 0 || len(refs) == 0 || len(refs) != want {
		return nil, false
	}
	for _, ref := range refs {
		i := slices.IndexFunc(c.proposals, func(p *proposal) bool { return p.ref == ref })
		if i < 0 || c.proposals[i].add == cl || slices.Contains(list, c.proposals[i]) {
			return nil, false
		}
		list = append(list, c.proposals[i])
	}
	return list, true
}

// accept makes a commit the group's next epoch, and tells everybody.
func (c *Call) accept(now time.Time, by *client, commit []byte, list []*proposal, welcomes map[mls.Ref][]byte) {
	id := c.initial
	if c.established {
		id = c.nextTransition()
	} else {
		c.seats = []*client{by}
		by.pack, by.seated, by.leaf = nil, true, 0
	}
	var old, added []*client
	for _, cl := range c.clients {
		if cl.seated {
			old = append(old, cl)
		}
	}
	c.seat(list)
	for _, cl := range old {
		c.send(cl, announce(dave.OpAnnounceCommit, id, commit))
	}
	for _, p := range list {
		if p.add != nil {
			added = append(added, p.add)
			c.send(p.add, announce(dave.OpWelcome, id, welcomes[p.pack.Ref()]))
		}
	}

	c.stats.Commits++
	c.stats.Won[by.user]++
	if len(added) < len(list) {
		c.stats.Path++
	}
	c.established, c.initial, c.epoch, c.proposals = true, 0, c.epoch+1, nil
	for _, cl := range c.clients {
		clear(cl.told)
	}
	if id != 0 {
		staying := slices.DeleteFunc(old, func(cl *client) bool { return !cl.seated })
		c.await(now, id, append(staying, added...))
	}
	// Somebody may have come or gone while the commit was made.
	c.change(now)
}

// seat applies proposals to the seats: "Removes before Adds", and each Add takes
// the leftmost blank leaf (RFC 9420 section 12.3).
func (c *Call) seat(list []*proposal) {
	for _, p := range list {
		if p.add != nil {
			continue
		}
		if s := c.seats[p.remove]; s.seated && s.leaf == p.remove {
			s.seated, s.expired = false, false
		}
		c.seats[p.remove] = nil
	}
	for _, p := range list {
		if p.add == nil {
			continue
		}
		i := slices.Index(c.seats, nil)
		if i < 0 {
			i = len(c.seats)
			c.seats = append(c.seats, nil)
		}
		c.seats[i] = p.add
		p.add.pack, p.add.seated, p.add.leaf = nil, true, mls.LeafIndex(i)
	}
	for len(c.seats) > 0 && c.seats[len(c.seats)-1] == nil {
		c.seats = c.seats[:len(c.seats)-1]
	}
}
