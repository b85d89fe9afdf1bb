package command

import (
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// idleText is the status of a guild without a session.
func idleText(ping time.Duration) text {
	if ping <= 0 {
		return say("status.idle")
	}
	return stacked(say("status.idle"), say("status.discord", "ms", int(ping.Milliseconds())))
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
func (v view) text() text {
	all := []text{whereText(v.campaign, v.channel, v.status.Scene, presentText(v.status.Present, 0)), v.standing()}
	for _, p := range v.seats {
		all = append(all, v.person(p))
	}
	all = append(all, v.line()...)
	if v.gm {
		all = append(all, v.work()...)
		all = append(all, v.money()...)
		all = append(all, v.troubles()...)
	}
	return stacked(all...)
}

func (v view) standing() text {
	is := say("stand.is-on")
	switch v.stand {
	case onRecord:
	case gmAway:
		is = say("stand.is-gm-away")
	case empty:
		is = say("stand.is-empty")
	case hushed:
		is = say("stand.is-hushed")
	}
	if end := v.rules.next(); !end.IsZero() {
		is = texts.Join(" ", is, say("status.ends", "in", duration(end.Sub(v.now))))
	}
	return is
}

// person says whether somebody is heard, or why not.
func (v view) person(p seat) text {
	who := lit(userTag(p.who))
	var as []text
	if p.gm {
		as = append(as, say("status.gm"))
	}
	if p.plays != "" {
		as = append(as, lit(plain(p.plays)))
	}
	if len(as) > 0 {
		who = together(who, lit(" ("), commas(as...), lit(")"))
	}
	packet := say("status.no-packet")
	if !p.last.IsZero() {
		packet = say("status.last-packet", "ago", v.ago(p.last))
	}
	return together(lit("- "), who, lit(": "), texts.Join("; ", v.hearing(p), packet, v.echoing(p)))
}

func (v view) hearing(p seat) text {
	switch {
	case p.heard && v.stand != onRecord:
		return say("status.off")
	case p.heard && p.consent == transcript.ConsentUnkept:
		return say("status.not-kept")
	case p.heard:
		return say("status.heard")
	case p.consent == transcript.ConsentNo:
		return say("status.left-out")
	}
	return say("status.not-asked")
}

func (v view) echoing(p seat) text {
	switch {
	case !p.heard:
	case p.loud == transcript.LoudspeakerOn:
		return say("status.loudspeakers")
	case slices.Contains(v.status.Echoing, p.who):
		return say("status.echoing")
	}
	return text{}
}

// line says how the voice connection is.
func (v view) line() []text {
	var parts []text
	if !v.status.Voice.Empty() {
		parts = append(parts, say("status.voice", "voice", v.status.Voice))
	}
	if v.status.Ping > 0 {
		parts = append(parts, say("status.ping", "ms", int(v.status.Ping.Milliseconds())))
	}
	if v.ping > 0 {
		parts = append(parts, say("status.ping-discord", "ms", int(v.ping.Milliseconds())))
	}
	parts = append(parts, say("status.in", "ago", v.ago(v.status.LastIn)), say("status.out", "ago", v.ago(v.status.LastOut)))
	secret := say("status.open")
	if v.status.Privacy != "" {
		secret = say("status.encrypted", "epoch", fmt.Sprint(v.status.Epoch), "code", v.status.Privacy)
	}
	return []text{say("status.connection", "how", commas(parts...)), secret}
}

// work shows how far sound comes. Where it stands still is named.
func (v view) work() (all []text) {
	if len(v.status.Stages) > 0 {
		stages := make([]text, len(v.status.Stages))
		for i, s := range v.status.Stages {
			stages[i] = together(s.Name, lit(fmt.Sprintf(" %d", s.Count)))
		}
		all = append(all, say("status.stages", "stages", texts.Join(" → ", stages...)))
	}
	if !v.status.Stalled.Empty() {
		all = append(all, say("status.stalled", "stage", v.status.Stalled))
	}
	var providers []text
	for _, p := range v.status.Providers {
		providers = append(providers, providerText(p))
	}
	if len(providers) > 0 {
		all = append(all, say("status.providers", "providers", commas(providers...)))
	}
	return all
}

func providerText(p Provider) text {
	name := lit(plain(p.Name))
	if p.Here {
		name = say("status.here", "provider", plain(p.Name))
	}
	switch p.Role {
	case "hears":
		return say("status.hears", "provider", name)
	case "thinks":
		return say("status.thinks", "provider", name)
	}
	return say("status.speaks", "provider", name)
}

func (v view) money() (all []text) {
	s := v.status.Spending
	if s.Currency != "" {
		spent := texts.Number(fmt.Sprintf("%.2f %s", s.Amount, s.Currency))
		if s.Cap > 0 {
			spent = say("status.spent-of", "spent", spent, "cap", texts.Number(fmt.Sprintf("%.2f", s.Cap)))
		}
		switch {
		case s.Capped:
			all = append(all, say("status.spent-capped", "spent", spent))
		case s.Warn > 0 && s.Amount >= s.Warn:
			all = append(all, say("status.spent-warned", "spent", spent, "warn", texts.Number(fmt.Sprintf("%.2f", s.Warn))))
		default:
			all = append(all, say("status.spent", "spent", spent))
		}
	}
	for _, l := range s.Lines {
		if !l.Empty() {
			all = append(all, together(lit("- "), l))
		}
	}
	return all
}

// maxTroubles is how many are shown.
const maxTroubles = 5

func (v view) troubles() (all []text) {
	list := v.status.Troubles
	for _, t := range list[max(0, len(list)-maxTroubles):] {
		all = append(all, together(lit("⚠ "), v.ago(t.At), lit(": "), t.Text.Through(plain)))
	}
	return all
}

// ago says how long something is ago.
func (v view) ago(t time.Time) text {
	switch d := v.now.Sub(t); {
	case t.IsZero():
		return say("status.never")
	case d < time.Second:
		return say("status.just-now")
	default:
		return say("status.ago", "for", duration(d))
	}
}
