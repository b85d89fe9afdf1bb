package voice

import "time"

// A Stage is a place that sound passes.
type Stage string

// The stages, in the order of the way in, and the one of the way out.
const (
	StageNetwork    Stage = "network"    // packets arrive
	StageTransport  Stage = "transport"  // they open by the connection's key
	StageSpeaker    Stage = "speaker"    // somebody says whose they are
	StageEncryption Stage = "encryption" // they open by the speaker's key (DAVE)
	StageOpus       Stage = "Opus"       // they decode
	StageSending    Stage = "sending"    // what is said leaves
)

const (
	// stuckAfter is when a stage that lets nothing through is named, and
	// rebuildAfter when the connection is made anew therefore.
	stuckAfter   = 5 * time.Second
	rebuildAfter = 15 * time.Second
	// stuckPackets is how many must have been held up by then: one second of
	// speech. A stray packet is no fault.
	stuckPackets = 50
	// stuckPause is after how long without a packet those before are forgotten.
	stuckPause = time.Minute
)

// A watch finds the stage where sound is lost: it takes in, and lets nothing
// out. The zero watch is ready to use.
type watch struct {
	stages [5]gauge // of all but the network
}

// A gauge watches one stage.
type gauge struct {
	in, out int64     // what it had taken in and let out when it last let out
	seen    int64     // what it had taken in when it was last looked at
	since   time.Time // of the first that it has held up since; zero for none
	last    time.Time // and of the latest
}

// A flowing is what the stages have counted.
type flowing struct {
	in  Inbound
	out Outbound
	// spoke is when somebody who may be heard last announced that he speaks,
	// lastIn when any datagram came.
	spoke, lastIn time.Time
}

// look takes what has been counted, and returns the first stage that is stuck,
// and for how long; an empty stage if none is.
func (w *watch) look(f flowing, now time.Time) (Stage, time.Duration) {
	// Whoever speaks says so once, so that there is no number to count.
	if f.spoke.After(f.lastIn) && now.Sub(f.spoke) >= stuckAfter {
		return StageNetwork, now.Sub(f.spoke)
	}
	in := f.in
	for i, s := range [...]struct {
		stage   Stage
		in, out int64
	}{
		{StageTransport, in.Audio, in.Opened + in.Empty},
		{StageSpeaker, in.Opened, in.Refused + in.Admitted},
		// Silence is not encrypted by everybody, and comes through whatever the
		// keys are: it says nothing of them.
		{StageEncryption, in.Admitted - (in.Decrypted - in.Sound), in.Sound},
		{StageOpus, in.Sound, in.Decoded},
		// What waits for a key is the encryption's business, which knows
		// whether anybody is there.
		{StageSending, f.out.Encrypted, f.out.Sent},
	} {
		if held := w.stages[i].look(s.in, s.out, now); held >= stuckAfter {
			return s.stage, held
		}
	}
	return "", 0
}

// look returns for how long the stage has let nothing through that it took in. Time
// in which it took in nothing tells nothing, and is counted only if more came.
func (g *gauge) look(in, out int64, now time.Time) time.Duration {
	switch {
	case out != g.out || in < g.in: // or the counters are new
		*g = gauge{in: in, out: out}
	case in == g.seen:
	case g.since.IsZero() || now.Sub(g.last) > stuckPause:
		g.in, g.since, g.last = g.seen, now, now
	default:
		g.last = now
	}
	g.seen = in
	if in-g.in < stuckPackets {
		return 0
	}
	return g.last.Sub(g.since)
}
