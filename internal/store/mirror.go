package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// A table is one of those that hold a campaign as its file says it. The first
// column of its key is campaign_id.
type table struct {
	name string
	key  []string
	rest []string
}

// mirror makes the rows of one campaign equal to want, touching only rows that
// differ. Each row of want has the columns of key without the campaign, then
// those of rest.
func (t table) mirror(ctx context.Context, tx conn, campaign transcript.CampaignID, want [][]any) error {
	columns := slices.Concat(t.key, t.rest)
	have, err := t.rows(ctx, tx, campaign)
	if err != nil {
		return err
	}
	keys := len(t.key) - 1
	wanted := map[string]bool{}
	for _, row := range want {
		k := fmt.Sprintf("%q", bind(row[:keys]))
		if wanted[k] {
			return fmt.Errorf("table %s: two entries have the same key", t.name)
		}
		wanted[k] = true
	}
	for k, row := range have {
		if wanted[k] {
			continue
		}
		if _, err := tx.exec(ctx, t.remove(), slices.Concat([]any{campaign}, row[:keys])...); err != nil {
			return err
		}
	}
	set := t.set(columns)
	for _, row := range want {
		k := fmt.Sprintf("%q", bind(row[:keys]))
		if old, ok := have[k]; ok && slices.Equal(old, flags(bind(row))) {
			continue
		}
		if _, err := tx.exec(ctx, set, slices.Concat([]any{campaign}, row)...); err != nil {
			return err
		}
	}
	return nil
}

// rows returns the campaign's rows by key, without the campaign.
func (t table) rows(ctx context.Context, tx conn, campaign transcript.CampaignID) (map[string][]any, error) {
	columns := slices.Concat(t.key[1:], t.rest)
	out := map[string][]any{}
	query := `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + t.name + ` WHERE campaign_id = $1`
	err := tx.each(ctx, query, []any{campaign}, func(scan func(...any) error) error {
		row := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := scan(into...); err != nil {
			return err
		}
		row = flags(row)
		out[fmt.Sprintf("%q", row[:len(t.key)-1])] = row
		return nil
	})
	return out, err
}

// flags writes truth as 0 and 1, which is all that SQLite has.
func flags(row []any) []any {
	for i, v := range row {
		if b, ok := v.(bool); ok {
			row[i] = int64(0)
			if b {
				row[i] = int64(1)
			}
		}
	}
	return row
}

// put makes one row of the campaign what row says, as in mirror.
func (t table) put(ctx context.Context, tx conn, campaign transcript.CampaignID, row []any) error {
	_, err := tx.exec(ctx, t.set(slices.Concat(t.key, t.rest)), slices.Concat([]any{campaign}, row)...)
	return err
}

func (t table) remove() string {
	var where []string
	for i, k := range t.key {
		where = append(where, fmt.Sprintf("%s = $%d", k, i+1))
	}
	return `DELETE FROM ` + t.name + ` WHERE ` + strings.Join(where, " AND ")
}

func (t table) set(columns []string) string {
	var params, sets []string
	for i, c := range columns {
		params = append(params, fmt.Sprintf("$%d", i+1))
		if i >= len(t.key) {
			sets = append(sets, c+" = excluded."+c)
		}
	}
	return `INSERT INTO ` + t.name + ` (` + strings.Join(columns, ", ") + `) VALUES (` + strings.Join(params, ", ") + `)
		ON CONFLICT (` + strings.Join(t.key, ", ") + `) DO UPDATE SET ` + strings.Join(sets, ", ")
}
