package openai

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// second is a second of sound in pieces of 32 ms, the slice used again and
// again as a lane does.
func second(yield func([]int16) bool) {
	piece := make([]int16, 512)
	for i := range 16000 / 512 {
		for j := range piece {
			piece[j] = int16(i*512 + j)
		}
		if !yield(piece) {
			return
		}
	}
}

func hear(ctx context.Context, r speech.Recognizer, hints speech.Hints, sound iter.Seq[[]int16]) (hs []speech.Hypothesis, err error) {
	for h, e := range r.Recognize(ctx, hints, sound) {
		if e != nil {
			err = e
			continue
		}
		hs = append(hs, h)
	}
	return hs, err
}

func TestTranscriptionRequest(t *testing.T) {
	var forms []map[string]string
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/audio/transcriptions" {
			t.Errorf("path %s", r.URL.Path)
		}
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Error(err)
			return
		}
		form := make(map[string]string)
		for k, v := range r.MultipartForm.Value {
			form[k] = strings.Join(v, "|")
		}
		forms = append(forms, form)
		f, err := r.MultipartForm.File["file"][0].Open()
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		wav, err := audio.NewWAVReader(f)
		if err != nil {
			t.Error(err)
			return
		}
		n, _ := wav.Len()
		var first [3]int16
		if _, err := wav.Read(first[:]); err != nil || wav.Rate() != audio.Speech || n != 15872 || first != [3]int16{0, 1, 2} {
			t.Errorf("sound: %d samples at %d Hz beginning %v (%v)", n, wav.Rate(), first, err)
		}
		reply200("application/json", `{"text":" Mirela said something. "}`)(w, r)
	})
	tr := p.Transcription("whisper-1")
	hints := speech.Hints{Language: "de-DE", Names: []string{"Brelyna", " J'zargo ", "", "Bart"}}
	// The second request is like the first, whatever the first heard.
	// Case: S03.
	for range 2 {
		hs, err := hear(t.Context(), tr, hints, second)
		if want := []speech.Hypothesis{{Text: "Mirela said something.", Final: true}}; err != nil || !reflect.DeepEqual(hs, want) {
			t.Errorf("got %+v (%v)", hs, err)
		}
	}
	for _, form := range forms {
		// The language is sent, as the code alone, and so are the names.
		// Case: S07, S08.
		want := map[string]string{
			"model": "whisper-1", "language": "de", "prompt": "Brelyna, J'zargo, Bart.", "response_format": "verbose_json",
		}
		for k, v := range want {
			if form[k] != v {
				t.Errorf("%s = %q, want %q", k, form[k], v)
			}
		}
		if len(form) != len(want) {
			t.Errorf("form %v", form)
		}
	}
	if len(forms) != 2 {
		t.Errorf("%d requests", len(forms))
	}
}

// Case: S08.
func TestPromptIsBounded(t *testing.T) {
	names := slices.Repeat([]string{"Ælfþryð"}, 100)
	got := prompt(names)
	if n := len([]rune(got)); n > maxPrompt || n < maxPrompt-20 || !strings.HasSuffix(got, "Ælfþryð.") {
		t.Errorf("%d runes: %q", n, got)
	}
	if got := prompt(nil); got != "" {
		t.Errorf("prompt of nothing: %q", got)
	}
}

// Case: S01.
func TestHypotheses(t *testing.T) {
	for _, tt := range []struct {
		name, contentType, body string
		want                    speech.Hypothesis
	}{
		{"json", "application/json", `{"text":"Hello."}`, speech.Hypothesis{Text: "Hello."}},
		{"silence", "application/json", `{"text":"  "}`, speech.Hypothesis{}},
		{"plain text", "text/plain; charset=utf-8", "Hello.\n", speech.Hypothesis{Text: "Hello."}},
		{"JSON as plain text", "text/plain", `{"text":"Hello."}`, speech.Hypothesis{Text: "Hello."}},
		{
			"S01 confidences", "application/json",
			`{"text":" you","language":"english","segments":[{"start":0,"end":3,"avg_logprob":-0.5,"no_speech_prob":0.2},{"start":3,"end":4,"avg_logprob":-2.5,"no_speech_prob":0.9}]}`,
			speech.Hypothesis{Text: "you", Language: "en", Confidence: math.Exp(-1), NoSpeech: 0.9},
		},
		{
			"no times", "application/json",
			`{"text":"you","language":"de","segments":[{"avg_logprob":-1},{"avg_logprob":-3}]}`,
			speech.Hypothesis{Text: "you", Language: "de", Confidence: math.Exp(-2)},
		},
		{
			"odd types and values", "application/json",
			`{"text":"you","language":null,"duration":"long","segments":[{"id":"x","start":"0","avg_logprob":7,"no_speech_prob":3}]}`,
			speech.Hypothesis{Text: "you", Confidence: 1, NoSpeech: 1},
		},
		{"no numbers", "application/json", `{"text":"you","language":"klingon","segments":[{"text":"you"}]}`, speech.Hypothesis{Text: "you"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, reply200(tt.contentType, tt.body))
			hs, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
			tt.want.Final = true
			if err != nil || len(hs) != 1 || !reflect.DeepEqual(hs[0], tt.want) {
				t.Errorf("got %+v (%v), want %+v", hs, err, tt.want)
			}
		})
	}
}

func TestFormatFallback(t *testing.T) {
	var formats []string
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		format := r.FormValue("response_format")
		formats = append(formats, format)
		if format != "json" {
			replyWith(400, "application/json", `{"error":{"param":"response_format","code":"unsupported_value","message":"not compatible"}}`)(w, r)
			return
		}
		reply200("application/json", `{"text":"Hello."}`)(w, r)
	})
	tr := p.Transcription("gpt-4o-transcribe")
	for range 2 {
		if hs, err := hear(t.Context(), tr, speech.Hints{}, second); err != nil || len(hs) != 1 || hs[0].Text != "Hello." {
			t.Errorf("got %+v, %v", hs, err)
		}
	}
	if want := []string{"verbose_json", "json", "json"}; !slices.Equal(formats, want) {
		t.Errorf("asked for %q, want %q", formats, want)
	}
}

func TestNothingToRecognize(t *testing.T) {
	p := serve(t, Options{}, func(http.ResponseWriter, *http.Request) { t.Error("asked") })
	for name, sound := range map[string]iter.Seq[[]int16]{
		"no sound": func(func([]int16) bool) {},
		"a click":  func(yield func([]int16) bool) { yield(make([]int16, 1000)) },
	} {
		hs, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, sound)
		if want := []speech.Hypothesis{{Final: true}}; err != nil || !reflect.DeepEqual(hs, want) {
			t.Errorf("%s: got %+v, %v", name, hs, err)
		}
	}
}

func TestStuckMicrophone(t *testing.T) {
	var got int64
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		got = r.ContentLength
		reply200("application/json", `{"text":"x"}`)(w, r)
	})
	forever := func(yield func([]int16) bool) {
		for yield(make([]int16, 16000)) {
		}
	}
	if _, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, forever); err != nil {
		t.Error(err)
	}
	if want := int64(120 * 16000 * 2); got < want || got > want+4096 {
		t.Errorf("sent %d bytes, want about %d", got, want)
	}
}

// Case: L07, F17, F40.
func TestTranscriptionFaults(t *testing.T) {
	for _, tt := range []struct {
		name, contentType string
		status            int
		body, want        string
	}{
		{"L07 error inside a 200", "application/json", 200, `{"error":{"message":"boom","code":500}}`, "fault of its own"},
		{"noise", "application/json", 200, "\x00\x01\xff", "not what this interface sends"},
		{"noise as text", "text/plain", 200, "\x00\x01\xff", "not what this interface sends"},
		{"something else", "application/json", 200, `{"status":"ok"}`, "not what this interface sends"},
		{"web page", "text/html", 200, "<html>", "web page"},
		{"HTML 502", "text/html", 502, "<html>", "overloaded or down"},
		{"wrong format for good", "application/json", 400, `{"error":{"message":"x"}}`, "does not accept the request"},
		{"F40 no credit", "application/json", 429, `{"error":{"code":"insufficient_quota"}}`, "credit or quota"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{Name: "house"}, replyWith(tt.status, tt.contentType, tt.body))
			hs, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
			e, ok := errors.AsType[*speech.ProviderError](err)
			if !ok || e.Provider != "house" || e.Op != "transcribe" || !strings.Contains(e.Message, tt.want) || len(hs) != 0 {
				t.Errorf("got %+v, %v, want %q", hs, err, tt.want)
			}
		})
	}
	t.Run("body closed early", func(t *testing.T) {
		p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"text":"He`)
		})
		_, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
		if e, ok := errors.AsType[*speech.ProviderError](err); !ok || e.Message != "the answer was cut off" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("F17 hangs", func(t *testing.T) {
		p := serve(t, Options{Limits: Limits{First: 50 * time.Millisecond}}, func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		})
		_, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
		if e, ok := errors.AsType[*speech.ProviderError](err); !ok || !strings.Contains(e.Message, "did not answer within 50ms") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("cancelled while hearing", func(t *testing.T) {
		p := serve(t, Options{}, func(http.ResponseWriter, *http.Request) { t.Error("asked") })
		ctx, cancel := context.WithCancel(t.Context())
		_, err := hear(ctx, p.Transcription("m"), speech.Hints{}, func(yield func([]int16) bool) {
			yield(make([]int16, 16000))
			cancel()
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("one more try", func(t *testing.T) {
		p := serve(t, Options{}, each(replyWith(503, "text/plain", ""), reply200("application/json", `{"text":"Hello."}`)))
		hs, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
		if err != nil || len(hs) != 1 || hs[0].Text != "Hello." {
			t.Errorf("got %+v, %v", hs, err)
		}
	})
}

func TestLanguageTag(t *testing.T) {
	for in, want := range map[string]string{"english": "en", "German": "de", "en": "en", " fr ": "fr", "haw": "haw", "klingon": "", "": ""} {
		if got := languageTag(in); got != want {
			t.Errorf("languageTag(%q) = %q, want %q", in, got, want)
		}
	}
	if got := primary("en_GB"); got != "en" {
		t.Errorf("primary: %q", got)
	}
}
