#!/usr/bin/env bash
# Rewrites the golden files of the packages that have any: those whose tests
# define -update. Look at the difference before you commit it.
set -euo pipefail
cd "$(dirname "$0")/.."

files=$(grep -rl --include='*_test.go' 'flag\.Bool("update"' . || true)
if [ -z "$files" ]; then
	echo "update: there are no golden files"
	exit 0
fi
mapfile -t packages < <(xargs -n1 dirname <<<"$files" | sort -u)
go test "${packages[@]}" -update
