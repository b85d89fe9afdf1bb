package recap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/transcript"
)

// A Version says how a session is to be told. The zero Version is Usual.
type Version struct {
	Length transcript.Length // empty means medium
	View   transcript.View   // empty means for the players
}

// Usual is the version that [Recapper.Tell] makes and keeps.
var Usual = Version{transcript.Medium, transcript.ForPlayers}

func (v Version) withDefaults() Version {
	if v.Length == "" {
		v.Length = Usual.Length
	}
	if v.View == "" {
		v.View = Usual.View
	}
	return v
}

// words is how long a story of that length is at most.
func (v Version) words() int {
	switch v.Length {
	case transcript.Short:
		return 90
	case transcript.Long:
		return 800
	default:
		return 300 // what two minutes of listening take
	}
}

// ErrVersion says that there is no such length or view.
var ErrVersion = errors.New("no such version of a recap")

func (v Version) check() error {
	switch v.Length {
	case transcript.Short, transcript.Medium, transcript.Long:
	default:
		return fmt.Errorf("%w: length %q", ErrVersion, v.Length)
	}
	switch v.View {
	case transcript.ForPlayers, transcript.ForGM:
	default:
		return fmt.Errorf("%w: view %q", ErrVersion, v.View)
	}
	return nil
}

// Draft tells a session that has ended, anew each time, and keeps nothing: what
// becomes of it is for the GM to say. A story for the players is made of what
// the party heard and of nothing else; one for the GM may tell what stood
// behind it, if there is a [Recapper.Backstage].
func (r *Recapper) Draft(ctx context.Context, id transcript.SessionID, v Version) (transcript.Recap, error) {
	v = v.withDefaults()
	told, err := r.draft(ctx, id, v)
	if err != nil {
		return transcript.Recap{}, fmt.Errorf("draft a recap of session %s: %w", id, err)
	}
	return told, nil
}

func (r *Recapper) draft(ctx context.Context, id transcript.SessionID, v Version) (transcript.Recap, error) {
	if err := v.check(); err != nil {
		return transcript.Recap{}, err
	}
	told, lines, err := r.tellAnew(ctx, id, v)
	if err != nil {
		return transcript.Recap{}, err
	}
	r.Log.LogAttrs(ctx, slog.LevelInfo, "recap drafted", slog.String("session", string(id)),
		slog.String("length", string(v.Length)), slog.String("view", string(v.View)),
		slog.Int("lines", lines), slog.Int("bytes", len(told.Text)))
	return told, nil
}

// tellAnew tells a session that has ended, and of how many lines. The story is of
// the moment before they were read, so that it is stale if words of them are
// deleted while the model is telling.
func (r *Recapper) tellAnew(ctx context.Context, id transcript.SessionID, v Version) (told transcript.Recap, lines int, err error) {
	s, err := r.Store.Session(ctx, id)
	if err != nil {
		return transcript.Recap{}, 0, err
	}
	if s.Ended.IsZero() {
		return transcript.Recap{}, 0, ErrOpen
	}
	told = transcript.Recap{Session: id, At: time.Now()}
	said, err := r.said(ctx, id, v.View)
	if err != nil {
		return transcript.Recap{}, 0, err
	}
	if told.Text, told.Model, err = r.tellLines(ctx, id, said, v); err != nil {
		return transcript.Recap{}, 0, err
	}
	return told, len(said), nil
}

// said returns what a version is made of.
func (r *Recapper) said(ctx context.Context, id transcript.SessionID, v transcript.View) ([]transcript.Line, error) {
	if v == transcript.ForGM {
		return r.Store.Transcript(ctx, id)
	}
	return r.Store.PartyLines(ctx, id)
}

// tellLines tells lines of a session. Of too little no model is asked, and
// model is empty.
func (r *Recapper) tellLines(ctx context.Context, id transcript.SessionID, said []transcript.Line, v Version) (text, model string, err error) {
	if tooLittle(said) {
		return littleText(r.Campaign.Language), "", nil
	}
	people, err := r.Store.Speakers(ctx, id)
	if err != nil {
		return "", "", err
	}
	var notes []row
	if v.View == transcript.ForGM && r.Backstage != nil {
		if notes, err = r.notes(ctx, id, said); err != nil {
			return "", "", err
		}
	}
	claimed, err := r.claimed(ctx, said)
	if err != nil {
		return "", "", err
	}
	if text, err = r.story(ctx, v, notes, render(said, people, claimed)); err != nil {
		return "", "", err
	}
	return text, r.ModelName, nil
}
