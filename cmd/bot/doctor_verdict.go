package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A measured is what a visit to a voice channel has shown.
type measured struct {
	channel, server string
	took            time.Duration // to join
	stage           bool
	stand           discord.Stand
	stageErr        error
	people          []discord.Person // beside the bot
	health          voice.Health
}

// failure says why the channel could not be joined, or not be stayed in.
func (m measured) failure(err error) finding {
	f := fault("channel", err)
	what := "could not be joined"
	if m.took > 0 {
		what = "was joined, but the bot could not stay"
	}
	f.detail = fmt.Sprintf("#%s of %s %s: %s", m.channel, m.server, what, f.detail)
	switch {
	case errors.Is(err, voice.ErrNoAnswer):
		f.remedy = "give the bot View Channel and Connect there, and see whether there is room for it"
	case errors.Is(err, voice.ErrRemoved):
		f.remedy = "try again, and have nobody disconnect it meanwhile"
	default:
		f.remedy = "try again; if it stays so, see whether a firewall lets websockets (TCP, port 443) and UDP through"
	}
	return f
}

// verdicts judges each stage that sound passes, in the order of the way in.
func (m measured) verdicts() []finding {
	all := []finding{m.joined()}
	if m.stage {
		all = append(all, m.onStage())
	}
	all = append(all, m.encryption(), m.network())
	if m.health.In.Audio > 0 {
		all = append(all, m.transport(), m.speakers())
	}
	return append(all, m.sending())
}

// slowJoin is when joining takes longer than people would wait for.
const slowJoin = 5 * time.Second

func (m measured) joined() finding {
	f := finding{level: fine, what: "channel", detail: fmt.Sprintf("joined #%s of %s in %s", m.channel, m.server, seconds(m.took))}
	if m.health.Ping > 0 {
		f.detail += fmt.Sprintf("; the voice server answers in %d ms", m.health.Ping.Milliseconds())
	}
	switch again := m.health.Joins - 1 + m.health.Resumes; {
	case !m.health.Flows:
		f.level, f.remedy = fail, "look at this machine's network"
		f.detail += "; but the connection is lost now"
	case again > 0:
		f.level, f.remedy = warn, "look at this machine's network, and whether another bot runs with the same token"
		f.detail += fmt.Sprintf("; since then the connection was lost %s", times(again))
	case m.took > slowJoin:
		f.level, f.remedy = warn, "try again: if it is always slow, another voice region may be nearer (the channel's settings, Region Override)"
	}
	return f
}

func (m measured) onStage() finding {
	const what = "stage"
	switch {
	case m.stageErr != nil:
		f := fault(what, m.stageErr)
		f.level, f.remedy = warn, "have a moderator put the bot onto the stage"
		return f
	case m.stand == discord.OnStage:
		return finding{level: fine, what: what, detail: "the bot has put itself onto the stage"}
	case m.stand == discord.Asked:
		return finding{warn, what, "the bot has asked to speak, and is in the audience until a moderator lets it", "let it, or give it Mute Members, with which it needs nobody"}
	}
	return finding{fail, what, "the bot cannot get onto the stage", "give it Request to Speak or Mute Members"}
}

func (m measured) encryption() finding {
	f := finding{level: fine, what: "encryption"}
	switch h := m.health; {
	case h.Encrypted:
		f.detail = fmt.Sprintf("end to end, epoch %d, %d members", h.Epoch, len(h.Members))
	case h.Alone && len(m.people) == 0:
		f.detail = "nobody else is there to encrypt for; come into the channel and try again to see it"
	case h.Alone:
		f.level, f.detail, f.remedy = fail, fmt.Sprintf("%s there, and no key was agreed on with them", peopleCount(len(m.people))), "have everybody leave the channel and come back"
	default:
		f.level, f.detail, f.remedy = warn, "Discord did not ask for end-to-end encryption", "nothing to do: Discord decides that for a channel"
	}
	return f
}

// network judges what arrives. That UDP gets here at all the join has shown, in
// which the voice server says by UDP where it sees the bot.
func (m measured) network() finding {
	in := m.health.In
	f := finding{level: fine, what: "network", detail: fmt.Sprintf("UDP gets through; %d packets of sound came in", in.Audio)}
	switch {
	case in.Audio == 0 && len(m.people) > 0:
		f.level, f.remedy = warn, "say something while it measures; if that changes nothing, see whether you are muted, and whether a firewall limits UDP"
	case in.Audio == 0:
		f.detail += ": nobody was there to speak"
	}
	return f
}

func (m measured) transport() finding {
	in := m.health.In
	f := finding{level: fine, what: "transport", detail: fmt.Sprintf("%d of %d packets of sound open by the connection's key", in.Opened+in.Empty, in.Audio)}
	switch {
	case in.Opened+in.Empty == 0:
		f.level, f.remedy = fail, "this is a fault of the program: please report it with this output"
	case in.Unopened*100 > in.Audio: // one in a hundred may be of a moment of change
		f.level, f.remedy = warn, "try again: something on the way spoils packets"
	}
	return f
}

func (m measured) speakers() finding {
	counted := map[transcript.SpeakerID]int64{}
	for _, s := range m.health.Speakers {
		counted[s.User] = s.Packets
	}
	var each []string
	for _, p := range m.people {
		each = append(each, fmt.Sprintf("%s %d", p.Name, counted[p.User]))
		delete(counted, p.User)
	}
	for _, user := range slices.Sorted(maps.Keys(counted)) { // who has left meanwhile
		each = append(each, fmt.Sprintf("user %d %d", user, counted[user]))
	}
	f := finding{level: fine, what: "speakers", detail: "packets counted, none decoded: " + strings.Join(each, ", ")}
	switch in := m.health.In; {
	case in.Opened > 0 && in.Refused == 0:
		f.level, f.detail, f.remedy = fail, fmt.Sprintf("Discord has not said whose the %d packets are", in.Opened), "have whoever spoke leave the channel and come back"
	case in.Dropped > 0:
		f.level, f.remedy = warn, "try again: whoever it was may have to leave the channel and come back"
		f.detail += fmt.Sprintf("; Discord has not said whose %d others are", in.Dropped)
	}
	return f
}

func (m measured) sending() finding {
	out := m.health.Out
	f := finding{level: fine, what: "sending", detail: fmt.Sprintf("%d packets left, of a short test sound", out.Sent)}
	switch {
	case m.health.Alone && len(m.people) == 0 && out.Sent == 0:
		f.detail = "the test sound waited for somebody to hear it; come into the channel and try again"
	case out.Unsent > 0:
		f.level, f.remedy = warn, "look at this machine's network"
		if out.Sent == 0 {
			f.level = fail
		}
		f.detail += fmt.Sprintf("; it would not take %d", out.Unsent)
	case out.Sent == 0:
		f.level, f.remedy = fail, "see what is said of encryption above"
		f.detail = "nothing left: there was no key to speak with"
	case len(m.people) > 0:
		f.detail += ": whoever is there should have heard it"
	}
	return f
}

func peopleCount(n int) string {
	if n == 1 {
		return "1 person is"
	}
	return fmt.Sprintf("%d people are", n)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
