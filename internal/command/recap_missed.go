package command

import (
	"context"
	"errors"
	"sync"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// missedEvery is how often one person may have told what they have missed: each
// time a model is asked. In between they are shown the last answer again.
const missedEvery = 5 * time.Minute

// missedCommand tells somebody what the party heard of the running session
// while they were not there.
func (d *Desk) missedCommand(ctx context.Context, c discord.Command) error {
	s := d.stay(c.Guild)
	if s == nil {
		return refuse(say("missed.no-session"))
	}
	s.mu.Lock()
	session := s.session
	s.mu.Unlock()
	switch {
	case session == nil:
		return refuse(say("missed.nothing"))
	case d.opts.Recaps == nil:
		return refuse(say("recap.no-model"))
	case session.Status().Spending.Capped:
		return refuse(say("missed.capped"))
	}
	last, mine := s.stories.ask(c.By.User, time.Now())
	if !mine {
		if last.text == "" {
			return refuse(say("missed.writing"))
		}
		next := last.at.Add(missedEvery)
		told := stacked(lit(last.text), text{}, say("missed.again", "time", clockTag(next)))
		return c.Answer.Reply(ctx, missedMessage(told.In(c.Locale)))
	}
	missed, err := d.opts.Recaps(s.campaign).Missed(ctx, session.ID(), c.By.User)
	if err != nil {
		s.stories.failed(c.By.User)
		if errors.Is(err, recap.ErrStranger) {
			return refuse(say("missed.stranger", "channel", channelTag(s.where())))
		}
		return err
	}
	if missed.Text == "" { // no model was asked
		s.stories.failed(c.By.User)
		told := say("missed.nothing")
		if missed.Lines > 0 {
			told = say("missed.little", "n", missed.Lines)
		}
		return c.Answer.Reply(ctx, missedMessage(told.In(c.Locale)))
	}
	story := missedText(s.campaign, missed.Text).In(c.Locale)
	s.stories.told(c.By.User, story)
	return c.Answer.Reply(ctx, missedMessage(story))
}

func missedMessage(text string) discord.Message {
	return discord.Message{Text: text, AsFile: recapFile, Private: true}
}

// missedStories are what people were told that they have missed of a session.
type missedStories struct {
	mu  sync.Mutex
	all map[transcript.SpeakerID]missedStory
}

type missedStory struct {
	at   time.Time // when it was asked for
	text string    // empty while it is written
}

// ask notes that somebody asks. mine is false if they have done so a moment ago:
// last is what they were told.
func (m *missedStories) ask(who transcript.SpeakerID, now time.Time) (last missedStory, mine bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last, ok := m.all[who]; ok && now.Sub(last.at) < missedEvery {
		return last, false
	}
	if m.all == nil {
		m.all = map[transcript.SpeakerID]missedStory{}
	}
	m.all[who] = missedStory{at: now}
	return missedStory{}, true
}

// told keeps what somebody was told, unless it was forgotten meanwhile.
func (m *missedStories) told(who transcript.SpeakerID, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last, ok := m.all[who]; ok {
		last.text = text
		m.all[who] = last
	}
}

// failed has somebody ask again at once: nothing was told, or no model asked.
func (m *missedStories) failed(who transcript.SpeakerID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, who)
}

// forget forgets all stories: something that they may tell has been struck or
// deleted.
func (m *missedStories) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.all)
}
