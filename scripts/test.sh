#!/usr/bin/env bash
# Runs every test and tells what was run. See the Makefile for the two kinds and
# scripts/tally for REQUIRE.
set -euo pipefail
cd "$(dirname "$0")/.."

{
	status=0
	# -shuffle also keeps results from the cache out of it.
	go test -json -race -shuffle=on -timeout=10m -skip='^TestLive' ./... || status=1
	# One package at a time: two scenes on one processor would both be late.
	go test -json -count=1 -p=1 -timeout=15m -run='^TestLive' ./... || status=1
	exit "$status"
} | go run ./scripts/tally
