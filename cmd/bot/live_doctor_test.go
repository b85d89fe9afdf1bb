package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/transcript"
)

// The doctor asks each provider, names the one that refuses and says what to do,
// and does not wait for one that is silent.
func TestLiveDoctor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		answer http.HandlerFunc
		within time.Duration
		want   string
	}{
		{"refused", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"message":"no such key","code":"invalid_api_key"}}`)
		}, 10 * time.Second, "openai: "},
		{"silent", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then does the server see that the client is gone
			<-r.Context().Done()
		}, 200 * time.Millisecond, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(tt.answer)
			defer server.Close()
			conf := filepath.Join(t.TempDir(), "bot.yaml")
			section := fmt.Sprintf("{provider: openai, model: m, base_url: %q, key: sk-live-doctor}", server.URL)
			if err := os.WriteFile(conf, []byte("llm: "+section+"\ntts: "+section+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			cfg, err := config.Load(config.Options{File: conf})
			if err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			found := map[string]command.Finding{}
			ctx, cancel := context.WithTimeout(t.Context(), tt.within)
			defer cancel()
			l := &live{app: &app{}, cfg: cfg, log: slog.New(slog.DiscardHandler), tables: map[transcript.GuildID]*liveSession{
				1: {to: command.Sitting{Campaign: "salt"}, bill: newMeter(cfg)}, // which counts what is asked for
			}}
			liveDoctor{l}.Examine(ctx, "salt", func(f command.Finding) {
				mu.Lock()
				defer mu.Unlock()
				found[f.What.String()] = f
				if strings.Contains(f.Detail.String()+f.Remedy.String(), "sk-live-doctor") {
					t.Error("the key is told")
				}
			})
			f, ok := found["llm openai"]
			if tt.want == "" {
				return // that it came back is all
			}
			if !ok || f.Grade != command.Broken || !strings.HasPrefix(f.Detail.String(), tt.want) || f.Remedy.Empty() {
				t.Errorf("of the model it found %+v", f)
			}
		})
	}
}
