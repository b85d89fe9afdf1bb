package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"glyphoxa/internal/voice"
)

// Why a session has ended is said in the channel's chat, so it says nothing of
// what an error names.
func TestEndingTellsNoSecrets(t *testing.T) {
	secret := errors.New("open /srv/secret.db: dial 10.0.0.7: no route")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{secret, "something broke on my side"},
		{fmt.Errorf("%w: %w", voice.ErrRemoved, secret), "Somebody disconnected me"},
	} {
		got := (&liveSession{}).complaint(tt.err).Error()
		if !strings.Contains(got, tt.want) || strings.Contains(got, "secret") || strings.Contains(got, "10.0") {
			t.Errorf("of %v people are told %q", tt.err, got)
		}
	}
}
