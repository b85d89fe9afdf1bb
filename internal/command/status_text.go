package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/transcript"
)

// idleText is the status of a guild without a session.
func idleText(ping time.Duration) string {
	text := "No session is running in this server. `/glyphoxa start` begins one."
	if ping > 0 {
		text += fmt.Sprintf("\nDiscord answers after %d ms.", ping.Milliseconds())
	}
	return text
}

// A view is what a status is made of.
type view struct {
	campaign string
	channel  transcript.ChannelID
	status   Status
	seats    []seat
	stand    standing
	rules    rules
	ping     time.Duration // of the main gateway
	gm       bool          // a GM reads it
	now      time.Time
}

// text writes the status. What is for the GM alone is the work of the stages,
// the money, and what went wrong.
func (v view) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** in %s", plain(v.campaign), channelTag(v.channel))
	if v.status.Scene != "" {
		fmt.Fprintf(&b, ", scene *%s*", plain(v.status.Scene))
	}
	if len(v.status.Present) > 0 {
		fmt.Fprintf(&b, " (%s)", plain(list(v.status.Present, "and")))
	}
	b.WriteString("\n")
	v.standing(&b)
	v.people(&b)
	v.line(&b)
	if v.gm {
		v.work(&b)
		v.money(&b)
		v.troubles(&b)
	}
	return strings.TrimSpace(b.String())
}

func (v view) standing(b *strings.Builder) {
	switch v.stand {
	case onRecord:
		b.WriteString("On the record.")
	case gmAway:
		b.WriteString("**Off the record:** no GM is in the channel.")
	case empty:
		b.WriteString("**Off the record:** nobody is in the channel.")
	case hushed:
		b.WriteString("**Off the record:** nobody is heard until a GM goes on.")
	}
	if end := v.rules.next(); !end.IsZero() {
		fmt.Fprintf(b, " It ends in %s.", minutes(end.Sub(v.now)))
	}
	b.WriteString("\n")
}

// people says who is heard, and why somebody is not.
func (v view) people(b *strings.Builder) {
	for _, p := range v.seats {
		b.WriteString("- " + userTag(p.who))
		var as []string
		if p.gm {
			as = append(as, "GM")
		}
		if p.plays != "" {
			as = append(as, plain(p.plays))
		}
		if len(as) > 0 {
			b.WriteString(" (" + strings.Join(as, ", ") + ")")
		}
		switch {
		case p.heard && v.stand != onRecord:
			b.WriteString(": not heard, off the record")
		case p.heard && p.consent == transcript.ConsentUnkept:
			b.WriteString(": heard, not kept")
		case p.heard:
			b.WriteString(": heard")
		case p.consent == transcript.ConsentNo:
			b.WriteString(": not heard, wants to be left out")
		default:
			b.WriteString(": not heard, has not said yes")
		}
		if p.last.IsZero() {
			b.WriteString("; no packet yet")
		} else {
			b.WriteString("; last packet " + v.ago(p.last))
		}
		switch {
		case !p.heard:
		case p.loud == transcript.LoudspeakerOn:
			b.WriteString("; on loudspeakers, so not while a character speaks")
		case slices.Contains(v.status.Echoing, p.who):
			b.WriteString("; sends back what characters say, so not while one speaks")
		}
		b.WriteString("\n")
	}
}

// line says how the voice connection is.
func (v view) line(b *strings.Builder) {
	var parts []string
	if v.status.Voice != "" {
		parts = append(parts, "voice "+v.status.Voice)
	}
	if v.status.Ping > 0 {
		parts = append(parts, fmt.Sprintf("ping %d ms", v.status.Ping.Milliseconds()))
	}
	if v.ping > 0 {
		parts = append(parts, fmt.Sprintf("Discord %d ms", v.ping.Milliseconds()))
	}
	parts = append(parts, "last packet in "+v.ago(v.status.LastIn), "out "+v.ago(v.status.LastOut))
	fmt.Fprintf(b, "Connection: %s.\n", strings.Join(parts, ", "))
	if v.status.Privacy == "" {
		b.WriteString("End-to-end encryption: none yet.\n")
		return
	}
	fmt.Fprintf(b, "End-to-end encryption: epoch %d, voice privacy code `%s`.\n", v.status.Epoch, v.status.Privacy)
}

// work shows how far sound comes. Where it stands still is named.
func (v view) work(b *strings.Builder) {
	if len(v.status.Stages) > 0 {
		stages := make([]string, len(v.status.Stages))
		for i, s := range v.status.Stages {
			stages[i] = fmt.Sprintf("%s %d", s.Name, s.Count)
		}
		fmt.Fprintf(b, "Stages: %s.\n", strings.Join(stages, " → "))
	}
	if v.status.Stalled != "" {
		fmt.Fprintf(b, "**Stands still: %s.** People speak, and nothing leaves it.\n", v.status.Stalled)
	}
	var providers []string
	for _, p := range v.status.Providers {
		text := p.Role + ": " + plain(p.Name)
		if p.Here {
			text += " (on this machine)"
		}
		providers = append(providers, text)
	}
	if len(providers) > 0 {
		fmt.Fprintf(b, "Providers: %s.\n", strings.Join(providers, ", "))
	}
}

func (v view) money(b *strings.Builder) {
	s := v.status.Spending
	if s.Currency != "" {
		fmt.Fprintf(b, "Spent: %.2f %s", s.Amount, s.Currency)
		if s.Cap > 0 {
			fmt.Fprintf(b, " of at most %.2f", s.Cap)
		}
		switch {
		case s.Capped:
			b.WriteString(": **the limit is reached, so answers are text only**")
		case s.Warn > 0 && s.Amount >= s.Warn:
			fmt.Fprintf(b, " (more than the %.2f at which you wanted to be told)", s.Warn)
		}
		b.WriteString(".\n")
	}
	for _, l := range s.Lines {
		b.WriteString("- " + plain(l) + "\n")
	}
}

// maxTroubles is how many are shown.
const maxTroubles = 5

func (v view) troubles(b *strings.Builder) {
	list := v.status.Troubles
	for _, t := range list[max(0, len(list)-maxTroubles):] {
		fmt.Fprintf(b, "⚠ %s: %s\n", v.ago(t.At), plain(t.Text))
	}
}

// ago says how long something is ago.
func (v view) ago(t time.Time) string {
	switch d := v.now.Sub(t); {
	case t.IsZero():
		return "never"
	case d < time.Second:
		return "just now"
	default:
		return minutes(d) + " ago"
	}
}
