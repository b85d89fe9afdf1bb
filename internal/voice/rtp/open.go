package rtp

// An Opener decrypts the packets of one connection. It belongs to one goroutine.
type Opener struct{ cryptor }

// NewOpener returns an Opener for the key of a session description.
func NewOpener(mode Mode, key []byte) (*Opener, error) {
	c, err := newCryptor(mode, key)
	if err != nil {
		return nil, err
	}
	return &Opener{c}, nil
}

// Open decrypts a packet of audio and removes padding and extension. What is left
// is a frame of DAVE, or of Opus where there is no DAVE.
//
// The payload lies in the room that dst has behind its length, whose bytes are
// overwritten, and is good until that is used again. Without enough of it, the
// length of the datagram at most, new memory is taken. The room and the datagram
// must not overlap.
//
// The error is ErrMalformed, ErrAuth or ErrEmpty. With ErrEmpty the header is
// good, so that nobody waits for its sequence number; with the others nothing is.
func (o *Opener) Open(dst, datagram []byte) (h Header, payload []byte, err error) {
	h, l, ok := parse(datagram)
	if !ok {
		return Header{}, nil, ErrMalformed
	}
	end := len(datagram) - counterSize
	copy(o.nonce[:], datagram[end:])
	plain, err := o.aead.Open(dst, o.nonce[:o.size], datagram[l.body:end], datagram[:l.body])
	if err != nil {
		return Header{}, nil, ErrAuth
	}
	payload, ok = l.payload(plain[len(dst):])
	switch {
	case !ok:
		return Header{}, nil, ErrMalformed
	case len(payload) == 0:
		return h, nil, ErrEmpty
	default:
		return h, payload, nil
	}
}

// payload returns what of the plaintext is neither extension nor padding.
//
// "The last octet of the padding contains a count of how many padding octets
// should be ignored, including itself": RFC 3550, section 5.1. A count of zero
// does not include itself, and one that reaches into the extension or beyond is
// a lie. The extension's length was checked by parse.
func (l layout) payload(plain []byte) (payload []byte, ok bool) {
	payload = plain[l.extension:]
	if !l.padded {
		return payload, true
	}
	if len(payload) == 0 {
		return nil, false
	}
	n := int(payload[len(payload)-1])
	if n == 0 || n > len(payload) {
		return nil, false
	}
	return payload[:len(payload)-n], true
}
