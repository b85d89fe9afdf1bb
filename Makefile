# Targets for those who build Glyphoxa from source. `make` alone lists them.
#
# Tests come in two kinds. Those that happen in real time, with real programs
# speaking and listening, are named TestLive…; they run without the race
# detector, which would make them late. All others run with it, but for those that
# only compute.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# gcc warns at length about libopus, which is not ours. The value is part of the
# build cache's key, so it is set here once for every command.
export CGO_CFLAGS ?= -O2 -g -w

# Where the demo leaves its files.
OUT ?= demo-out

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

.PHONY: demo
demo: ## play the example scene, with voices, into ./demo-out (OUT=DIR)
	@scripts/setup.sh demo
	go run ./cmd/bot demo --out "$(OUT)"

.PHONY: test
test: ## all tests: both databases, real speech, real time
	@scripts/setup.sh test
	REQUIRE=$${REQUIRE-postgres,speech,node} scripts/postgres.sh scripts/test.sh

.PHONY: peer
peer: ## clients that are not ours, from npm, in a call with the bot
	@scripts/setup.sh peer
	REQUIRE=node go test -count=1 -p=1 -timeout=10m -run='^TestLivePeer' ./internal/voice/... ./cmd/bot

.PHONY: check
check: ## format, vet, lint, dead code, imports, licences
	@scripts/setup.sh build
	@scripts/check.sh

.PHONY: fuzz
fuzz: export FUZZTIME ?= 30s
fuzz: ## every fuzz target for 30 s each; FUZZTIME=10m for longer
	@scripts/fuzz.sh

.PHONY: bench
bench: ## measure against the budgets, into bench.json (BENCH=--guard to fail)
	@scripts/setup.sh test
	scripts/postgres.sh go run ./cmd/bot bench --out bench.json $(BENCH)
	go test -run '^$$' -bench . -benchtime 0.3s ./internal/voice ./internal/voice/rtp ./internal/voice/voicetest ./internal/voice/dave ./internal/voice/mls

.PHONY: update
update: ## rewrite the golden files of the tests
	@scripts/update.sh

.PHONY: run
run: ## run the bot
	go run ./cmd/bot run
