package rtp

import "encoding/binary"

const keepAliveSize = 8

// AppendKeepAlive appends the nth datagram that only keeps routers from
// forgetting the way back, for a client that listens and says nothing. One every
// five seconds is what others send. An echo may come, or not.
func AppendKeepAlive(dst []byte, n uint64) []byte {
	return binary.LittleEndian.AppendUint64(dst, n)
}
