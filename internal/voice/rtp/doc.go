// Package rtp reads and writes what Discord's voice servers and their clients
// send each other over UDP: sound in encrypted packets of RTP, and around it the
// question for one's own address and datagrams that keep the way open.
//
// # What comes
//
// All of it arrives on one socket. [Classify] tells a datagram's kind by its
// first bytes, without a key:
//
//	datagram ──▶ Classify ──▶ KindAudio ──────▶ Opener.Open ──▶ DAVE, then Opus
//	                     ├──▶ KindDiscovery ──▶ ParseDiscovery
//	                     └──▶ keep-alive, RTCP, video, junk: counted and dropped
//
// # How a packet is sealed
//
// Both modes, whose names end in "rtpsize", have the same layout:
//
//	fixed header   12 bytes ┐
//	CSRC list      4 × CC   ├ in the clear, authenticated
//	preamble       4, if X  ┘ of the extension: profile, and length in words
//	extension      4 × length, if X ┐
//	payload                         ├ encrypted
//	padding        if P             ┘ its last byte says how long it is
//	tag            16
//	counter        4, the start of the nonce; its other bytes are zero
//
// So an extension is half in the clear and half not, and how much padding there
// is can be known only after decryption. [Opener.Open] removes both: padding left
// behind the payload hides the mark by which DAVE knows its own frames, which
// then pass for frames in the clear.
//
// # What it does not do
//
// There is no I/O, no clock and no goroutine in it. It does not put packets in
// order, and does not notice one that comes twice: whoever orders them sees that,
// and DAVE does. It makes no RTCP, as Discord wants none.
//
// No packet allocates, if the caller's buffer has room. Two things are not ours to
// change: an answer of discovery does, once a connection, and [XChaCha20] does on
// other processors than amd64, once a packet, inside x/crypto.
//
// # Where things are
//
//	mode.go         the two ciphers, and which to choose
//	packet.go       the header: writing it, finding what is where
//	seal.go open.go to and from the wire
//	classify.go     what a datagram is
//	discovery.go    how a client learns the address it is seen under
//	keepalive.go    datagrams that say nothing
//	server.go       what no client sends or reads, for who plays the server
//	errors.go       refusals
//
// # Endianness
//
// Big-endian, but for the keep-alive's number.
package rtp
