package voicetest

import "slices"

// mainFaults are the knobs of the main gateway. Guarded by d.mu.
type mainFaults struct {
	zombie, mute, refuse bool
}

// SetZombie has heartbeats go unacknowledged, or acknowledged again.
func (d *Discord) SetZombie(zombie bool) { d.fault(func(f *mainFaults) { f.zombie = zombie }) }

// SetMute has Identify and Resume go unanswered, or answered again.
func (d *Discord) SetMute(mute bool) { d.fault(func(f *mainFaults) { f.mute = mute }) }

// SetRefuse has new connections of the main gateway refused with 503, or
// accepted again.
func (d *Discord) SetRefuse(refuse bool) { d.fault(func(f *mainFaults) { f.refuse = refuse }) }

func (d *Discord) fault(do func(*mainFaults)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do(&d.faults)
}

// AskReconnect sends op 7 to all: they shall resume on another connection.
func (d *Discord) AskReconnect() {
	d.each(func(k *mainSocket) { k.sendOp(mainReconnect, nil) })
}

// Invalidate sends op 9 to all. Unless their sessions may be resumed, they are
// over, and with them the bot's voice.
func (d *Discord) Invalidate(resumable bool) {
	d.each(func(k *mainSocket) {
		if k.session == nil {
			return
		}
		if resumable {
			// Their end of it is to resume on this connection.
			d.lose(k.session)
			k.session = nil
		} else {
			d.end(k.session)
		}
		k.sendOp(mainInvalidSession, resumable)
	})
}

// Drop breaks off all connections, without a close frame, as a network does.
func (d *Discord) Drop() { d.each((*mainSocket).drop) }

// CloseMain closes all connections with a code. After 4004, 4010 and above
// nobody may come back; that is for the client to know. The sessions are over
// after 4007 and 4009.
func (d *Discord) CloseMain(code int, reason string) {
	d.each(func(k *mainSocket) {
		if k.session != nil && (code == closeSequence || code == closeTimeout) {
			d.end(k.session)
		}
		k.close(code, reason)
	})
}

// TakeToken makes the token worthless, as resetting it in the developer portal
// does: REST answers 401 from now on, the gateway closes with 4004, and the
// bot's voice ends.
func (d *Discord) TakeToken() {
	d.mu.Lock()
	d.token = ""
	d.mu.Unlock()
	d.each(func(k *mainSocket) {
		if k.session != nil {
			d.end(k.session)
		}
		k.close(closeToken, "Authentication failed.")
	})
}

// GiveToken makes the token good again.
func (d *Discord) GiveToken() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.token = d.options.Token
}

// SetPrivileged grants other privileged intents from now on. Sessions that are
// there keep what they have.
func (d *Discord) SetPrivileged(i Intents) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.intents = i
}

// Dispatch sends an event to all sessions, one that Discord has invented since
// for instance.
func (d *Discord) Dispatch(event string, data any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dispatch(intentAlways, nil, event, data)
}

// SendRaw sends any text to all connections.
func (d *Discord) SendRaw(text string) { d.each(func(k *mainSocket) { k.send([]byte(text)) }) }

func (d *Discord) each(do func(*mainSocket)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for k := range d.sockets {
		do(k)
	}
	// A session without a socket has nobody to be told, but ends with the token.
	if d.token == "" {
		for _, s := range slices.Clone(d.sessions) {
			d.end(s)
		}
	}
	d.touch()
}
