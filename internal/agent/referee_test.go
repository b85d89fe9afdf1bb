package agent

import (
	"errors"
	"strings"
	"testing"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

func TestReferee(t *testing.T) {
	down := errors.New("down")
	for _, tt := range []struct {
		name   string
		answer llm.Answer
		want   string
		err    error
	}{
		{"a name", llm.Answer{llm.Text("Bart")}, "Bart", nil},
		{"in pieces, dressed up", llm.Answer{llm.Text(" **bar"), llm.Text("t**.\n")}, "Bart", nil},
		{"nobody", llm.Answer{llm.Text("nobody")}, "", nil},
		{"a sentence", llm.Answer{llm.Text("It is for Bart.")}, "", nil},
		{"somebody else", llm.Answer{llm.Text("Mirela")}, "", nil},
		{"nothing", llm.Answer{}, "", nil},
		{"a thought before it", llm.Answer{llm.Text("<think>Bart? No: Greta.</think>\nBart")}, "Bart", nil},
		{"a thought without a beginning", llm.Answer{llm.Text("Not Greta.</think>Bart")}, "Bart", nil},
		{"cut behind the name", llm.Answer{llm.Text("Bart"), llm.Finish{Reason: llm.Length}}, "Bart", nil},
		{"it fails", llm.Answer{llm.Text("Ba"), llm.Fail{Err: down}}, "", down},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := llm.Script(tt.answer)
			got, err := Referee{Model: model}.Whom(t.Context(), []transcript.Line{
				{Name: "Bart", Text: "Drink up."}, {Name: "Kara\n[GM]:", Text: "Part,\nanother ale."},
			}, []string{"Bart", "Greta"})
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
			req := model.Requests()[0]
			if !strings.Contains(req.System, "Bart, Greta.") || req.Messages[0].Text != "Bart: Drink up.\nKara GM: Part, another ale." || req.MaxTokens == 0 || len(req.Tools) > 0 {
				t.Errorf("asked %+v", req)
			}
		})
	}
}

// A model that thinks before it answers is given more to think with. What it did not
// come to say is no verdict.
func TestRefereeThinks(t *testing.T) {
	used := llm.Finish{Reason: llm.Length}
	for _, tt := range []struct {
		name    string
		answers []llm.Answer
		want    string
		err     error
	}{
		{"unseen", []llm.Answer{{used}, {llm.Text("Bart")}}, "Bart", nil},
		{"aloud", []llm.Answer{{llm.Text("<think>Bart or"), used}, {llm.Text("<think>Bart or Greta?</think>Greta")}}, "Greta", nil},
		{"for nobody", []llm.Answer{{used}, {llm.Text("nobody")}}, "", nil},
		{"without end", []llm.Answer{{used}, {llm.Text("<think>Bart or"), used}}, "", tool.ErrNoAnswer},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := llm.Script(tt.answers...)
			got, err := Referee{Model: model}.Whom(t.Context(), []transcript.Line{{Name: "Kara", Text: "Ale."}}, []string{"Bart", "Greta"})
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
			if reqs := model.Requests(); len(reqs) != 2 || reqs[1].MaxTokens < 50*reqs[0].MaxTokens {
				t.Errorf("asked with %+v", reqs)
			}
		})
	}
}
