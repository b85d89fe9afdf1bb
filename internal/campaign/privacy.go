package campaign

// Captions say whose lines are mirrored into the chat of the voice channel.
type Captions string

// The captions. Empty means CaptionsNPC.
const (
	CaptionsOff Captions = "off"
	CaptionsNPC Captions = "npc" // what agents say
	CaptionsAll Captions = "all" // what people say, too, of those who are kept
)

// Privacy is what a GM has set about what becomes of what is said. The zero
// Privacy keeps it for good, and mirrors agents.
type Privacy struct {
	// RetentionDays is how long words are kept after the end of their session;
	// 0 means for good.
	RetentionDays int
	Captions      Captions
}

// MaxRetention bounds Privacy.RetentionDays: ten years.
const MaxRetention = 3650
