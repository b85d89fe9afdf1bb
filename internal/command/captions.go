package command

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// captionModes are whose lines may be mirrored.
var captionModes = []campaign.Captions{campaign.CaptionsOff, campaign.CaptionsNPC, campaign.CaptionsAll}

// KeptLine is a [TableNotice]: a line has been kept. Of words that are not to
// be kept there is none.
type KeptLine struct {
	Line transcript.Line
	// Written: an agent's answer that was not spoken. The session has shown it to
	// everybody already.
	Written bool
}

func (KeptLine) isTableNotice() {}

const (
	// maxMirrored bounds what waits to be mirrored. When Discord takes nothing
	// for that long the oldest goes: captions that late caption nothing.
	maxMirrored = 60
	// mirrorPage is how long one message gets, in characters.
	mirrorPage = 1800
	// maxCaption is how much of one line is mirrored.
	maxCaption = 600
)

// A mirror holds the lines that are to be shown in the channel's chat. It has a
// lock of its own: lines come from the table's goroutine, which waits for
// nobody, and least of all for whoever holds the stay's lock and waits for the
// table.
type mirror struct {
	mu    sync.Mutex
	show  campaign.Captions
	lines []caption
}

type caption struct {
	who  transcript.SpeakerID // 0 for an agent
	at   time.Time            // when it was said
	text string
}

// set says whose lines are shown from now on. What waits and is none of theirs
// is not shown any more.
func (m *mirror) set(show campaign.Captions) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.show = show
	m.lines = slices.DeleteFunc(m.lines, func(c caption) bool { return !shows(show, c.who == 0) })
}

func shows(show campaign.Captions, agent bool) bool {
	switch show {
	case campaign.CaptionsOff:
		return false
	case campaign.CaptionsAll:
		return true
	case campaign.CaptionsNPC, "":
	}
	return agent
}

// take takes a line and reports whether there is something to show.
func (m *mirror) take(n KeptLine) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	agent := n.Line.Role == transcript.NPC
	if n.Written || n.Line.Text == "" || !shows(m.show, agent) {
		return false
	}
	c := caption{at: n.Line.At, text: captionText(n.Line)}
	if !agent {
		c.who = n.Line.Speaker
	}
	if len(m.lines) >= maxMirrored {
		m.lines = slices.Delete(m.lines, 0, 1)
	}
	m.lines = append(m.lines, c)
	return true
}

// drop has nothing be shown any more of what a person said.
func (m *mirror) drop(who transcript.SpeakerID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines = slices.DeleteFunc(m.lines, func(c caption) bool { return c.who == who })
}

// strike has nothing be shown any more of what was said since a moment.
func (m *mirror) strike(since time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines = slices.DeleteFunc(m.lines, func(c caption) bool { return !c.at.Before(since) })
}

// page takes as many lines as one message holds, oldest first; empty for none.
func (m *mirror) page() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b strings.Builder
	length, n := 0, 0
	for _, c := range m.lines {
		more := utf8.RuneCountInString(c.text) + 1
		if n > 0 && length+more > mirrorPage {
			break
		}
		b.WriteString(c.text + "\n")
		length, n = length+more, n+1
	}
	m.lines = slices.Delete(m.lines, 0, n)
	return strings.TrimSuffix(b.String(), "\n")
}

// captioned takes a line of the table's. It waits for nothing.
func (s *stay) captioned(n KeptLine) {
	if s.mirror.take(n) {
		s.nudge()
	}
}

// showCaptions shows what was said in the channel's chat. While a message is on
// its way lines gather for the next, so that a lively table does not run into
// Discord's limits. What could not be shown is not tried again.
func (s *stay) showCaptions(ctx context.Context) {
	for text := s.mirror.page(); text != ""; text = s.mirror.page() {
		within(ctx, postLimit, func(ctx context.Context) { s.announce(ctx, lit(text)) })
	}
}

// privacyCaptions carries out /glyphoxa privacy captions.
func (d *Desk) privacyCaptions(ctx context.Context, c discord.Command) error {
	show := campaign.Captions(c.Args[optCaptions])
	if !slices.Contains(captionModes, show) {
		return refuse(say("choice.unknown"))
	}
	about, book, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return err
	}
	leave, err := d.keeping.enter(ctx) // so that what is kept is what is shown
	if err != nil {
		return err
	}
	defer leave()
	if s := d.stayFor(c.Guild, about.ID); s != nil {
		s.mirror.set(show)
	}
	if err := book.SetCaptions(ctx, show); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: captionsText(about, show).In(c.Locale), Private: true})
}
