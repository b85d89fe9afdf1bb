package meter

import (
	"context"
	"errors"
	"iter"
	"unicode/utf8"

	"glyphoxa/internal/llm"
)

// runesPerToken is how much of a text one token holds, about: four letters of
// English, less of most other languages.
const runesPerToken = 4

// Model returns m with its tokens counted as those of a provider, the name it
// has in the configuration.
//
// They are counted when the answer is finished, as the model says. One that does
// not say, and one whose answer was abandoned or cut off, is taken to have read
// the whole request and written what came, at four letters a token. An answer
// that was cancelled before any of it came was still asked for, and its
// request counts; one that failed by then does not, unless the stream had begun
// ([llm.ErrCut]).
func (m *Meter) Model(model llm.Model, provider string) llm.Model {
	return &meteredModel{m, model, provider}
}

type meteredModel struct {
	meter    *Meter
	model    llm.Model
	provider string
}

func (m *meteredModel) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		if ctx.Err() != nil { // nothing will be sent
			m.pass(ctx, req, yield)
			return
		}
		var (
			written  int // runes
			begun    bool
			finished bool
			failure  error
		)
		defer func() {
			cancelled := failure != nil && ctx.Err() != nil
			if !finished && (begun || cancelled || errors.Is(failure, llm.ErrCut)) {
				m.count(ctx, req, written, llm.Usage{})
			}
		}()
		for ev, err := range m.model.Stream(ctx, req) {
			begun, failure = begun || err == nil, err
			switch ev := ev.(type) {
			case llm.Text:
				written += utf8.RuneCountInString(string(ev))
			case llm.ToolCall:
				written += runesOfCall(ev)
			case llm.Finish: // counted before whoever ranges can leave
				finished = true
				m.count(ctx, req, written, ev.Usage)
			}
			if !yield(ev, err) {
				return
			}
		}
	}
}

// pass hands on what the model says without counting it.
func (m *meteredModel) pass(ctx context.Context, req llm.Request, yield func(llm.Event, error) bool) {
	for ev, err := range m.model.Stream(ctx, req) {
		if !yield(ev, err) {
			return
		}
	}
}

// count counts one answer, of which so many runes came. What the model does not
// say is estimated, each side for itself.
func (m *meteredModel) count(ctx context.Context, req llm.Request, written int, said llm.Usage) {
	in := use{unit: InputTokens, amount: float64(said.Input)}
	if said.Input <= 0 {
		in.amount, in.estimated = tokens(runesOf(req)), true
	}
	out := use{unit: OutputTokens, amount: float64(said.Output)}
	if said.Output <= 0 {
		out.amount, out.estimated = tokens(written), true
	}
	m.meter.addIn(ctx, m.provider, in, out)
}

// tokens estimates how many tokens so many runes are.
func tokens(runes int) float64 {
	return float64((runes + runesPerToken - 1) / runesPerToken)
}

// runesOf returns how long a request is, all that a model reads of it included.
func runesOf(req llm.Request) int {
	n := utf8.RuneCountInString(req.System)
	for _, t := range req.Tools {
		n += utf8.RuneCountInString(t.Name) + utf8.RuneCountInString(t.Description) + utf8.RuneCount(t.Schema)
	}
	for _, msg := range req.Messages {
		n += utf8.RuneCountInString(msg.Text)
		for _, c := range msg.Calls {
			n += runesOfCall(c)
		}
		for _, r := range msg.Results {
			n += utf8.RuneCountInString(r.Content)
		}
	}
	return n
}

func runesOfCall(c llm.ToolCall) int {
	return utf8.RuneCountInString(c.Name) + utf8.RuneCount(c.Args)
}
