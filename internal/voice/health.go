package voice

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/dave"
)

// Health is what can be told about a stay: where its sound goes, and where it
// does not.
type Health struct {
	// Flows says that sound can flow. Without it Channel is where it last did.
	Flows   bool
	Channel transcript.ChannelID
	Since   time.Time     // since when this connection is there
	Ping    time.Duration // to the voice server and back

	// Encrypted says that the call is encrypted end to end. Alone says that it
	// would be, but that there is nobody to speak with. Epoch, Members and
	// PrivacyCode are those of the group.
	Encrypted, Alone bool
	Epoch            uint64
	Members          []transcript.SpeakerID
	PrivacyCode      string // 30 digits; the members see the same

	In              Inbound
	Out             Outbound
	LastIn, LastOut time.Time // of any datagram, of a packet of sound

	// Speakers is what came of whom, in no order that matters but always the
	// same.
	Speakers []SpeakerHealth

	// Stuck is the stage that lets nothing through, empty for none, and
	// StuckFor for how long.
	Stuck    Stage
	StuckFor time.Duration

	Resumes int   // of lost websockets
	Joins   int   // connections so far
	Dropped int64 // sounds, because the conversation was slow
}

// SpeakerHealth says what came of one speaker.
type SpeakerHealth struct {
	User     transcript.SpeakerID
	Packets  int64
	Failed   int64 // that no key opens
	Last     time.Time
	Admitted bool // of the last packet
}

// health collects it. Its methods may be called from any goroutine.
type health struct {
	table *Table

	mu       sync.Mutex
	conn     *Conn // nil while sound does not flow
	channel  transcript.ChannelID
	since    time.Time
	in       Inbound // of the connections before
	out      Outbound
	resumes  int
	joins    int
	stage    Stage
	stuckFor time.Duration
	speakers map[transcript.SpeakerID]SpeakerHealth
}

// use takes the connection that sound flows through now.
func (h *health) use(c *Conn, channel transcript.ChannelID, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conn, h.channel, h.since = c, channel, now
	h.joins++
}

// drop takes that sound flows through it no longer.
func (h *health) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conn == nil {
		return
	}
	h.in.add(&h.conn.media.count)
	h.out.add(&h.conn.media.count)
	h.resumes += int(h.conn.resumes.Load())
	h.speakers = h.conn.media.speakers(h.speakers)
	h.conn, h.stage, h.stuckFor = nil, "", 0
}

// stuck takes what the watch has found.
func (h *health) stuck(s Stage, d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stage, h.stuckFor = s, d
}

// flowing returns what the stages of the connection that is there have counted;
// ok is false if there is none.
func (h *health) flowing() (f flowing, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conn == nil || !h.table.hearing() {
		return f, false
	}
	count := &h.conn.media.count
	f.in.add(count)
	f.out.add(count)
	f.spoke, f.lastIn = stamp(h.conn.spoke.Load()), stamp(count.lastIn.Load())
	ears, _ := h.table.Counters()
	f.in.Decoded = ears.Decoded
	return f, true
}

// stamp is the time of unix nanoseconds, zero for none.
func stamp(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns)
}

// Health returns how the stay is. What it points to is the caller's.
func (s *Stay) Health() Health { return s.health.report() }

func (h *health) report() Health {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := Health{
		Channel: h.channel, Since: h.since, In: h.in, Out: h.out,
		Resumes: h.resumes, Joins: h.joins, Stuck: h.stage, StuckFor: h.stuckFor,
	}
	speakers := h.speakers
	if c := h.conn; c != nil {
		r.Flows = true
		r.Ping = c.client.Ping()
		r.In.add(&c.media.count)
		r.Out.add(&c.media.count)
		r.Resumes += int(c.resumes.Load())
		r.LastIn, r.LastOut = stamp(c.media.count.lastIn.Load()), stamp(c.media.count.lastOut.Load())
		r.group(*c.state.Load())
		speakers = c.media.speakers(speakers)
	}
	ears, dropped := h.table.Counters()
	r.In.Decoded, r.In.Bad, r.In.Utterance, r.Dropped = ears.Decoded, ears.Bad, ears.Utterance, dropped
	for _, s := range speakers {
		r.Speakers = append(r.Speakers, s)
	}
	slices.SortFunc(r.Speakers, func(a, b SpeakerHealth) int {
		return cmp.Compare(a.User, b.User)
	})
	return r
}

// group fills in what the encryption knows.
func (r *Health) group(s dave.State) {
	r.Encrypted = s.Version > 0 && s.Established
	r.Alone = s.Version > 0 && !s.Established
	r.Epoch, r.PrivacyCode = s.Epoch, s.PrivacyCode
	for _, m := range s.Members {
		r.Members = append(r.Members, transcript.SpeakerID(m))
	}
}
