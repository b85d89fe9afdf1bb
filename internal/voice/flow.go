package voice

import "sync/atomic"

// flow counts what became of packets, stage by stage, for anybody to read.
type flow struct {
	datagrams, socket              atomic.Int64
	audio, empty, unopened, opened atomic.Int64
	unknown, dropped               atomic.Int64
	refused, admitted              atomic.Int64
	undecrypted, decrypted, sound  atomic.Int64
	offered, held, encrypted, sent atomic.Int64
	unsent                         atomic.Int64
	lastIn, lastOut                atomic.Int64 // unix nanoseconds
}

// Inbound counts what became of what came, in the order of the way it takes.
type Inbound struct {
	Datagrams int64 // of any kind
	Errors    int64 // of the socket, instead of a datagram
	Audio     int64 // of them, packets of sound
	Opened    int64 // of them, opened by the connection's key
	Unopened  int64 // and those that it does not open
	Empty     int64 // padding only
	Unknown   int64 // nobody had said whose they are
	Dropped   int64 // and nobody did in time
	Refused   int64 // of people who have not consented
	Admitted  int64 // of people who have
	Decrypted int64 // of the latter, by their keys (DAVE)
	Failed    int64 // and those that no key opens
	Sound     int64 // of those decrypted, not silence
	Decoded   int64 // by Opus
	Bad       int64 // not Opus
	Utterance int64 // of speech
}

// Outbound counts what became of what was said.
type Outbound struct {
	Offered   int64 // packets made
	Held      int64 // there was no key to speak with
	Encrypted int64
	Sent      int64
	Unsent    int64 // the socket would not take them
}

// add adds what a connection has counted.
func (in *Inbound) add(f *flow) {
	in.Datagrams += f.datagrams.Load()
	in.Errors += f.socket.Load()
	in.Audio += f.audio.Load()
	in.Opened += f.opened.Load()
	in.Unopened += f.unopened.Load()
	in.Empty += f.empty.Load()
	in.Unknown += f.unknown.Load()
	in.Dropped += f.dropped.Load()
	in.Refused += f.refused.Load()
	in.Admitted += f.admitted.Load()
	in.Decrypted += f.decrypted.Load()
	in.Failed += f.undecrypted.Load()
	in.Sound += f.sound.Load()
}

func (out *Outbound) add(f *flow) {
	out.Offered += f.offered.Load()
	out.Held += f.held.Load()
	out.Encrypted += f.encrypted.Load()
	out.Sent += f.sent.Load()
	out.Unsent += f.unsent.Load()
}
