package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/llm"
)

// FuzzJSONText checks that following the lines of a text finds it complete where
// looking at all of it after each line does.
func FuzzJSONText(f *testing.F) {
	for _, s := range []string{"{\"a\":\n[1,\"}\\\"\"\n]}", " \n1", "tru\ne", "\"a\nb\"", "{]\n}", "}\n{}", "null", "[DONE]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var j jsonText
		for line := range strings.Lines(in) {
			j.write([]byte(line))
			got, want := j.whole(), json.Valid(j.text)
			if got != want || j.whole() != want {
				t.Fatalf("%q: whole %v, want %v", j.text, got, want)
			}
			if got {
				return
			}
		}
	})
}

// As much as an event or a call may hold, in as small pieces as can be, is read at
// once and not for minutes.
func TestManySmallPieces(t *testing.T) {
	t.Run("lines", func(t *testing.T) {
		within(t, 5*time.Second, func() {
			_, err := readEvents(strings.NewReader("{\"a\":[\n" + strings.Repeat("1,\n", maxEvent)))
			if !errors.Is(err, errFlood) {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("lines that cannot be JSON any more", func(t *testing.T) {
		within(t, 5*time.Second, func() {
			_, err := readEvents(strings.NewReader("data: [" + strings.Repeat("1,", maxEvent/4) + "}\n" + strings.Repeat("data: 1\n", maxEvent)))
			if !errors.Is(err, errFlood) {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("arguments", func(t *testing.T) {
		var cs calls
		var piece fragment
		piece.Function.Name, piece.Function.Arguments = "roll", `"1",`
		within(t, 5*time.Second, func() {
			cs.add(fragment{ID: "a"})
			cs[0].args.write([]byte("[" + strings.Repeat("1,", maxEvent)))
			for range 1 << 16 {
				cs.add(piece)
			}
		})
		if len(cs) != 1 {
			t.Errorf("%d calls, want 1", len(cs))
		}
	})
}

// Who loses interest is not kept by a server that goes on and on.
func TestCancelledInAFlood(t *testing.T) {
	for _, line := range []string{"data: {\"choices\":[]}\n\n", ": still here\n", "data: [[\n"} {
		t.Run(strings.TrimSpace(line), func(t *testing.T) {
			p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				flood := strings.Repeat(line, 100)
				for r.Context().Err() == nil {
					if _, err := io.WriteString(w, flood); err != nil {
						return
					}
				}
			})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			within(t, 2*time.Second, func() {
				if got, err := ask(ctx, p.Chat("m", ChatOptions{}), llm.Request{}); err == nil {
					t.Errorf("got %q and no error", got)
				}
			})
		})
	}
}
