package voicetest

// Intents say which events a session of the main gateway wants.
// https://discord.com/developers/docs/topics/gateway#gateway-intents
type Intents uint64

// The intents that a developer has to be granted.
const (
	IntentMembers        Intents = 1 << 1
	IntentPresences      Intents = 1 << 8
	IntentMessageContent Intents = 1 << 15
)

const (
	intentGuilds   Intents = 1 << 0
	intentMembers          = IntentMembers
	intentVoice    Intents = 1 << 7
	intentMessages Intents = 1 << 9
	intentDirect   Intents = 1 << 12
	intentAlways   Intents = 0

	privileged = IntentMembers | IntentPresences | IntentMessageContent
	// intentsKnown are those that there are: 0 to 16, 20, 21, 24 and 25.
	intentsKnown Intents = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

func (i Intents) has(j Intents) bool { return i&j == j }

// flags are those of the application: what is granted to a bot in fewer than a
// hundred guilds.
func (i Intents) flags() int {
	f := 0
	if i.has(IntentPresences) {
		f |= 1 << 13
	}
	if i.has(IntentMembers) {
		f |= 1 << 15
	}
	if i.has(IntentMessageContent) {
		f |= 1 << 19
	}
	return f
}
