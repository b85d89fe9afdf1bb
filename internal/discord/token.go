package discord

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

const redacted = "[redacted]"

// A Token is a bot's token. It cannot print itself: not by any verb of fmt, not
// in a log, not as JSON. Its text lies behind a pointer because fmt prints the
// unexported fields of a struct without asking their methods.
type Token struct{ text *string }

// NewToken returns the token of text, which may have spaces around it and the
// word Bot before it, as people copy it.
func NewToken(text string) Token {
	text = strings.TrimSpace(text)
	if word, rest, ok := strings.Cut(text, " "); ok && strings.EqualFold(word, "bot") {
		text = strings.TrimSpace(rest)
	}
	return Token{text: &text}
}

func (t Token) reveal() string {
	if t.text == nil {
		return ""
	}
	return *t.text
}

// header returns what the Authorization header wants.
func (t Token) header() string { return "Bot " + t.reveal() }

// String returns a stand-in.
func (Token) String() string { return redacted }

// Format writes the stand-in for every verb.
func (Token) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns the stand-in.
func (Token) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns the stand-in.
func (Token) MarshalText() ([]byte, error) { return []byte(redacted), nil }
