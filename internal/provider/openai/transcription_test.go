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
	for i, form := range forms {
		// The language is sent, as the code alone, and so are the names.
		// Case: S07, S08.
		want := map[string]string{
			"model": "whisper-1", "language": "de", "prompt": "Brelyna, J'zargo, Bart.", "response_format": "verbose_json",
		}
		if i == 0 { // this server does not tell of words
			want["timestamp_granularities[]"] = "word|segment"
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
		{
			// faster-whisper: with spaces, marks and how probable each word is.
			"words", "application/json",
			`{"text":" Art, noch ein Bier! –","language":"german","words":[{"word":" Art,","start":0,"end":0.3,"probability":0.25},{"word":" noch","probability":1.5},{"word":" ein","probability":0.5},{"word":" Bier!","probability":0.75}],"segments":[{"avg_logprob":-1}]}`,
			speech.Hypothesis{Text: "Art, noch ein Bier! –", Language: "de", Confidence: math.Exp(-1), Words: []speech.Word{
				{Text: "Art,", Confidence: 0.25}, {Text: "noch", Confidence: 1}, {Text: "ein", Confidence: 0.5}, {Text: "Bier!", Confidence: 0.75},
			}},
		},
		{
			// whisper.cpp: pieces of words, in the segments.
			"words of segments", "application/json",
			`{"text":" Hey Brelyna.\n","words":[],"segments":[{"avg_logprob":-1,"words":[{"word":" Hey","probability":0.5}]},{"avg_logprob":-1,"words":[{"word":" Bre","probability":0.75},{"word":"lyna","probability":0.25},{"word":".","probability":0.125}]}]}`,
			speech.Hypothesis{Text: "Hey Brelyna.", Confidence: math.Exp(-1), Words: []speech.Word{{Text: "Hey", Confidence: 0.5}, {Text: "Brelyna.", Confidence: 0.25}}},
		},
		{
			// OpenAI: tokens, whose bytes may be parts of a letter.
			"tokens", "application/json",
			`{"text":"É, \"yes\".","logprobs":[{"token":"\\xc3","bytes":[195],"logprob":0},{"token":"\\x89","bytes":[137],"logprob":-1},{"token":", ","logprob":-9999},{"token":"\"yes","logprob":-2},{"token":"\".","logprob":-3}]}`,
			speech.Hypothesis{Text: `É, "yes".`, Confidence: math.Exp((math.Log(leastSure) - 6) / 5), Words: []speech.Word{{Text: "É,", Confidence: math.Exp(-1)}, {Text: `"yes".`, Confidence: math.Exp(-2)}}},
		},
		{
			"words without marks", "application/json",
			`{"text":"Art, half-done.","words":[{"word":"art","probability":0.5},{"word":"half","probability":0.25},{"word":"done","probability":0.75}]}`,
			speech.Hypothesis{Text: "Art, half-done.", Confidence: math.Cbrt(0.5 * 0.25 * 0.75), Words: []speech.Word{{Text: "Art,", Confidence: 0.5}, {Text: "half-done.", Confidence: 0.25}}},
		},
		{
			"words of another text", "application/json",
			`{"text":"Art.","segments":[{"avg_logprob":-1}],"words":[{"word":"Bart","probability":0.5}]}`,
			speech.Hypothesis{Text: "Art.", Confidence: math.Exp(-1)},
		},
		{
			"too few words", "application/json", `{"text":"Art is.","segments":[{"avg_logprob":-1}],"words":[{"word":"Art","probability":0.5}]}`,
			speech.Hypothesis{Text: "Art is.", Confidence: math.Exp(-1)},
		},
		{
			"too many words", "application/json", `{"text":"Art","segments":[{"avg_logprob":-1}],"words":[{"word":"Art","probability":0.5},{"word":"is","probability":0.5}]}`,
			speech.Hypothesis{Text: "Art", Confidence: math.Exp(-1)},
		},
		{
			"some words without a number", "application/json", `{"text":"Art is","segments":[{"avg_logprob":-1}],"words":[{"word":"Art","probability":0.5},{"word":"is"}]}`,
			speech.Hypothesis{Text: "Art is", Confidence: math.Exp(-1)},
		},
		{
			"no spaces", "application/json", `{"text":"這是","segments":[{"avg_logprob":-1}],"words":[{"word":"這","probability":0.5},{"word":"是","probability":0.25}]}`,
			speech.Hypothesis{Text: "這是", Confidence: math.Exp(-1)},
		},
		{
			"odd words", "application/json", `{"text":"Art","segments":[{"avg_logprob":-1,"words":7}],"words":{"a":1},"logprobs":[{"token":7,"bytes":[-1,256,1.5],"logprob":0}]}`,
			speech.Hypothesis{Text: "Art", Confidence: math.Exp(-1)},
		},
		{"no numbers", "application/json", `{"text":"you","language":"klingon","segments":[{"text":"you"}]}`, speech.Hypothesis{Text: "you"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, reply200(tt.contentType, tt.body))
			hs, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
			tt.want.Final = true
			if err == nil && len(hs) == 1 && math.Abs(hs[0].Confidence-tt.want.Confidence) < 1e-9 {
				hs[0].Confidence = tt.want.Confidence
			}
			if err != nil || len(hs) != 1 || !reflect.DeepEqual(hs[0], tt.want) {
				t.Errorf("got %+v (%v), want %+v", hs, err, tt.want)
			}
		})
	}
}

// A server is asked for what it knows: what it refuses, and what it does not
// tell though it was asked, it is not asked for again.
func TestMannersOfAsking(t *testing.T) {
	const (
		plain   = `{"text":"Hello."}`
		verbose = `{"text":"Hello.","segments":[{"avg_logprob":-1,"no_speech_prob":0.25}]}`
		times   = `{"text":"Hello.","segments":[{"avg_logprob":-1}],"words":[{"word":"Hello","start":0,"end":1}]}`
		words   = `{"text":"Hello.","segments":[{"avg_logprob":-1}],"words":[{"word":" Hello.","probability":0.5}]}`
		tokens  = `{"text":"Hello.","logprobs":[{"token":"Hello","logprob":-1},{"token":".","logprob":-2}]}`
		silence = `{"text":""}`
	)
	const asksWords, asksVerbose, asksTokens, asksPlain = "verbose_json word|segment ", "verbose_json  ", "json  logprobs", "json  "
	for _, tt := range []struct {
		name, model string
		answers     map[string]string // to what is asked; anything else is refused
		want        []string          // what is asked in three utterances
		sure        float64           // of the word of the last
	}{
		{"faster-whisper", "large", map[string]string{asksWords: words}, []string{asksWords, asksWords, asksWords}, 0.5},
		{"silence tells nothing", "large", map[string]string{asksWords: silence}, []string{asksWords, asksWords, asksWords}, 0},
		{"times alone are not worth the wait", "whisper-1", map[string]string{asksWords: times, asksVerbose: verbose}, []string{asksWords, asksVerbose, asksVerbose}, 0},
		{"does not know words", "large", map[string]string{asksVerbose: verbose, asksPlain: plain}, []string{asksWords, asksVerbose, asksVerbose, asksVerbose}, 0},
		{"knows tokens", "gpt-4o-transcribe", map[string]string{asksTokens: tokens, asksPlain: plain}, []string{asksTokens, asksTokens, asksTokens}, math.Exp(-1)},
		{"knows tokens under another name", "house", map[string]string{asksTokens: tokens, asksPlain: plain}, []string{asksWords, asksVerbose, asksTokens, asksTokens, asksTokens}, math.Exp(-1)},
		{"overlooks what it does not know", "x-Transcribe", map[string]string{asksTokens: plain, asksPlain: plain, asksVerbose: verbose, asksWords: verbose}, []string{asksTokens, asksWords, asksVerbose}, 0},
		{"knows nothing", "large", map[string]string{asksPlain: plain}, []string{asksWords, asksVerbose, asksTokens, asksPlain, asksPlain, asksPlain}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked []string
			p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				if err := r.ParseMultipartForm(1 << 20); err != nil {
					t.Error(err)
					return
				}
				v := r.MultipartForm.Value
				what := r.FormValue("response_format") + " " + strings.Join(v["timestamp_granularities[]"], "|") + " " + strings.Join(v["include[]"], "|")
				asked = append(asked, what)
				answer, ok := tt.answers[what]
				if !ok {
					replyWith(400, "application/json", `{"error":{"param":"response_format","code":"unsupported_value","message":"not compatible"}}`)(w, r)
					return
				}
				reply200("application/json", answer)(w, r)
			})
			tr := p.Transcription(tt.model)
			sure := 0.0
			for range 3 {
				hs, err := hear(t.Context(), tr, speech.Hints{}, second)
				if err != nil || len(hs) != 1 || hs[0].Text != "" && hs[0].Text != "Hello." {
					t.Fatalf("got %+v, %v", hs, err)
				}
				sure = 0
				if len(hs[0].Words) == 1 {
					sure = hs[0].Words[0].Confidence
				}
			}
			if !slices.Equal(asked, tt.want) || math.Abs(sure-tt.sure) > 1e-9 {
				t.Errorf("asked for %q, want %q; the word is %v sure, want %v", asked, tt.want, sure, tt.sure)
			}
		})
	}
}

// TestRefusedUtterance: a server that has understood how it is asked, and refuses,
// refuses the utterance, and is not asked in three other ways as well.
func TestRefusedUtterance(t *testing.T) {
	const unknown = `{"error":{"param":"response_format","message":"not compatible"}}`
	for _, tt := range []struct {
		name    string
		answers []string // "" refuses
		asked   int
	}{
		{"understood", []string{`{"text":"Hello.","segments":[{"words":[{"word":"Hello.","probability":0.5}]}]}`, ""}, 2},
		{"understood only silence", []string{`{"text":""}`, ""}, 2},
		{"told no words", []string{`{"text":"Hello."}`, "", "", ""}, 4},
		{"told words no more", []string{`{"text":""}`, `{"text":"Hello."}`, "", "", ""}, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			asked := 0
			p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				if asked++; asked <= len(tt.answers) && tt.answers[asked-1] != "" {
					reply200("application/json", tt.answers[asked-1])(w, r)
					return
				}
				replyWith(400, "application/json", unknown)(w, r)
			})
			tr := p.Transcription("large")
			var err error
			for range 3 {
				if _, err = hear(t.Context(), tr, speech.Hints{}, second); err != nil {
					break
				}
			}
			if f, ok := errors.AsType[*speech.ProviderError](err); !ok || asked != tt.asked {
				t.Errorf("%v (%T) after %d requests, want a refusal after %d", err, f, asked, tt.asked)
			}
		})
	}
}

// FuzzTranscript checks that whatever a server tells of words, they are those of
// the text or none, and each confidence is one.
func FuzzTranscript(f *testing.F) {
	f.Add([]byte(`{"text":" Art, – is","words":[{"word":" Art,","probability":0.25},{"word":"is","probability":-7}],"segments":[{"avg_logprob":-1e300,"no_speech_prob":2,"words":[{"word":"x"}]}]}`))
	f.Add([]byte(`{"text":"É.","logprobs":[{"bytes":[195],"logprob":0},{"bytes":[137,-1],"logprob":-9999},{"token":".","logprob":1e9}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v transcript
		if lenient(data, &v) != nil || v.Text == nil {
			return
		}
		h := v.hypothesis()
		if !(h.Confidence >= 0 && h.Confidence <= 1) || !(h.NoSpeech >= 0 && h.NoSpeech <= 1) {
			t.Errorf("heard %+v", h)
		}
		if h.Words == nil {
			return
		}
		want := slices.DeleteFunc(strings.Fields(h.Text), func(w string) bool { return !strings.ContainsFunc(w, isVoiced) })
		var got []string
		for _, w := range h.Words {
			got = append(got, w.Text)
			if !(w.Confidence > 0 && w.Confidence <= 1) {
				t.Errorf("%+v", w)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the words of %q are %q", h.Text, got)
		}
	})
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
}
