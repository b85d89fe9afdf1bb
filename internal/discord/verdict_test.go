package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		err    error
		want   verdict
		reason error
	}{
		{io.ErrUnexpectedEOF, resume, nil},
		{errReconnect, resume, nil},
		{errSilent, resume, nil},
		{&invalidSession{true}, resume, nil},
		{&invalidSession{false}, renew, nil},
		{&closeFrame{code: 1000}, renew, nil},
		{&closeFrame{code: 1001}, renew, nil},
		{&closeFrame{code: 1005}, resume, nil},
		{&closeFrame{code: 1006}, resume, nil},
		{&closeFrame{code: 4000}, resume, nil},
		{&closeFrame{code: 4001}, resume, nil},
		{&closeFrame{code: 4002}, resume, nil},
		{&closeFrame{code: 4003}, renew, nil},
		{&closeFrame{code: 4004}, giveUp, ErrToken},
		{&closeFrame{code: 4005}, resume, nil},
		{&closeFrame{code: 4007}, renew, nil},
		{&closeFrame{code: 4008}, resume, nil},
		{&closeFrame{code: 4009}, renew, nil},
		{&closeFrame{code: 4010}, giveUp, ErrSharding},
		{&closeFrame{code: 4011}, giveUp, ErrSharding},
		{&closeFrame{code: 4012}, giveUp, ErrProtocol},
		{&closeFrame{code: 4013}, giveUp, ErrIntents},
		{&closeFrame{code: 4014}, giveUp, ErrIntents},
		{&closeFrame{code: 4099}, resume, nil},
	} {
		got, refusal := judge(fmt.Errorf("read: %w", tt.err))
		if got != tt.want || (refusal == nil) != (tt.reason == nil) || (refusal != nil && !errors.Is(refusal, tt.reason)) {
			t.Errorf("judge(%v) = %v, %v; want %v, %v", tt.err, got, refusal, tt.want, tt.reason)
		}
	}
}

func TestWaits(t *testing.T) {
	p := pace{}.orDiscords()
	at := time.Unix(1000, 0)
	for _, tt := range []struct {
		name    string
		r       retries
		v       verdict
		cause   error
		from    time.Duration
		through time.Duration
	}{
		{"a healthy one is lost", retries{}, resume, io.EOF, 0, 0},
		{"a second time", retries{tries: 2}, resume, io.EOF, time.Second, time.Second},
		{"for long", retries{tries: 50}, resume, io.EOF, 30 * time.Second, 30 * time.Second},
		{"invalid", retries{}, renew, &invalidSession{}, time.Second, 5 * time.Second},
		{"just logged in", retries{logins: 1, loggedIn: at.Add(-time.Second)}, renew, io.EOF, 4 * time.Second, 4 * time.Second},
		{"logged in for the sixth time", retries{logins: 6, loggedIn: at}, renew, io.EOF, 160 * time.Second, 160 * time.Second},
		{"logged in for the hundredth time", retries{logins: 100, loggedIn: at}, renew, io.EOF, 5 * time.Minute, 5 * time.Minute},
	} {
		if got := tt.r.wait(p, at, tt.v, tt.cause); got < tt.from || got > tt.through {
			t.Errorf("%s: wait %v, want %v to %v", tt.name, got, tt.from, tt.through)
		}
	}
}

func TestRefusalsHaveRemedies(t *testing.T) {
	for _, reason := range []error{ErrToken, ErrIntents, ErrSharding, ErrNetwork, ErrBudget, ErrProtocol} {
		r := &Refusal{Reason: reason, Code: 4004, Err: io.EOF}
		if r.Remedy() == "" || !strings.Contains(r.Error(), r.Remedy()) || !errors.Is(r, reason) || !errors.Is(r, io.EOF) {
			t.Errorf("refusal %v: %q", reason, r)
		}
	}
}

func TestTokenDoesNotPrint(t *testing.T) {
	const secret = "MTQw.secret"
	token := NewToken(" Bot " + secret + "\n")
	if token.header() != "Bot "+secret {
		t.Errorf("header %q", token.header())
	}
	o := Options{Token: token}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		fmt.Fprintf(&out, verb+verb, token, o)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("open", slog.Any("token", token), slog.Any("options", struct{ Token Token }{token}))
	if b, err := json.Marshal(struct{ Token Token }{token}); err == nil {
		out.Write(b)
	}
	if strings.Contains(out.String(), secret) || strings.Contains(out.String(), fmt.Sprintf("%x", secret)) {
		t.Errorf("the token prints: %s", out.String())
	}
}

func TestAPIErrors(t *testing.T) {
	for _, tt := range []struct {
		status, code int
		want         error
	}{
		{404, 10062, ErrExpired},
		{404, 10015, ErrExpired},
		{401, 50027, ErrExpired},
		{400, 40060, ErrAnswered},
		{403, 50001, ErrDenied},
		{403, 50013, ErrDenied},
		{403, 0, ErrDenied},
		{403, 50007, ErrDirect},
		{404, 10008, ErrUnknown},
		{404, 0, ErrUnknown},
		{401, 0, ErrToken},
	} {
		err := fmt.Errorf("send: %w", &APIError{Method: "POST", Route: "/x", Status: tt.status, Code: tt.code})
		for _, other := range []error{ErrExpired, ErrAnswered, ErrDenied, ErrDirect, ErrUnknown, ErrToken} {
			if got := errors.Is(err, other); got != errors.Is(tt.want, other) {
				t.Errorf("%d %d is %q: %v", tt.status, tt.code, other, got)
			}
		}
	}
}
