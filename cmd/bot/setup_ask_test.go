package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestDialogue(t *testing.T) {
	text := func(ctx context.Context, d *dialogue) (any, error) { return d.text(ctx, "Name", "Odo") }
	secret := func(ctx context.Context, d *dialogue) (any, error) { return d.secret(ctx, "Key") }
	sure := func(ctx context.Context, d *dialogue) (any, error) { return d.yes(ctx, "Sure?", true) }
	unsure := func(ctx context.Context, d *dialogue) (any, error) { return d.yes(ctx, "Sure?", false) }
	number := func(ctx context.Context, d *dialogue) (any, error) { return d.choose(ctx, "Which?", "one", "two") }
	tests := []struct {
		name, typed string
		ask         func(context.Context, *dialogue) (any, error)
		want        any
		err         error
		shows       string
	}{
		{"a text", " Greta \n", text, "Greta", nil, "Name [Odo]: Greta\n"},
		{"the preset", "\n", text, "Odo", nil, "Name [Odo]: \n"},
		{"a secret is not shown", "hush\n", secret, "hush", nil, "Key: \n"},
		{"yes", "yes\n", unsure, true, nil, "Sure? [y/N]: yes\n"},
		{"no", "N\n", sure, false, nil, "Sure? [Y/n]: N\n"},
		{"Enter is the preset yes", "\n", sure, true, nil, "[Y/n]: \n"},
		{"Enter is the preset no", "\n", unsure, false, nil, "[y/N]: \n"},
		{"asked until it is one of both", "maybe\ny\n", unsure, true, nil, "Type y for yes or n for no.\nSure? [y/N]: y\n"},
		{"a number", "2\n", number, 1, nil, "Which?\n  1  one\n  2  two\nNumber [1]: 2\n"},
		{"Enter is the first", "\n", number, 0, nil, "Number [1]: \n"},
		{"asked until it is a number", "two\n3\n0\n2\n", number, 1, nil, strings.Repeat("Type a number from 1 to 2.\nNumber [1]: ", 1)},
		{"the input has ended", "", text, "Odo", errNobody, ""},
		{"in the middle", "3\n", number, 0, errNobody, "Type a number from 1 to 2.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			d := newDialogue(t.Context(), &app{in: strings.NewReader(tt.typed), out: &out})
			defer d.close()
			got, err := tt.ask(t.Context(), d)
			if !errors.Is(err, tt.err) || err == nil && got != tt.want {
				t.Errorf("answer %v, %v, want %v, %v", got, err, tt.want, tt.err)
			}
			if !strings.Contains(out.String(), tt.shows) {
				t.Errorf("it shows\n%swant\n%s", out.String(), tt.shows)
			}
		})
	}
}

// TestDialogueKeepsLines asks for more than one answer that were piped in at
// once.
func TestDialogueKeepsLines(t *testing.T) {
	d := newDialogue(t.Context(), &app{in: strings.NewReader("a\nb\nc\n"), out: new(bytes.Buffer)})
	defer d.close()
	var got []string
	for range 3 {
		text, err := d.text(t.Context(), "?", "")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, text)
	}
	if fmt.Sprint(got) != "[a b c]" {
		t.Errorf("answers %v", got)
	}
}
