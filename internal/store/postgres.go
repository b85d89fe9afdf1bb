package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

var postgresDialect = dialect{
	goose:      goose.DialectPostgres,
	migrations: "postgres",
	open:       openPostgres,
	snapshot:   &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	explain:    explainPostgres,
	hasTable:   `SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1`,
	locker: func() (lock.SessionLocker, error) {
		// Asked once a second, for five minutes.
		return lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	},
}

func openPostgres(ctx context.Context, where location, _ bool) (writer, reader *sql.DB, err error) {
	config, err := pgx.ParseConfig(where.postgres)
	if err != nil {
		return nil, nil, fmt.Errorf("read database URL %s: %w", where.shown, err)
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(4)
	if err := db.PingContext(ctx); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open database %s: %w", where.shown, explainPostgres(err)), db.Close())
	}
	return db, db, nil
}

// explainPostgres goes by the code's class where that is enough.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
func explainPostgres(err error) error {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case e.Code == "53100":
			return &Trouble{What: "the disk of the database server is full", Do: "free some space there; nothing that was written before is lost", Err: err}
		case e.Code == "53300":
			return &Trouble{What: "the database server has no connection left", Do: "close other programs that use it, or raise its max_connections", Err: err}
		case e.Code == "25006":
			return &Trouble{What: "the database server is read-only", Do: "name the primary server in the database URL, not a standby", Err: err}
		case e.Code == "42501":
			return &Trouble{What: "the database user lacks a right", Do: "make it the owner of the database", Err: err}
		case e.Code == "3D000":
			return &Trouble{What: "there is no such database on the server", Do: "create it with createdb, or correct the database URL", Err: err}
		case strings.HasPrefix(e.Code, "28"):
			return &Trouble{What: "the database server refuses the user or the password", Do: "correct the database URL", Err: err}
		case strings.HasPrefix(e.Code, "57P"):
			return &Trouble{What: "the database server is stopping or starting", Do: "try again in a moment", Err: err}
		}
		return err
	}
	_, dial := errors.AsType[*net.OpError](err)
	_, lookup := errors.AsType[*net.DNSError](err)
	if dial || lookup {
		return &Trouble{What: "the database server does not answer", Do: "check that it runs and that host and port in the database URL are right", Err: err}
	}
	return err
}
