package main

import (
	"database/sql"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// A neighbour is the GM of another server that the bot is in, with a campaign of
// their own, who tries everything with what belongs to the walk's campaign.
type neighbour struct {
	*walk
	*voicetest.Person
	home  *voicetest.Channel
	below voicetest.ChatMessage // a message of the bot's to press something under
	tried []attempt
}

// An attempt is something that the neighbour did, and the words they put in.
type attempt struct {
	what string
	i    *voicetest.Interaction
}

// moveIn brings a neighbour, whose campaign is at the table.
func (w *walk) moveIn() *neighbour {
	w.t.Helper()
	n := &neighbour{walk: w, Person: w.AddPerson("Bella")}
	g := w.AddGuild("Chair", n.Person, botMay)
	n.home = g.AddChannel(voicetest.VoiceChannel, "chair")
	_, err := n.Join(n.home)
	w.check(err)
	var form *voicetest.Interaction
	w.await("the neighbour's commands", func() bool {
		form, err = n.Use(w.within(), n.home, "glyphoxa campaign new")
		return err == nil
	})
	sent, err := n.Submit(w.within(), form, map[string]string{"name": "The Salt Road", "language": "en"})
	w.acknowledged("the form", sent, err)
	_, err = sent.AwaitAnswer(w.within())
	w.check(err)
	i, err := n.Use(w.within(), n.home, "glyphoxa start")
	w.acknowledged("start", i, err)
	_, err = i.AwaitAnswer(w.within()) // without scenes and players there is nothing to be asked
	w.check(err)
	for _, at := range []struct {
		where *voicetest.Channel
		verb  string
	}{{n.Direct(), "mode"}, {n.home, "consent"}} {
		if n.below, err = at.where.AwaitMessage(w.within(), has(at.verb)); err != nil {
			w.t.Fatalf("the neighbour has no %s: %v; there is %v", at.verb, err, at.where.Messages())
		}
	}
	return n
}

// trespass has the neighbour give every command, press everything and send every
// form with what is the walk's; whole says that there is nothing more to be had
// from it. Nothing of the walk's campaign may be shown to
// them, or be another afterwards.
func (n *neighbour) trespass(whole bool) {
	n.t.Helper()
	own := n.homeland()
	before := n.dump()
	for _, values := range n.loot() {
		n.commands(values)
	}
	n.buttons(whole)
	time.Sleep(500 * time.Millisecond) // what a press does may have no answer
	n.blind()
	after := n.dump()
	for _, rows := range []map[string]int{missing(before, after), missing(after, before)} {
		for row := range rows {
			if !whole && strings.HasPrefix(row, "usage | ") {
				continue // the walk's session still runs: what it uses is written twice a minute
			}
			if !slices.ContainsFunc(own, func(id string) bool { return strings.Contains(row, id) }) {
				n.t.Errorf("the neighbour has changed what is not theirs: %s", row)
			}
		}
	}
}

// homeland are the IDs of what is the neighbour's.
func (n *neighbour) homeland() []string {
	n.t.Helper()
	guild := transcript.GuildID(n.home.Guild().ID)
	all, err := n.db.Guild(guild).Campaigns(n.t.Context())
	n.check(err)
	own := []string{fmt.Sprint(guild)}
	for _, c := range all {
		own = append(own, string(c.ID))
		sessions, err := n.db.Campaign(c.ID).Sessions(n.t.Context(), transcript.Live)
		n.check(err)
		for _, s := range sessions {
			own = append(own, string(s.ID))
		}
	}
	return own
}

// theirs is the ID of the walk's campaign.
func (n *neighbour) theirs() string {
	n.t.Helper()
	all, err := n.db.Guild(transcript.GuildID(n.guild.ID)).Campaigns(n.t.Context())
	n.check(err)
	for _, c := range all {
		if c.Key == "lanterns" {
			return string(c.ID)
		}
	}
	n.t.Fatal("the walk's campaign is gone")
	return ""
}

// loot are values for options: what is typed into those that take a text, by
// their names. What is not named gets the first.
func (n *neighbour) loot() []map[string]string {
	return []map[string]string{
		{"": "mirela", "scene": "tavern", "campaign": n.theirs(), "as": "odo", "who": "guild", "label": "debt"},
		{"": "Mirela Voss", "scene": "The Silver Heron", "campaign": "The Lanterns of Fennick", "as": "Odo Brand", "label": "debt"},
	}
}

// commands gives every command that there is.
func (n *neighbour) commands(values map[string]string) {
	n.t.Helper()
	var give func(path string, options []voicetest.CommandOption)
	give = func(path string, options []voicetest.CommandOption) {
		if len(options) > 0 && options[0].Type <= voicetest.OptionSubGroup {
			for _, o := range options {
				give(path+" "+o.Name, o.Options)
			}
			return
		}
		if path == "glyphoxa end" || path == "glyphoxa campaign hand-over" { // what is done with their own session and campaign
			return
		}
		var given []voicetest.Option
		for _, o := range options {
			given = append(given, opt(o.Name, n.value(o, values)))
		}
		i, err := n.Use(n.within(), n.home, path, given...)
		n.acknowledged(path, i, err)
		n.tried = append(n.tried, attempt{path + n.optionText(given), i})
		if kind, _ := i.Reply(); kind != voicetest.ReplyForm {
			if _, err = i.AwaitAnswer(n.within()); err != nil {
				n.t.Fatalf("%s: no answer: %v", path+n.optionText(given), err)
			}
		}
	}
	for _, c := range n.Commands(n.home.Guild()) {
		give(c.Name, c.Options)
	}
}

// value is what the neighbour puts into an option.
func (n *neighbour) value(o voicetest.CommandOption, values map[string]string) any {
	switch o.Type {
	case voicetest.OptionBoolean:
		return true
	case voicetest.OptionInteger, voicetest.OptionNumber:
		if o.Min != nil {
			return *o.Min
		}
		return 1
	case voicetest.OptionUser:
		return n.player
	case voicetest.OptionChannel:
		return n.channel
	case voicetest.OptionString:
		if len(o.Choices) > 0 {
			return o.Choices[0].Value
		}
		if v, ok := values[o.Name]; ok {
			return v
		}
		return values[""]
	}
	// A campaign with the key of the walk's.
	return voicetest.Attachment{Name: "mine.yaml", Data: []byte("campaign: lanterns\nname: Mine\nlanguage: en\n")}
}

// buttons presses everything that was shown in the walk, and at least one of
// every kind that the program knows; and so for forms.
func (n *neighbour) buttons(whole bool) {
	n.t.Helper()
	pressed, sent := verbs(n.t)
	made := n.forged()
	for _, verb := range pressed {
		all := slices.Concat(n.ids[verb], made[verb])
		if len(all) == 0 && whole {
			n.t.Errorf("nobody has tried the button %q with what is another's: add it to the walk, or to forged", verb)
		}
		for _, c := range all {
			var values []string
			for _, o := range c.Options {
				values = append(values, o.Value)
			}
			values = values[:min(len(values), 2)]
			for _, at := range []struct {
				in    *voicetest.Channel
				below voicetest.ChatMessage
			}{{n.home, n.below}, {n.Direct(), n.Direct().Messages()[0]}} {
				i, err := n.Forge(n.within(), at.in, at.below, c.CustomID, values...)
				n.acknowledged(c.CustomID, i, err)
				n.tried = append(n.tried, attempt{c.CustomID, i})
			}
		}
	}
	for _, verb := range sent {
		f, ok := n.forms[verb]
		switch {
		case !ok && whole:
			n.t.Errorf("nobody has tried the form %q with what is another's: add it to the walk", verb)
			continue
		case !ok:
			continue
		}
		inputs := map[string]string{}
		for _, in := range f.Inputs {
			inputs[in.CustomID] = "mirela"
		}
		for _, in := range []*voicetest.Channel{n.home, n.Direct()} {
			i, err := n.ForgeForm(n.within(), in, f.CustomID, inputs)
			n.acknowledged(f.CustomID, i, err)
			n.tried = append(n.tried, attempt{f.CustomID, i})
			if _, err = i.AwaitAnswer(n.within()); err != nil {
				n.t.Fatalf("%s: no answer: %v", f.CustomID, err)
			}
		}
	}
}

// forged are the IDs of those kinds that the walk does not show.
func (n *neighbour) forged() map[string][]voicetest.Component {
	n.t.Helper()
	c, book := n.theirs(), n.db.Campaign(transcript.CampaignID(n.theirs()))
	sessions, err := book.Sessions(n.t.Context(), transcript.Live)
	n.check(err)
	turns, err := book.Turns(n.t.Context(), sessions[0].ID)
	n.check(err)
	proposals, err := book.Proposals(n.t.Context(), "")
	n.check(err)
	turn, proposal := string(turns[0].ID), string(proposals[0].ID)
	all := map[string][]voicetest.Component{}
	add := func(id string, values ...string) {
		made := voicetest.Component{CustomID: id}
		for _, v := range values {
			made.Options = append(made.Options, voicetest.MenuOption{Value: v})
		}
		verb, _, _ := strings.Cut(id, ":")
		all[verb] = append(all[verb], made)
	}
	add("campaign", c)
	if begin := n.ids["begin"]; len(begin) > 0 {
		add(strings.Replace(begin[0].CustomID, "begin", "more", 1) + ":1")
	}
	add("way:"+c+":"+proposal, "replace")
	add("pick:"+c, proposal)
	add("lookat:"+c, proposal)
	for _, id := range []string{
		"page:0:" + c, "rest:" + c + ":" + turn, "again:" + c + ":" + turn, "play:" + c + ":" + turn, "bring:" + c + ":odo", "ignore:" + c + ":odo",
		"said:1:" + c + ":room", "forget:" + c, "review:" + c, "show:" + c + ":" + proposal, "decide:there:clear:" + c + ":" + proposal,
		"reword:" + c + ":" + proposal, "dpost:" + c + ":1:here", "dedit:" + c + ":1", "danew:" + c + ":1", "dshow:" + c + ":1:long:gm",
		"x:" + c, "stop:" + c, "off:" + c, "on:" + c, "strike:" + c + ":10", "mode:" + c + ":listen-only",
	} {
		add(id)
	}
	return all
}

// verbs reads the kinds of buttons and forms from the tables of package command,
// so that a new one that nobody tries is found.
func verbs(t *testing.T) (pressed, sent []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "internal", "command", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no package command: %v", err)
	}
	words, tables := map[string]string{}, map[string][]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) > i {
						if lit, ok := n.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
							words[name.Name], _ = strconv.Unquote(lit.Value)
						}
					}
				}
			case *ast.FuncDecl:
				if n.Name.Name != "presses" && n.Name.Name != "forms" {
					return true
				}
				ast.Inspect(n.Body, func(in ast.Node) bool {
					if kv, ok := in.(*ast.KeyValueExpr); ok {
						if key, ok := kv.Key.(*ast.Ident); ok {
							tables[n.Name.Name] = append(tables[n.Name.Name], key.Name)
						}
					}
					return true
				})
			}
			return true
		})
	}
	named := func(list []string) (all []string) {
		for _, name := range list {
			if verb, ok := words[name]; ok { // the others are fields: args, do, now
				all = append(all, verb)
			}
		}
		return all
	}
	if pressed, sent = named(tables["presses"]), named(tables["forms"]); len(pressed) < 40 || len(sent) < 5 {
		t.Fatalf("found the buttons %q and the forms %q", pressed, sent)
	}
	return pressed, sent
}

// canaries are words of the walk's campaign, and of what was said there.
var canaries = []string{
	"Odo Brand", "Silver Heron", "Fennick", "Lantern Guild", "Edith", "forty silver", "two silver", "three silver", "fish stew",
	"fever", "grain", "Kara", "Joren", "Brann", "Wenlow", "Gale", "midnight", "chapel", "harbor",
}

// blind checks that the neighbour has seen nothing of it, but for the words that
// they have put in themselves.
func (n *neighbour) blind() {
	n.t.Helper()
	look := func(what, seen string) {
		n.t.Helper()
		for _, word := range append(slices.Clone(canaries), fmt.Sprint(n.gm.ID)) {
			if strings.Contains(strings.ToLower(seen), strings.ToLower(word)) && !strings.Contains(strings.ToLower(what), strings.ToLower(word)) {
				n.t.Errorf("%s shows %q to a neighbour: %s", what, word, seen)
			}
		}
	}
	for _, a := range n.tried {
		if f, ok := a.i.Form(); ok {
			look(a.what, n.form(f))
		}
		all := a.i.FollowUps()
		if m, ok := a.i.Answer(); ok {
			all = append(all, m)
		}
		for _, m := range all {
			look(a.what, m.Text()+n.text(m))
		}
	}
	for _, m := range slices.Concat(n.home.Messages(), n.Direct().Messages()) {
		look("the chat", m.Text())
	}
}

// dump is everything in the database, row by row, but for what the program notes
// of itself.
func (n *neighbour) dump() map[string]int {
	n.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(n.dir, "glyphoxa.db"))
	n.check(err)
	defer db.Close()
	tables := n.column(db, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%lease%'`)
	rows := map[string]int{}
	for _, table := range tables {
		n.rows(db, table, rows)
	}
	return rows
}

// rows counts the rows of a table.
func (n *neighbour) rows(db *sql.DB, table string, rows map[string]int) {
	n.t.Helper()
	list, err := db.QueryContext(n.t.Context(), `SELECT * FROM `+table)
	n.check(err)
	defer list.Close()
	names, err := list.Columns()
	n.check(err)
	values := make([]any, len(names))
	for i := range values {
		values[i] = new(any)
	}
	for list.Next() {
		n.check(list.Scan(values...))
		var b strings.Builder
		b.WriteString(table)
		for _, v := range values {
			fmt.Fprintf(&b, " | %v", *v.(*any))
		}
		rows[b.String()]++
	}
	n.check(list.Err())
}

func (n *neighbour) column(db *sql.DB, query string) (all []string) {
	n.t.Helper()
	list, err := db.QueryContext(n.t.Context(), query)
	n.check(err)
	defer list.Close()
	for list.Next() {
		var s string
		n.check(list.Scan(&s))
		all = append(all, s)
	}
	n.check(list.Err())
	return all
}

// missing are the rows of a that are not in b.
func missing(a, b map[string]int) map[string]int {
	left := maps.Clone(a)
	maps.DeleteFunc(left, func(row string, count int) bool { return b[row] >= count })
	return left
}
