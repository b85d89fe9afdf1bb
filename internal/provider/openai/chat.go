package openai

import (
	"context"
	"iter"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"glyphoxa/internal/llm"
)

// ChatOptions shape a [Chat]. The zero ChatOptions leave all to the server.
type ChatOptions struct {
	// Effort is how long a reasoning model may think: "none", "minimal",
	// "low", … Zero means the server's default. A spoken answer wants little.
	Effort string
}

// A Chat is a model behind /chat/completions. It may be used by several
// goroutines.
type Chat struct {
	p      *Provider
	model  string
	effort string
}

var _ llm.Model = (*Chat)(nil)

// Chat returns the model of that name.
func (p *Provider) Chat(model string, o ChatOptions) *Chat {
	return &Chat{p: p, model: model, effort: o.Effort}
}

// Stream asks the model; see [llm.Model]. Errors are [*llm.Error], or ctx's
// when it is done. Tool calls come whole and after the text. A call whose
// arguments are no JSON object has a JSON string as Args; an answer that ran
// into the output limit has no calls at all, since the last may be cut.
func (c *Chat) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		f := twice(ctx, func() (bool, *fault) { return c.attempt(ctx, req, yield) })
		if f != nil {
			yield(nil, c.p.modelOutcome(ctx, f))
		}
	}
}

// tail is how long to wait, once the answer is whole, for the count of tokens
// and the end of the stream. Some servers send neither and hold the line.
const tail = 300 * time.Millisecond

// attempt asks once. begun says that the caller has been given something, or
// has left.
func (c *Chat) attempt(ctx context.Context, req llm.Request, yield func(llm.Event, error) bool) (begun bool, f *fault) {
	a, f := c.p.send(ctx, func(ctx context.Context, client *openai.Client) error {
		s, err := client.CreateChatCompletionStream(ctx, c.request(req))
		if err == nil {
			err = s.Close() // the empty one that the library got
		}
		return err
	})
	if f != nil {
		return false, f
	}
	defer a.close()

	r := reply{req: req}
	stream := newEvents(a.body)
	ending := false
	for !r.done {
		data, err := stream.next()
		if err != nil {
			if r.whole {
				break
			}
			return begun, r.cut(err, stream.fields == 0)
		}
		out, f := r.read(data, a.fault)
		if f != nil {
			return begun, f
		}
		for _, ev := range out {
			begun = true
			if !yield(ev, nil) {
				return begun, nil
			}
		}
		if r.whole && !ending {
			ending = true
			a.body.limits.Total = min(a.body.limits.Total, a.body.spent+tail)
		}
	}
	yield(llm.Finish{Reason: r.finish, Usage: r.usage}, nil)
	a.finish()
	return true, nil
}
