package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A seat is what the question is asked at: a conversation with its stand-ins.
// Tests put slower ones in their place.
type seat struct {
	ears    speech.Recognizer
	mind    conversation.Mind
	mouth   speech.Synthesizer
	channel func(conversation.Channel) conversation.Channel // nil: the table itself
	notice  func(conversation.Notice)                       // nil: nobody else listens
	ear     voice.Options
	quiet   time.Duration // zero: what is usual

	journal conversation.Journal
	session transcript.SessionID
	scene   transcript.SceneID
}

func (c Case) newSeat(turns int) seat {
	return seat{
		ears: &speech.Dictation{
			Script:     slices.Repeat([]string{questionText}, turns),
			Delay:      time.Duration(c.Recogniser),
			Confidence: 0.9,
		},
		mind: typist{},
		// Faster than people speak: the answer need not be listened to. The
		// next sentence is still made in good time.
		mouth: &speech.Tone{FirstAudio: time.Duration(c.Voice), Rune: 40 * time.Millisecond},
	}
}

const (
	// answerLimit is how long an answer may take in all until it is given up.
	answerLimit = 30 * time.Second
	// betweenTurns is the silence between an answer and the next question.
	betweenTurns = 500 * time.Millisecond
)

// play asks the question a number of times, each time when the answer before
// is over.
func (s seat) play(ctx context.Context, log *slog.Logger, turns int) ([]turn, error) {
	var answer heard
	table, err := voice.NewTable(voice.TableOptions{Ear: s.ear, Out: answer.hear})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	asking, err := newMember(table)
	if err != nil {
		return nil, err
	}
	outcomes := make(chan outcome, 16)
	talk := s.talk(log, table, outcomes)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var runErr error
	wg.Go(func() { runErr = talk.Run(ctx) })
	var all []turn
	for len(all) < turns && err == nil {
		var t turn
		if t, err = ask(ctx, asking, &answer, outcomes); err == nil {
			all = append(all, t)
			err = pause(ctx, time.Now().Add(betweenTurns))
		}
	}
	if err != nil {
		cancel() // the question that went wrong is waited for no longer
	}
	table.Close()
	wg.Wait()
	if err := errors.Join(err, runErr); err != nil {
		return nil, err
	}
	return all, nil
}

// talk returns the conversation at the table: one person, one agent.
func (s seat) talk(log *slog.Logger, table *voice.Table, outcomes chan<- outcome) *conversation.Conversation {
	var channel conversation.Channel = table
	if s.channel != nil {
		channel = s.channel(table)
	}
	return conversation.New(log, channel, s.ears, s.mind, s.mouth, s.journal, conversation.Options{
		Campaign: campaign.Campaign{Language: "en"},
		Session:  s.session,
		People:   []transcript.Speaker{{ID: asker, Name: "Kara", Role: transcript.Player}},
		Scene:    conversation.Scene{ID: s.scene, Agents: []campaign.Agent{{ID: "bart", Kind: campaign.NPC, Name: "Bart"}}},
		Quiet:    s.quiet,
		Observe: func(n conversation.Notice) {
			if s.notice != nil {
				s.notice(n)
			}
			if o, ok := outcomeOf(n); ok {
				select {
				case outcomes <- o:
				default: // one that went wrong is enough to stop at
				}
			}
		},
	})
}

// An outcome is what became of a question.
type outcome struct {
	turn transcript.Turn
	err  error
}

// outcomeOf returns what a notice says of the question, if anything.
func outcomeOf(n conversation.Notice) (o outcome, ok bool) {
	switch n := n.(type) {
	case conversation.TurnEnded:
		if n.Turn.Outcome != transcript.Spoken {
			return outcome{err: fmt.Errorf("the answer was not spoken but %s: %s", n.Turn.Outcome, n.Turn.Why)}, true
		}
		return outcome{turn: n.Turn}, true
	case conversation.LineDropped:
		return outcome{err: fmt.Errorf("the question was not taken for one: %s", n.Reason)}, true
	case conversation.Addressed:
		if len(n.Agents) != 1 {
			return outcome{err: fmt.Errorf("the question was for %d agents: %s", len(n.Agents), n.Reason)}, true
		}
	case conversation.TurnOffered:
		return outcome{err: errors.New("the answer found no quiet moment")}, true
	case conversation.Trouble:
		return outcome{err: n.Err}, true
	}
	return outcome{}, false
}

// ask asks the question once and waits for the end of the answer.
func ask(ctx context.Context, asking *member, answer *heard, outcomes <-chan outcome) (turn, error) {
	voiced, err := asking.ask(ctx)
	if err != nil {
		return turn{}, err
	}
	limit := time.NewTimer(answerLimit)
	defer limit.Stop()
	select {
	case o := <-outcomes:
		if o.err != nil {
			return turn{}, o.err
		}
		first, gap, err := answer.take()
		return turn{first.Sub(voiced), gap, o.turn.Stages}, err
	case <-limit.C:
		return turn{}, fmt.Errorf("no answer within %v", answerLimit)
	case <-ctx.Done():
		return turn{}, ctx.Err()
	}
}
