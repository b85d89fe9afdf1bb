package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/voice/voicetest"
)

// update is read by the tests that have golden files; see leakFree.
var update = flag.Bool("update", false, "rewrite the golden files, and run no other tests")

// A page is one golden file: what some people did and what they saw of it, as
// text. It can be read as a description of the commands.
type page struct {
	strings.Builder
	file string
	want string // "" while the file is rewritten, or is another already
}

// begin begins a page with a sentence of what it is about.
func (w *walk) begin(name, about string) {
	w.t.Helper()
	w.page = &page{file: filepath.Join("testdata", "golden", w.language(), name+".txt")}
	if !*update {
		want, err := os.ReadFile(w.page.file)
		w.check(err)
		w.page.want = string(want)
	}
	fmt.Fprintf(w.page, "%s\n", about)
}

// finish holds the page to its file.
func (w *walk) finish() {
	w.t.Helper()
	got := w.page.String()
	if *update {
		w.check(os.MkdirAll(filepath.Dir(w.page.file), 0o755))
		w.check(os.WriteFile(w.page.file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(w.page.file)
	w.check(err)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		w.t.Errorf("%s is not what people see (-want +got); make update:\n%s", w.page.file, diff)
	}
}

// settle returns what somebody sees once it is all there. An answer may come in
// several messages, and nothing says which is the last: it is that with which the
// page is as its file has it, or after which nothing comes for a while. who is
// whose command comes next on the page; empty is that it has been written.
func (p *page) settle(who string, look func() string) string {
	const quiet, patience = 200 * time.Millisecond, 4 * time.Second
	now, since, until := look(), time.Now(), time.Now().Add(patience)
	for {
		want, known := p.expects(who)
		rest, ok := strings.CutPrefix(want, now)
		switch {
		case known && ok && !continued.MatchString(rest):
			return now
		case known && time.Now().After(until):
			p.want = "" // from here on it is another
			return now
		case !known && time.Since(since) > quiet:
			return now
		}
		time.Sleep(5 * time.Millisecond)
		if next := look(); next != now {
			now, since = next, time.Now()
		}
	}
}

// expects returns what its file has after what is on the page, or after the line
// of somebody's next command.
func (p *page) expects(who string) (string, bool) {
	rest, ok := strings.CutPrefix(p.want, p.String())
	for ok && who != "" {
		_, next, _ := strings.Cut(rest, "\n> ")
		var line string
		if line, rest, ok = strings.Cut(next, "\n"); ok && strings.Contains(line, who) {
			break
		}
	}
	return rest, ok && p.want != ""
}

// continued is how a part of an answer begins that is not its first.
var continued = regexp.MustCompile(`^(it changes, )?(sees |everybody sees:|a form |    )`)

// did notes what somebody does.
func (p *page) did(who, what string) { fmt.Fprintf(p, "\n> %s %s\n", who, what) }

// saw notes what is there to be seen.
func (p *page) saw(where, text string) { note(&p.Builder, where, text) }

func note(b *strings.Builder, where, text string) {
	fmt.Fprintln(b, where)
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		fmt.Fprintln(b, strings.TrimRight("    "+line, " "))
	}
}

var (
	mentioned = regexp.MustCompile(`<(@!?|#)(\d+)>`)
	stamped   = regexp.MustCompile(`<t:\d+(:\w)?>`)
	numbered  = regexp.MustCompile(`\b\d{16,20}\b`)
	uuid      = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	digits    = regexp.MustCompile(`\d+([.,]\d+)*`)
)

// plain puts names in the place of IDs, and takes out what differs from one
// evening to the next: times, IDs and, while they are not the point, numbers.
func (w *walk) plain(s string) string {
	s = mentioned.ReplaceAllStringFunc(s, func(tag string) string {
		m := mentioned.FindStringSubmatch(tag)
		name, ok := w.names()[m[2]]
		if !ok {
			name = "somebody unknown"
		}
		return m[1][:1] + name
	})
	s = stamped.ReplaceAllString(s, "<time$1>")
	s = uuid.ReplaceAllString(s, "<id>")
	s = numbered.ReplaceAllString(s, "<id>")
	for _, m := range w.masks {
		s = m.ReplaceAllString(s, "…")
	}
	return s
}

// fileLines is how much of a file that comes with a message is written down.
const fileLines = 12

// text is a message as somebody sees it.
func (w *walk) text(m voicetest.ChatMessage) string {
	var b strings.Builder
	if m.Deleted {
		return "(the message is gone)\n"
	}
	if m.Content != "" {
		fmt.Fprintln(&b, w.plain(m.Content))
	}
	for _, e := range m.Embeds {
		fmt.Fprintf(&b, "== %s\n%s\n", w.plain(e.Title), w.plain(e.Description))
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "= %s: %s\n", w.plain(f.Name), w.plain(f.Value))
		}
	}
	for _, a := range m.Attachments {
		fmt.Fprintf(&b, "+ file %s\n", w.plain(a.Name))
		if strings.HasSuffix(a.Name, ".wav") || !utf8.Valid(a.Data) {
			continue
		}
		lines := strings.Split(strings.TrimRight(string(a.Data), "\n"), "\n")
		for _, line := range lines[:min(len(lines), fileLines)] {
			fmt.Fprintf(&b, "  %s\n", w.plain(line))
		}
		if len(lines) > fileLines {
			b.WriteString("  …\n")
		}
	}
	for _, row := range m.Components {
		fmt.Fprintln(&b, w.row(row))
	}
	return b.String()
}

// row is what can be pressed and chosen.
func (w *walk) row(row voicetest.Component) string {
	var parts []string
	for _, c := range row.Components {
		off := ""
		if c.Disabled {
			off = " (off)"
		}
		switch c.Type {
		case voicetest.ComponentButton:
			parts = append(parts, "["+w.plain(c.Label)+off+"]")
		case voicetest.ComponentMenu:
			parts = append(parts, strings.TrimSpace("( "+w.plain(c.Placeholder)+" )"+off))
			for _, o := range c.Options {
				line := "\n  ( ) "
				if o.Default {
					line = "\n  (x) "
				}
				line += w.plain(o.Label)
				if o.Description != "" {
					line += " -- " + w.plain(o.Description)
				}
				parts = append(parts, line)
			}
		default:
			parts = append(parts, fmt.Sprintf("<component %d>", c.Type))
		}
	}
	return strings.Join(parts, " ")
}

// form is a form as it opens.
func (w *walk) form(f voicetest.Form) string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", w.plain(f.Title))
	for _, in := range f.Inputs {
		fmt.Fprintf(&b, "%s", w.plain(in.Label))
		if in.Required != nil && !*in.Required {
			b.WriteString(" (optional)")
		}
		if in.Placeholder != "" {
			fmt.Fprintf(&b, " -- %s", w.plain(in.Placeholder))
		}
		b.WriteString("\n")
		if in.Value != "" {
			fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(w.plain(in.Value), "\n", "\n  "))
		}
	}
	return b.String()
}

// names are those of people and channels, by ID.
func (w *walk) names() map[string]string {
	all := map[string]string{}
	for _, p := range append([]*voicetest.Person{w.Bot()}, w.people...) {
		all[fmt.Sprint(p.ID)] = p.Name
	}
	for _, g := range w.guilds {
		for _, c := range g.Channels() {
			all[fmt.Sprint(c.ID)] = c.Name
		}
	}
	return all
}

// optionText is what somebody has typed after a command.
func (w *walk) optionText(options []voicetest.Option) string {
	var b strings.Builder
	for _, o := range options {
		v := fmt.Sprint(o.Value)
		switch it := o.Value.(type) {
		case *voicetest.Person:
			v = "@" + it.Name
		case *voicetest.Channel:
			v = "#" + it.Name
		case voicetest.Attachment:
			v = it.Name
		}
		fmt.Fprintf(&b, " %s:%s", o.Name, v)
	}
	return b.String()
}

func inputText(inputs map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		fmt.Fprintf(&b, "\n    %s: %s", name, strings.ReplaceAll(inputs[name], "\n", "\n        "))
	}
	return b.String()
}

// onlyGolden has a run that rewrites golden files run nothing else.
func onlyGolden() {
	flag.Parse()
	if run := flag.Lookup("test.run"); *update && run != nil && run.Value.String() == "" {
		_ = run.Value.Set("^TestLiveGolden$")
	}
}

// TestPlain: what differs from one evening to the next is not in a golden file.
func TestPlain(t *testing.T) {
	anna := &voicetest.Person{ID: 7, Name: "Anna"}
	w := &walk{evening: &evening{simulated: &simulated{Discord: newDiscordFor(t)}}, people: []*voicetest.Person{anna}}
	for in, want := range map[string]string{
		"<@7> and <@!7>, <@8>":                                "@Anna and @Anna, @somebody unknown",
		"since <t:1700000000:R>, <t:1700000000>":              "since <time:R>, <time>",
		"id 1400000000000000001":                              "id <id>",
		"2 of 019d0000-0000-7000-8000-00000000a1b1, 12 lines": "2 of <id>, 12 lines",
	} {
		if got := w.plain(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	w.masks = []*regexp.Regexp{digits}
	if got, want := w.plain("12 of 3.5 s"), "… of … s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func newDiscordFor(t *testing.T) *voicetest.Discord {
	t.Helper()
	d, err := voicetest.NewDiscord(t.Context(), voicetest.DiscordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}
