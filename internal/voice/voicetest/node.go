package voicetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// answerTime is how long the process may take for one answer. The slowest, a
// Welcome for fifty, takes 25 ms.
const answerTime = 20 * time.Second

// A Node is a process in which sessions of davey live, a library for DAVE that
// shares no code with ours. Its methods may be called by one goroutine at a
// time.
type Node struct {
	process  *process
	sessions int
}

// StartNode starts the process, which ends with ctx. dir is where peer.cjs is,
// with davey installed beside it. The error is [ErrNoNode] if that, or Node
// itself, is missing.
func StartNode(ctx context.Context, dir string) (*Node, error) {
	p, err := startProcess(ctx, dir, "peer.cjs", "@snazzah/davey")
	if err != nil {
		return nil, err
	}
	return &Node{process: p}, nil
}

// Close ends the process, and waits until it has.
func (n *Node) Close() error { return n.process.close() }

// A question is a line to the process. What a call has no use for is left out.
type question struct {
	Call      string `json:"call"`
	Session   int    `json:"session,omitempty"`
	Protocol  int    `json:"protocol,omitempty"`
	User      *User  `json:"user,omitempty"`
	Users     []User `json:"users,omitempty"`
	Channel   string `json:"channel,omitempty"`
	Operation byte   `json:"operation"`
	Data      []byte `json:"data,omitempty"`
	On        bool   `json:"on,omitempty"`
	Seconds   int    `json:"seconds,omitempty"`
	Other     int    `json:"other,omitempty"`
	Size      int    `json:"size,omitempty"`
	Count     int    `json:"count,omitempty"`
}

// An answer is a line from it.
type answer struct {
	Error   string `json:"error"`
	Data    []byte `json:"data"`
	Welcome []byte `json:"welcome"`
	Text    string `json:"text"`
	Version string `json:"version"`
	Ready   bool   `json:"ready"`
	Epoch   uint64 `json:"epoch"`
	Users   []User `json:"users"`
	Encrypt int64  `json:"encrypt"` // ns
	Decrypt int64  `json:"decrypt"` // ns
}

// errDavey is an error that the library itself gave.
var errDavey = errors.New("davey")

func (n *Node) ask(q question) (answer, error) {
	line, err := json.Marshal(q)
	if err != nil {
		return answer{}, fmt.Errorf("ask node: %w", err)
	}
	if _, err := n.process.in.Write(append(line, '\n')); err != nil {
		return answer{}, fmt.Errorf("ask node: %w", err)
	}
	late := time.NewTimer(answerTime)
	defer late.Stop()
	select {
	case line, ok := <-n.process.lines:
		if !ok {
			return answer{}, errors.New("voicetest: node has ended")
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return answer{}, fmt.Errorf("answer of node: %w", err)
		}
		if a.Error != "" {
			return a, fmt.Errorf("%s: %w: %s", q.Call, errDavey, a.Error)
		}
		return a, nil
	case <-late.C:
		n.process.cancel()
		return answer{}, fmt.Errorf("voicetest: no answer of node to %s in %v", q.Call, answerTime)
	}
}

// Version returns which davey it is.
func (n *Node) Version() (string, error) {
	a, err := n.ask(question{Call: "version"})
	return a.Version, err
}

// Time returns how long davey takes to encrypt a frame of size bytes, and to
// decrypt one, on an average of count. The two must be in one group.
func (n *Node) Time(from, to *Davey, size, count int) (encrypt, decrypt time.Duration, err error) {
	a, err := n.ask(question{Call: "time", Session: from.session, Other: to.session, User: &from.user, Size: size, Count: count})
	if err != nil || count == 0 {
		return 0, 0, err
	}
	return time.Duration(a.Encrypt / int64(count)), time.Duration(a.Decrypt / int64(count)), nil
}
