package rtp

// A Kind is what a datagram is.
type Kind int

// The kinds of datagram.
const (
	KindJunk      Kind = iota // none of the others
	KindKeepAlive             // the server's echo of ours, or a client's own
	KindRTCP                  // reports on how well packets arrive
	KindOther                 // RTP that is not Opus: video, its repetitions
	KindAudio                 // for [Opener.Open]
	KindDiscovery             // a question for an address, or the answer
)

func (k Kind) String() string {
	switch k {
	case KindKeepAlive:
		return "keep-alive"
	case KindRTCP:
		return "RTCP"
	case KindOther:
		return "other"
	case KindAudio:
		return "audio"
	case KindDiscovery:
		return "discovery"
	default:
		return "junk"
	}
}

// minRTCP is the least that an encrypted packet of RTCP has: a header of 8 bytes,
// the tag and the counter.
const minRTCP = 8 + tagSize + counterSize

// Classify tells what a datagram is, or claims to be, by its length and its first
// bytes. No two kinds can be taken for each other: discovery's first two bits are
// zero, and nothing of RTP is as short as a keep-alive.
func Classify(datagram []byte) Kind {
	n := len(datagram)
	switch {
	case n == keepAliveSize:
		return KindKeepAlive
	case isDiscovery(datagram, discoveryRequest), isDiscovery(datagram, discoveryAnswer):
		return KindDiscovery
	case n < minRTCP || datagram[0]&versionMask != version:
		return KindJunk
	// These are types of RTCP where RTP has the marker and types 64 to 95, which
	// RFC 5761, section 4, keeps free for it.
	case datagram[1] >= 192 && datagram[1] <= 223:
		return KindRTCP
	case n < Overhead:
		return KindJunk
	case datagram[1]&typeMask == payloadOpus:
		return KindAudio
	default:
		return KindOther
	}
}
