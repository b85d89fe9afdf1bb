package main

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/config"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// What goes wrong is told to a GM at Discord by the provider's name and what to
// do about it. Where the provider runs, and where the program's files are, is for
// the log and the terminal: a GM may not be who runs the bot, and may be
// streaming.

// faultWords puts what went wrong into words for a GM. What our providers say is
// wrong, and what to do, is in English.
func faultWords(cfg *config.Config, err error) texts.Text {
	said, provider, message, remedy := "", "", "", ""
	if e, ok := errors.AsType[*llm.Error](err); ok {
		said, provider, message, remedy = e.Error(), e.Provider, e.Message, e.Remedy
	} else if e, ok := errors.AsType[*speech.ProviderError](err); ok {
		said, provider, message, remedy = e.Error(), e.Provider, e.Message, e.Remedy
	}
	if provider == "" {
		return ownWords(cfg, err)
	}
	before, _, _ := strings.Cut(err.Error(), said)
	told := texts.Lit(discreet(cfg, before+provider+": "+strings.TrimSuffix(message, ".")+"."))
	if remedy == "" {
		return told
	}
	return texts.Join(" ", told, texts.Say("fault.remedy", "remedy", discreet(cfg, strings.TrimSuffix(remedy, "."))))
}

// ownWords is what an error of ours says without what it wraps, which may be a
// library's: of a database it has the address and who logs in there.
func ownWords(cfg *config.Config, err error) texts.Text {
	text := err.Error()
	if inner := errors.Unwrap(err); inner != nil {
		text = strings.TrimSuffix(strings.TrimSuffix(text, inner.Error()), ": ")
	}
	if text == "" {
		return texts.Say("fault.ours")
	}
	return texts.Lit(discreet(cfg, text))
}

// discreetly returns a provider's error without where that is, and any other as
// it is.
func discreetly(cfg *config.Config, err error) error {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		told := *e
		told.Message, told.Remedy = discreet(cfg, e.Message), discreet(cfg, e.Remedy)
		return &told
	}
	if e, ok := errors.AsType[*speech.ProviderError](err); ok {
		told := *e
		told.Message, told.Remedy = discreet(cfg, e.Message), discreet(cfg, e.Remedy)
		return &told
	}
	return err
}

// discreetTurn is a turn as a GM may see it: why it failed is an error's text.
func (s *liveSession) discreetTurn(t transcript.Turn) transcript.Turn {
	if t.Outcome == transcript.Failed {
		t.Why = discreet(s.live.cfg, t.Why)
	}
	return t
}

// What tells where something is: an address, what a database says of how it was
// asked for, a path of two names or more.
var (
	address = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://\S+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\[[0-9a-f:]*:[0-9a-f:]*\](?::\d+)?|\blocalhost(?::\d+)?\b`)
	login   = regexp.MustCompile(`(?i)\b(?:host|user|database|password)=[^\s` + "`" + `]+`)
	path    = regexp.MustCompile(`(^|[\s"'(=])(?:/[^\s"':;,)/]+){2,}/?`)
)

// discreet takes addresses and paths out of a text.
func discreet(cfg *config.Config, text string) string {
	bases := []string{cfg.LLM.BaseURL.Value, cfg.STT.BaseURL.Value, cfg.TTS.BaseURL.Value}
	for _, base := range bases {
		if base != "" {
			text = strings.ReplaceAll(text, base, "its server")
		}
	}
	text = address.ReplaceAllString(text, "its server")
	for _, base := range bases {
		if u, err := url.Parse(base); err == nil && u.Hostname() != "" {
			text = named(u.Hostname()).ReplaceAllString(text, "its server")
		}
	}
	text = login.ReplaceAllString(text, "…")
	return path.ReplaceAllString(text, "${1}a file")
}

// named matches a host where a text names it. One such as "ai" or "tts" is also a
// word, and so is it only with a port.
func named(host string) *regexp.Regexp {
	port := `:\d+`
	if strings.Contains(host, ".") {
		port = `(?::\d+)?`
	}
	return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(host) + port + `\b`)
}
