package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/config"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// The meter takes for free what the configuration calls by these names.
func TestFreeProviders(t *testing.T) {
	for _, p := range []string{
		config.Offline, config.PocketSphinx, config.WhisperCLI, config.Flite, config.ESpeak, config.Piper, config.Command,
	} {
		if !meter.Local(p) {
			t.Errorf("%s is not free", p)
		}
	}
	if meter.Local(config.OpenAI) {
		t.Errorf("%s is free", config.OpenAI)
	}
}

// TestUsageIsKept rehearses with a model behind HTTP, is told what it used, and
// finds it in the database.
func TestUsageIsKept(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"choices":[{"delta":{"content":"Two silver."},"finish_reason":"stop"}]}`+"\n\n"+
			`data: {"choices":[],"usage":{"prompt_tokens":2000,"completion_tokens":30}}`+"\n\n"+"data: [DONE]\n\n")
	}))
	defer server.Close()
	dir := t.TempDir()
	conf := filepath.Join(dir, "config.yaml")
	text := "llm: {provider: openai, base_url: \"" + server.URL + "/v1\"}\n" +
		"tts: {provider: command, command: {args: [\"true\"], voices: [ann, bob, cleo]}}\n" +
		"stt: {provider: command, command: {args: [cat], input: stdin}}\n" +
		"prices:\n  - {provider: openai, unit: input_tokens, per: 1000, price: 0.5}\n"
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	if code := run(t.Context(), []string{"--config", conf, "campaign", "import", "--yes", "../../campaigns/lanterns.yaml"}, strings.NewReader(""), &out, &errOut); code != 0 {
		t.Fatalf("exit code %d: %s", code, errOut.String())
	}
	out.Reset()
	// The voice makes no sound, which is a trouble and not the point.
	run(t.Context(), []string{"--config", conf, "rehearse", "--keep"}, strings.NewReader("Mirela, what does a room cost?\n"), &out, &errOut)
	const want = "Used: openai: 2000 tokens read ($1.00), 30 tokens written (unpriced); $1.00, and what is unpriced on top.\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("printed\n%s\nwant at its end\n%s\n%s", out.String(), want, errOut.String())
	}

	db, err := store.Open(t.Context(), slog.New(slog.DiscardHandler), filepath.Join(dir, "glyphoxa.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	campaigns, err := db.Campaigns(t.Context())
	if err != nil || len(campaigns) != 1 {
		t.Fatalf("%d campaigns, %v", len(campaigns), err)
	}
	in := db.Campaign(campaigns[0].ID)
	sessions, err := in.Sessions(t.Context(), transcript.Rehearsal)
	if err != nil || len(sessions) != 1 {
		t.Fatalf("%d rehearsals, %v", len(sessions), err)
	}
	got, err := in.Usage(t.Context(), sessions[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]int64{}
	for _, u := range got {
		kept[u.Provider+" "+u.Unit] = u.Amount
	}
	if diff := cmp.Diff(map[string]int64{"openai input_tokens": 2000, "openai output_tokens": 30}, kept); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}
