package openai

import (
	"bytes"
	"mime/multipart"
	"net/textproto"
	"strings"

	"glyphoxa/internal/speech"
)

// A manner is a way to ask for a transcription. Servers differ in what they tell
// of how sure they are, and refuse to be asked for what they do not tell.
type manner struct {
	format string
	also   [][2]string // further fields
	// sure says that the confidence of each word is asked for.
	sure bool
}

// mannersFor returns the manners to try with a model, those that tell most
// first.
//
// The Whisper of faster-whisper and its kin tells how probable each word is
// along with its times, which take it a little longer. OpenAI's own tells times
// alone, which nobody here needs. The models that followed it ("…-transcribe")
// know neither times nor verbose answers and tell the probability of each token.
// What a proxy calls a model says nothing, so that the other ways are tried, too.
func mannersFor(model string) []manner {
	tokens := manner{format: "json", also: [][2]string{{"include[]", "logprobs"}}, sure: true}
	// With words alone the segments are left out, which tell of silence.
	words := manner{
		format: "verbose_json", sure: true,
		also: [][2]string{{"timestamp_granularities[]", "word"}, {"timestamp_granularities[]", "segment"}},
	}
	verbose, plain := manner{format: "verbose_json"}, manner{format: "json"}
	if strings.Contains(strings.ToLower(model), "transcribe") {
		return []manner{tokens, words, verbose, plain}
	}
	return []manner{words, verbose, tokens, plain}
}

// form returns a request of this manner and its content type. It is written
// here because the library does not know "include".
func (m manner) form(model string, hints speech.Hints, wav []byte) (data []byte, contentType string) {
	var b bytes.Buffer // which takes all: no error below can be
	b.Grow(len(wav) + 4<<10)
	w := multipart.NewWriter(&b)
	file, _ := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="utterance.wav"`}, // servers go by the ending
		"Content-Type":        {"audio/wav"},
	})
	_, _ = file.Write(wav)
	fields := [][2]string{
		{"model", model},
		{"prompt", prompt(hints.Names)},
		{"language", speech.Language(hints.Language)}, // a code of ISO 639-1: "en-GB" is refused
		{"response_format", m.format},
	}
	for _, f := range append(fields, m.also...) {
		if f[1] != "" {
			_ = w.WriteField(f[0], f[1])
		}
	}
	_ = w.Close()
	return b.Bytes(), w.FormDataContentType()
}
