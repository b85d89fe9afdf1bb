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
		# Keys are random, so coverage is never quite the same twice, and what is
		# interesting would be made smaller for ever.
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 20x "$pkg" </dev/null
	done
done
