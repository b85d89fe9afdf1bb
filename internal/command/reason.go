package command

import (
	"sync"

	"glyphoxa/internal/command/texts"
)

// What packages without languages tell people is read back into the sentence that
// it is, and said in the reader's. What is none, an error for instance, is said
// as it is.
var (
	// reasons are why somebody was meant, and how an answer ended: the transcript
	// keeps them in English.
	reasons = sync.OnceValue(func() *texts.Reader { return texts.NewReader("reason.") })
	// notes are about the voices that a campaign's file leaves open.
	notes = sync.OnceValue(func() *texts.Reader { return texts.NewReader("note.") })
	// dice are what is wrong with an expression.
	dice = sync.OnceValue(func() *texts.Reader { return texts.NewReader("dice.") })
)

func reasonText(why string) text { return reasons().Read(why) }

func noteText(note string) text { return notes().Read(note).Through(plain) }

func badDice(err error) text { return dice().Read(err.Error()).Through(plain) }
