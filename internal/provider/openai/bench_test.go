package openai

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
)

// BenchmarkWord measures the time from a server's writing a word to the
// model's yielding it, over loopback.
func BenchmarkWord(b *testing.B) {
	written := make(chan time.Time, 1)
	next := make(chan struct{})
	p := serve(b, Options{}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		c := http.NewResponseController(w)
		for range next {
			written <- time.Now()
			_, _ = io.WriteString(w, "data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n")
			_ = c.Flush()
		}
		_, _ = io.WriteString(w, "data: [DONE]\n\n")
	})
	go func() { next <- struct{}{} }()
	var sum, worst time.Duration
	n := 0
	for ev, err := range p.Chat("m", ChatOptions{}).Stream(b.Context(), llm.Request{}) {
		if err != nil {
			b.Fatal(err)
		}
		if _, ok := ev.(llm.Text); !ok {
			continue
		}
		d := time.Since(<-written)
		sum += d
		worst = max(worst, d)
		if n++; !b.Loop() {
			close(next)
			continue
		}
		next <- struct{}{}
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(n), "µs/word")
	b.ReportMetric(float64(worst.Microseconds()), "µs/worst")
}

// BenchmarkChunk measures the reading of one event without a network.
func BenchmarkChunk(b *testing.B) {
	const event = "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"},\"finish_reason\":null}]}\n\n"
	in := strings.NewReader("")
	e := newEvents(in)
	var r reply
	b.ReportAllocs()
	for b.Loop() {
		in.Reset(event)
		data, err := e.next()
		if err != nil {
			b.Fatal(err)
		}
		if out, f := r.read(data, nil); f != nil || len(out) != 1 {
			b.Fatal(fmt.Sprint(out, f))
		}
		_, _ = e.next() // the blank line
	}
}

// BenchmarkFirstSound measures the time from asking to the first clip, over
// loopback, of a server that speaks at once.
func BenchmarkFirstSound(b *testing.B) {
	p := serve(b, Options{}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = w.Write(make([]byte, 4800))
	})
	s := p.Speech("m", SpeechOptions{})
	for b.Loop() {
		for _, err := range s.Synthesize(b.Context(), speech.Utterance{Text: "Hi."}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
