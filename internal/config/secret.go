package config

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/goccy/go-yaml/ast"
)

// redacted stands wherever a secret would be printed.
const redacted = "[redacted]"

// A Secret is a credential that does not print itself: not by any verb of fmt,
// not in a log, not as JSON or YAML. Its text lies behind a pointer because fmt
// prints the unexported fields of a struct without asking their methods; there
// it finds an address.
//
// In the file a secret is the text itself, or where to find it:
//
//	key: {env: OPENAI_API_KEY}
//	key: {file: /run/secrets/openai}
type Secret struct {
	text *string
	// env or file is where the text is to be found, if it is not in the
	// configuration itself.
	env, file string
}

// Reveal returns the secret itself, "" if there is none.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Set says whether there is a secret.
func (s Secret) Set() bool { return s.Reveal() != "" }

// String returns a stand-in.
func (Secret) String() string { return redacted }

// Format writes the stand-in for every verb. String and GoString alone would
// not do: fmt prints a value under a verb that does not fit it, such as %d.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns the stand-in.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns the stand-in; encoding/json, YAML and slog's handlers use it.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

const secretForms = "write {env: NAME_OF_A_VARIABLE} or {file: PATH}"

func (s *Secret) set(n ast.Node) (problem, remedy string) {
	if text, ok := scalar(n); ok {
		*s = Secret{text: &text}
		return "", ""
	}
	pairs := pairsOf(n)
	if len(pairs) != 1 {
		return "is " + kind(n), secretForms
	}
	from, ok := scalar(pairs[0].Value)
	if !ok || from == "" {
		return "points nowhere", secretForms
	}
	switch key := pairs[0].Key.GetToken().Value; key {
	case "env":
		*s = Secret{env: from}
	case "file":
		*s = Secret{file: from}
	default:
		return fmt.Sprintf("cannot come from %q", key), secretForms
	}
	return "", ""
}
