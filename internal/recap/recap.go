// Package recap tells what happened in a session.
//
// A [Recapper] hands the transcript to a model. [Recapper.Tell] keeps what it
// tells, once: asking again gives the same story without another request, until
// words that it was told from are deleted or struck.
// [Recapper.Draft] tells in the [Version] asked for, and [Recapper.Missed] what
// somebody was not there to hear; both keep nothing. A session in which next to
// nothing was said is never shown to a model, since one would make a story up.
// A long session is told in parts that overlap, and the parts are put together;
// no line is left out.
//
// What the model sees is what the table heard: cut answers with their mark,
// without lines that the GM says never happened. A story for the players is
// made of what at least one of them was there to hear, and without any notes of
// the GM's, which would be told as if they had happened. Only the GM's own
// version is given some (backstage.go), in lines of their own. The transcript
// is data in the message, one line for each utterance; no tools are offered
// with it.
//
// A recap is due while its session has none. So a failure needs no note: it is
// reported, and the next [Recapper.TellDue] tries again.
package recap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/transcript"
)

// A Store keeps one campaign's sessions and their recaps.
type Store interface {
	// Session returns the session of that ID.
	Session(ctx context.Context, id transcript.SessionID) (transcript.Session, error)
	// Transcript returns the lines of a session in order, without hidden ones.
	Transcript(ctx context.Context, session transcript.SessionID) ([]transcript.Line, error)
	// PartyLines returns those of them that at least one player was there to
	// hear.
	PartyLines(ctx context.Context, session transcript.SessionID) ([]transcript.Line, error)
	// MissedLines returns those of PartyLines that a person was not there to
	// hear. ok is false if they have never been at that table.
	MissedLines(ctx context.Context, session transcript.SessionID, who transcript.SpeakerID) (missed []transcript.Line, ok bool, err error)
	// Speakers returns the people of a session.
	Speakers(ctx context.Context, session transcript.SessionID) ([]transcript.Speaker, error)
	// Recap returns the story of a session. ok is false if there is none.
	Recap(ctx context.Context, session transcript.SessionID) (r transcript.Recap, ok bool, err error)
	// SaveRecap keeps r. If there is a story already that is not stale, it stays
	// and saved is false.
	SaveRecap(ctx context.Context, r transcript.Recap) (saved bool, err error)
	// DueRecaps returns the live sessions that have ended and have no story.
	DueRecaps(ctx context.Context) ([]transcript.Session, error)
	// LastEnded returns the last n live sessions that have ended, oldest
	// first.
	LastEnded(ctx context.Context, n int) ([]transcript.Session, error)
}

// A Recapper tells the sessions of one campaign. It is safe for concurrent
// use; two that tell the same session at once both ask, and one story is kept.
type Recapper struct {
	Campaign campaign.Campaign // its ID and language
	Store    Store
	Model    llm.Model
	// ModelName is kept with each story, for the GM.
	ModelName string
	Log       *slog.Logger
	// Names are names of the campaign as they are spelt. Only such as players may
	// know.
	Names []string
	// Backstage is what only the GM knows, for stories that are theirs alone.
	// Without it those are told of the transcript only.
	Backstage Backstage
	// Claims tells what speakers claim though it is not so. Without it every
	// line is told like any other.
	Claims Claims
	// Part is how many runes of transcript the model is given at once. Zero
	// means 24,000, about 6,000 tokens: a session of an hour or two.
	Part int
}

// ErrOpen says that a session has not ended.
var ErrOpen = errors.New("the session has not ended")

// Tell returns the story of a session of any kind, and makes it first if there
// is none or a stale one. An error of the model comes wrapped as it is; nothing
// is kept then.
func (r *Recapper) Tell(ctx context.Context, id transcript.SessionID) (transcript.Recap, error) {
	told, err := r.tell(ctx, id)
	if err != nil {
		return transcript.Recap{}, fmt.Errorf("recap session %s: %w", id, err)
	}
	return told, nil
}

func (r *Recapper) tell(ctx context.Context, id transcript.SessionID) (transcript.Recap, error) {
	kept, ok, err := r.Store.Recap(ctx, id)
	if err != nil || ok && !kept.Stale {
		return kept, err
	}
	told, lines, err := r.tellAnew(ctx, id, Usual)
	if err != nil {
		return transcript.Recap{}, err
	}
	saved, err := r.Store.SaveRecap(ctx, told)
	if err != nil {
		return transcript.Recap{}, err
	}
	if saved {
		r.Log.LogAttrs(ctx, slog.LevelInfo, "session recapped",
			slog.String("session", string(id)), slog.Int("lines", lines), slog.Int("bytes", len(told.Text)))
	}
	// If somebody else was faster, theirs is what everybody reads.
	told, ok, err = r.Store.Recap(ctx, id)
	if err == nil && !ok {
		err = errors.New("the recap was not kept")
	}
	return told, err
}

// TellDue makes the stories that are due, and goes on to the next when one
// fails. The error holds every failure; what failed stays due.
func (r *Recapper) TellDue(ctx context.Context) (told int, err error) {
	due, err := r.Store.DueRecaps(ctx)
	if err != nil {
		return 0, fmt.Errorf("recap what is due: %w", err)
	}
	var errs []error
	for _, s := range due {
		if ctx.Err() != nil {
			errs = append(errs, ctx.Err())
			break
		}
		if _, err := r.Tell(ctx, s.ID); err != nil {
			errs = append(errs, err)
			continue
		}
		told++
	}
	return told, errors.Join(errs...)
}
