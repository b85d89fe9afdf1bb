package openai

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"glyphoxa/internal/llm"
)

// request writes req in the library's terms.
func (c *Chat) request(req llm.Request) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{
		Model:           c.model,
		Messages:        messages(req),
		StreamOptions:   &openai.StreamOptions{IncludeUsage: true},
		ReasoningEffort: c.effort,
	}
	for _, t := range req.Tools {
		schema := t.Schema
		if len(schema) == 0 {
			schema = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		out.Tools = append(out.Tools, openai.Tool{
			Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{
				Name: t.Name, Description: t.Description, Parameters: schema,
			},
		})
	}
	if req.NoTools && len(req.Tools) > 0 {
		out.ToolChoice = "none"
	}
	switch {
	case reasons(c.model):
		// These take no temperature and only the newer name of the limit; the
		// library refuses anything else before it is sent, whoever serves a
		// model of such a name.
		out.MaxCompletionTokens = req.MaxTokens
		if c.effort == "" && len(req.Tools) > 0 && slices.Contains(toolsWithoutThought, c.model) {
			out.ReasoningEffort = openai.ReasoningEffortNone
		}
	default:
		//nolint:staticcheck // SA1019: the newer name is unknown to many servers; this one all know
		out.MaxTokens = req.MaxTokens
		if t := req.Temperature; t != nil {
			// The library leaves a zero out, which means the server's default.
			out.Temperature = max(float32(*t), math.SmallestNonzeroFloat32)
		}
	}
	return out
}

// toolsWithoutThought are the models that take tools here only with their
// reasoning switched off.
var toolsWithoutThought = []string{openai.GPT6Sol, openai.GPT6Luna}

// reasons reports whether the library takes model for one of OpenAI's that
// reason before they answer. It goes by the name.
func reasons(model string) bool {
	return slices.ContainsFunc([]string{"o1", "o3", "o4", "gpt-5", "gpt-6"}, func(prefix string) bool {
		return strings.HasPrefix(model, prefix)
	})
}

func messages(req llm.Request) []openai.ChatCompletionMessage {
	var out []openai.ChatCompletionMessage
	if req.System != "" {
		out = append(out, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: req.System})
	}
	for _, m := range req.Messages {
		switch m.Role {
		case llm.User:
			out = append(out, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: m.Text})
		case llm.Assistant:
			a := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, Content: m.Text}
			for _, c := range m.Calls {
				args := string(c.Args)
				if !isObject(c.Args) { // servers parse it, and fail on anything else
					args = "{}"
				}
				a.ToolCalls = append(a.ToolCalls, openai.ToolCall{
					ID: c.ID, Type: openai.ToolTypeFunction,
					Function: openai.FunctionCall{Name: c.Name, Arguments: args},
				})
			}
			out = append(out, a)
		case llm.Tool:
			for _, r := range m.Results {
				out = append(out, openai.ChatCompletionMessage{
					Role: openai.ChatMessageRoleTool, ToolCallID: r.ID, Content: resultText(r),
				})
			}
		}
	}
	return out
}

// resultText is a result as the model reads it: the interface has no mark for
// an error, and the library leaves an empty content out, which servers refuse.
func resultText(r llm.ToolResult) string {
	switch {
	case r.Content == "":
		return "(nothing)"
	case r.IsError && !strings.HasPrefix(strings.ToLower(r.Content), "error"):
		return "Error: " + r.Content
	}
	return r.Content
}
