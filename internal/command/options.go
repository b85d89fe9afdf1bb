package command

// The options that several commands have.
const (
	optNPC   = "npc"
	optScene = "scene"
	optName  = "name"
	optNote  = "note"
	optText  = "text"
	optWords = "words"
)
