package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"glyphoxa/internal/conversation"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// Forget takes what a person has said out of the memory of the table.
func (s *liveSession) Forget(ctx context.Context, who transcript.SpeakerID) error {
	if err := s.talk.Forget(ctx, who); err != nil && !errors.Is(err, conversation.ErrOver) {
		return err
	}
	return nil
}

// expire deletes, in every campaign, the words that are older than it keeps
// them. A campaign that it cannot do it for does not keep the bot from working:
// the next session's end is the next try.
func expire(ctx context.Context, log *slog.Logger, db *store.DB) {
	list, err := db.Campaigns(ctx)
	if err != nil {
		log.LogAttrs(ctx, slog.LevelWarn, "nothing old was deleted", slog.Any("err", err))
	}
	for _, c := range list {
		n, err := db.Campaign(c.ID).Expire(ctx, time.Now())
		if err != nil {
			log.LogAttrs(ctx, slog.LevelWarn, "nothing old was deleted", slog.String("campaign", string(c.ID)), slog.Any("err", err))
		} else if n > 0 {
			log.LogAttrs(ctx, slog.LevelInfo, "old words were deleted", slog.String("campaign", string(c.ID)), slog.Int("lines", n))
		}
	}
}
