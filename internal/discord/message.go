package discord

import "cmp"

// A MessageID is a message in a channel.
type MessageID uint64

// A Message is what the bot says in a text channel or as an answer. It pings
// nobody, whatever its text says. A text longer than Discord takes is split
// into several messages; the rows stand under the last.
type Message struct {
	Text string // Markdown
	// Rows are rows of buttons or one menu each; at most five.
	Rows []Row
	// Files are attached to the first message.
	Files []File
	// AsFile, if not "", attaches a text that does not fit one message as a
	// file of that name, such as "recap.md", under its first lines.
	AsFile string
	// Private shows the answer to nobody but the person who asked. It counts for
	// the first answer that was not deferred and for a follow-up; a deferred
	// answer is as private as its Defer.
	Private bool
}

// A File is an attachment.
type File struct {
	Name string
	Data []byte
}

// A Row is up to five buttons, or one menu.
type Row []Component

// A Component is a [Button], a [Link] or a [Menu].
type Component interface{ component() }

// A Style is the look of a button.
type Style int

// The looks of a button.
const (
	Secondary Style = iota // grey
	Primary                // the one to press
	Success                // green
	Danger                 // red
)

// A Button sends a [Pressed] with its ID.
type Button struct {
	ID    string // at most 100 characters
	Label string // at most 80 characters
	Style Style
	Off   bool // shown, but cannot be pressed
}

// A Menu lets people choose among up to 25 items; it sends a [Pressed] with the
// values they chose.
type Menu struct {
	ID    string
	Hint  string // shown while nothing is chosen
	Items []Item
	Max   int // how many may be chosen; zero means one
}

// An Item is one choice of a menu.
type Item struct {
	Label, Value, Description string
	Chosen                    bool
}

func (Button) component() {}
func (Menu) component()   {}

// A Form is a window with up to five text fields.
type Form struct {
	ID     string
	Title  string // at most 45 characters
	Fields []Field
}

// A Field is one text field of a form.
type Field struct {
	ID       string
	Label    string // at most 45 characters
	Text     string // what stands there already
	Hint     string
	Long     bool // several lines
	Optional bool
	Max      int // characters; 0 means 4000, Discord's limit
}

// Fits reports whether the field can hold its text. It is not opened otherwise:
// a text that was cut would come back as what somebody wrote.
func (f Field) Fits() bool { return Units(f.Text) <= f.most() }

func (f Field) most() int { return cmp.Or(f.Max, 4000) }
