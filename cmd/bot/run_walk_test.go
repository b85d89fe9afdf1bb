package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	clips "glyphoxa/internal/bench/clip"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// A walk is an evening at which every command is given, by people in each role,
// and every answer is written down: see page. What is pressed is named by the
// verb of its ID, so that the same walk can be taken in any language.
type walk struct {
	*evening
	locale string // of everybody's client: en-US, de
	people []*voicetest.Person
	guilds []*voicetest.Guild
	// stranger is in the server and not at the table, admin may manage the
	// server, player sits at the table, gm is Anna.
	stranger, admin, player, gm *voicetest.Person

	page  *page
	masks []*regexp.Regexp                       // what is taken out of texts for now
	tried map[string]map[*voicetest.Person]bool  // who has given which command
	ids   map[string][]voicetest.Component       // what could be pressed, by verb
	forms map[string]voicetest.Form              // a form of each kind that has opened, by verb
	shown map[*voicetest.Channel]map[uint64]bool // what has been written down
}

// newWalk begins an evening in a locale, with everybody in their place.
func newWalk(t *testing.T, locale string) *walk {
	t.Helper()
	return walkAt(newSilentEvening(t), locale)
}

// walkAt has everybody take their place at an evening.
func walkAt(e *evening, locale string) *walk {
	e.t.Helper()
	w := &walk{
		evening: e, locale: locale, gm: e.anna, guilds: []*voicetest.Guild{e.guild},
		tried: map[string]map[*voicetest.Person]bool{}, ids: map[string][]voicetest.Component{}, forms: map[string]voicetest.Form{},
		shown: map[*voicetest.Channel]map[uint64]bool{},
	}
	w.stranger, w.player, w.admin = w.person("Conrad"), w.person("Wilhelmina"), w.person("Dora")
	w.people = append(w.people, e.anna)
	e.guild.Admit(w.admin, e.guild.AddRole("Staff", voicetest.PermManageGuild))
	for _, p := range w.people {
		p.SetLocale(locale)
	}
	e.guild.SetLocale(locale)
	for _, p := range []*voicetest.Person{w.gm, w.player} {
		_, err := p.Join(e.channel)
		e.check(err)
	}
	return w
}

// person is somebody in the server.
func (w *walk) person(name string) *voicetest.Person {
	p := w.AddPerson(name)
	w.guild.Admit(p)
	w.people = append(w.people, p)
	return p
}

// language is that of the locale.
func (w *walk) language() string {
	l, _, _ := strings.Cut(w.locale, "-")
	return l
}

// speaks has somebody say something at the table. What they are heard to say is a
// clip; what is understood is the text.
func (w *walk) speaks(who *voicetest.Person, text string) {
	w.t.Helper()
	w.page.did(w.role(who), "says: "+text)
	w.check(os.WriteFile(w.ear, []byte(text), 0o600))
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	w.check(err)
	var packets [][]byte
	for _, frame := range clips.Frames(clips.Question()) {
		packet, err := enc.Encode(nil, &frame)
		w.check(err)
		packets = append(packets, packet)
	}
	_, err = who.Seat(w.guild).Say(w.within(), packets)
	w.check(err)
}

// deaf has nothing be understood any more.
func (w *walk) deaf() {
	w.t.Helper()
	w.check(os.WriteFile(w.ear, nil, 0o600))
}

// hush stops who is speaking once they are heard, and returns what the GM is
// told of what they have not said.
func (w *walk) hush(desk voicetest.ChatMessage, text string) voicetest.ChatMessage {
	w.t.Helper()
	before := w.player.Seat(w.guild).Stats().Heard
	w.await("somebody who speaks", func() bool { return w.player.Seat(w.guild).Stats().Heard > before+5 })
	w.touch(w.gm, desk, "stop")
	return w.letter(text)
}

// role says who somebody is.
func (w *walk) role(p *voicetest.Person) string {
	roles := map[*voicetest.Person]string{w.gm: "GM", w.player: "player", w.stranger: "stranger", w.admin: "manages the server"}
	return fmt.Sprintf("%s (%s)", p.Name, roles[p])
}

// A got is what came of a command, a press or a form.
type got struct {
	i *voicetest.Interaction
	m voicetest.ChatMessage // the last that came or changed; of a form, under which it was opened
}

// opt is an option of a command.
func opt(name string, value any) voicetest.Option { return voicetest.Option{Name: name, Value: value} }

// use has somebody give a command in the voice channel's chat, and writes down
// what they are told.
func (w *walk) use(who *voicetest.Person, command string, options ...voicetest.Option) got {
	w.t.Helper()
	return w.given([]*voicetest.Person{who}, command, options)
}

// everybody has a stranger, a player and the GM give a command, in this order,
// and returns what came of the GM's.
func (w *walk) everybody(command string, options ...voicetest.Option) got {
	w.t.Helper()
	return w.given([]*voicetest.Person{w.stranger, w.player, w.gm}, command, options)
}

// given has people give a command one after the other. Who sees the same as the
// one before shares their place on the page.
func (w *walk) given(people []*voicetest.Person, command string, options []voicetest.Option) (last got) {
	w.t.Helper()
	type told struct{ who, text string }
	var all []told
	for _, p := range people {
		last = w.give(p, command, options)
		now := told{w.role(p), w.page.settle(w.role(p), func() string { return w.seen(last.i, nil) })}
		if n := len(all); n > 0 && all[n-1].text == now.text {
			all[n-1].who += " and " + now.who
		} else {
			all = append(all, now)
		}
		last.m = w.last(last.i)
	}
	for _, a := range all {
		fmt.Fprintf(w.page, "\n> %s /glyphoxa %s%s\n%s", a.who, command, w.optionText(options), a.text)
	}
	return last
}

// offered has a stranger, a player and the GM type into the last of the options,
// and writes down what they are offered.
func (w *walk) offered(command string, options ...voicetest.Option) {
	w.t.Helper()
	for _, p := range []*voicetest.Person{w.stranger, w.player, w.gm} {
		w.page.did(w.role(p), "types /glyphoxa "+command+w.optionText(options))
		// What is offered is as old as the last time that names were read.
		w.page.WriteString(w.page.settle("", func() string {
			choices, err := p.Complete(w.within(), w.channel, "glyphoxa "+command, options...)
			if err != nil {
				w.t.Fatalf("%s: %v", command, err)
			}
			var b strings.Builder
			for _, c := range choices {
				fmt.Fprintf(&b, "    %s\n", w.plain(c.Name))
			}
			return "is offered:\n" + cmp.Or(b.String(), "    nothing\n")
		}))
	}
}

// give has somebody give a command, and returns when there is an answer.
func (w *walk) give(who *voicetest.Person, command string, options []voicetest.Option) got {
	w.t.Helper()
	if w.tried[command] == nil {
		w.tried[command] = map[*voicetest.Person]bool{}
	}
	w.tried[command][who] = true
	i, err := who.Use(w.within(), w.channel, "glyphoxa "+command, options...)
	w.acknowledged(command, i, err)
	if command == "npc edit" {
		i = w.formOf(who, i)
	}
	if kind, _ := i.Reply(); kind != voicetest.ReplyForm {
		if _, err := i.AwaitAnswer(w.within()); err != nil {
			w.t.Fatalf("%s: %v", command, err)
		}
	}
	return got{i: i}
}

// seen is what an interaction has led to: a form, the answer or the message that
// it changed, further messages. before is the message under which somebody
// pressed, nil for a command.
func (w *walk) seen(i *voicetest.Interaction, before *voicetest.ChatMessage) string {
	var b strings.Builder
	if f, ok := i.Form(); ok {
		verb, _, _ := strings.Cut(f.CustomID, ":")
		w.forms[verb] = f
		note(&b, "a form opens:", w.form(f))
		return b.String()
	}
	if m, ok := i.Answer(); ok {
		where, text := w.told(i, m)
		switch {
		case before == nil || before.ID != m.ID:
			note(&b, where, text)
		case text != w.text(*before):
			note(&b, "it changes, "+where, text)
		}
	}
	for _, m := range i.FollowUps() {
		note(&b, w.place(i, m), w.text(m))
	}
	return b.String()
}

// last is the newest message of an interaction, or that which it changed.
func (w *walk) last(i *voicetest.Interaction) voicetest.ChatMessage {
	if all := i.FollowUps(); len(all) > 0 {
		return all[len(all)-1]
	}
	m, _ := i.Answer()
	return m
}

// place says who sees a message of an interaction.
func (w *walk) place(i *voicetest.Interaction, m voicetest.ChatMessage) string {
	where, _ := w.told(i, m)
	return where
}

// told is who sees a message, and what they see.
func (w *walk) told(i *voicetest.Interaction, m voicetest.ChatMessage) (where, text string) {
	w.keepIDs(m)
	switch {
	case m.Ephemeral:
		return "sees alone:", w.text(m)
	case m.Channel == i.Person.Direct().ID:
		w.mark(i.Person.Direct(), m.ID)
		return "sees in their direct messages:", w.text(m)
	}
	for _, c := range w.channels() {
		if c.ID == m.Channel {
			w.mark(c, m.ID)
		}
	}
	return "everybody sees:", w.text(m)
}

func (w *walk) channels() (all []*voicetest.Channel) {
	for _, g := range w.guilds {
		all = append(all, g.Channels()...)
	}
	return all
}

func (w *walk) mark(c *voicetest.Channel, id uint64) {
	if w.shown[c] == nil {
		w.shown[c] = map[uint64]bool{}
	}
	w.shown[c][id] = true
}

// keepIDs remembers what could be pressed.
func (w *walk) keepIDs(m voicetest.ChatMessage) {
	for _, row := range m.Components {
		for _, c := range row.Components {
			same := func(o voicetest.Component) bool { return o.CustomID == c.CustomID }
			if verb, _, _ := strings.Cut(c.CustomID, ":"); verb != "" && !slices.ContainsFunc(w.ids[verb], same) {
				w.ids[verb] = append(w.ids[verb], c)
			}
		}
	}
}

// masked does something while texts are written down without what the patterns
// find.
func (w *walk) masked(do func(), patterns ...*regexp.Regexp) {
	w.masks = patterns
	defer func() { w.masks = nil }()
	do()
}

// everyCommand checks that each command that is registered was given in each
// role.
func (w *walk) everyCommand() {
	w.t.Helper()
	var leaves func(at string, options []voicetest.CommandOption) []string
	leaves = func(at string, options []voicetest.CommandOption) (all []string) {
		for _, o := range options {
			switch o.Type {
			case voicetest.OptionSub:
				all = append(all, strings.TrimSpace(at+" "+o.Name))
			case voicetest.OptionSubGroup:
				all = append(all, leaves(o.Name, o.Options)...)
			}
		}
		return all
	}
	known := map[string]bool{}
	for _, c := range w.gm.Commands(w.guild) {
		for _, name := range leaves("", c.Options) {
			known[name] = true
			for _, p := range []*voicetest.Person{w.stranger, w.player, w.gm} {
				if !w.tried[name][p] {
					w.t.Errorf("/glyphoxa %s is in no golden file for %s: add it to the walk", name, w.role(p))
				}
			}
		}
	}
	for name := range maps.Keys(w.tried) {
		if !known[name] {
			w.t.Errorf("there is no /glyphoxa %s", name)
		}
	}
	if len(known) < 50 {
		w.t.Errorf("only %d commands are registered", len(known))
	}
}

// answeredWithin is how long people wait for words, whatever they did.
const answeredWithin = 3 * time.Second

// answered has somebody do something and checks that it is answered in good
// time with words that have this in them. It returns the message.
func (w *walk) answered(what, want string, do func() (*voicetest.Interaction, error)) voicetest.ChatMessage {
	w.t.Helper()
	began := time.Now()
	i, err := do()
	w.acknowledged(what, i, err)
	ctx, cancel := context.WithTimeout(w.within(), time.Until(began.Add(answeredWithin)))
	defer cancel()
	m, err := i.AwaitThat(ctx, func(m voicetest.ChatMessage) bool { return !m.Thinking && strings.Contains(m.Text(), want) })
	if err != nil {
		var all []string
		now, _ := i.Answer()
		for _, m := range append(i.FollowUps(), now) {
			all = append(all, m.Text())
		}
		w.t.Errorf("%s: want %q within %v: %v; there is %q", what, want, answeredWithin, err, all)
	}
	return m
}
