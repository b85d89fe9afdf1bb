package opus

/*
#cgo noescape glyphoxa_decode
#cgo nocallback glyphoxa_decode
#cgo noescape glyphoxa_encode
#cgo nocallback glyphoxa_encode
#cgo noescape glyphoxa_set
#cgo nocallback glyphoxa_set

#include <stdint.h>

// These live in the libopus that gopus compiles (or, on processors for which
// it has none, links). They are weak because cgo links each package alone
// once, to learn what it needs, and there they are missing.
typedef struct OpusEncoder OpusEncoder;
typedef struct OpusDecoder OpusDecoder;
extern int opus_decode(OpusDecoder *st, const unsigned char *data, int32_t len,
	int16_t *pcm, int frame_size, int decode_fec) __attribute__((weak));
extern int32_t opus_encode(OpusEncoder *st, const int16_t *pcm, int frame_size,
	unsigned char *data, int32_t max_data_bytes) __attribute__((weak));
extern int opus_encoder_ctl(OpusEncoder *st, int request, ...) __attribute__((weak));

static int glyphoxa_decode(void *st, const void *data, int len, void *pcm, int samples, int fec) {
	return opus_decode(st, data, len, pcm, samples, fec);
}
static int glyphoxa_encode(void *st, const void *pcm, int samples, void *data, int max) {
	return opus_encode(st, pcm, samples, data, max);
}
static int glyphoxa_set(void *st, int request, int value) {
	return opus_encoder_ctl(st, request, value);
}
*/
import "C"

import (
	"unsafe"

	"glyphoxa/internal/audio"
)

// Buffers are passed as &b[0], in the call itself: of such a pointer cgo checks
// that the samples hold no Go pointers, and not what else there may be in the
// caller's struct around them.

// decode writes len(pcm) samples, or fewer if the packet has fewer. An empty
// packet asks for concealment. pcm must not be empty.
func decode(st unsafe.Pointer, packet []byte, pcm []int16, fec bool) (int, error) {
	var n C.int
	if len(packet) == 0 {
		n = C.glyphoxa_decode(st, nil, 0, unsafe.Pointer(&pcm[0]), C.int(len(pcm)), 0)
	} else {
		n = C.glyphoxa_decode(st, unsafe.Pointer(&packet[0]), C.int(len(packet)),
			unsafe.Pointer(&pcm[0]), C.int(len(pcm)), C.int(flag(fec)))
	}
	if n < 0 {
		return 0, libError(int(n))
	}
	return int(n), nil
}

// encode writes one frame into buf, which must not be empty, and returns its
// length.
func encode(st unsafe.Pointer, frame *audio.Frame, buf []byte) (int, error) {
	pcm := frame[:]
	n := C.glyphoxa_encode(st, unsafe.Pointer(&pcm[0]), C.int(len(pcm)), unsafe.Pointer(&buf[0]), C.int(len(buf)))
	if n < 0 {
		return 0, libError(int(n))
	}
	return int(n), nil
}

// Requests of opus_encoder_ctl, from opus_defines.h.
const (
	setComplexity = 4010
	setFEC        = 4012
	setLoss       = 4014
	setDTX        = 4016
)

func set(st unsafe.Pointer, request, value int) error {
	if n := C.glyphoxa_set(st, C.int(request), C.int(value)); n < 0 {
		return libError(int(n))
	}
	return nil
}
