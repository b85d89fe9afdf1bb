package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// ErrNoSession says that there is no session of that ID in the campaign.
var ErrNoSession = errors.New("no such session in this campaign")

const lineColumns = `l.session_id, l.n, l.scene_id, l.role, l.speaker, l.agent_id, l.name, l.text, l.cut, l.at, l.ended, l.confidence`

func lineFields(l *transcript.Line) []any {
	return []any{
		&l.Session, &l.N, &l.Scene, &l.Role, snowflake(&l.Speaker), &l.Agent, &l.Name, &l.Text, &l.Cut,
		micros(&l.At), micros(&l.End), &l.Confidence,
	}
}

// Append keeps line and sets its N, the next of its session. When it returns
// nil the line is kept even if the process dies.
func (c *Campaign) Append(ctx context.Context, line *transcript.Line) error {
	lines := []transcript.Line{*line}
	if err := c.AppendAll(ctx, lines); err != nil {
		return err
	}
	line.N = lines[0].N
	return nil
}

// AppendAll keeps lines, in order, all or none, and sets their N.
func (c *Campaign) AppendAll(ctx context.Context, lines []transcript.Line) error {
	if len(lines) == 0 {
		return nil
	}
	ns := make([]int64, len(lines))
	err := c.db.write(ctx, func(tx conn) error {
		number, seq, err := c.reserve(ctx, tx, len(lines))
		if err != nil {
			return err
		}
		index := postings{}
		rows := make([][]any, len(lines))
		var session numbered
		var cast []transcript.AgentID
		var scene transcript.SceneID
		for i := range lines {
			l := &lines[i]
			if l.Session != session.id {
				// Lines of a session that follow each other are numbered at once.
				n := 1
				for i+n < len(lines) && lines[i+n].Session == l.Session {
					n++
				}
				if session, err = c.number(ctx, tx, l.Session, n); err != nil {
					return err
				}
			}
			session.last++
			ns[i] = session.last
			if l.Scene != scene {
				scene = l.Scene
				if cast, err = c.present(ctx, tx, scene); err != nil {
					return err
				}
			}
			rows[i] = []any{
				c.id, seq + int64(i), l.Session, ns[i], l.Scene, l.Role, l.Speaker, l.Agent,
				l.Name, l.Text, l.Cut, l.At, l.End, l.Confidence,
			}
			index.add(seq+int64(i), entries(l.Text, session.kind, cast))
		}
		if err := tx.insert(ctx, insertLine, "", rows); err != nil {
			return err
		}
		return index.write(ctx, tx, number, (seq-1)/volumeSize)
	})
	if err != nil {
		return fmt.Errorf("append line: %w", err)
	}
	for i, n := range ns {
		lines[i].N = n
	}
	return nil
}

const insertLine = `lines (campaign_id, seq, session_id, n, scene_id, role, speaker, agent_id, name, text, cut, at, ended, confidence)`

// reserve takes the next n seqs of the campaign and returns the first. It
// locks the campaign's row until tx ends, so that appending to a campaign, and
// to its index, is one at a time.
func (c *Campaign) reserve(ctx context.Context, tx conn, n int) (number, first int64, err error) {
	var last int64
	ok, err := tx.row(ctx, `UPDATE campaigns SET lines = lines + $2 WHERE id = $1 RETURNING number, lines`,
		[]any{c.id, n}, &number, &last)
	if err == nil && !ok {
		err = ErrNoCampaign
	}
	return number, last - int64(n) + 1, err
}

// lock keeps others from changing the campaign until tx ends, and returns its
// number: it is the lock of [Campaign.reserve]. Where a new row takes the next
// place or a key that is free, it comes first, so that two at once get different
// ones.
func (c *Campaign) lock(ctx context.Context, tx conn) (number int64, err error) {
	number, _, err = c.reserve(ctx, tx, 0)
	return number, err
}

// A numbered is a session whose next lines are being numbered.
type numbered struct {
	id   transcript.SessionID
	kind transcript.Kind
	last int64
}

// number takes the next n line numbers of a session.
func (c *Campaign) number(ctx context.Context, tx conn, id transcript.SessionID, n int) (numbered, error) {
	s := numbered{id: id}
	ok, err := tx.row(ctx, `UPDATE sessions SET lines = lines + $3 WHERE campaign_id = $1 AND id = $2 RETURNING kind, lines`,
		[]any{c.id, id, n}, &s.kind, &s.last)
	if err == nil && !ok {
		err = ErrNoSession
	}
	s.last -= int64(n)
	return s, err
}

// Transcript returns the lines of a session in order, without those that never
// happened.
func (c *Campaign) Transcript(ctx context.Context, session transcript.SessionID) ([]transcript.Line, error) {
	lines, err := all(ctx, c.db.read(), lineFields, `
		SELECT `+lineColumns+` FROM lines l
		WHERE l.campaign_id = $1 AND l.session_id = $2 AND NOT l.hidden ORDER BY l.n`, c.id, session)
	if err != nil {
		return nil, fmt.Errorf("read transcript: %w", err)
	}
	return lines, nil
}

// Recent returns the last n lines of a session that agent heard, oldest first:
// those of scenes where it was present. With an empty agent it returns the
// last n of all.
func (c *Campaign) Recent(ctx context.Context, session transcript.SessionID, agent transcript.AgentID, n int) ([]transcript.Line, error) {
	lines, err := all(ctx, c.db.read(), lineFields, `
		SELECT `+lineColumns+` FROM lines l
		WHERE l.campaign_id = $1 AND l.session_id = $2 AND NOT l.hidden
		AND ($3 = '' OR EXISTS (
			SELECT 1 FROM played_cast p
			WHERE p.campaign_id = l.campaign_id AND p.scene_id = l.scene_id AND p.agent_id = $3))
		ORDER BY l.n DESC LIMIT $4`, c.id, session, agent, n)
	if err != nil {
		return nil, fmt.Errorf("read recent lines: %w", err)
	}
	slices.Reverse(lines)
	return lines, nil
}

// ErrNoLine says that there is no line of that number in the session.
var ErrNoLine = errors.New("no such line in this session")

// Hide marks a line as never happened: it leaves transcript, memory, search
// and recap, but stays in the database. Hiding twice is hiding once.
func (c *Campaign) Hide(ctx context.Context, session transcript.SessionID, n int64) error {
	err := c.db.write(ctx, func(tx conn) error {
		number, err := c.lock(ctx, tx)
		if err != nil {
			return err
		}
		_, err = c.hide(ctx, tx, number, session, n)
		return err
	})
	if err != nil {
		return fmt.Errorf("hide line: %w", err)
	}
	return nil
}

// hide hides a line of the campaign of that number, which the caller has
// locked. changed is false if it was hidden before. It returns ErrNoLine if
// there is none.
func (c *Campaign) hide(ctx context.Context, tx conn, number int64, session transcript.SessionID, n int64) (changed bool, err error) {
	index, changed, err := c.setHidden(ctx, tx, session, n, true)
	if err != nil || !changed {
		return false, err
	}
	if err := index.remove(ctx, tx, number); err != nil {
		return false, err
	}
	// Now, under the lock: whoever begins to tell while this waits for it reads
	// the line.
	return true, c.withdraw(ctx, tx, time.Now(), session)
}

// show shows a line again. All else is as with hide; what was told without it
// stays stale.
func (c *Campaign) show(ctx context.Context, tx conn, number int64, session transcript.SessionID, n int64) (changed bool, err error) {
	index, changed, err := c.setHidden(ctx, tx, session, n, false)
	if err != nil || !changed {
		return false, err
	}
	return true, index.write(ctx, tx, number, math.MaxInt64) // its volume may be begun
}

// setHidden marks a line, and returns its part of the index if that has changed
// anything.
func (c *Campaign) setHidden(ctx context.Context, tx conn, session transcript.SessionID, n int64, hide bool) (index postings, changed bool, err error) {
	var l transcript.Line
	var seq int64
	var kind transcript.Kind
	var hidden bool
	ok, err := tx.row(ctx, `
		SELECT `+lineColumns+`, l.seq, l.hidden, s.kind
		FROM lines l JOIN sessions s ON s.campaign_id = l.campaign_id AND s.id = l.session_id
		WHERE l.campaign_id = $1 AND l.session_id = $2 AND l.n = $3`,
		[]any{c.id, session, n}, append(lineFields(&l), &seq, &hidden, &kind)...)
	switch {
	case err != nil:
		return nil, false, err
	case !ok:
		return nil, false, ErrNoLine
	case hidden == hide:
		return nil, false, nil
	}
	cast, err := c.present(ctx, tx, l.Scene)
	if err != nil {
		return nil, false, err
	}
	index = postings{}
	index.add(seq, entries(l.Text, kind, cast))
	_, err = tx.exec(ctx, `UPDATE lines SET hidden = $3 WHERE campaign_id = $1 AND seq = $2`, c.id, seq, hide)
	return index, true, err
}
