package agent

import (
	"errors"
	"strings"
	"testing"

	"glyphoxa/internal/llm"
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
