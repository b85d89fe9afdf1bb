package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/transcript"
)

// cardText is the card as things stand, with mu held.
func (s *stay) cardText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** is at the table: I speak for the characters that no player plays.\n", plain(s.campaign.Name))
	if s.desk.opts.Consent == Notice {
		b.WriteString("**Heard:** everybody in this channel, except who presses *Leave me out*. Bots are never heard.\n")
	} else {
		b.WriteString("**Heard:** only who presses *I'm in* or *" + unkeptLabel + "*. What others say is thrown away unheard. Bots are never heard.\n")
	}
	b.WriteString("**Kept:** what is said, as text, in this campaign's transcript; of who presses *" + unkeptLabel + "*, nothing. Sound is never kept.\n")
	b.WriteString(sentText(s.desk.opts.Providers))
	var in, out []string
	for _, p := range s.here {
		if s.heard(p.User) {
			tag := userTag(p.User)
			if s.said[p.User] == transcript.ConsentUnkept {
				tag += " (not kept)"
			}
			in = append(in, tag)
		} else {
			out = append(out, userTag(p.User))
		}
	}
	if len(in) > 0 {
		b.WriteString("\nIn: " + strings.Join(in, " "))
	}
	if len(out) > 0 {
		b.WriteString("\nNot heard: " + strings.Join(out, " "))
	}
	if s.stand != onRecord {
		b.WriteString("\n**Off the record:** nobody is heard just now.")
	}
	b.WriteString("\nYou can change your mind at any time: it counts from that moment on.")
	return b.String()
}

// sentText says who gets what is said.
func sentText(providers []Provider) string {
	what := map[string]string{"hears": "your voice", "thinks": "what was said, as text", "speaks": "what my characters answer"}
	var away, here []string
	for _, p := range providers {
		if p.Here {
			here = append(here, p.Name)
			continue
		}
		away = append(away, fmt.Sprintf("%s to %s", what[p.Role], plain(p.Name)))
	}
	switch {
	case len(away) > 0:
		return "**Sent:** " + list(away, "and") + "."
	case len(here) > 0:
		return "**Sent:** nothing. All of it stays on the machine that I run on."
	}
	return "**Sent:** to the services that whoever runs me has set up."
}

func (s *stay) closedText() string {
	return fmt.Sprintf("**%s**: the session has ended, and nobody is heard any more.", plain(s.campaign.Name))
}

const withdrawnText = "The session did not begin. Nobody was heard."

func (s *stay) greetText(who transcript.SpeakerID) string {
	if s.desk.opts.Consent == Notice {
		return userTag(who) + ", I hear what is said here, and keep it as text: the card above says what for. If you do not want that, say so."
	}
	return userTag(who) + ", I do not hear you yet. The card above says what is heard, kept and sent. Do you want to be heard?"
}

func consentText(c transcript.Consent) string {
	if c == transcript.ConsentYes {
		return "You are in: you are heard from now on, in this campaign. *Leave me out* takes it back at any time."
	}
	if c == transcript.ConsentUnkept {
		return unkeptText
	}
	return "You are left out: from now on nothing that you say is heard or kept. *I'm in* changes that at any time."
}

// standText says that a stay goes off the record, or on it again.
func standText(st standing, r rules) string {
	switch st {
	case gmAway:
		return fmt.Sprintf("The GM has left: **off the record.** Nobody is heard and nothing is kept. If no GM comes back within %s, I end the session.", minutes(r.gmLimit))
	case empty:
		return fmt.Sprintf("Nobody is here: **off the record.** If nobody comes back within %s, I end the session.", minutes(r.emptyLimit))
	case hushed:
		if r.xcard {
			return xText
		}
		return hushedText
	case onRecord:
	}
	return onAgainText
}
