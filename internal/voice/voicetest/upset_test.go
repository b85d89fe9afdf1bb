package voicetest

import (
	"bytes"
	"slices"
	"time"

	"glyphoxa/internal/voice/dave"
)

// What can be done to messages on their way. Each returns an Upset for
// [RoomOptions]; of several, each gets what the one before it let through.

func upsets(list ...func(Letter) []Letter) func(Letter) []Letter {
	return func(l Letter) []Letter {
		letters := []Letter{l}
		for _, upset := range list {
			var next []Letter
			for _, l := range letters {
				next = append(next, upset(l)...)
			}
			letters = next
		}
		return letters
	}
}

// spoil changes a byte of the next n messages of an op to a user, where there is
// a signature or a ciphertext.
func spoil(to User, op dave.Op, n *int) func(Letter) []Letter {
	return func(l Letter) []Letter {
		if *n > 0 && l.To == to && l.Message.Op == op {
			*n--
			l.Message.Data = bytes.Clone(l.Message.Data)
			l.Message.Data[len(l.Message.Data)-40] ^= 1
		}
		return []Letter{l}
	}
}

// repeat has messages to a user come twice, the second time after a while.
func repeat(to User, after time.Duration, ops ...dave.Op) func(Letter) []Letter {
	return func(l Letter) []Letter {
		if l.To != to || !slices.Contains(ops, l.Message.Op) {
			return []Letter{l}
		}
		again := l
		again.At = l.At.Add(after)
		return []Letter{l, again}
	}
}

// delay has messages of an op to a user come late, so that later ones overtake
// them.
func delay(to User, by time.Duration, ops ...dave.Op) func(Letter) []Letter {
	return func(l Letter) []Letter {
		if l.To == to && slices.Contains(ops, l.Message.Op) {
			l.At = l.At.Add(by)
		}
		return []Letter{l}
	}
}

// lose loses what a user sends of an op.
func lose(from User, ops ...dave.Op) func(Letter) []Letter {
	return func(l Letter) []Letter {
		if l.From == from && slices.Contains(ops, l.Message.Op) {
			return nil
		}
		return []Letter{l}
	}
}
