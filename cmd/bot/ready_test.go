package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/provider/offline"
	"glyphoxa/internal/provider/openai"
)

// TestReadyFor: each provider that is far away is made ready, in the order in which
// an answer needs them, also one that is tuned; the others are left alone.
func TestReadyFor(t *testing.T) {
	var asked []string
	serve := func(name string) *openai.Provider {
		s := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			asked = append(asked, name+" "+r.Method)
		}))
		t.Cleanup(s.Close)
		p, err := openai.New(openai.Options{BaseURL: s.URL, HTTPClient: s.Client()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return p
	}
	var model llm.Model = serve("model").Chat("m", openai.ChatOptions{})
	ready := readyFor(
		serve("ears").Transcription("m"), tuned{Model: model}, serve("mouth").Speech("m", openai.SpeechOptions{}),
		offline.New(offline.Options{}),
	)
	ready(t.Context())
	ready(t.Context()) // a moment later
	if want := []string{"ears HEAD", "model HEAD", "mouth HEAD"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	readyFor(serve("nobody").Chat("m", openai.ChatOptions{}))(ctx)
	if len(asked) != 3 {
		t.Errorf("asked %q after the end", asked[3:])
	}
}
