package mls

import (
	"encoding/binary"
	"iter"
)

// Types of extensions (section 17.3).
const (
	extApplicationID   uint16 = 1
	extRatchetTree     uint16 = 2
	extRequired        uint16 = 3
	extExternalPub     uint16 = 4
	extExternalSenders uint16 = 5
)

// extensions is the content of an extension list, in its encoding:
//
//	struct {
//	    ExtensionType extension_type;
//	    opaque extension_data<V>;
//	} Extension;
type extensions []byte

// extensions reads a list of extensions. What they hold is not looked at: types
// that are not known must be tolerated (section 13.4).
func (r *reader) extensions() extensions {
	b := r.vector()
	in, n := reader{b: b}, 0
	for ; len(in.b) > 0; n++ {
		in.uint16()
		in.vector()
	}
	if in.err != nil {
		r.fail(in.err)
		return nil
	}
	if n > 1 && extensions(b).repeat() {
		r.fail(malformed("extensions: two of one type"))
		return nil
	}
	return b
}

// repeat reports whether a type is in the list twice. "Any field containing a
// list of extensions MUST NOT have more than one extension of any given type"
// (section 13.4).
func (e extensions) repeat() bool {
	var seen [1 << 16 / 64]uint64 // a bit for each type
	for kind := range e.all() {
		word, bit := &seen[kind/64], uint64(1)<<(kind%64)
		if *word&bit != 0 {
			return true
		}
		*word |= bit
	}
	return false
}

// all yields the types and data of the list.
func (e extensions) all() iter.Seq2[uint16, []byte] {
	return func(yield func(uint16, []byte) bool) {
		for r := (reader{b: e}); len(r.b) > 0; {
			if kind, data := r.uint16(), r.vector(); r.err != nil || !yield(kind, data) {
				return
			}
		}
	}
}

// find returns the data of the extension of a type.
func (e extensions) find(kind uint16) (data []byte, ok bool) {
	for k, d := range e.all() {
		if k == kind {
			return d, true
		}
	}
	return nil, false
}

func appendExtension(dst []byte, kind uint16, data []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, kind)
	return appendVector(dst, data)
}

// isDefault reports whether support for an extension type is implied, so that
// capabilities do not list it (section 7.2).
func isDefault(kind uint16) bool { return kind >= extApplicationID && kind <= extExternalSenders }
