#!/usr/bin/env bash
# Runs every test and tells what was run. See the Makefile for the two kinds and
# scripts/tally for REQUIRE.
set -euo pipefail
cd "$(dirname "$0")/.."

# These play whole scenes or measure: no other package may run beside them.
alone=(./cmd/bot ./internal/bench/...)
# These compute and start no goroutine: the race detector would take five times as
# long to find nothing. The same holds for a few tests of packages that do.
computing=(./internal/{audio,nearest,phonetic,spoken} ./internal/voice/{dave,mls,opus,vad})
computed='^Test(Churn|HeldOutSentences|OrdinaryWordsAreNoNames|StreamCuts|TextIsLinear|Windows)$'
of=(./internal/{conversation,provider/pocketsphinx,voice/voicetest})
mapfile -t others < <(go list ./... | grep -vxF "$(go list "${alone[@]}")")
mapfile -t raced < <(printf '%s\n' "${others[@]}" | grep -vxF "$(go list "${computing[@]}")")

{
	status=0
	# -shuffle also keeps results from the cache out of it. The benchmarks' own
	# tests go without the race detector: hours of fake time have crashed its
	# runtime (StackDepot, in a timer's goroutine), and what they run has tests of
	# its own here.
	go test -json -race -shuffle=on -timeout=10m -skip="^TestLive|$computed" ./cmd/bot "${raced[@]}" || status=1
	go test -json -shuffle=on -timeout=10m -skip='^TestLive' "${computing[@]}" || status=1
	go test -json -shuffle=on -timeout=10m -run="$computed" "${of[@]}" || status=1
	# Those that happen in real time spend most of it waiting, so that four
	# packages can do so at once, and three tables. Those tests that a misheard
	# word fails are not parallel: nothing runs beside them.
	go test -json -count=1 -p=4 -timeout=10m -run='^TestLive' "${others[@]}" || status=1
	go test -json -count=1 -parallel=3 -timeout=15m -run='^TestLive' ./cmd/bot || status=1
	go test -json -count=1 -p=1 -parallel=3 -shuffle=on -timeout=10m ./internal/bench/... || status=1
	exit "$status"
} | go run ./scripts/tally
