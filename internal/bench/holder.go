package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A holderProcess is the program that holds sessions.
type holderProcess struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	orders  *json.Encoder
	answers *json.Decoder
}

func startHolder(ctx context.Context, child []string) (*holderProcess, error) {
	cmd := exec.CommandContext(ctx, child[0], child[1:]...)
	cmd.Stderr = os.Stderr
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the program that holds sessions: %w", err)
	}
	return &holderProcess{cmd, in, json.NewEncoder(in), json.NewDecoder(out)}, nil
}

// tell gives an order and returns what is answered. It waits as long as the
// program lives, which ends with the context that it was started with.
func (p *holderProcess) tell(o order) (t tally, err error) {
	if err := p.orders.Encode(o); err != nil {
		return t, fmt.Errorf("tell the program that holds sessions: %w", err)
	}
	if err := p.answers.Decode(&t); err != nil {
		return t, fmt.Errorf("hear from the program that holds sessions: %w", err)
	}
	if t.Error != "" {
		return t, errors.New(t.Error)
	}
	return t, nil
}

// close ends the program and waits until it has ended.
func (p *holderProcess) close() error {
	if err := errors.Join(p.in.Close(), p.cmd.Wait()); err != nil {
		return fmt.Errorf("end the program that holds sessions: %w", err)
	}
	return nil
}
