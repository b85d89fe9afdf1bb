package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A seat is what a question is asked at: a conversation with its stand-ins.
// Tests put slower ones in their place.
type seat struct {
	ears    speech.Recognizer
	mind    conversation.Mind
	mouth   speech.Synthesizer
	room    opener                                          // nil: one with nothing in between
	channel func(conversation.Channel) conversation.Channel // nil: the room's own
	notice  func(conversation.Notice)                       // nil: nobody else listens
	ear     voice.Options
	quiet   time.Duration   // zero: what is usual
	length  campaign.Talk   // of answers; empty: what is usual
	agent   *campaign.Agent // nil: a Bart of no further qualities
	voices  map[transcript.AgentID]speech.Voice

	journal conversation.Journal
	session transcript.SessionID
	scene   transcript.SceneID
}

func (c Case) newSeat(turns int) seat {
	return seat{
		ears: &speech.Dictation{
			Script:     slices.Repeat([]string{clip.QuestionText}, turns),
			Delay:      time.Duration(c.Recogniser),
			Confidence: 0.9,
			Streams:    c.Streams,
			Word:       audio.Speech.Duration(len(question())) / time.Duration(len(strings.Fields(clip.QuestionText))),
		},
		mind: typist{},
		// Faster than people speak: the answer need not be listened to. The
		// next sentence is still made in good time.
		mouth: &speech.Tone{FirstAudio: time.Duration(c.Voice), Rune: 40 * time.Millisecond},
	}
}

// The agents.
var (
	bart  = campaign.Agent{ID: "bart", Kind: campaign.NPC, Name: "Bart"}
	greta = campaign.Agent{ID: "greta", Kind: campaign.NPC, Name: "Greta"}
)

// A sitting is a conversation in a room, as long as it lasts.
type sitting struct {
	room room
	talk *conversation.Conversation
	// notices are what the conversation has told. One that finds them full is
	// lost: whoever waits for something gives up in the end.
	notices chan notice
	stop    context.CancelFunc
	running sync.WaitGroup
	err     error // of the conversation; read after running
}

// A notice is one with its time.
type notice struct {
	at   time.Time
	what conversation.Notice
}

// sit begins a conversation with some people. It must be closed.
func (s seat) sit(ctx context.Context, log *slog.Logger, people ...transcript.SpeakerID) (*sitting, error) {
	open := s.room
	if open == nil {
		open = openBare
	}
	r, err := open(ctx, log, people, s.ear)
	if err != nil {
		return nil, err
	}
	st := &sitting{room: r, notices: make(chan notice, 256)}
	st.talk = s.converse(log, r.channel(), people, func(n conversation.Notice) {
		select {
		case st.notices <- notice{time.Now(), n}:
		default:
		}
	})
	ctx, st.stop = context.WithCancel(ctx)
	st.running.Go(func() { st.err = st.talk.Run(ctx) })
	return st, nil
}

// converse returns the conversation at a table: with one person there is one
// agent, with two there are two.
func (s seat) converse(log *slog.Logger, table *voice.Table, people []transcript.SpeakerID, observe func(conversation.Notice)) *conversation.Conversation {
	var channel conversation.Channel = table
	if s.channel != nil {
		channel = s.channel(table)
	}
	opts := conversation.Options{
		Campaign: campaign.Campaign{Language: "en", Talk: s.length},
		Session:  s.session,
		Scene:    conversation.Scene{ID: s.scene, Agents: []campaign.Agent{bart}},
		Voices:   s.voices,
		Quiet:    s.quiet,
		Observe: func(n conversation.Notice) {
			if s.notice != nil {
				s.notice(n)
			}
			observe(n)
		},
	}
	if s.agent != nil {
		opts.Scene.Agents[0] = *s.agent
	}
	if len(people) > 1 {
		opts.Scene.Agents = append(opts.Scene.Agents, greta)
	}
	for i, who := range people {
		opts.People = append(opts.People, transcript.Speaker{ID: who, Name: []string{"Kara", "Joren"}[i], Role: transcript.Player})
	}
	return conversation.New(log, channel, s.ears, s.mind, s.mouth, s.journal, opts)
}

// close ends the sitting; after a failure what goes on is not waited for.
func (st *sitting) close(ctx context.Context, failure error) error {
	if failure != nil {
		st.stop()
	}
	err := st.room.close(ctx)
	st.running.Wait()
	st.stop()
	return errors.Join(failure, err, st.err)
}

const (
	// answerLimit is how long an answer may take in all until it is given up.
	answerLimit = 30 * time.Second
	// betweenTurns is the silence between an answer and the next question.
	betweenTurns = 500 * time.Millisecond
)

// A played is what came of questions: turns, and what was done early for them.
type played struct {
	turns []turn
	early conversation.Early
}

// play asks the question a number of times, each time when the answer before
// is over.
func (s seat) play(ctx context.Context, log *slog.Logger, turns int) (p played, err error) {
	words, err := packed(questionFrames())
	if err != nil {
		return p, err
	}
	st, err := s.sit(ctx, log, asker)
	if err != nil {
		return p, err
	}
	defer func() { err = st.close(ctx, err) }()
	for range turns {
		t, err := st.ask(ctx, words)
		if err != nil {
			return p, err
		}
		p.turns = append(p.turns, t)
		if err := pause(ctx, time.Now().Add(betweenTurns)); err != nil {
			return p, err
		}
	}
	p.early = st.talk.Early()
	return p, nil
}

// ask asks the question once and waits for the end of the answer.
func (st *sitting) ask(ctx context.Context, words [][]byte) (turn, error) {
	st.room.heard()
	voiced, err := say(ctx, st.room, asker, words)
	if err != nil {
		return turn{}, err
	}
	limit := time.NewTimer(answerLimit)
	defer limit.Stop()
	for {
		select {
		case n := <-st.notices:
			o, ok := outcomeOf(n.what)
			if !ok {
				continue
			}
			if o.err != nil {
				return turn{}, o.err
			}
			var answer heard
			answer.add(st.room.heard())
			first, gap, err := answer.timing()
			return turn{first.Sub(voiced), gap, o.turn.Stages}, err
		case <-limit.C:
			return turn{}, fmt.Errorf("no answer within %v", answerLimit)
		case <-ctx.Done():
			return turn{}, ctx.Err()
		}
	}
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
