// Package opus encodes speech for Discord and decodes what people say there.
//
// The codec is libopus, which gopus brings and compiles. Coders are made,
// reset and given their bitrate through gopus; the calls made fifty times a
// second go past it, through call.go, straight into the caller's buffers,
// because gopus allocates a buffer for each packet, checks no lengths and
// reaches neither error correction nor concealment settings.
//
// A coder holds the state of one stream of sound and belongs to one goroutine
// at a time. Its memory is Go's: there is nothing to close, and it goes with
// the last reference to it.
//
// Packets come from strangers. [Parse] checks a packet's framing before C sees
// it, so that a broken one is an error here and never a crash there.
package opus

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"layeh.com/gopus"
)

// MaxFrame is the greatest length of one frame of a packet, in bytes, and the
// greatest packet that an [Encoder] makes.
// https://www.rfc-editor.org/rfc/rfc6716#section-3.4
const MaxFrame = 1275

// SilenceFrame is the packet that Discord's clients send to say that silence
// begins: five in a row, and then nothing until there is sound again. It is a
// string so that nobody can change it.
const SilenceFrame = "\xf8\xff\xfe"

// IsSilence reports whether a packet is a [SilenceFrame].
func IsSilence(packet []byte) bool { return string(packet) == SilenceFrame }

// ErrPacket is wrapped by every error about a packet's content.
var ErrPacket = errors.New("bad Opus packet")

// libError turns a negative result of libopus into an error.
func libError(code int) error {
	switch code {
	case -4:
		return ErrPacket
	case -1:
		return gopus.ErrBadArgument
	case -2:
		return gopus.ErrSmallBuffer
	case -3:
		return gopus.ErrInternal
	}
	return fmt.Errorf("libopus error %d", code)
}

// state finds libopus's own state inside a coder of gopus, which has no
// accessor for it. A gopus without that field is a mistake in go.mod.
func state(coder any, field string) unsafe.Pointer {
	v := reflect.ValueOf(coder).Elem().FieldByName(field)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("opus: %T has no pointer %s", coder, field))
	}
	return v.UnsafePointer()
}
