package dave

import "sync/atomic"

// Stats counts frames by what became of them.
type Stats struct {
	// By Encrypt.
	Encrypted uint64
	Held      uint64 // refused with ErrNoEpoch

	// By Decrypt.
	Decrypted uint64
	Passed    uint64 // let through in the clear; silence, too

	// Refused by Decrypt, each with the error of that name.
	UnknownUser, Plaintext, Tag, Replay, Generation uint64
}

// Stats returns the counts so far.
func (s *Session) Stats() Stats {
	c := &s.hearer.counts
	return Stats{
		Encrypted:   s.speaker.encrypted(),
		Held:        s.speaker.held.Load(),
		Decrypted:   c.decrypted.Load(),
		Passed:      c.passed.Load(),
		UnknownUser: c.refused[unknownUser].Load(),
		Plaintext:   c.refused[plaintext].Load(),
		Tag:         c.refused[badTag].Load(),
		Replay:      c.refused[replayed].Load(),
		Generation:  c.refused[badGeneration].Load(),
	}
}

type hearerCounts struct {
	decrypted, passed atomic.Uint64
	refused           [verdicts]atomic.Uint64
}
