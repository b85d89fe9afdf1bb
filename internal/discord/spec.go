package discord

// A Spec describes a slash command or a subcommand, for [Client.Register].
type Spec struct {
	Name        string // lower case, at most 32 characters
	Description string // at most 100 characters
	// Names and Descriptions are the same in other languages, by locale
	// ("de", "en-GB").
	Names, Descriptions map[string]string
	// Subs are subcommands; one that has Subs itself is a group. A command with
	// Subs cannot have Options.
	Subs    []Spec
	Options []Option
}

// An OptionKind is what an option takes.
type OptionKind int

// The kinds of options.
const (
	TextOption OptionKind = iota
	IntegerOption
	YesNoOption
	UserOption
	ChannelOption
	FileOption // an attachment: see [Command.Files]
)

// An Option is one option of a command. Required ones stand first.
type Option struct {
	Name, Description   string
	Names, Descriptions map[string]string
	Kind                OptionKind
	Required            bool
	// Complete: typing sends a [Completing].
	Complete bool
	// Choices, if there are any, are all that can be chosen; at most 25.
	Choices []Choice
	// Min and Max bound a number, or the length of a text. nil: no bound.
	Min, Max *float64
}

// A Choice is a name to show and the value behind it, which is what arrives.
type Choice struct {
	Name  string
	Names map[string]string // in other languages
	Value string
}
