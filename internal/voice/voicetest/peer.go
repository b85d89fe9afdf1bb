package voicetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

// A Peer is a user whose client shares no code with ours: @discordjs/voice, and
// discord.js if it logs in. It lives in a Node process of its own, so that many
// of them speak and hear at the same time, as people do. Its methods may be
// called by any goroutine.
type Peer struct {
	process *process
	trust   string // a file, "" for none
	reading sync.WaitGroup

	mu       sync.Mutex
	asked    int
	waiting  map[int]chan peerLine // for an answer
	changed  chan struct{}         // closed and replaced by touch
	ended    bool
	said     map[User][]Heard
	statuses []string
	troubles []string
}

// StartPeer starts the process, which ends with ctx. dir is where caller.cjs is,
// with its libraries installed beside it. v, which may be nil, is the voice
// server whose certificate the process trusts; it listens already. The error is
// [ErrNoNode] if a library, or Node itself, is missing.
func StartPeer(ctx context.Context, dir string, v *VoiceServer) (*Peer, error) {
	p := &Peer{waiting: make(map[int]chan peerLine), changed: make(chan struct{}), said: make(map[User][]Heard)}
	var env []string
	if v != nil {
		if err := p.certify(v.Certificate()); err != nil {
			return nil, fmt.Errorf("start peer: %w", err)
		}
		env = append(env, "NODE_EXTRA_CA_CERTS="+p.trust)
	}
	// Whoever has discord.js has @discordjs/voice: both came with the same npm ci.
	var err error
	if p.process, err = startProcess(ctx, dir, "caller.cjs", "discord.js", env...); err != nil {
		return nil, errors.Join(err, p.forget())
	}
	p.reading.Go(p.read)
	return p, nil
}

// certify puts a certificate into a file: Node reads what it trusts from one.
func (p *Peer) certify(certificate []byte) error {
	f, err := os.CreateTemp("", "voicetest-*.pem")
	if err != nil {
		return err
	}
	p.trust = f.Name()
	_, err = f.Write(certificate)
	return errors.Join(err, f.Close())
}

func (p *Peer) forget() error {
	if p.trust == "" {
		return nil
	}
	return os.Remove(p.trust)
}

// Close ends the process, and with it the connection, and waits until it has. It
// errs if the process has ended by itself.
func (p *Peer) Close() error {
	err := p.process.close()
	p.reading.Wait()
	return errors.Join(err, p.forget())
}

// A peerCall is a line to the process.
type peerCall struct {
	ID       int      `json:"id"`
	Call     string   `json:"call"`
	Guild    uint64   `json:"guild,string"`
	Channel  uint64   `json:"channel,string"`
	User     uint64   `json:"user,string"`
	Session  string   `json:"session,omitempty"`
	Token    string   `json:"token,omitempty"`
	Endpoint string   `json:"endpoint,omitempty"`
	API      string   `json:"api,omitempty"`
	Packets  [][]byte `json:"packets,omitempty"`
}

// A peerLine is a line from it: an answer, or without an ID an event.
type peerLine struct {
	ID     int         `json:"id"`
	Error  string      `json:"error"`
	Event  string      `json:"event"`
	Text   string      `json:"text"`
	Status string      `json:"status"`
	User   User        `json:"user"`
	Data   []byte      `json:"data"`
	Sent   int         `json:"sent"`
	Guilds []PeerGuild `json:"guilds"`
}

// errPeer is an error that the peer's library itself gave.
var errPeer = errors.New("peer")

// ask has the process do something, and waits until it is done.
func (p *Peer) ask(ctx context.Context, q peerCall) (peerLine, error) {
	answer := make(chan peerLine, 1)
	if err := p.put(&q, answer); err != nil {
		return peerLine{}, fmt.Errorf("%s: %w", q.Call, err)
	}
	select {
	case a, ok := <-answer:
		switch {
		case !ok:
			return a, fmt.Errorf("%s: %w", q.Call, errPeerGone)
		case a.Error != "":
			return a, fmt.Errorf("%s: %w: %s", q.Call, errPeer, a.Error)
		}
		return a, nil
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.waiting, q.ID)
		return peerLine{}, fmt.Errorf("%s: %w", q.Call, context.Cause(ctx))
	}
}

// errPeerGone is that the process is not there to do what was asked.
var errPeerGone = errors.New("voicetest: the peer's process has ended")

// put writes a question whose answer is to go to a channel.
func (p *Peer) put(q *peerCall, answer chan peerLine) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return errPeerGone
	}
	p.asked++
	q.ID = p.asked
	line, err := json.Marshal(q)
	if err != nil {
		return err
	}
	p.waiting[q.ID] = answer
	if _, err := p.process.in.Write(append(line, '\n')); err != nil {
		delete(p.waiting, q.ID)
		return err
	}
	return nil
}

// read takes what the process says, until it ends.
func (p *Peer) read() {
	for line := range p.process.lines {
		var l peerLine
		err := json.Unmarshal(line, &l)
		p.mu.Lock()
		if err != nil {
			p.troubles = append(p.troubles, "no JSON: "+string(line))
		} else {
			p.take(l)
		}
		p.touch()
		p.mu.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	for _, answer := range p.waiting {
		close(answer)
	}
	clear(p.waiting)
	p.touch()
}

func (p *Peer) take(l peerLine) {
	switch l.Event {
	case "":
		if answer := p.waiting[l.ID]; answer != nil {
			delete(p.waiting, l.ID)
			answer <- l
		}
	case "heard":
		p.said[l.User] = append(p.said[l.User], Heard{At: time.Now(), From: uint64(l.User), Packet: l.Data})
	case "status":
		p.statuses = append(p.statuses, l.Text)
	default:
		p.troubles = append(p.troubles, l.Event+": "+l.Text)
	}
}

// touch wakes those who wait for a change. The caller holds p.mu.
func (p *Peer) touch() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// Version returns which release of @discordjs/voice it is.
func (p *Peer) Version(ctx context.Context) (string, error) {
	a, err := p.ask(ctx, peerCall{Call: "version"})
	return a.Text, err
}

// Join brings the peer into a channel as a user who was admitted to it, and
// returns when the connection is ready; that others are, and can be heard, comes
// a little later. If it is in a channel already, it goes over to the new pass.
func (p *Peer) Join(ctx context.Context, guild, channel, user uint64, pass VoicePass) error {
	_, err := p.ask(ctx, peerCall{
		Call: "join", Guild: guild, Channel: channel, User: user,
		Session: pass.Session, Token: pass.Token, Endpoint: pass.Endpoint,
	})
	return err
}

// Leave takes the peer out of the channel that it is in.
func (p *Peer) Leave(ctx context.Context) error {
	_, err := p.ask(ctx, peerCall{Call: "leave"})
	return err
}

// Say says packets of Opus of 20 ms at the pace at which they sound, and then
// four silence frames: the library makes five, and does not send the last. It
// takes as long as all that sounds, or until ctx is done, and returns how many of
// the packets were said. The peer says one thing at a time.
func (p *Peer) Say(ctx context.Context, packets [][]byte) (sent int, err error) {
	a, err := p.ask(ctx, peerCall{Call: "say", Packets: packets})
	if ctx.Err() != nil {
		// Without an answer: it comes to nobody.
		_ = p.put(&peerCall{Call: "hush"}, make(chan peerLine, 1))
	}
	return a.Sent, err
}

// Heard returns the frames that the peer has heard of a user since it was last
// called, in the order in which they came; silence frames are among them. Their
// SSRC, Seq and Timestamp are not known. While the connection is being resumed
// the library hands on frames as they are, encrypted.
func (p *Peer) Heard(user uint64) []Heard {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.said[User(user)]
	delete(p.said, User(user))
	return all
}

// Listen waits until a user has said something and then nothing for a while, and
// returns the frames, as Heard does. What was said ends by a silence frame: when
// none has come, the rest is on its way, however long this machine takes for it.
func (p *Peer) Listen(ctx context.Context, user uint64, quiet time.Duration) ([]Heard, error) {
	still := time.NewTimer(quiet)
	defer still.Stop()
	for {
		p.mu.Lock()
		changed, ended, all := p.changed, p.ended, p.said[User(user)]
		p.mu.Unlock()
		if n := len(all); n > 0 && isSilent(all[n-1].Packet) {
			rest := time.Until(all[n-1].At.Add(quiet))
			if rest <= 0 {
				return p.Heard(user), nil
			}
			still.Reset(rest)
		}
		if ended {
			return p.Heard(user), fmt.Errorf("listen: %w", errPeerGone)
		}
		select {
		case <-changed:
		case <-still.C:
		case <-ctx.Done():
			return p.Heard(user), fmt.Errorf("listen: %w", context.Cause(ctx))
		}
	}
}

// State returns how the connection is ("ready" is good), and the code that the
// call has for the peer, of 30 digits, empty while it is in no group.
func (p *Peer) State(ctx context.Context) (status, privacyCode string, err error) {
	a, err := p.ask(ctx, peerCall{Call: "state"})
	return a.Status, digits(a.Text), err
}

// Statuses returns how the connection has been, in order: "connecting", "ready",
// "signalling", "disconnected" and "destroyed" are the library's words; "asks
// again" is that it wants another pass.
func (p *Peer) Statuses() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.statuses)
}

// Troubles returns the errors that the libraries have told of, and what ended
// the process if it ended by itself.
func (p *Peer) Troubles() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.troubles)
}
