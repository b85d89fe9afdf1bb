package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// say collects what is spoken, and spoils each clip after use.
func say(ctx context.Context, s speech.Synthesizer, u speech.Utterance) (pcm []int16, rate audio.Rate, err error) {
	for c, e := range s.Synthesize(ctx, u) {
		if e != nil {
			err = e
			continue
		}
		if len(c.PCM) == 0 {
			err = errors.New("empty clip")
		}
		rate = c.Rate
		pcm = append(pcm, c.PCM...)
		for i := range c.PCM {
			c.PCM[i] = 0x5a5a
		}
	}
	return pcm, rate, err
}

var ramp = func() []int16 {
	pcm := make([]int16, 10000)
	for i := range pcm {
		pcm[i] = int16(i * 7)
	}
	return pcm
}()

// pieces returns a handler that sends body in pieces of these sizes, the last
// of which repeats.
func pieces(contentType string, body []byte, sizes ...int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		for i, rest := 0, body; len(rest) > 0; i++ {
			n := min(sizes[min(i, len(sizes)-1)], len(rest))
			_, _ = w.Write(rest[:n])
			_ = http.NewResponseController(w).Flush()
			rest = rest[n:]
		}
	}
}

// Case: F20.
func TestSpeech(t *testing.T) {
	raw := audio.AppendPCM(nil, ramp)
	wav := func(rate audio.Rate, n int) []byte { return append(audio.AppendWAVHeader(nil, rate, n), raw...) }
	for _, tt := range []struct {
		name string
		o    SpeechOptions
		h    http.HandlerFunc
		rate audio.Rate
	}{
		{"raw", SpeechOptions{}, pieces("audio/pcm", raw, len(raw)), 24000},
		{"F20 odd pieces", SpeechOptions{}, pieces("audio/pcm", raw, 1, 2, 333), 24000},
		{"F20 odd number of bytes", SpeechOptions{}, pieces("audio/pcm", append(slices.Clone(raw), 0x7f), 4096), 24000},
		{"another rate", SpeechOptions{Rate: 22050}, pieces("application/octet-stream", raw, 5000), 22050},
		{"rate in the content type", SpeechOptions{}, pieces("audio/L16; rate=16000", raw, 5000), 16000},
		{"WAV", SpeechOptions{}, pieces("audio/wav", wav(44100, len(ramp)), 7, 1, 4096), 44100},
		{"WAV of unknown length", SpeechOptions{}, pieces("audio/pcm", wav(22050, -1), 45, 999), 22050},
		{"sound called JSON", SpeechOptions{}, pieces("application/json", raw, 5000), 24000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, tt.h)
			got, rate, err := say(t.Context(), p.Speech("tts-1", tt.o), speech.Utterance{Text: "Well met."})
			if err != nil || rate != tt.rate || !slices.Equal(got, ramp) {
				t.Errorf("got %d samples at %d Hz (%v), want %d at %d", len(got), rate, err, len(ramp), tt.rate)
			}
		})
	}
}

func TestSpeechRequest(t *testing.T) {
	var body string
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		body = string(b)
		_, _ = w.Write(make([]byte, 100))
	})
	s := p.Speech("tts-1", SpeechOptions{})
	voice := speech.Voice{Name: "onyx", Options: map[string]string{"speed": "1.1", "instructions": "gruff"}}
	if _, _, err := say(t.Context(), s, speech.Utterance{Text: "Well met.", Voice: voice}); err != nil {
		t.Error(err)
	}
	const want = `{"model":"tts-1","input":"Well met.","voice":"onyx","instructions":"gruff","response_format":"pcm","speed":1.1}`
	if body != want {
		t.Errorf("got  %s\nwant %s", body, want)
	}
	for _, o := range []map[string]string{{"speed": "fast"}, {"speed": "9"}, {"speed": "NaN"}, {"pitch": "1"}} {
		body = ""
		voice.Options = o
		_, _, err := say(t.Context(), s, speech.Utterance{Text: "Well met.", Voice: voice})
		if e, ok := errors.AsType[*speech.ProviderError](err); !ok || !strings.Contains(e.Message, "onyx") || body != "" {
			t.Errorf("%v: got %v", o, err)
		}
	}
}

// What cannot be spoken is not sent. Case: F37.
func TestF37NothingToSay(t *testing.T) {
	p := serve(t, Options{}, func(http.ResponseWriter, *http.Request) { t.Error("asked") })
	for _, text := range []string{"", "  ", "...", "*", "—!"} {
		if got, _, err := say(t.Context(), p.Speech("m", SpeechOptions{}), speech.Utterance{Text: text}); err != nil || len(got) != 0 {
			t.Errorf("%q: got %d samples, %v", text, len(got), err)
		}
	}
}

// The first sound is yielded while the server is still speaking.
func TestSpeechStreams(t *testing.T) {
	more := make(chan struct{})
	p := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, 960))
		_ = http.NewResponseController(w).Flush()
		<-more
		_, _ = w.Write(make([]byte, 960))
	})
	n := 0
	for c, err := range p.Speech("m", SpeechOptions{}).Synthesize(t.Context(), speech.Utterance{Text: "Hi."}) {
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			if len(c.PCM) != 480 {
				t.Errorf("first clip has %d samples, want 480", len(c.PCM))
			}
			close(more)
		}
		n += len(c.PCM)
	}
	if n != 960 {
		t.Errorf("%d samples, want 960", n)
	}
}

// Case: L07.
func TestSpeechFaults(t *testing.T) {
	short := audio.AppendPCM(nil, ramp[:100])
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want string
	}{
		{"nothing", reply200("audio/pcm", ""), "sent no sound"},
		{"one byte", reply200("audio/pcm", "x"), "sent no sound"},
		{"L07 error inside a 200", reply200("application/json", `{"error":{"message":"no such voice","code":400}}`), "does not accept the request"},
		{"JSON that is no error", reply200("application/json", `{"status":"queued"}`), "not what this interface sends"},
		{"web page", reply200("text/html", "<html>"), "web page"},
		{"MP3", reply200("audio/mpeg", "ID3\x04xxxxxxx"), "sends MP3"},
		{"Ogg", reply200("audio/pcm", "OggS\x00xxxxxxx"), "sends Ogg"},
		{"float WAV", reply200("audio/wav", "RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x03\x00\x01\x00\xc0\x5d\x00\x00\x00\x77\x01\x00\x04\x00\x20\x00data\xff\xff\xff\xff"), "WAV that is not 16-bit"},
		{"429", replyWith(429, "application/json", `{"error":{"retry_after":10}}`), "asked too often"},
		{"HTML 502", replyWith(502, "text/html", "<html>"), "overloaded or down"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{Name: "house"}, tt.h)
			got, _, err := say(t.Context(), p.Speech("m", SpeechOptions{}), speech.Utterance{Text: "Hi."})
			e, ok := errors.AsType[*speech.ProviderError](err)
			if !ok || e.Provider != "house" || e.Op != "speak" || !strings.Contains(e.Message, tt.want) || len(got) != 0 {
				t.Errorf("got %d samples, %v, want %q", len(got), err, tt.want)
			}
		})
	}
	t.Run("body closed early", func(t *testing.T) {
		p := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "48000")
			_, _ = w.Write(short)
		})
		got, _, err := say(t.Context(), p.Speech("m", SpeechOptions{}), speech.Utterance{Text: "Hi."})
		if e, ok := errors.AsType[*speech.ProviderError](err); !ok || e.Message != "the answer was cut off" || len(got) != 100 {
			t.Errorf("got %d samples, %v", len(got), err)
		}
	})
	t.Run("hangs in mid-sentence", func(t *testing.T) {
		p := serve(t, Options{Limits: Limits{Idle: 50 * time.Millisecond}}, func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(short)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		got, _, err := say(t.Context(), p.Speech("m", SpeechOptions{}), speech.Utterance{Text: "Hi."})
		if e, ok := errors.AsType[*speech.ProviderError](err); !ok || !strings.Contains(e.Message, "did not go on within 50ms") || len(got) != 100 {
			t.Errorf("got %d samples, %v", len(got), err)
		}
	})
	t.Run("ignores that the listener left", func(t *testing.T) {
		gone := make(chan struct{})
		defer close(gone)
		p := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(short)
			_ = http.NewResponseController(w).Flush()
			<-gone
		})
		within(t, 500*time.Millisecond, func() {
			for range p.Speech("m", SpeechOptions{}).Synthesize(t.Context(), speech.Utterance{Text: "Hi."}) {
				break
			}
		})
	})
	t.Run("sound without an end", func(t *testing.T) {
		p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		})
		_, _, err := say(t.Context(), p.Speech("m", SpeechOptions{}), speech.Utterance{Text: "Hi."})
		if e, ok := errors.AsType[*speech.ProviderError](err); !ok || e.Message != "the answer did not end" {
			t.Errorf("got %v", err)
		}
	})
}

func TestVoices(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want []string
		err  bool
	}{
		{"names", reply200("application/json", `{"voices":["bm_george","af_bella"]}`), []string{"af_bella", "bm_george"}, false},
		{"objects", reply200("application/json", `{"voices":[{"id":"b","name":"Bella"},{"name":"a"},{}]}`), []string{"a", "b"}, false},
		{"bare", reply200("application/json", `["b","a","a"]`), []string{"a", "b"}, false},
		{"under data", reply200("application/json", `{"data":[{"id":"a"}]}`), []string{"a"}, false},
		{"not known there", replyWith(404, "application/json", `{"detail":"Not Found"}`), nil, false},
		{"not to be asked there", replyWith(405, "text/plain", ""), nil, false},
		{"forbidden", replyWith(403, "text/plain", ""), nil, true},
		{"asked too often", replyWith(429, "text/plain", ""), nil, true},
		{"no credit", replyWith(402, "text/plain", ""), nil, true},
		{"broken", replyWith(500, "text/plain", ""), nil, true},
		{"key", replyWith(401, "text/plain", ""), nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, tt.h)
			got, err := p.Speech("m", SpeechOptions{}).Voices(t.Context())
			if !slices.Equal(got, tt.want) || (err != nil) != tt.err {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
	p, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Speech("tts-1", SpeechOptions{}).Voices(t.Context())
	if err != nil || !slices.IsSorted(got) || !slices.Contains(got, "onyx") {
		t.Errorf("OpenAI's own: %q, %v", got, err)
	}
}

// FuzzVoices checks that no list upsets the reader of voices.
func FuzzVoices(f *testing.F) {
	f.Add([]byte(`{"voices":[{"id":"a"},"b",3,null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		names := voiceNames(data)
		if !slices.IsSorted(names) || slices.Contains(names, "") {
			t.Error(fmt.Sprint(names))
		}
	})
}
