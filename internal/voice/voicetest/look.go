package voicetest

import (
	"slices"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// SessionStats count what a client did in one session. Where nothing is said
// otherwise, a good client leaves the number at zero.
type SessionStats struct {
	Selects    int // op 1; one is usual
	Speaking   int // op 5
	Heartbeats int // any number
	SeqAck     int // of the last heartbeat; −1 if it has seen nothing
	Resumes    int
	Replayed   int // messages sent again

	Discoveries int // questions; one is usual
	KeepAlives  int // any number
	Packets     int // of audio that came and were genuine
	Silence     int // of those: silence frames
	Unannounced int // of those: before any op 5, which some may overtake
	Early       int // of audio before there was a key
	Refused     int // with a bad tag, or malformed
	WrongSSRC   int // packets, or op 5, with one that is not the client's
	NonceReused int // packets with a counter that another packet of the key had
	Junk        int // what is nothing

	Sent        int // of audio to the client; any number
	PaddingOnly int // of those
}

// A SessionInfo is what the server knows of a client.
type SessionInfo struct {
	Channel   uint64
	SSRC      uint32
	Mode      string // "" before op 1
	Connected bool   // by a connection that is not about to end, or dead
	In        bool   // in the call: op 1 has come
	Stats     SessionStats
}

// Session returns what is known of a user who is on the server by a connection,
// and false for any other.
func (v *VoiceServer) Session(user uint64) (SessionInfo, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.sessionOf(User(user))
	if s == nil {
		return SessionInfo{}, false
	}
	return SessionInfo{
		Channel: s.hall.channel, SSRC: s.ssrc, Mode: string(s.transport.mode),
		Connected: s.conn != nil && !s.conn.ending && !s.conn.dead, In: s.selected, Stats: s.stats,
	}, true
}

// A GroupInfo is what the server knows of a channel's group.
type GroupInfo struct {
	Version int
	Epoch   uint64
	Inside  []uint64 // in the call, in the order they came
	Members []uint64 // in the group
	Idle    bool     // nothing is proposed, and no transition is open
	Stats   Stats
}

// Group returns the state of a channel's group, and false if nobody has ever been
// in the channel.
func (v *VoiceServer) Group(channel uint64) (GroupInfo, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	h := v.halls[channel]
	if h == nil {
		return GroupInfo{}, false
	}
	g := GroupInfo{Version: h.call.version, Epoch: h.call.Epoch(), Idle: h.call.Idle(), Stats: h.call.Stats()}
	for _, o := range h.inside {
		g.Inside = append(g.Inside, uint64(o.who().user))
	}
	for _, u := range h.call.Members() {
		g.Members = append(g.Members, uint64(u))
	}
	return g, true
}

// A Traced message has passed the voice gateway.
type Traced struct {
	At     time.Time
	User   uint64 // 0 before Identify
	Client bool   // that sent it, rather than the server
	Op     gateway.Op
	Seq    int // −1 if it has none
	Data   []byte
}

// maxTrace is how many messages are remembered, the latest.
const maxTrace = 1 << 14

// Trace returns what has passed the voice gateway to and from a user, 0 meaning
// everybody.
func (v *VoiceServer) Trace(user uint64) []Traced {
	v.mu.Lock()
	defer v.mu.Unlock()
	all := slices.Clone(v.traced)
	if user == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(t Traced) bool { return t.User != user })
}

func (v *VoiceServer) trace(u User, client bool, m gateway.Message) {
	if len(v.traced) == maxTrace {
		v.traced = slices.Delete(v.traced, 0, maxTrace/4)
	}
	v.traced = append(v.traced, Traced{time.Now(), uint64(u), client, m.Op, m.Seq, m.Data})
}
