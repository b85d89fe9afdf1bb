package openai

import (
	"bytes"
	"errors"
	"io"

	"glyphoxa/internal/llm"
)

// A reply is what has been read of an answer so far.
type reply struct {
	req    llm.Request
	calls  calls
	finish llm.FinishReason
	usage  llm.Usage
	seen   bool // a chunk of an answer came
	spoken bool // it had words
	whole  bool // the model has stopped: what follows is bookkeeping
	done   bool // the server has
}

// read takes in the data of one event and returns what it brings. fault finds
// words for an error that the server reports in it.
func (r *reply) read(data []byte, fault func(status int, data []byte) *fault) ([]llm.Event, *fault) {
	if bytes.Equal(data, done) {
		return r.end()
	}
	var c chunk
	if err := lenient(data, &c); err != nil {
		if !r.seen {
			return nil, notUnderstood()
		}
		return nil, readFault(err)
	}
	// All errors but a bare one contain the word, whatever its first letter is.
	if !r.whole && (len(c.Choices) == 0 || bytes.Contains(data, []byte("rror"))) {
		if p, bad := findProblem(data); bad {
			return nil, fault(p.status, data)
		}
	}
	if u := c.Usage; u != nil && u.Prompt+u.Completion > 0 {
		r.usage = llm.Usage{Input: u.Prompt, Cached: u.Details.Cached, Output: u.Completion}
	}
	var out []llm.Event
	for _, ch := range c.Choices {
		if ch.Index == 0 && !r.whole {
			out = append(out, r.take(ch)...)
		}
	}
	return out, nil
}

// take reads the first choice of a chunk: there is no other, since one answer
// is asked for.
func (r *reply) take(ch choice) (out []llm.Event) {
	r.seen = true
	d := ch.Delta
	if d.Content == "" && len(d.ToolCalls) == 0 && !r.spoken {
		d = ch.Message
	}
	if d.Content != "" {
		r.spoken = true
		out = append(out, llm.Text(d.Content))
	}
	for _, f := range d.ToolCalls {
		r.calls.add(f)
	}
	if reason, ok := finishReason(ch.FinishReason); ok {
		out = append(out, r.stop(reason)...)
	}
	return out
}

// stop ends the model's part. Calls are good only if it stopped by itself: of
// those that a limit cut, nobody knows how they would have gone on.
func (r *reply) stop(reason llm.FinishReason) (out []llm.Event) {
	r.whole, r.finish = true, reason
	if reason != llm.Stop {
		return nil
	}
	for _, c := range r.calls.finished(r.req) {
		out = append(out, c)
	}
	return out
}

// end is the server's word that nothing follows. Without a finish reason it
// has to do for one.
func (r *reply) end() (out []llm.Event, f *fault) {
	r.done = true
	if r.whole {
		return nil, nil
	}
	if !r.seen {
		return nil, &fault{
			message: "the answer is empty", remedy: "try again; if it stays so, check the model",
			retry: true, again: moment,
		}
	}
	return r.stop(llm.Stop), nil
}

// cut says why the stream ended before the answer did. strange says that it
// was no event stream.
func (r *reply) cut(err error, strange bool) *fault {
	if errors.Is(err, io.EOF) && !r.seen && strange {
		return notUnderstood()
	}
	return readFault(err)
}
