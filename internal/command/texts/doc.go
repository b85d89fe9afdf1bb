// Package texts holds what is said to people in Discord, in each of their
// languages.
//
// A language is one file: en.yaml is English, de.yaml is German. A file maps the
// ID of a sentence to its words, with {{.name}} where something is put in, and
// with one form per plural where it counts something:
//
//	scene.enter: "You are at **{{.scene}}** now."
//	lines:
//	  one: "{{.n}} line"
//	  other: "{{.n}} lines"
//
// A [Text] is what is to be said, before it is known in which language: [Say]
// makes one of a sentence and what is put in, [Join], [And] and [Or] of others,
// and [Lit] of somebody's own words. [Text.In] says it to a reader, at the edge
// where it is sent. So a complaint, a card and a note can be made by whoever
// knows what is wrong, and be read by whoever speaks another language.
//
// Some packages say things to people in English, and what they say is kept, or
// goes elsewhere as well: why somebody was meant, what is wrong with dice. A
// [Reader] knows their sentences by their English words, and reads them back.
//
// What is put in is taken when the Text is made. A Text never changes and may be
// read by several goroutines.
//
// Another language is another file here, named by its code, and one more line
// in [Languages].
package texts
