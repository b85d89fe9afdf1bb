package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/speech"
)

// A Process is one run of a program.
type Process struct {
	Provider string // whom to blame
	Op       string // what it is asked for, as in a [speech.ProviderError]
	Args     []string
	Env      []string  // added to the few variables that a program needs
	Stdin    io.Reader // nil means nothing
	// Timeout bounds the run, not counting the wait for a slot. Zero means a
	// minute.
	Timeout time.Duration
	// MaxOutput bounds its standard output, in bytes. Zero means 64 MiB.
	MaxOutput int64
	Slots     *Slots // nil means no bound
	Remedy    string // what to do when the program is not there
}

// grace is how long a program that has ended, or was killed, may leave its
// output open. Its group is killed, so that only a child that left the group
// can use it up.
const grace = 500 * time.Millisecond

// Start waits for a slot and starts the program. What it writes is read from
// the result, which the caller must close. A program writes at its own speed,
// whether it is read or not, and gives its slot back when it ends.
func (p Process) Start(ctx context.Context) (*Run, error) {
	release, err := p.Slots.acquire(ctx)
	if err != nil {
		return nil, err
	}
	timed, cancel := context.WithTimeout(ctx, orElse(p.Timeout, time.Minute))
	r := &Run{cancel: cancel, out: newSpool(orElse(p.MaxOutput, 64<<20), cancel)}
	var complaint tail
	//nolint:gosec // what to run is the owner's configuration
	cmd := exec.CommandContext(timed, p.Args[0], p.Args[1:]...)
	cmd.Env = append(environment(), p.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.Stdin, r.out, &complaint
	cmd.WaitDelay = grace
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }
	if err := cmd.Start(); err != nil {
		defer release()
		defer cancel()
		if over := timed.Err(); over != nil && errors.Is(err, over) { // before it began
			return nil, p.verdict(ctx, timed, err, r.out, "")
		}
		return nil, p.notStarted(err)
	}
	r.ended.Go(func() {
		defer release()
		err := outcome(cmd, cmd.Wait())
		_ = killGroup(cmd) // children that it left behind
		r.out.end(p.verdict(ctx, timed, err, r.out, complaint.String()))
	})
	return r, nil
}

// Output runs the program and returns all that it wrote.
func (p Process) Output(ctx context.Context) ([]byte, error) {
	r, err := p.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// A Run is a program that was started. It is read by one goroutine.
type Run struct {
	out    *spool
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// Read returns what the program writes, as soon as there is any. At the end it
// returns [io.EOF] if all went well, and otherwise a [*speech.ProviderError] or
// the context's error.
func (r *Run) Read(b []byte) (int, error) { return r.out.Read(b) }

// Close kills the program, if it still runs, and returns when it is gone, and
// all of its children with it.
func (r *Run) Close() {
	r.cancel()
	r.ended.Wait()
}

// environment returns the variables of ours that a program may need to find
// its files and to write text in UTF-8. The others may be secrets.
func environment() []string {
	var env []string
	for _, k := range []string{
		"PATH", "HOME", "USER", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
		"XDG_DATA_HOME", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP",
	} {
		if v, ok := os.LookupEnv(k); ok {
			env = append(env, k+"="+v)
		}
	}
	return env
}

func (p Process) notStarted(err error) error {
	e := &speech.ProviderError{Provider: p.Provider, Op: p.Op, Remedy: p.Remedy, Err: err}
	program := filepath.Base(p.Args[0])
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		e.Message = fmt.Sprintf("the program %q is not installed", program)
		e.Remedy = orElse(e.Remedy, "install it, or give its path in the configuration")
	case errors.Is(err, fs.ErrPermission):
		e.Message = fmt.Sprintf("the program %q may not be run", program)
		e.Remedy = "check its permissions"
	default:
		e.Message = fmt.Sprintf("the program %q does not start", program)
	}
	return e
}

// outcome returns the error with which a program was waited for, unless it had ended
// well when it was to be killed: nothing tells that to who kills it.
func outcome(cmd *exec.Cmd, err error) error {
	over := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	if over && cmd.ProcessState.ExitCode() == 0 {
		return nil
	}
	return err
}

// verdict turns the end of a run into an error, or nil. What the program said
// on its error output is not part of it, since that may repeat what was spoken;
// it is only searched for well-known complaints.
func (p Process) verdict(ctx, timed context.Context, err error, out *spool, complaint string) error {
	e := &speech.ProviderError{Provider: p.Provider, Op: p.Op, Err: err}
	program := filepath.Base(p.Args[0])
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case out.overflowed():
		e.Message = fmt.Sprintf("the program %q wrote more than %d bytes", program, out.max)
	case err == nil:
		return nil
	case timed.Err() != nil:
		e.Message = fmt.Sprintf("the program %q had not ended after %v", program, orElse(p.Timeout, time.Minute))
		e.Err = context.DeadlineExceeded
	case errors.Is(err, exec.ErrWaitDelay):
		return nil
	case exited && exit.ExitCode() > 0:
		e.Status = exit.ExitCode()
		e.Message = fmt.Sprintf("the program %q ended with status %d", program, e.Status)
		if why := reason(complaint); why != "" {
			e.Message += ": " + why
		}
		e.Remedy = "run it in a terminal to see what it says"
	case exited:
		e.Message = fmt.Sprintf("the program %q was stopped (%v)", program, exit.ProcessState)
	default:
		e.Message = fmt.Sprintf("the program %q could not be run to its end", program)
	}
	return e
}

// complaints are what programs say and what it comes to.
var complaints = []struct{ says, means string }{
	{"no such file", "it did not find a file"},
	{"not found", "it did not find something"},
	{"cannot open", "it could not open a file"},
	{"failed to open", "it could not open a file"},
	{"failed to load", "it could not load its model"},
	{"failed to initialize", "it could not load its model"},
	{"permission denied", "it may not read or write a file"},
	{"no space left", "the disk is full"},
	{"out of memory", "there is not enough memory"},
	{"bad_alloc", "there is not enough memory"},
	{"unknown option", "it does not know one of the options"},
	{"unrecognized option", "it does not know one of the options"},
	{"unknown argument", "it does not know one of the options"},
	{"usage:", "it does not understand its arguments"},
}

func reason(complaint string) string {
	complaint = strings.ToLower(complaint)
	for _, c := range complaints {
		if strings.Contains(complaint, c.says) {
			return c.means
		}
	}
	return ""
}
