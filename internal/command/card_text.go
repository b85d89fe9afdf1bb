package command

import (
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// cardText is the card as things stand, with mu held.
func (s *stay) cardText() text {
	heard := say("card.heard-ask")
	if s.desk.opts.Consent == Notice {
		heard = say("card.heard-notice")
	}
	all := []text{
		say("card.title", "campaign", plain(s.campaign.Name)), heard, say("card.kept"), sentText(s.desk.opts.Providers),
	}
	var in, out []text
	for _, p := range s.here {
		tag := lit(userTag(p.User))
		switch {
		case !s.heard(p.User):
			out = append(out, tag)
		case s.said[p.User] == transcript.ConsentUnkept:
			in = append(in, say("card.not-kept", "who", tag))
		default:
			in = append(in, tag)
		}
	}
	if len(in) > 0 {
		all = append(all, say("card.in", "who", texts.Join(" ", in...)))
	}
	if len(out) > 0 {
		all = append(all, say("card.out", "who", texts.Join(" ", out...)))
	}
	if s.stand != onRecord {
		all = append(all, say("card.off"))
	}
	return stacked(append(all, say("card.change"))...)
}

// sentText says who gets what is said.
func sentText(providers []Provider) text {
	var away []text
	here := false
	for _, p := range providers {
		here = here || p.Here
		if !p.Here {
			away = append(away, sentToText(p))
		}
	}
	switch {
	case len(away) > 0:
		return say("card.sent", "what", texts.And(away...))
	case here:
		return say("card.sent-nothing")
	}
	return say("card.sent-somewhere")
}

func sentToText(p Provider) text {
	name := plain(p.Name)
	switch p.Role {
	case "hears":
		return say("card.sent-voice", "to", name)
	case "thinks":
		return say("card.sent-words", "to", name)
	}
	return say("card.sent-answers", "to", name)
}

func (s *stay) closedText() text { return say("card.closed", "campaign", plain(s.campaign.Name)) }

func (s *stay) greetText(who transcript.SpeakerID) text {
	if s.desk.opts.Consent == Notice {
		return say("card.greet-notice", "who", userTag(who))
	}
	return say("card.greet-ask", "who", userTag(who))
}

// consentText says what came of a press. The buttons of the card, which is for
// everybody, are in the language of the campaign.
func consentText(c transcript.Consent, language string) text {
	switch c {
	case transcript.ConsentYes:
		return say("card.said-yes", "label", say("card.no-label").In(language))
	case transcript.ConsentUnkept:
		return say("card.said-unkept")
	case transcript.ConsentNo, transcript.ConsentUnasked:
	}
	return say("card.said-no", "label", say("card.yes-label").In(language))
}

// standText says that a stay goes off the record, or on it again.
func standText(st standing, r rules) text {
	switch st {
	case gmAway:
		return say("stand.gm-away", "limit", duration(r.gmLimit))
	case empty:
		return say("stand.empty", "limit", duration(r.emptyLimit))
	case hushed:
		if r.xcard {
			return say("stand.xcard")
		}
		return say("stand.hushed")
	case onRecord:
	}
	return say("stand.on")
}

// presentText lists who is present as a sentence does, "" for nobody. What is
// longer than limit letters is cut; 0 is no limit.
func presentText(names []string, limit int) text {
	shown := make([]text, len(names))
	for i, n := range names {
		shown[i] = lit(plain(n))
	}
	if limit == 0 {
		return texts.And(shown...)
	}
	return clipped(texts.And(shown...), limit)
}

// whereText says where a table is: its campaign and channel, the scene, and who
// is present.
func whereText(campaign string, voice transcript.ChannelID, scene string, present text) text {
	all := []text{say("table.is", "campaign", plain(campaign), "voice", channelTag(voice))}
	if scene != "" {
		all = append(all, say("table.is-scene", "scene", plain(scene)))
	}
	if !present.Empty() {
		all = append(all, together(lit(" ("), present, lit(")")))
	}
	return together(all...)
}
