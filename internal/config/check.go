package config

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// leastTimeout is less than any provider takes.
const leastTimeout = 100 * time.Millisecond

// check reports every value that cannot be meant.
func (c *Config) check(r *report) {
	if c.Database.URL.Value == "" {
		r.at(&c.Database.URL, "is empty", "name a file, or give a postgres:// address")
	}
	if c.Database.miswritten() {
		r.at(&c.Database.URL, "is not the address of a PostgreSQL server", "write it as postgres://user:password@host/database")
	}
	if scheme, _, ok := strings.Cut(c.Database.URL.Value, "://"); ok && !c.Database.Postgres() {
		// The value may hold a password; the scheme does not.
		r.at(&c.Database.URL, fmt.Sprintf("%q is not a kind of database that the bot knows", scheme), "give the path of a file, or a postgres:// address")
	}
	r.language(&c.Language)
	if c.STT.Language.Value != "" {
		r.language(&c.STT.Language)
	}
	within(r, &c.Database.Backups, 0, 1000)

	oneOf(r, &c.LLM.Provider, Offline, OpenAI)
	oneOf(r, &c.STT.Provider, PocketSphinx, OpenAI, WhisperCLI, Command)
	oneOf(r, &c.TTS.Provider, Flite, ESpeak, Piper, OpenAI, Command)
	for _, p := range c.clouds() {
		r.cloud(p)
	}
	if t := c.LLM.Temperature; t.Value != nil && (*t.Value < 0 || *t.Value > 2) {
		r.at(&c.LLM.Temperature, fmt.Sprintf("%v is outside 0 to 2", *t.Value), "")
	}
	within(r, &c.LLM.MaxTokens, 16, 100_000)
	within(r, &c.LLM.TimeoutFirst, leastTimeout, 10*time.Minute)
	within(r, &c.LLM.TimeoutTotal, c.LLM.TimeoutFirst.Value, time.Hour)
	within(r, &c.STT.Timeout, leastTimeout, 10*time.Minute)
	within(r, &c.STT.MaxParallel, 0, 64)
	within(r, &c.TTS.Rate, 8000, 48000)
	within(r, &c.TTS.Timeout, leastTimeout, 10*time.Minute)
	oneOf(r, &c.TTS.Numbers, "words", "digits")
	r.commands(c)

	within(r, &c.Table.Endpoint, 200*time.Millisecond, 5*time.Second)
	within(r, &c.Table.EndpointLimit, 200*time.Millisecond, 10*time.Second)
	oneOf(r, &c.Table.Early, "on", "off")
	oneOf(r, &c.Table.Referee, "off", "on")
	within(r, &c.Table.GMAway, time.Second, 24*time.Hour)
	within(r, &c.Table.Empty, time.Second, 24*time.Hour)
	within(r, &c.Table.FillerAfter, 0, time.Minute)
	within(r, &c.Table.StartWhenQuiet, 20*time.Millisecond, 5*time.Second) // a packet
	within(r, &c.Table.WaitLimit, 100*time.Millisecond, time.Minute)
	within(r, &c.Table.FollowUpAlone, 0, time.Hour)
	within(r, &c.Table.FollowUp, 0, time.Hour)
	oneOf(r, &c.Table.Consent, "ask", "notice")
	oneOf(r, &c.Discord.Roll, "on", "off")
	oneOf(r, &c.Table.GMVoice, "narrator", "player", "ignore")
	oneOf(r, &c.Table.InterruptBy, "partner", "anyone", "nobody")
	oneOf(r, &c.Table.Loudspeaker, "auto", "on", "off")
	oneOf(r, &c.Table.Talk, "brief", "normal", "long")
	oneOf(r, &c.Table.Invents, "nothing", "colour", "freely")

	within(r, &c.Budgets.History, 500, 1_000_000)
	within(r, &c.Budgets.Knowledge, 500, 1_000_000)
	within(r, &c.Budgets.ToolResult, 200, 100_000)
	r.prices(c.Prices)
	r.spending(&c.Spending)
	oneOf(r, &c.Log.Level, "debug", "info", "warn", "error")
	oneOf(r, &c.Log.Format, "text", "json")
}

// cloud checks what a section needs when its provider is a server.
func (r *report) cloud(p cloud) {
	if p.provider.Value != OpenAI {
		return
	}
	u, err := url.Parse(p.url.Value)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		r.at(p.url, "is not the address of a server", "write it as "+openAIURL)
	}
	if p.model.Value == "" {
		r.at(p.model, "is empty", "name a model that the server has")
	}
	if p.key.Value.Set() {
		return
	}
	switch s := p.key.Value; {
	case s.file != "":
		r.at(p.key, "the file of the secret is empty", "put the key there, alone in the file")
	case s.env != "" && p.key.Line > 0:
		r.at(p.key, s.env+" is not set in the environment", "export it, or remove the line if the server wants no key")
	case s.env != "":
		r.at(p.key, "OpenAI wants a key, and "+s.env+" is not set in the environment", "export it, or name another base_url or provider")
	}
}

// language checks the shape of a BCP 47 tag: "de", "pt-BR", "zh-Hant-TW".
func (r *report) language(f *Field[string]) {
	ok := len(f.Value) >= 2
	for i, part := range strings.Split(f.Value, "-") {
		letters := strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
		ok = ok && letters && len(part) > 0 && len(part) <= 8 && (i > 0 || len(part) <= 3)
	}
	if !ok {
		r.at(f, fmt.Sprintf("%q is not the tag of a language", f.Value), "write it as en, de or pt-BR")
	}
}

func oneOf(r *report, f *Field[string], choices ...string) {
	if !slices.Contains(choices, f.Value) {
		r.at(f, fmt.Sprintf("%q is not one of its values", f.Value), "choose "+or(choices))
	}
}

// figure writes a value with all of its digits.
func figure(v any) string {
	if x, ok := v.(float64); ok {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

func within[T cmp.Ordered](r *report, f *Field[T], low, high T) {
	if f.Value < low || f.Value > high {
		r.at(f, fmt.Sprintf("%s is outside %s to %s", figure(f.Value), figure(low), figure(high)), "")
	}
}
