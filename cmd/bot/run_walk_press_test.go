package main

import (
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/voice/voicetest"
)

// find finds what can be pressed under a message by its verb, or by more of its
// ID.
func (w *walk) find(m voicetest.ChatMessage, verb string) voicetest.Component {
	w.t.Helper()
	if c, ok := componentOf(m, verb); ok {
		return c
	}
	w.t.Fatalf("there is no %q under\n%s", verb, w.text(m))
	return voicetest.Component{}
}

// press has somebody press a button, and writes down what comes of it.
func (w *walk) press(who *voicetest.Person, m voicetest.ChatMessage, verb string) got {
	w.t.Helper()
	i, now := w.touch(who, m, verb)
	if verb == "npcform" {
		i = w.formOf(who, i)
	}
	return w.after(i, &now)
}

// touch is press where what comes of it is to be seen elsewhere: see becomes. It
// returns the message as it was.
func (w *walk) touch(who *voicetest.Person, m voicetest.ChatMessage, verb string) (*voicetest.Interaction, voicetest.ChatMessage) {
	w.t.Helper()
	now, ok := w.Message(m.ID)
	if !ok {
		w.t.Fatalf("%s: the message is gone", verb)
	}
	c := w.find(now, verb)
	w.page.did(w.role(who), "presses ["+c.Label+"]")
	i, err := who.Press(w.within(), now, c.CustomID)
	return w.acknowledged(verb, i, err), now
}

// becomes waits until a message that everybody, or the GM alone, can read is as
// it should be, and writes it down.
func (w *walk) becomes(m voicetest.ChatMessage, so func(voicetest.ChatMessage) bool) voicetest.ChatMessage {
	w.t.Helper()
	var now voicetest.ChatMessage
	if err := w.Await(w.within(), func() bool {
		now, _ = w.Message(m.ID)
		return so(now)
	}); err != nil {
		w.t.Fatalf("it never came to be: %v\n%s\n%s", err, w.text(now), w.page.String())
	}
	w.keepIDs(now)
	where := "what everybody sees changes:"
	switch {
	case now.Ephemeral:
		where = "it changes, sees alone:"
	case now.Channel == w.gm.Direct().ID:
		where = "what the GM sees in their direct messages changes:"
	}
	w.page.WriteString(w.page.settle("", func() string {
		now, _ = w.Message(m.ID)
		var b strings.Builder
		note(&b, where, w.text(now))
		return b.String()
	}))
	return now
}

// holds is that there is a text.
func holds(what string) func(voicetest.ChatMessage) bool {
	return func(m voicetest.ChatMessage) bool { return strings.Contains(m.Text(), what) }
}

// lit is that a button is the one that holds; has is that there is one, and
// bare that there is none at all.
func lit(verb string) func(voicetest.ChatMessage) bool {
	return func(m voicetest.ChatMessage) bool {
		c, ok := componentOf(m, verb)
		return ok && c.Style == 1
	}
}

func has(verb string) func(voicetest.ChatMessage) bool {
	return func(m voicetest.ChatMessage) bool { _, ok := componentOf(m, verb); return ok }
}

func bare(m voicetest.ChatMessage) bool { return len(m.Components) == 0 }

// componentOf finds what can be pressed by the beginning of its ID, and by its
// last argument if the name has a star before it: "mode*live".
func componentOf(m voicetest.ChatMessage, name string) (voicetest.Component, bool) {
	verb, last, _ := strings.Cut(name, "*")
	for _, row := range m.Components {
		for _, c := range row.Components {
			if strings.HasPrefix(c.CustomID+":", verb+":") && (last == "" || strings.HasSuffix(c.CustomID, ":"+last)) {
				return c, true
			}
		}
	}
	return voicetest.Component{}, false
}

// choose has somebody choose from a menu what has this value, or else a label
// that holds it, and writes down what comes of it.
func (w *walk) choose(who *voicetest.Person, m voicetest.ChatMessage, verb, what string) got {
	w.t.Helper()
	i, before := w.chosen(who, m, verb, what)
	return w.after(i, &before)
}

// pick is choose where nothing is to be seen of it.
func (w *walk) pick(who *voicetest.Person, m voicetest.ChatMessage, verb, what string) {
	w.t.Helper()
	w.chosen(who, m, verb, what)
}

func (w *walk) chosen(who *voicetest.Person, m voicetest.ChatMessage, verb, what string) (*voicetest.Interaction, voicetest.ChatMessage) {
	w.t.Helper()
	now, ok := w.Message(m.ID)
	if !ok {
		w.t.Fatalf("%s: the message is gone", verb)
	}
	c := w.find(now, verb)
	at := slices.IndexFunc(c.Options, func(o voicetest.MenuOption) bool { return o.Value == what })
	if at < 0 {
		at = slices.IndexFunc(c.Options, func(o voicetest.MenuOption) bool { return strings.Contains(o.Label, what) })
	}
	if at < 0 {
		w.t.Fatalf("no %q in %+v", what, c.Options)
	}
	w.page.did(w.role(who), fmt.Sprintf("chooses %q from ( %s )", c.Options[at].Label, c.Placeholder))
	i, err := who.Choose(w.within(), now, c.CustomID, c.Options[at].Value)
	return w.acknowledged(verb, i, err), now
}

// submit has somebody send off the form that has opened.
func (w *walk) submit(who *voicetest.Person, opened got, inputs map[string]string) got {
	w.t.Helper()
	w.page.did(w.role(who), "sends the form:"+inputText(inputs))
	var before *voicetest.ChatMessage
	if m, ok := w.Message(opened.m.ID); ok { // under which the form was opened
		before = &m
	}
	i, err := who.Submit(w.within(), opened.i, inputs)
	return w.after(w.acknowledged("the form", i, err), before)
}

// after waits until there is an answer to what somebody did, and writes it down:
// another message, a form, or the message changes.
func (w *walk) after(i *voicetest.Interaction, before *voicetest.ChatMessage) got {
	w.t.Helper()
	if err := w.Await(w.within(), func() bool {
		m, _ := i.Answer()
		return w.seen(i, before) != "" && !m.Thinking
	}); err != nil {
		w.t.Fatalf("nothing came of it: %v\n%s", err, w.page.String())
	}
	w.page.WriteString(w.page.settle("", func() string { return w.seen(i, before) }))
	g := got{i: i, m: w.last(i)}
	if _, opened := i.Form(); opened && before != nil {
		g.m = *before
	}
	return g
}

// reads waits for a message in a channel that is as it should be and has not
// been written down, and writes it down.
func (w *walk) reads(where string, c *voicetest.Channel, so func(voicetest.ChatMessage) bool) voicetest.ChatMessage {
	w.t.Helper()
	m, err := c.AwaitMessage(w.within(), func(m voicetest.ChatMessage) bool {
		return !w.shown[c][m.ID] && m.Author == w.Bot().ID && so(m)
	})
	if err != nil {
		for _, o := range c.Messages() {
			w.t.Logf("there is, written down %v: %s", w.shown[c][o.ID], w.text(o))
		}
		w.t.Fatalf("nobody says that: %v\n%s", err, w.page.String())
	}
	w.mark(c, m.ID)
	w.keepIDs(m)
	w.page.saw(where, w.text(m))
	return m
}

// chat is reads for the voice channel's chat.
func (w *walk) chat(what string) voicetest.ChatMessage {
	w.t.Helper()
	return w.reads("in #table everybody sees:", w.channel, holds(what))
}

// letter is reads for the GM's direct messages.
func (w *walk) letter(what string) voicetest.ChatMessage {
	w.t.Helper()
	return w.reads("in their direct messages the GM sees:", w.gm.Direct(), holds(what))
}
