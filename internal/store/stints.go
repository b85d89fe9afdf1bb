package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// came notes that a person is at the table from now on, unless they have been.
func (c *Campaign) came(ctx context.Context, tx conn, session transcript.SessionID, who transcript.SpeakerID, at time.Time) error {
	_, err := tx.exec(ctx, `
		INSERT INTO stints (campaign_id, session_id, user_id, came)
		SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
			SELECT 1 FROM stints t WHERE t.campaign_id = $1 AND t.session_id = $2 AND t.user_id = $3 AND t.went = 0)
		ON CONFLICT (campaign_id, session_id, user_id, came) DO NOTHING`,
		c.id, session, who, at)
	return err
}

// Left notes that a person has gone from the table of a session. Coming again
// is [Campaign.AddSpeaker]. Of who is not there it changes nothing.
func (c *Campaign) Left(ctx context.Context, session transcript.SessionID, who transcript.SpeakerID, at time.Time) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			UPDATE stints SET went = $4 WHERE campaign_id = $1 AND session_id = $2 AND user_id = $3 AND went = 0`,
			c.id, session, who, at)
		return err
	})
	if err != nil {
		return fmt.Errorf("note who has gone: %w", err)
	}
	return nil
}

// atTable is the part of a query that says that somebody of stints t was there
// when line l was said.
const atTable = `t.campaign_id = l.campaign_id AND t.session_id = l.session_id
	AND t.came <= l.at AND (t.went = 0 OR l.at < t.went)`

// PartyLines returns the lines of a session that at least one player was there
// to hear, in order, without hidden ones. What a GM and an NPC say to each
// other before the players come is none of theirs. Sessions that are not live
// have no players who come and go: of them it returns all.
func (c *Campaign) PartyLines(ctx context.Context, session transcript.SessionID) ([]transcript.Line, error) {
	lines, err := all(ctx, c.db.read(), lineFields, `
		SELECT `+lineColumns+`
		FROM lines l JOIN sessions s ON s.campaign_id = l.campaign_id AND s.id = l.session_id
		WHERE l.campaign_id = $1 AND l.session_id = $2 AND NOT l.hidden
		AND (s.kind <> $3 OR l.role = $4 OR EXISTS (
			SELECT 1 FROM stints t
			JOIN speakers p ON p.campaign_id = t.campaign_id AND p.session_id = t.session_id AND p.user_id = t.user_id
			WHERE p.role = $4 AND `+atTable+`))
		ORDER BY l.n`, c.id, session, transcript.Live, transcript.Player)
	if err != nil {
		return nil, fmt.Errorf("read what the party heard: %w", err)
	}
	return lines, nil
}

// MissedLines returns those of [Campaign.PartyLines] that a person was not
// there to hear. ok is false if they have never been at that table.
func (c *Campaign) MissedLines(ctx context.Context, session transcript.SessionID, who transcript.SpeakerID) (missed []transcript.Line, ok bool, err error) {
	type stint struct{ came, went time.Time }
	stints, err := all(ctx, c.db.read(), func(s *stint) []any { return []any{micros(&s.came), micros(&s.went)} }, `
		SELECT came, went FROM stints WHERE campaign_id = $1 AND session_id = $2 AND user_id = $3`, c.id, session, who)
	if err != nil {
		return nil, false, fmt.Errorf("read when somebody was there: %w", err)
	}
	if len(stints) == 0 {
		return nil, false, nil
	}
	lines, err := c.PartyLines(ctx, session)
	if err != nil {
		return nil, false, err
	}
next:
	for _, l := range lines {
		for _, s := range stints {
			if l.Speaker == who || !l.At.Before(s.came) && (s.went.IsZero() || l.At.Before(s.went)) {
				continue next
			}
		}
		missed = append(missed, l)
	}
	return missed, true, nil
}

// Said finds lines of live sessions that hold words, the best first and at most
// limit: see [Campaign.Lines]. With a person it finds only what was said while
// they were at the table; 0 is for GMs, who may read everything.
func (c *Campaign) Said(ctx context.Context, text string, by transcript.SpeakerID, limit int) ([]transcript.Line, error) {
	r := reach{kinds: []transcript.Kind{transcript.Live}, person: by}
	terms := words(text, false)
	terms = terms[:min(len(terms), queryWords)]
	if len(terms) == 0 {
		return nil, nil
	}
	var out []transcript.Line
	err := c.db.snapshot(ctx, func(tx conn) error {
		hits, err := c.search(ctx, tx, terms, r)
		if err != nil {
			return err
		}
		out, err = c.readable(ctx, tx, hits, r, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search what was said: %w", err)
	}
	return out, nil
}

// An evening is a session that a person was at the table of, by the seqs of its
// first and last line.
type evening struct {
	first, last int64
	whole       bool // they were there from the beginning to the end
}

// evenings returns the sessions that a person was at the table of. That is
// cheaper to know than which lines they heard, and leaves few of those to ask
// about.
func (c *Campaign) evenings(ctx context.Context, db conn, who transcript.SpeakerID) ([]evening, error) {
	return all(ctx, db, func(e *evening) []any { return []any{&e.first, &e.last, &e.whole} }, `
		SELECT a.seq, z.seq, t.whole = 1
		FROM (
			SELECT x.campaign_id, x.session_id, max(CASE WHEN x.came <= s.started AND (x.went = 0 OR s.ended <> 0 AND x.went >= s.ended) THEN 1 ELSE 0 END) AS whole, max(s.lines) AS lines
			FROM stints x JOIN sessions s ON s.campaign_id = x.campaign_id AND s.id = x.session_id
			WHERE x.campaign_id = $1 AND x.user_id = $2 GROUP BY x.campaign_id, x.session_id
		) AS t
		JOIN lines a ON a.campaign_id = t.campaign_id AND a.session_id = t.session_id AND a.n = 1
		JOIN lines z ON z.campaign_id = t.campaign_id AND z.session_id = t.session_id AND z.n = t.lines`, c.id, who)
}

// within returns which lines of a volume are of evenings, and which of those of
// whole ones.
func within(evenings []evening, first int64) (some, whole shelf) {
	for _, e := range evenings {
		for place := max(e.first-first, 0); place <= min(e.last-first, volumeSize-1); place++ {
			some.add(int(place))
			if e.whole {
				whole.add(int(place))
			}
		}
	}
	return some, whole
}

// takeHeard has g take those lines of a volume that a person was there to hear.
// Each that is in doubt is asked about: where those are many it goes part by
// part, since a frequent word has enough before the volume ends.
func (c *Campaign) takeHeard(ctx context.Context, db conn, g *gather, v *volume, there []evening, who transcript.SpeakerID) error {
	some, whole := within(there, v.first)
	v.limit(&some)
	doubt := func(v *volume) shelf {
		lines := g.wanted(v)
		lines.subtract(&whole)
		return lines
	}
	parts := 1
	if all := doubt(v); all.len() > ranked {
		parts = 8
	}
	for part := range v.parts(parts) {
		unheard, err := c.unheard(ctx, db, v.first, doubt(part), who)
		if err != nil {
			return err
		}
		heard := part.readable
		heard.subtract(&unheard)
		part.limit(&heard)
		if g.take(part); g.enough() {
			break
		}
	}
	return nil
}

// heardAtOnce is how many lines are asked about in one query.
const heardAtOnce = 200

// unheard returns which lines of a volume, which begins at seq first, a person
// was not there to hear.
func (c *Campaign) unheard(ctx context.Context, db conn, first int64, lines shelf, who transcript.SpeakerID) (shelf, error) {
	var seqs []int64
	for place := range lines.newestFirst() {
		seqs = append(seqs, first+int64(place))
	}
	for chunk := range slices.Chunk(seqs, heardAtOnce) {
		list, args := in([]any{c.id, who}, chunk)
		err := db.each(ctx, `
			SELECT l.seq FROM lines l WHERE l.campaign_id = $1 AND l.seq IN (`+list+`)
			AND (l.speaker = $2 OR EXISTS (SELECT 1 FROM stints t WHERE t.user_id = $2 AND `+atTable+`))`,
			args, func(scan func(...any) error) error {
				var seq int64
				if err := scan(&seq); err != nil {
					return err
				}
				lines.remove(int(seq - first))
				return nil
			})
		if err != nil {
			return shelf{}, err
		}
	}
	return lines, nil
}
