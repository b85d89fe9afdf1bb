package discord

import (
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

// An Event is one thing that happened: [Ready], [Resumed], [Lost], [Closed],
// [Rival], [GuildHere], [GuildGone], [ChannelGone], [VoiceState],
// [VoiceServer], [Command], [Pressed], [Submitted] or [Completing].
type Event interface{ event() }

// Ready says that a session with Discord has begun.
type Ready struct {
	User        transcript.SpeakerID // the bot itself
	Name        string
	Application uint64
	// Guilds are those that the bot is in. Their contents follow, each with a
	// GuildHere.
	Guilds []transcript.GuildID
	// Again: this is not the first session of the Client, and every voice
	// session of the one before is dead.
	Again bool
}

// Resumed says that the session goes on after a lost connection. Voice was not
// touched.
type Resumed struct{}

// Lost says that the connection to Discord is gone and is being made again.
// Voice goes on without it; nobody can be let in meanwhile.
type Lost struct {
	Why string // for a log: no words of people
}

// Closed is the last event: Discord refuses the bot, or Close was called. The
// channel of events is closed after it.
type Closed struct {
	// Err is a *Refusal, nil after Close.
	Err error
}

// Rival says that another process seems to be using the same token. It comes at
// most once in ten minutes.
type Rival struct{ Sign string }

// GuildHere says that the picture of a guild is complete: after Ready, or
// because the bot was invited, or because an outage of the guild is over.
type GuildHere struct {
	Guild transcript.GuildID
	Name  string
}

// GuildGone says that the bot is no longer in a guild. A guild that is merely
// unavailable for a while is not gone.
type GuildGone struct{ Guild transcript.GuildID }

// ChannelGone says that a channel was deleted.
type ChannelGone struct {
	Guild   transcript.GuildID
	Channel transcript.ChannelID
}

// VoiceState says where a person, or the bot itself, now is in voice.
type VoiceState struct {
	Guild   transcript.GuildID
	Channel transcript.ChannelID // 0: not in voice any more
	Was     transcript.ChannelID // where they were before, as far as known
	Person
	// Session is the voice session, meaningful for the bot's own state.
	Session string
	// Suppress: in a stage channel, among the audience.
	Suppress bool
	// ServerMute and ServerDeaf were set by a moderator.
	ServerMute, ServerDeaf bool
}

// VoiceServer says which voice server a guild's connection is to use.
type VoiceServer struct {
	Guild    transcript.GuildID
	Endpoint string // host:port; "": the server was taken away, another follows
	Token    string
}

// String keeps the token out of what prints an event.
func (v VoiceServer) String() string {
	return fmt.Sprintf("voice server of guild %d: %q", v.Guild, v.Endpoint)
}

// GoString does the same.
func (v VoiceServer) GoString() string { return v.String() }

// A Person is a user of a guild as others see them.
type Person struct {
	User transcript.SpeakerID
	Name string // display name: nickname, else global name, else user name
	Bot  bool
}

// A Call is what every interaction has.
type Call struct {
	ID      uint64
	Guild   transcript.GuildID   // 0 in a direct message
	Channel transcript.ChannelID // the text channel, or the chat of a voice channel
	By      Person
	Locale  string // the person's language, such as "en-GB" or "de"
	// ManageServer: the person may manage the server (or owns it, or is an
	// administrator).
	ManageServer bool
	At           time.Time // when it was received
	Answer       Answerer
}

// A Command is a slash command that somebody gave.
type Command struct {
	Call
	Name  string // the command
	Group string // the group of subcommands, if there is one
	Sub   string // the subcommand, if there is one
	Args  Args
	// People are the users that options of kind User name.
	People map[transcript.SpeakerID]Person
	// Files are the attachments of options of kind File, by their ID, which is
	// what Args has.
	Files map[uint64]Attachment
}

// A Pressed is a button that somebody pressed, or a menu in which they chose.
type Pressed struct {
	Call
	Button  string // the ID that the component was sent with
	Values  []string
	Message MessageID
}

// A Submitted is a form that somebody sent off.
type Submitted struct {
	Call
	Form   string            // the ID that the form was opened with
	Fields map[string]string // by the ID of the field
	// Message is the message whose button opened the form, 0 if a command did.
	Message MessageID
}

// A Completing is an option of a command that somebody is typing. It wants
// [Answerer.Suggest], from memory: slow suggestions are never shown.
type Completing struct {
	Call
	Name, Group, Sub string
	Args             Args   // what has been filled in so far
	Focus            string // the option being typed
	Text             string // what is in it
}

func (Ready) event()       {}
func (Resumed) event()     {}
func (Lost) event()        {}
func (Closed) event()      {}
func (Rival) event()       {}
func (GuildHere) event()   {}
func (GuildGone) event()   {}
func (ChannelGone) event() {}
func (VoiceState) event()  {}
func (VoiceServer) event() {}
func (Command) event()     {}
func (Pressed) event()     {}
func (Submitted) event()   {}
func (Completing) event()  {}
