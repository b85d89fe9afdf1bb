package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
)

// TestSecretsDoNotPrint looks for a token and a key in everything that prints.
func TestSecretsDoNotPrint(t *testing.T) {
	token := NewToken("t0ps3cret")
	var bytes32 [KeyLen]byte
	for i := range bytes32 {
		bytes32[i] = 0xab
	}
	key := NewKey(bytes32)
	hidden := []string{"t0ps3cret", fmt.Sprintf("%x", "t0ps3cret"), "171 171", "171,171", "0xab, 0xab", "abababab", `\xab\xab`, "q6urq6ur"}

	type private struct {
		token Token
		key   Key
	}
	things := []any{
		token, &token, key, &key,
		private{token, key},
		&private{token, key},
		[]any{token, key},
		map[string]any{"token": token, "key": key},
		Identify{Token: token},
		&Identify{Token: token},
		Resume{Token: token},
		Description{SecretKey: key},
		ClientOptions{Token: token},
	}
	synctest.Test(t, func(t *testing.T) { // a live client
		c, o := newCall(t)
		c.start(o)
		for _, verb := range []string{"%v", "%+v", "%#v"} {
			if text := fmt.Sprintf(verb, c.client.o) + fmt.Sprintf(verb, c.client.o.Token); strings.Contains(text, "t0ps3cret") {
				t.Errorf("%s of a client tells its token", verb)
			}
		}
		c.stop()
	})
	for _, thing := range things {
		var all []string
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%X", "%t"} {
			all = append(all, fmt.Sprintf(verb, thing))
		}
		for _, h := range []func(*bytes.Buffer) slog.Handler{
			func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
			func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
		} {
			var b bytes.Buffer
			log := slog.New(h(&b))
			log.LogAttrs(t.Context(), slog.LevelInfo, "m", slog.Any("thing", thing))
			// The time of day has digits of its own.
			_, text, _ := strings.Cut(b.String(), "msg")
			all = append(all, text)
		}
		if b, err := json.Marshal(thing); err == nil {
			all = append(all, string(b))
		}
		text := strings.Join(all, "\n")
		for _, h := range hidden {
			if strings.Contains(strings.ToLower(text), h) {
				t.Errorf("%T tells %q", thing, h)
			}
		}
	}
	if token.Reveal() != "t0ps3cret" || key.Reveal() != bytes32 {
		t.Error("a secret was lost")
	}
	if (Token{}).Reveal() != "" || (Key{}).Set() || (Key{}).Reveal() != [KeyLen]byte{} {
		t.Error("no secret is one")
	}
}
