#!/usr/bin/env bash
# Installs what `make demo`, `make peer`, `make test` or a mere build needs and
# this machine does not have.
#
#   scripts/setup.sh build|demo|peer|test [--no-install]
#
# On Debian and Ubuntu missing packages come from apt: as root at once, else
# through sudo after the command has been printed. Elsewhere, and with
# --no-install, it names what is missing and stops. When nothing is missing it
# says nothing and calls no package manager.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
	echo "usage: scripts/setup.sh build|demo|peer|test [--no-install]" >&2
	exit 2
}

for_what=${1:-}
install=yes
case "${2:-}" in
'') ;;
--no-install) install=no ;;
*) usage ;;
esac

# Each need is "package what-it-is-for test...": the test succeeds if it is met.
has() { command -v "$1" >/dev/null 2>&1; }
# A C compiler without the C library's headers compiles nothing.
has_cc() { has gcc && echo '#include <stdlib.h>' | gcc -E -xc - >/dev/null 2>&1; }
has_pocketsphinx() { has pocketsphinx_continuous || has pocketsphinx; }
has_en_us() { [ -d /usr/share/pocketsphinx/model/en-us ]; }
# npm writes the hidden list last, and copies what the lock file says.
peer=internal/voice/voicetest/peer
has_peer() { [ "$peer/node_modules/.package-lock.json" -nt "$peer/package-lock.json" ]; }
has_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || has initdb; }

missing=()
need() { # package, test, what for
	if ! eval "$2"; then
		missing+=("$1")
		echo "setup: missing $1: $3" >&2
	fi
}

needs_of_build() {
	need 'gcc libc6-dev' has_cc 'compiles libopus, which comes with the module gopus'
}

needs_of_demo() {
	needs_of_build
	need flite 'has flite' 'speaks for the players and the NPCs'
	need pocketsphinx has_pocketsphinx 'hears the players'
	need pocketsphinx-en-us has_en_us 'its model of English'
}

needs_of_peer() {
	# A Node of any origin will do.
	need nodejs 'has node' 'independent peers in the voice channel'
	has_peer || need npm 'has npm' 'fetches the libraries those peers speak by'
}

needs_of_test() {
	need espeak-ng 'has espeak-ng' 'a second voice'
	need sox 'has sox' 'judges what was spoken'
	need postgresql has_postgres 'the second database'
	needs_of_peer
}

case "$for_what" in
build) needs_of_build ;;
demo) needs_of_demo ;;
peer)
	needs_of_build
	needs_of_peer
	;;
test)
	needs_of_demo
	needs_of_test
	;;
*) usage ;;
esac

# Go comes first: without it the packages are of no use.
want=$(sed -n 's/^go //p' go.mod)
if ! has go; then
	echo "setup: Go is not installed: get Go $want or newer from https://go.dev/dl/" >&2
	exit 1
fi
# `go version` rather than a file: since 1.21 Go fetches a newer self if go.mod
# asks for one, and then the old one will do.
if ! have=$(go version 2>&1); then
	echo "setup: $have" >&2
	echo "setup: get Go $want or newer from https://go.dev/dl/" >&2
	exit 1
fi
have=$(sed -E 's/^go version go([0-9.]+).*/\1/' <<<"$have")
if [ "$(printf '%s\n' "$want" "$have" | sort -V | head -1)" != "$want" ]; then
	echo "setup: Go is $have: get Go $want or newer from https://go.dev/dl/" >&2
	exit 1
fi

if [ ${#missing[@]} -eq 0 ]; then
	case "$for_what" in
	peer | test) ;;
	*) exit 0 ;;
	esac
	has_peer && exit 0
	if [ "$install" = no ] && [ -z "${installed:-}" ]; then
		echo "setup: missing the peers' libraries: run npm ci in $peer" >&2
		exit 1
	fi
	npm ci --prefix "$peer" --loglevel=error >/dev/null
	exit 0
fi

# shellcheck disable=SC2206 # an entry may name two packages
packages=(${missing[@]})
if [ "$install" = no ]; then
	exit 1
fi
if ! has apt-get; then
	echo "setup: this machine has no apt; install what is named above by its own means (the names are Debian's), then try again" >&2
	exit 1
fi

as_root() { "$@"; }
if [ "$(id -u)" != 0 ]; then
	if ! has sudo; then
		echo "setup: become root, or install sudo, for: apt-get install ${packages[*]}" >&2
		exit 1
	fi
	as_root() {
		echo "setup: sudo $*" >&2
		sudo "$@"
	}
fi

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" </dev/null; }
# With lists that are absent or old the first attempt fails; then they are
# fetched, once.
if ! apt install --yes --no-install-recommends "${packages[@]}" >/dev/null 2>&1; then
	apt update
	apt install --yes --no-install-recommends "${packages[@]}" >/dev/null
fi
installed=yes exec scripts/setup.sh "$for_what" --no-install
