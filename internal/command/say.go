package command

import (
	"glyphoxa/internal/command/texts"
)

// A text is something to say, before it is known in which language: its reader
// has one.
type text = texts.Text

// say is the sentence with that ID, with what is put into it: see [texts.Say].
func say(id string, pairs ...any) text { return texts.Say(id, pairs...) }

// lit is somebody's own words, or a mark, said as they are in every language.
func lit(s string) text { return texts.Lit(s) }

// stacked says one text under the other, without those that say nothing.
func stacked(parts ...text) text { return texts.Join("\n", parts...) }

// commas says one text after the other, with commas in between.
func commas(parts ...text) text { return texts.Join(", ", parts...) }

// together says one text right after the other, with nothing in between.
func together(parts ...text) text { return texts.Join("", parts...) }

// Plain is what somebody or something else has written, with all of Discord's
// marks taken away.
func Plain(s string) texts.Text { return lit(plain(s)) }
