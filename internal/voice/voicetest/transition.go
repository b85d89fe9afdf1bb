package voicetest

import (
	"slices"
	"time"

	"glyphoxa/internal/voice/dave"
)

// A transition is a change of keys, or of the protocol, that all make at op 22.
// Several may be open at once.
type transition struct {
	id      uint16
	clients []*client
	waiting []*client // of whom op 23 has not come
	due     time.Time // when op 22 is sent, ready or not
	then    func()    // what the server does after it; nil: nothing
}

// SetVersion changes the protocol of the whole call: to 0, which is plain, or to
// 1, which begins with a new group.
func (c *Call) SetVersion(now time.Time, version int) []Delivery {
	if version == c.version {
		return nil
	}
	c.version = version
	id := c.nextTransition()
	if version == 0 {
		for _, cl := range c.clients {
			c.send(cl, prepare(0, id))
		}
		if t := c.await(now, id, slices.Clone(c.clients)); t != nil {
			t.then = c.forget
		} else {
			c.forget()
		}
		return c.flush()
	}
	c.forget()
	c.initial = id
	for _, cl := range c.clients {
		c.send(cl, JSON(dave.OpPrepareEpoch, Epoch{version, 1}))
		c.send(cl, Message{dave.OpExternalSender, c.sender})
	}
	return c.flush()
}

// prepare returns op 21.
func prepare(version int, id uint16) Message {
	return JSON(dave.OpPrepareTransition, Transition{Version: new(version), ID: id})
}

// nextTransition returns an id that is not 0: that one is never waited for.
func (c *Call) nextTransition() uint16 {
	if c.transition++; c.transition == 0 {
		c.transition = 1
	}
	return c.transition
}

// await opens a transition that these clients have to be ready for. It is nil if
// there are none.
func (c *Call) await(now time.Time, id uint16, clients []*client) *transition {
	if len(clients) == 0 {
		return nil
	}
	t := &transition{
		id:      id,
		clients: clients,
		waiting: slices.Clone(clients),
		due:     now.Add(c.options.Ready),
	}
	c.transitions = append(c.transitions, t)
	return t
}

// ready takes op 23.
func (c *Call) ready(now time.Time, cl *client, m Message) {
	d, err := Decode[Transition](m)
	if err != nil {
		return
	}
	for _, t := range slices.Clone(c.transitions) {
		if t.id == d.ID {
			c.tick(now, t, cl)
		}
	}
}

// unawait no longer waits for a client.
func (c *Call) unawait(now time.Time, cl *client) {
	for _, t := range slices.Clone(c.transitions) {
		c.tick(now, t, cl)
	}
}

// tick takes a client off a transition's list, and has it executed if it was
// the last.
func (c *Call) tick(now time.Time, t *transition, cl *client) {
	i := slices.Index(t.waiting, cl)
	if i < 0 {
		return
	}
	if t.waiting = slices.Delete(t.waiting, i, i+1); len(t.waiting) > 0 {
		return
	}
	if t.due = now.Add(c.options.Execute); c.options.Execute == 0 {
		c.execute(t)
	}
}

// tickTransitions executes what is due.
func (c *Call) tickTransitions(now time.Time) {
	for _, t := range slices.Clone(c.transitions) {
		if !now.Before(t.due) {
			if len(t.waiting) > 0 {
				c.stats.Late++
			}
			c.execute(t)
		}
	}
}

// execute sends op 22.
func (c *Call) execute(t *transition) {
	c.transitions = slices.DeleteFunc(c.transitions, func(o *transition) bool { return o == t })
	for _, cl := range t.clients {
		c.send(cl, JSON(dave.OpExecuteTransition, Transition{ID: t.id}))
	}
	if t.then != nil {
		t.then()
	}
}
