package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"glyphoxa/internal/llm"
)

func readEvents(r io.Reader) (data []string, err error) {
	e := newEvents(r)
	for {
		d, err := e.next()
		if err != nil {
			return data, err
		}
		data = append(data, string(d))
	}
}

// A stream means the same wherever the network cut it. Case: L04.
func TestL04SplitAtEveryByte(t *testing.T) {
	const stream = "\ufeff: hello\r\nevent: message\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"Élodie\"}}]}\r\n\r\n" +
		"data:{\"a\":1}\rdata: {\"b\":\rdata: 2}\r\r: comment\n\ndata: {\"c\":\"\\n\"}\ndata: [DONE]\n\n"
	want := []string{`{"choices":[{"delta":{"content":"Élodie"}}]}`, `{"a":1}`, "{\"b\":\n2}", `{"c":"\n"}`, "[DONE]"}
	for i := range len(stream) + 1 {
		got, err := readEvents(io.MultiReader(strings.NewReader(stream[:i]), strings.NewReader(stream[i:])))
		if !slices.Equal(got, want) || !errors.Is(err, io.EOF) {
			t.Fatalf("split at %d: got %q (%v)\nwant %q", i, got, err, want)
		}
	}
	got, _ := readEvents(iotest.OneByteReader(strings.NewReader(stream)))
	if !slices.Equal(got, want) {
		t.Errorf("byte by byte: got %q\nwant %q", got, want)
	}
}

func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"unknown fields", "retry: 3\nid: 7\nhello\nfoo: {}\n\n", nil},
		{"not JSON", "data: {\"a\"\n\ndata: 1\n\n", []string{`{"a"`, "1"}},
		{"data without a value", "data\ndata:\n\ndata: 1\n\n", []string{"1"}},
		{"cut off", "data: {\"a\":", nil},
		{"an object without a field", "{\"error\":\n\n\"x\"}", []string{"{\"error\":\n\"x\"}"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readEvents(strings.NewReader(tt.in))
			if !slices.Equal(got, tt.want) || !errors.Is(err, io.EOF) {
				t.Errorf("got %q (%v), want %q", got, err, tt.want)
			}
		})
	}
}

// FuzzEvents checks that no bytes upset the reader and that where they are cut
// does not matter.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("data: {\"a\":1}\r\n\r\n: x\rdata: [DONE]\n\n"))
	f.Add([]byte("{\n\"error\": \"x\"\n}\n"))
	f.Add([]byte("\ufeffdata: {\ndata: }\ndata"))
	f.Fuzz(func(t *testing.T, in []byte) {
		whole, err := readEvents(bytes.NewReader(in))
		bitten, errBitten := readEvents(iotest.OneByteReader(bytes.NewReader(in)))
		if !slices.Equal(whole, bitten) || !errors.Is(err, io.EOF) || !errors.Is(errBitten, io.EOF) {
			t.Errorf("whole: %q (%v), byte by byte: %q (%v)", whole, err, bitten, errBitten)
		}
	})
}

// FuzzReply checks that no event upsets the reader of answers, and that every
// call it makes can be run or refused: it has an id of its own, a name, and
// arguments that are JSON.
func FuzzReply(f *testing.F) {
	f.Add([]byte(`{"choices":[{"delta":{"content":"x","tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{"}}]},"finish_reason":"stop"}]}`))
	f.Add([]byte(`{"choices":[{"message":{"tool_calls":[{"function":{"name":"a","arguments":{}}},{"function":{"name":"a","arguments":"\"x\""}}]},"finish_reason":"stop"}]}`))
	f.Add([]byte(`{"error":{"code":"x","message":["y"]},"choices":[]}`))
	p := &Provider{key: func() string { return "" }}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reply{}
		events, _ := r.read(data, func(status int, data []byte) *fault { return p.statusFault(status, nil, data) })
		ids := make(map[string]bool)
		for _, ev := range events {
			c, ok := ev.(llm.ToolCall)
			if !ok {
				continue
			}
			if c.ID == "" || ids[c.ID] || c.Name == "" || !json.Valid(c.Args) {
				t.Errorf("call %+v, args %s", c, c.Args)
			}
			ids[c.ID] = true
		}
	})
}
