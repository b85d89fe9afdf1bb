// Package migrations carries the steps that bring a database to the shape this
// program needs: one directory for each engine, with the same numbers and the
// same tables. A step is never edited once it has been released; a test keeps
// the two directories alike, and another upgrades a dump of every release.
package migrations

import "embed"

// FS holds sqlite/NNNNN_name.sql and postgres/NNNNN_name.sql.
//
//go:embed sqlite/*.sql postgres/*.sql
var FS embed.FS
