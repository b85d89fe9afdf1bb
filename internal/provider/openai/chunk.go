package openai

import (
	"bytes"
	"encoding/json"
	"strings"

	"glyphoxa/internal/llm"
)

// A chunk is one piece of a streamed answer, or a whole answer that was not
// streamed although it was asked for.
type chunk struct {
	Choices []choice
	Usage   *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
}

type choice struct {
	Index        int
	Delta        delta
	Message      delta  // in place of Delta in an answer that is not streamed
	FinishReason string `json:"finish_reason"`
}

// A delta is what a chunk adds to the message. The fields for reasoning, which
// each server names its own way, are not among those read: it is never spoken.
type delta struct {
	Content   prose
	ToolCalls []fragment `json:"tool_calls"`
}

// prose is content: a string, or a list of parts of which those of type
// "text" count and those of type "thinking" do not.
type prose string

func (p *prose) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*p = prose(s)
		return nil
	}
	var parts []struct{ Type, Text string }
	_ = lenient(data, &parts) // neither: no words in it
	var b strings.Builder
	for _, part := range parts {
		if part.Type == "text" {
			b.WriteString(part.Text)
		}
	}
	*p = prose(b.String())
	return nil
}

// A fragment is a piece of a tool call.
type fragment struct {
	Index    *int // a pointer, because a missing index is not zero
	ID       string
	Function struct {
		Name      string
		Arguments arguments
	}
}

// arguments are a piece of JSON in a string, or the JSON itself.
type arguments string

func (a *arguments) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil { // null as well: it leaves s alone
		*a = arguments(s)
		return nil
	}
	*a = arguments(bytes.TrimSpace(data))
	return nil
}

// finishReason translates the words of several makes. ok is false while the
// answer goes on.
func finishReason(s string) (r llm.FinishReason, ok bool) {
	switch strings.ToLower(s) {
	case "":
		return "", false
	case "length", "max_tokens", "max_output_tokens":
		return llm.Length, true
	case "content_filter", "safety", "refusal", "prohibited_content", "blocklist":
		return llm.Filter, true
	}
	// "stop", "tool_calls", "end_turn", …: whether tools are to run is told by
	// the calls, because servers disagree about this word.
	return llm.Stop, true
}
