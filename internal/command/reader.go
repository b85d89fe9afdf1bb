package command

import (
	"sync"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// private is an answer for one person alone: as a file, if it is long.
func private(text string) discord.Message {
	return discord.Message{Text: text, AsFile: longFile(text), Private: true}
}

// longText is from where on an answer comes as a file, in bytes: three messages.
const longText = 5000

func longFile(text string) string {
	if len(text) > longText {
		return "entry.md"
	}
	return ""
}

// A letter is a message before it is known who reads it.
type letter func(locale string) discord.Message

// letterOf is a message of nothing but a text.
func letterOf(t text) letter {
	return func(locale string) discord.Message { return discord.Message{Text: t.In(locale)} }
}

// drawn is the letter as things stand now: what it shows may change, or be
// guarded by a mutex.
func (l letter) drawn() letter {
	all := map[string]discord.Message{}
	for _, code := range texts.Languages() {
		all[code] = l(code)
	}
	return func(locale string) discord.Message { return all[texts.Language(locale)] }
}

// locales are the languages that people had when they last gave a command or
// pressed a button: Discord tells it with those alone. It is for what reaches
// them without.
type locales struct {
	mu   sync.Mutex
	last map[transcript.SpeakerID]string
}

func newLocales() *locales { return &locales{last: map[transcript.SpeakerID]string{}} }

func (l *locales) note(c discord.Call) {
	if c.Locale == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last[c.By.User] = c.Locale
}

// of returns the language of a person, or else of the campaign it is about.
func (l *locales) of(who transcript.SpeakerID, otherwise string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if locale, ok := l.last[who]; ok {
		return locale
	}
	return otherwise
}
