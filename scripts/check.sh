#!/usr/bin/env bash
# Everything about the source that a machine can judge without running the bot.
# All checks run, whatever the first says.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

lint() { go tool -modfile=tools/lint/go.mod golangci-lint "$@"; }
tool() { go tool -modfile=tools/go.mod "$@"; }

status=0
check() { # name, command...
	local out
	if out=$("${@:2}" 2>&1); then
		echo "ok    $1"
	else
		echo "FAIL  $1"
		sed 's/^/      /' <<<"$out"
		status=1
	fi
}

# deadcode exits with 0 even when it finds something. With -test, since fakes
# that tests of other packages use are not in _test files.
deadcode() {
	local found
	found=$(tool deadcode -test ./...) || return 1
	[ -z "$found" ] || {
		echo "$found"
		return 1
	}
}

scripts_parse() {
	local f
	for f in scripts/*.sh .ci/run; do
		bash -n "$f" || return 1
	done
}

check 'format (golangci-lint fmt)' lint fmt --diff
check 'vet' go vet ./...
check 'lint (golangci-lint run)' lint run ./...
check 'dead code' deadcode
check 'modern Go (go fix -diff)' go fix -diff ./...
check 'go.mod is tidy' go mod tidy -diff
check 'scripts' scripts_parse
check 'imports, cases, licences' go test ./internal
exit "$status"
