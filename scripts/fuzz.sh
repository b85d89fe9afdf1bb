#!/usr/bin/env bash
# Runs every fuzz target for a while: FUZZTIME, 30s unless set. go test -fuzz
# takes one target of one package at a time.
set -euo pipefail
cd "$(dirname "$0")/.."

time=${FUZZTIME:-30s}
go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./... | while read -r pkg; do
	targets=$(go test -list '^Fuzz' "$pkg" </dev/null | grep '^Fuzz' || true)
	for target in $targets; do
		echo "fuzz: $pkg $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$pkg" </dev/null
	done
done
