package recap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"glyphoxa/internal/transcript"
)

// ErrStranger says that somebody has never been at the table of a session.
var ErrStranger = errors.New("they have not been at this table")

// A Missed is what somebody has missed of a session.
type Missed struct {
	Lines int    // how many
	Text  string // empty if they are too few to tell of
}

// Missed tells somebody who came late, or was away for a while, what the party
// heard meanwhile. The session may still run: it is told up to now. Nothing is
// kept, and of too little no model is asked. It is [ErrStranger] for who has
// not come at all.
func (r *Recapper) Missed(ctx context.Context, id transcript.SessionID, who transcript.SpeakerID) (Missed, error) {
	m, err := r.missed(ctx, id, who)
	if err != nil {
		return Missed{}, fmt.Errorf("tell what was missed of session %s: %w", id, err)
	}
	return m, nil
}

func (r *Recapper) missed(ctx context.Context, id transcript.SessionID, who transcript.SpeakerID) (Missed, error) {
	lines, ok, err := r.Store.MissedLines(ctx, id, who)
	switch {
	case err != nil:
		return Missed{}, err
	case !ok:
		return Missed{}, ErrStranger
	}
	m := Missed{Lines: len(lines)}
	if tooLittle(lines) {
		return m, nil
	}
	if m.Text, _, err = r.tellLines(ctx, id, lines, Version{transcript.Short, transcript.ForPlayers}); err != nil {
		return Missed{}, err
	}
	r.Log.LogAttrs(ctx, slog.LevelInfo, "told what was missed", slog.String("session", string(id)),
		slog.Int("lines", m.Lines), slog.Int("bytes", len(m.Text)))
	return m, nil
}
