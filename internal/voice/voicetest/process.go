package voicetest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// ErrNoNode is why there can be no members of another make.
var ErrNoNode = errors.New("voicetest: no node, or not what it needs")

// A process is a script that runs in Node, and is spoken to in lines.
//
// It has no children, and ends by itself when its input does, so that none is
// left behind even if we are killed.
type process struct {
	cancel context.CancelFunc
	in     io.WriteCloser
	lines  chan []byte // what it says; closed when it has ended
	ended  sync.WaitGroup
	err    error // why it ended; to be read after ended
}

// startProcess starts a script of dir, with env added to the environment. The
// error is [ErrNoNode] if Node is missing, or a library that the script needs.
func startProcess(ctx context.Context, dir, script, library string, env ...string) (*process, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoNode, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", filepath.FromSlash(library))); err != nil {
		return nil, fmt.Errorf("%w: run npm ci in %s: %w", ErrNoNode, dir, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, node, script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start node: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start node: %w", err)
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start node: %w", err)
	}
	p := &process{cancel: cancel, in: in, lines: make(chan []byte, 1)}
	p.ended.Go(func() {
		defer close(p.lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadBytes('\n')
			if err != nil {
				break
			}
			select {
			case p.lines <- line:
			case <-ctx.Done():
			}
		}
		p.err = cmd.Wait()
	})
	return p, nil
}

// close ends the process, and waits until it has. It is killed unless it ends
// within two seconds. The error is why it ended, if that was not for us.
func (p *process) close() error {
	defer p.cancel()
	kill := time.AfterFunc(2*time.Second, p.cancel)
	defer kill.Stop()
	closed := p.in.Close()
	p.ended.Wait()
	if err := errors.Join(p.err, closed); err != nil {
		return fmt.Errorf("end node: %w", err)
	}
	return nil
}
