package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/knowledge"
)

// respellTexts corrects a name in the columns of a table that are nothing but text.
// key is the column that tells a campaign's rows apart; none has the zero K. It
// returns how many rows are different now.
func respellTexts[K ~string | ~int64](ctx context.Context, c *Campaign, r knowledge.Respelling, table, key string, columns ...string) (rows int, err error) {
	type row struct {
		key      K
		was, now []string
	}
	var set, same strings.Builder
	for i, column := range columns {
		if i > 0 {
			set.WriteString(", ")
		}
		fmt.Fprintf(&set, "%s = $%d", column, 3+i)
		fmt.Fprintf(&same, " AND %s = $%d", column, 3+len(columns)+i)
	}
	read := `SELECT ` + key + `, ` + strings.Join(columns, ", ") + ` FROM ` + table + `
		WHERE campaign_id = $1 AND ` + key + ` > $2 ORDER BY ` + key + ` LIMIT $3`
	// What somebody has dropped since it was read does not come back.
	update := `UPDATE ` + table + ` SET ` + set.String() + ` WHERE campaign_id = $1 AND ` + key + ` = $2` + same.String()

	var last K
	for {
		n, changed := 0, 0
		err := c.db.write(ctx, func(tx conn) error {
			list, err := all(ctx, tx, func(r *row) []any {
				r.was = make([]string, len(columns))
				fields := []any{&r.key}
				for i := range r.was {
					fields = append(fields, &r.was[i])
				}
				return fields
			}, read, c.id, last, respellAtOnce)
			if err != nil || len(list) == 0 {
				return err
			}
			n, last = len(list), list[len(list)-1].key
			for _, o := range list {
				for _, text := range o.was {
					o.now = append(o.now, r.In(text))
				}
				if slices.Equal(o.was, o.now) {
					continue
				}
				args := []any{c.id, o.key}
				for _, text := range slices.Concat(o.now, o.was) {
					args = append(args, text)
				}
				did, err := tx.exec(ctx, update, args...)
				if err != nil {
					return err
				}
				changed += int(did)
			}
			return nil
		})
		if err != nil {
			return rows, fmt.Errorf("in %s: %w", table, err)
		}
		rows += changed
		if n < respellAtOnce {
			return rows, nil
		}
	}
}
