#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own.
#
#   scripts/postgres.sh COMMAND [ARGUMENT...]
#
# The server listens on a free port of 127.0.0.1, keeps its files in a temporary
# directory, and is stopped and removed however the command ends. The command
# finds its address in BOT_TEST_POSTGRES. A server given in that variable
# already is used instead.
set -euo pipefail

if [ $# = 0 ]; then
	echo "usage: scripts/postgres.sh COMMAND [ARGUMENT...]" >&2
	exit 2
fi
if [ -n "${BOT_TEST_POSTGRES:-}" ]; then
	exec "$@"
fi

# Debian keeps the server's programs out of PATH, one directory per version.
bin=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -1) || true
if [ -z "$bin" ]; then
	bin=$(dirname "$(command -v initdb)") || {
		echo "postgres: there is no PostgreSQL server here; run: scripts/setup.sh test" >&2
		exit 1
	}
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/glyphoxa-pg.XXXXXX")
as=()
if [ "$(id -u)" = 0 ]; then
	# The server refuses to run as root.
	chown postgres "$dir"
	as=(runuser -u postgres --)
fi
pg() { (cd "$dir" && "${as[@]}" "$bin/$1" "${@:2}"); }

child=
cleanup() {
	status=$?
	trap '' INT TERM
	if [ -n "$child" ]; then
		kill -TERM -- "-$child" 2>/dev/null || true
		wait "$child" 2>/dev/null || true
	fi
	if [ -f "$dir/data/postmaster.pid" ]; then
		pg pg_ctl -D "$dir/data" -m immediate -w -t 10 stop >/dev/null 2>&1 || true
	fi
	rm -rf "$dir"
	exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

pg initdb -D "$dir/data" -U app -A trust -E UTF8 --locale=C.UTF-8 --no-instructions -N >"$dir/out" 2>&1 || {
	cat "$dir/out" >&2
	exit 1
}

# Nothing tells a free port for sure; if somebody was quicker, another is tried.
# The data is thrown away, so nothing need reach the disk.
for attempt in 1 2 3 4 5; do
	port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000)) # below what the kernel gives to clients
	options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$dir"
	options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
	# shellcheck disable=SC2024 # the log is ours to read
	if pg pg_ctl -D "$dir/data" -w -t 60 -l "$dir/log" -o "$options" start >"$dir/out" 2>&1; then
		break
	fi
	if [ "$attempt" = 5 ] || ! grep -q 'already in use' "$dir/log"; then
		cat "$dir/log" "$dir/out" >&2 || true
		exit 1
	fi
done
pg createdb -h 127.0.0.1 -p "$port" -U app app

export BOT_TEST_POSTGRES="postgres://app@127.0.0.1:$port/app?sslmode=disable"
# In the background, since bash takes no signal while it waits for a command in
# front; and in a process group of its own (set -m), so that what the command has
# started ends with it.
set -m
"$@" <&0 &
child=$!
set +m
status=0
wait "$child" || status=$?
child=
exit "$status"
