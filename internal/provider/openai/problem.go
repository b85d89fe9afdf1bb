package openai

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxProblem is how much of an error's body is read.
const maxProblem = 16 << 10

// A problem is what a server says is wrong, however it spells it. Its text is
// only searched: it is never shown, because it may quote the prompt or a key.
type problem struct {
	status int // its own idea of the HTTP status; 0 if it has none
	code   string
	kind   string
	param  string
	text   string // lower case
	after  time.Duration
}

// findProblem looks for an error in one JSON value. bad is false if it is none:
// any answer of the interface, whole or a chunk of it.
//
// Seen are {"error":{…}}, {"error":"…"}, an "error" beside "choices" or in
// one of them, {"object":"error",…}, {"type":"error",…}, {"detail":…},
// {"errors":[…]} and a bare {"code":…,"message":…}.
func findProblem(data []byte) (p problem, bad bool) {
	var v struct {
		Error, Errors, Detail, Message, Code, Choices, RetryAfter json.RawMessage

		Object, Type any
	}
	v.RetryAfter = retryAfterField(data)
	if lenient(data, &v) != nil {
		return p, false
	}
	var first struct {
		Error        json.RawMessage
		FinishReason any `json:"finish_reason"`
	}
	var choices []json.RawMessage
	if lenient(v.Choices, &choices) == nil && len(choices) > 0 {
		_ = lenient(choices[0], &first) // not an object: nothing to find in it
	}
	switch {
	case !blank(v.Error):
		p = readProblem(v.Error)
	case !blank(first.Error):
		p = readProblem(first.Error)
	case first.FinishReason == "error":
	case v.Object == "error", v.Type == "error":
		p = readProblem(data)
	case len(choices) > 0:
		return p, false
	case !blank(v.Errors):
		p = readProblem(v.Errors)
	case !blank(v.Detail):
		p = readProblem(v.Detail)
	case !blank(v.Message) && !blank(v.Code):
		p = readProblem(data)
	default:
		return p, false
	}
	if p.after == 0 && !blank(v.RetryAfter) {
		p.after = seconds(scalar(v.RetryAfter))
	}
	return p, true
}

func retryAfterField(data []byte) json.RawMessage {
	var v struct {
		RetryAfter json.RawMessage `json:"retry_after"`
	}
	_ = lenient(data, &v) // not JSON: found out by the caller
	return v.RetryAfter
}

func readProblem(data json.RawMessage) (p problem) {
	var v struct {
		Code, Type, Status, Param, Message json.RawMessage
	}
	_ = lenient(data, &v) // a string or a list: the text below
	for _, raw := range []json.RawMessage{v.Code, v.Status} {
		s := scalar(raw)
		if n, err := strconv.Atoi(s); err == nil {
			if n >= 400 && n <= 599 && p.status == 0 {
				p.status = n
			}
		} else if p.code == "" {
			p.code = s
		}
	}
	p.kind = scalar(v.Type)
	p.param = scalar(v.Param)
	p.text = strings.ToLower(string(v.Message))
	if blank(v.Message) {
		p.text = strings.ToLower(string(data))
	}
	p.after = seconds(scalar(retryAfterField(data)))
	return p
}

// blank reports whether a value says that there is nothing to say.
func blank(raw json.RawMessage) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", "false", `""`, "{}", "[]":
		return true
	}
	return false
}

// scalar returns a string or a number as text, and "" for anything else.
func scalar(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return string(raw)
	}
	return ""
}

// seconds reads a number of seconds, with or without the unit. What is not
// one, or absurd, is zero.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "s"), 64)
	if err != nil || math.IsNaN(f) || f <= 0 || f > (24*time.Hour).Seconds() {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}

// A meaning is what a GM can do something about.
type meaning int

const (
	refused meaning = iota
	tooLong
	noKey
	noCredit
	forbidden
	notFound
	tooOften
	tooBusy
	tooSlow
	broken
	moved
)

// clues are words by which servers of all makes give away what they mean. The
// status alone does not tell: an exhausted quota comes as a 429, and a prompt
// that is too long as a 400, a 413 or a 500.
var clues = []struct {
	meaning meaning
	words   []string
}{
	{tooLong, []string{
		"context_length", "context length", "maximum context", "context window",
		"context size", "prompt is too long", "too many tokens", "exceed_context",
	}},
	{noCredit, []string{
		"insufficient_quota", "billing", "exceeded your current quota", "insufficient credit",
		"insufficient balance", "payment required", "credit balance",
	}},
	{noKey, []string{"invalid_api_key", "authentication_error", "incorrect api key", "invalid api key"}},
	{notFound, []string{"model_not_found", "no such model", "model not found"}},
	{tooOften, []string{"rate_limit", "rate limit", "concurrent_request", "resource_exhausted", "too many requests"}},
	{tooBusy, []string{"overloaded", "unavailable", "no capacity", "at capacity"}},
}

// meaning weighs what was said against the status that it came with: 200 for
// an error inside a success.
func (p problem) meaning(status int) meaning {
	if status < 300 && p.status != 0 {
		status = p.status
	}
	if status >= 300 && status < 400 { // what the page says is for a browser
		return moved
	}
	all := strings.ToLower(p.code) + " " + strings.ToLower(p.kind) + " " + p.text
	for _, c := range clues {
		for _, w := range c.words {
			if strings.Contains(all, w) {
				return c.meaning
			}
		}
	}
	switch status {
	case http.StatusUnauthorized:
		return noKey
	case http.StatusPaymentRequired:
		return noCredit
	case http.StatusForbidden:
		return forbidden
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return notFound
	case http.StatusTooManyRequests:
		return tooOften
	case http.StatusBadGateway, http.StatusServiceUnavailable, 529: // 529: "overloaded", of several makes
		return tooBusy
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return tooSlow
	}
	if status >= 500 || status < 300 { // an error inside a 200 with no reason
		return broken
	}
	return refused
}

// label returns the server's own name for the problem, if it looks like a name
// and not like a text that might quote somebody.
func (p problem) label() string {
	for _, s := range []string{p.code, p.kind} {
		if isLabel(s) {
			if isLabel(p.param) {
				return s + ": " + p.param
			}
			return s
		}
	}
	return ""
}

func isLabel(s string) bool {
	if len(s) < 3 || len(s) > 40 {
		return false
	}
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' {
			return false
		}
	}
	return true
}
