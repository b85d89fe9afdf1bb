package voicetest

import "errors"

// A Person is a user of Discord: a human being, the bot under test, or another
// bot.
type Person struct {
	ID   uint64
	Name string
	Bot  bool

	// What follows is guarded by d.mu.
	d      *Discord
	direct *Channel // the messages with the bot, once there are any
	closed bool     // to direct messages
	locale string   // of the client; "" means en-US
}

// AddPerson makes a user, who is in no guild yet.
func (d *Discord) AddPerson(name string) *Person { return d.addUser(name, false) }

// AddBot makes another bot, which nobody programs: it can sit in a voice
// channel.
func (d *Discord) AddBot(name string) *Person { return d.addUser(name, true) }

func (d *Discord) addUser(name string, bot bool) *Person {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := &Person{ID: d.id(), Name: name, Bot: bot, d: d}
	d.people = append(d.people, p)
	return p
}

// CloseDirect has the person take no direct messages: the bot is told 50007.
func (p *Person) CloseDirect() {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.closed = true
}

// SetLocale has the person's client be in a language, as Discord writes it: "de",
// "pt-BR". It is en-US before.
func (p *Person) SetLocale(locale string) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.locale = locale
}

// Direct returns the channel of the bot's direct messages with the person.
func (p *Person) Direct() *Channel {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.openDirect()
}

func (p *Person) openDirect() *Channel {
	if p.direct == nil {
		p.direct = &Channel{ID: p.d.id(), Kind: DirectChannel, d: p.d, with: p}
	}
	return p.direct
}

// person returns a user by ID, or nil. The caller holds d.mu.
func (d *Discord) person(id uint64) *Person {
	for _, p := range d.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// What a person's client would not let him do.
var (
	ErrNotMember = errors.New("voicetest: not a member of the guild")
	ErrForbidden = errors.New("voicetest: the person lacks the permission")
	ErrFull      = errors.New("voicetest: the channel is full")
	ErrNotThere  = errors.New("voicetest: there is no such thing")
)
