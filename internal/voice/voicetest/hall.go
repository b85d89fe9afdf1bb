package voicetest

import (
	"slices"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

// A person is what others see of somebody in a channel.
type person struct {
	user     User
	name     string
	ssrc     uint32
	bot      bool
	speaking *speakingBody // the last op 5
	video    *videoBody
}

// An occupant is somebody who is in a channel's call: a session, or a seat.
type occupant interface {
	who() *person
	// deliver hands over what the call says.
	deliver(m Message)
	// notice hands over what another one says of himself.
	notice(m gateway.Message)
	// hear hands over a packet of another, as far as the transport is concerned
	// in the clear.
	hear(from *person, h rtp.Header, payload []byte)
	// see hands over a packet of another that is no sound.
	see(header, payload []byte)
}

// A hall is a channel: its call, and who is there. It is the server's, behind its
// mutex.
type hall struct {
	v       *VoiceServer
	guild   uint64
	channel uint64
	call    *Call
	inside  []occupant      // in the call
	porch   []*voiceSession // identified, and not yet in the call
	seats   []*Seat         // inside, or to be again

	post    []Delivery
	posting bool
	tick    *alarm
}

// hallOf returns the hall of a channel.
func (v *VoiceServer) hallOf(guild, channel uint64) *hall {
	h := v.halls[channel]
	if h == nil {
		h = &hall{v: v, guild: guild, channel: channel}
		h.renew()
		v.halls[channel] = h
	}
	return h
}

// renew begins a new call, in which nobody is.
func (h *hall) renew() {
	var o CallOptions
	if h.v.options.Call != nil {
		o = h.v.options.Call(h.channel)
	}
	h.call = NewCall(h.channel, o)
}

// enter lets somebody into the call. A stay of the same user is over.
func (h *hall) enter(o occupant) {
	h.inside = slices.DeleteFunc(h.inside, func(p occupant) bool { return p.who().user == o.who().user })
	h.inside = append(h.inside, o)
	connected := voiceJSON(gateway.OpClientsConnect, Clients{[]User{o.who().user}})
	for _, s := range h.porch {
		if s.user != o.who().user {
			s.introduce(connected)
		}
	}
	h.say(h.call.Join(time.Now(), o.who().user))
}

// exit takes somebody out of the call, unless a later stay of his is in it.
func (h *hall) exit(o occupant) {
	u := o.who().user
	h.inside = slices.DeleteFunc(h.inside, func(p occupant) bool { return p == o })
	if slices.ContainsFunc(h.inside, func(p occupant) bool { return p.who().user == u }) || h.call.client(u) == nil {
		return
	}
	gone := voiceJSON(gateway.OpClientDisconnect, Client{u})
	for _, s := range h.porch {
		s.tell(gone)
	}
	h.say(h.call.Leave(time.Now(), u))
}

// disperse empties the hall: its server is gone. Seats wait.
func (h *hall) disperse() {
	h.inside, h.porch, h.post = nil, nil, nil
	h.v.cancel(h.tick)
	h.renew()
	for _, s := range h.seats {
		s.out()
	}
}

// gather lets the seats in again.
func (h *hall) gather() {
	for _, s := range h.seats {
		s.in()
	}
}

// say delivers what the call says, and what comes of that.
func (h *hall) say(list []Delivery) {
	h.post = append(h.post, list...)
	if h.posting {
		return
	}
	h.posting = true
	for len(h.post) > 0 {
		d := h.post[0]
		h.post = h.post[1:]
		for _, o := range h.inside {
			if o.who().user == d.To {
				o.deliver(d.Message)
				break
			}
		}
	}
	h.posting = false
	h.v.cancel(h.tick)
	if at, ok := h.call.Next(); ok {
		h.tick = h.v.after(time.Until(at), func() { h.say(h.call.Tick(time.Now())) })
	}
}

// receive takes what somebody inside sends to the call.
func (h *hall) receive(o occupant, m Message) {
	if slices.Contains(h.inside, o) {
		h.say(h.call.Receive(time.Now(), o.who().user, m))
	}
}

// announce tells the others something of one.
func (h *hall) announce(from occupant, m gateway.Message) {
	for _, o := range h.inside {
		if o != from {
			o.notice(m)
		}
	}
	for _, s := range h.porch {
		if occupant(s) != from {
			s.notice(m)
		}
	}
}

// find returns who a user in the hall is, or nil.
func (h *hall) find(u User) *person {
	for _, o := range h.inside {
		if o.who().user == u {
			return o.who()
		}
	}
	return nil
}

// others returns the users inside but for one.
func (h *hall) others(u User) []User {
	var all []User
	for _, o := range h.inside {
		if o.who().user != u {
			all = append(all, o.who().user)
		}
	}
	return all
}

// isEncryption reports whether an op is for the call.
func isEncryption(op gateway.Op) bool {
	switch dave.Op(op) {
	case dave.OpTransitionReady, dave.OpKeyPackage, dave.OpCommitWelcome, dave.OpInvalidCommit:
		return true
	default:
		return false
	}
}
