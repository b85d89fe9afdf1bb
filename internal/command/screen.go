package command

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	// retryPost is how long to wait before what Discord did not take is tried
	// again.
	retryPost = 15 * time.Second
	// maxNotes bounds what stands on the screen and can still change, or waits
	// to get there. Beyond it the oldest that asks nothing goes.
	maxNotes = 64
)

// A note is one message on the GM screen, for as long as it can change or has
// not got there. The stay's mu guards it.
type note struct {
	look  letter // as it is to be; called with mu held
	at    []spot // where it stands
	stale bool   // it does not stand there as it is to be
	last  bool   // it asks nothing more, and is forgotten once it stands

	quotes transcript.SpeakerID // whose words it shows; 0 for nobody's
	bare   letter               // as look, without them
}

// unquote has no note show the words of a person any more, 0 for anybody's, with
// mu held.
func (b *backdrop) unquote(who transcript.SpeakerID) {
	for _, n := range b.notes {
		if n.bare != nil && (who == 0 || n.quotes == who) {
			n.look, n.stale = n.bare, true
		}
	}
}

// A spot is where a note stands: in the screen's channel, or in the direct
// messages of one GM.
type spot struct {
	channel transcript.ChannelID
	message discord.MessageID
	who     transcript.SpeakerID // whose direct messages; 0 for a channel
}

// A backdrop is what a stay keeps of the GM screen; the stay's mu guards it.
type backdrop struct {
	set    campaign.Screen
	notes  []*note // the oldest first
	card   *note   // of the session; nil until it has begun
	held   map[transcript.TurnID]*heldNote
	absent map[transcript.AgentID]*note
	cut    *cutNote // the last answer that was cut off
	about  Status   // of the session, as it was last drawn
	mode   Mode
	told   map[string]bool // what has been said once
}

// toGM puts a message on the GM screen. It returns at once: what Discord does
// not take waits, and is tried again.
func (s *stay) toGM(ctx context.Context, m letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pin(&note{look: m, last: true}) {
		s.log.LogAttrs(ctx, slog.LevelWarn, "the GM screen is full: the oldest message is given up")
	}
	s.nudge()
}

// pin puts a note on the screen, with mu held. full says that another had to
// go.
func (s *stay) pin(n *note) (full bool) {
	n.stale = true
	b := &s.screen
	if len(b.notes) >= maxNotes {
		i := max(0, slices.IndexFunc(b.notes, func(o *note) bool { return o.last }))
		b.notes, full = slices.Delete(b.notes, i, i+1), true
	}
	b.notes = append(b.notes, n)
	return full
}

// veiled wraps a secret if the GM streams.
func veiled(set campaign.Screen, secret string) string {
	if !set.Spoilers || secret == "" {
		return secret
	}
	return "||" + secret + "||"
}

// drawScreen brings what stands on the GM screen up to date, oldest first. Only
// watch calls it.
func (s *stay) drawScreen(ctx context.Context) {
	s.mu.Lock()
	waits := slices.ContainsFunc(s.screen.notes, func(n *note) bool { return n.stale })
	s.mu.Unlock()
	if !waits {
		return
	}
	about := s.session.Status() // not under mu: it may wait for the table
	s.mu.Lock()
	defer s.mu.Unlock()
	s.screen.about = about
	for _, n := range slices.Clone(s.screen.notes) {
		if !n.stale {
			continue
		}
		n.stale = false
		o := onlookers{desk: s.desk, guild: s.guild, campaign: s.about(), set: s.screen.set, readers: s.readers()}
		m, at, last := n.look.drawn(), n.at, n.last
		s.mu.Unlock()
		at, err := o.show(ctx, m, at, last)
		s.tellRefused(ctx, o)
		s.mu.Lock()
		n.at = at
		if err != nil {
			n.stale = true
			s.tryAgain()
			s.failed(ctx, "show something on the GM screen", err)
			if errors.Is(err, discord.ErrDirect) || ctx.Err() != nil {
				return // the others would fare no better
			}
		}
		if n.last && !n.stale {
			s.screen.notes = slices.DeleteFunc(s.screen.notes, func(o *note) bool { return o == n })
		}
	}
}

// readers are those who read direct messages: the GMs at the table, or who
// began if there are none. mu is held.
func (s *stay) readers() []transcript.SpeakerID {
	var list []transcript.SpeakerID
	for _, p := range s.here {
		if s.isGM(p.User) {
			list = append(list, p.User)
		}
	}
	switch all := gms(s.about()); {
	case len(list) > 0:
		return list
	case s.isGM(s.gm):
		return []transcript.SpeakerID{s.gm}
	default:
		return all[:min(len(all), 1)]
	}
}

// tellRefused says in the channel, once, whom the bot cannot reach: nothing of
// what it wanted to tell them.
func (s *stay) tellRefused(ctx context.Context, o onlookers) {
	for _, who := range o.refused() {
		s.once(ctx, say("screen.unreachable", "who", userTag(who)))
	}
}

// once says something in the channel the first time.
func (s *stay) once(ctx context.Context, t text) {
	what := t.String()
	s.mu.Lock()
	before := s.screen.told[what]
	s.screen.told[what] = true
	s.mu.Unlock()
	if !before {
		s.announce(ctx, t)
	}
}

// tryAgain has watch try again what Discord has not taken, with mu held.
func (s *stay) tryAgain() { s.again = time.Now().Add(retryPost) }

// setScreen has the screen be elsewhere from now on. What stands on it and asks
// something moves there.
func (s *stay) setScreen(set campaign.Screen) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.screen.set = set
	s.redraw()
	for _, n := range s.screen.notes {
		n.stale = true
	}
	s.nudge()
}

// redraw has both cards be brought up to date, with mu held.
func (s *stay) redraw() {
	s.card.stale = true
	if s.screen.card != nil {
		s.screen.card.stale = true
	}
}

// closeScreen takes the buttons off all that asks something. The session has
// ended.
func (s *stay) closeScreen(ctx context.Context) {
	s.mu.Lock()
	if s.screen.card != nil {
		s.screen.card.last = true
	}
	s.closeNotes()
	s.redraw()
	s.mu.Unlock()
	s.drawScreen(ctx)
}

func newBackdrop() backdrop {
	return backdrop{
		held:   map[transcript.TurnID]*heldNote{},
		absent: map[transcript.AgentID]*note{},
		mode:   ModeLive,
		told:   map[string]bool{},
	}
}

// showCard puts the session's card on the screen, with mu held.
func (s *stay) showCard() {
	s.screen.card = &note{look: s.gmCard}
	s.pin(s.screen.card)
}

// freshen has the session's card on the GM screen show how things are after a
// command, a button or a form. In a direct message there is no guild: then it may
// be about any.
func (d *Desk) freshen(g transcript.GuildID) {
	d.mu.Lock()
	stays := slices.Collect(maps.Values(d.stays))
	d.mu.Unlock()
	for _, s := range stays {
		if g == 0 || s.guild == g {
			s.freshen()
		}
	}
}

func (s *stay) freshen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.screen.card != nil && !s.ended {
		s.screen.card.stale = true
		s.nudge()
	}
}
