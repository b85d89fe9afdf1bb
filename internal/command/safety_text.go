package command

import "fmt"

const (
	offLabel = "Off the record"
	onLabel  = "On the record again"
	xLabel   = "X-card"

	alreadyOffText = "It is off the record already: nobody is heard. A GM goes on the record again."
	xDoneText      = "It is silent and off the record. Nobody is told that it was you."

	onAgainText = "A GM is here: **on the record again.**"

	// hushedText and xText are said to the table.
	hushedText = "**Off the record**, as somebody here wants it: nobody is heard and nothing is kept until a GM goes on."
	xText      = "**X-card.** Silence, and off the record: nobody is heard and nothing is kept until a GM goes on. Leave out what was going on; nobody has to say why."
)

func stillOffText(name string) string {
	return fmt.Sprintf("**%s** has been off the record for %s. Nobody is heard and nothing is kept until you go on.", plain(name), minutes(remindAfter))
}
