package discord

import (
	"errors"
	"fmt"
)

// Why Discord, or the way to it, refuses the bot.
var (
	ErrToken    = errors.New("discord refuses the bot token")
	ErrIntents  = errors.New("discord refuses the bot's intents")
	ErrSharding = errors.New("the bot is in too many servers for one connection")
	ErrNetwork  = errors.New("discord cannot be reached")
	ErrBudget   = errors.New("the bot has logged in too often today")
	ErrProtocol = errors.New("discord refuses the protocol that this program speaks")
)

// A Refusal is why the bot cannot be on Discord. Its text is for the person who
// runs the bot: what is wrong and what to do.
type Refusal struct {
	Reason error // one of the errors above
	Code   int   // the close code of the gateway or the HTTP status; 0: neither
	Err    error // what lies below; may be nil
}

// remedies says what to do about each reason.
var remedies = map[error]string{
	ErrToken: "Copy it again from the developer portal (your application, Bot, Reset Token); " +
		"it may have been reset, or have lost a character.",
	ErrIntents: "The bot asks for none of the privileged ones, so this is unusual: open Bot, Privileged Gateway Intents " +
		"in the developer portal, save that page once, and see whether a newer version of this program is out.",
	ErrSharding: "Discord allows 2,500 servers on one connection; remove the bot from some, or run a second application.",
	ErrNetwork:  "Check that this machine reaches discord.com and gateway.discord.gg on port 443; a firewall, a proxy or an outage may be in the way.",
	ErrBudget:   "Discord allows 1,000 logins in a day; something restarts the bot again and again. Stop it and find out what.",
	ErrProtocol: "A newer version of this program is needed.",
}

// Remedy says what to do about it.
func (r *Refusal) Remedy() string { return remedies[r.Reason] }

// Error says what is wrong and what to do.
func (r *Refusal) Error() string {
	text := r.Reason.Error()
	if r.Code != 0 {
		text = fmt.Sprintf("%s (%d)", text, r.Code)
	}
	if r.Err != nil && r.Code == 0 {
		text = fmt.Sprintf("%s (%v)", text, r.Err)
	}
	return text + ". " + r.Remedy()
}

// Unwrap returns the reason and what lies below.
func (r *Refusal) Unwrap() []error {
	if r.Err == nil {
		return []error{r.Reason}
	}
	return []error{r.Reason, r.Err}
}
