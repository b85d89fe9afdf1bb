package command

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/recap"
	"glyphoxa/internal/transcript"
)

// A diary is the part of a book that looks back.
type diary struct {
	drafts  []transcript.Draft
	used    map[transcript.SessionID][]transcript.Usage
	month   []transcript.Usage
	since   time.Time
	sought  []transcript.SpeakerID // who searched
	stints  []string
	failing error // of AddDraft
}

func (b *book) Session(_ context.Context, id transcript.SessionID) (transcript.Session, error) {
	defer b.shelf.enter()()
	for _, s := range b.ended {
		if s.ID == id {
			return s, nil
		}
	}
	return transcript.Session{}, errors.New("no such session")
}

func (b *book) Left(_ context.Context, s transcript.SessionID, who transcript.SpeakerID, at time.Time) error {
	defer b.shelf.enter()()
	b.diary.stints = append(b.diary.stints, string(s)+" "+userTag(who)+" "+at.UTC().Format(time.TimeOnly))
	return nil
}

// Said finds lines that hold words. To players belongs what they said themselves.
func (b *book) Said(_ context.Context, words string, by transcript.SpeakerID, limit int) ([]transcript.Line, error) {
	defer b.shelf.enter()()
	b.diary.sought = append(b.diary.sought, by)
	var out []transcript.Line
	for _, l := range b.lines {
		if len(out) < limit && strings.Contains(l.Text, words) && (by == 0 || l.Speaker == by) {
			out = append(out, l)
		}
	}
	return out, nil
}

func (b *book) AddDraft(_ context.Context, d transcript.Draft) (transcript.Draft, error) {
	defer b.shelf.enter()()
	if b.diary.failing != nil {
		return transcript.Draft{}, b.diary.failing
	}
	d.N = int64(len(b.diary.drafts) + 1)
	b.diary.drafts = append(b.diary.drafts, d)
	return d, nil
}

func (b *book) draft(fits func(transcript.Draft) bool) (transcript.Draft, bool, error) {
	defer b.shelf.enter()()
	for _, d := range slices.Backward(b.diary.drafts) {
		if fits(d) {
			return d, true, nil
		}
	}
	return transcript.Draft{}, false, nil
}

func (b *book) Draft(_ context.Context, n int64) (transcript.Draft, bool, error) {
	return b.draft(func(d transcript.Draft) bool { return d.N == n })
}

func (b *book) LastDraft(_ context.Context, s transcript.SessionID, l transcript.Length, v transcript.View) (transcript.Draft, bool, error) {
	return b.draft(func(d transcript.Draft) bool { return d.Session == s && d.Length == l && d.View == v })
}

func (b *book) LastPosted(context.Context) (transcript.Draft, bool, error) {
	return b.draft(func(d transcript.Draft) bool { return !d.Posted.IsZero() })
}

func (b *book) Post(ctx context.Context, n int64, c transcript.ChannelID, at time.Time) (d transcript.Draft, changed, ok bool, err error) {
	func() {
		defer b.shelf.enter()()
		if n < 1 || int(n) > len(b.diary.drafts) {
			return
		}
		if d := &b.diary.drafts[n-1]; d.Posted.IsZero() && d.View == transcript.ForPlayers {
			d.Posted, d.Channel, changed = at, c, true
		}
	}()
	d, ok, err = b.Draft(ctx, n)
	return d, changed, ok, err
}

func (b *book) Unpost(_ context.Context, n int64) error {
	defer b.shelf.enter()()
	b.diary.drafts[n-1].Posted, b.diary.drafts[n-1].Channel = time.Time{}, 0
	return nil
}

func (b *book) Usage(_ context.Context, s transcript.SessionID) ([]transcript.Usage, error) {
	defer b.shelf.enter()()
	return b.diary.used[s], nil
}

func (b *book) UsageSince(_ context.Context, from time.Time) ([]transcript.Usage, error) {
	defer b.shelf.enter()()
	b.diary.since = from
	return b.diary.month, nil
}

// A teller tells what it is told to.
type teller struct {
	text   string
	err    error
	takes  time.Duration
	asked  []transcript.SessionID
	drafts []recap.Version
	missed recap.Missed
	whose  []transcript.SpeakerID
}

func (t *teller) Tell(_ context.Context, id transcript.SessionID) (transcript.Recap, error) {
	t.asked = append(t.asked, id)
	return transcript.Recap{Session: id, Text: t.text, Model: "m"}, t.err
}

func (t *teller) Draft(ctx context.Context, id transcript.SessionID, v recap.Version) (transcript.Recap, error) {
	t.drafts = append(t.drafts, v)
	select {
	case <-time.After(t.takes):
	case <-ctx.Done():
		return transcript.Recap{}, ctx.Err()
	}
	return transcript.Recap{Session: id, Text: string(v.Length) + " " + string(v.View) + ": " + t.text, Model: "m"}, t.err
}

func (t *teller) Missed(_ context.Context, _ transcript.SessionID, who transcript.SpeakerID) (recap.Missed, error) {
	t.whose = append(t.whose, who)
	return t.missed, t.err
}
