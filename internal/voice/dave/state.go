package dave

import (
	"encoding/binary"
	"slices"
	"time"
)

// State is what can be told about a session without its keys.
type State struct {
	// Version is the protocol version in force: 0 in the clear, 1 encrypted.
	Version uint16

	// Established says that we are in a group. Without one Epoch, Members,
	// Unannounced, PrivacyCode and Authenticator are zero.
	Established bool
	Epoch       uint64
	Members     []uint64 // in the order of their leaves

	// Unannounced are members that the server never told us are in the call.
	Unannounced []uint64

	// PrivacyCode is the 30 digits that the members compare to be sure that
	// they are in one group and nobody else is. It is made from Authenticator.
	PrivacyCode   string
	Authenticator []byte

	// Transitions is how many wait for their op 22.
	Transitions int

	// Invalid counts the times that we asked to be let in anew (op 31).
	Invalid int

	// Rejoin, unless it is zero, is when to leave the call and join it again by
	// the full path: it cannot be mended from here.
	Rejoin time.Time
}

// State returns the state of the session. What it points to is the caller's.
func (s *Session) State() State {
	st := State{
		Version:     s.version,
		Established: s.joined,
		Transitions: len(s.open),
		Invalid:     s.recovery.invalid,
		Rejoin:      s.recovery.rejoin,
	}
	if !s.joined {
		return st
	}
	st.Epoch = s.group.Epoch()
	for m := range s.group.Members() {
		u := binary.BigEndian.Uint64(m.Identity)
		st.Members = append(st.Members, u)
		if u != s.self && !s.users[u] {
			st.Unannounced = append(st.Unannounced, u)
		}
	}
	st.Authenticator = slices.Clone(s.group.Authenticator())
	st.PrivacyCode = DisplayableCode(st.Authenticator, 30, 5)
	return st
}
