package command

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/discord"
)

var update = flag.Bool("update", false, "rewrite docs/commands.md")

// commandsPage is the list of commands for people, made from the tree.
const commandsPage = "../../docs/commands.md"

// TestCommandsPage holds docs/commands.md to the tree.
func TestCommandsPage(t *testing.T) {
	want := commandsDoc()
	if *update {
		if err := os.WriteFile(commandsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(commandsPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/commands.md is not what the tree says (-want +got); make update:\n%s", diff)
	}
}

func commandsDoc() string {
	var b strings.Builder
	b.WriteString(`# Commands

What can be typed at Discord. This page is made from the program's own tree of commands by ` + "`make update`" + `.
What each of them answers, and to whom, in both languages: [golden files](../cmd/bot/testdata/golden).

"GM" is the owner of the voice channel's campaign and its co-GMs; the program checks it at every command and every
button, and whoever may manage the server is none for it. "Private" answers are seen by nobody else.

| command | for | answer | what it does |
|---|---|---|---|
`)
	for _, s := range subcommands() {
		if len(s.subs) == 0 {
			b.WriteString(row("", s))
			continue
		}
		for _, sub := range s.subs {
			b.WriteString(row(s.spec.Name+" ", sub))
		}
	}
	b.WriteString(`
## Buttons in the GM's private place

| button | when | what it does |
|---|---|---|
`)
	for _, p := range []struct{ label, when, does string }{
		{"notice.again-label", "an NPC was cut off", "The NPC says what nobody heard, from the beginning of the sentence that was cut."},
		{"notice.drop-label", "an NPC was cut off", "What nobody heard is deleted. The NPC does not go on with it."},
		{"notice.play-label", "an answer waits for you", "It is spoken."},
		{"notice.redo-label", "an answer waits for you", "Another one is made, with a note of yours if you like. It waits as well."},
		{"notice.drop-label", "an answer waits for you", "It is thrown away."},
		{"notice.hm-label", "an answer waits for you", "The NPC makes a sound of thinking meanwhile."},
		{"notice.bring-label", "somebody called an NPC who is not here", "The NPC comes, for tonight."},
		{"notice.ignore-label", "somebody called an NPC who is not here", "Nothing happens."},
	} {
		fmt.Fprintf(&b, "| **%s** | %s | %s |\n", say(p.label), p.when, p.does)
	}
	return b.String()
}

// row is a subcommand's line.
func row(group string, s subcommand) string {
	whom, answer := "everybody", "for all"
	if s.gm {
		whom = "GM"
	}
	if s.private || s.opens {
		answer = "private"
	}
	if s.hidden != nil {
		answer = "as asked"
	}
	words := []string{"/" + Name, group + s.spec.Name}
	for _, o := range s.spec.Options {
		words = append(words, optionDoc(o))
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s |\n", strings.Join(words, " "), whom, answer, strings.ReplaceAll(localised(s.spec).Description, "|", "\\|"))
}

func optionDoc(o discord.Option) string {
	if o.Required {
		return o.Name
	}
	return "[" + o.Name + "]"
}
