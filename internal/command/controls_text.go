package command

// What a GM is told whose control comes to nothing.
const (
	endedText     = "The session has ended."
	passedText    = "That answer does not wait any more: it has been played, dropped or overtaken."
	nobodyText    = "There is nobody of that name here."
	silentText    = "We are off the record. Go on the record first."
	speakingText  = "Somebody is speaking already."
	forgottenText = "That answer is too long ago: I remember the last twenty."
)
