package main

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"glyphoxa/internal/audio"
)

// badWAVs writes, for scripts, recordings that cannot be said: empty.wav of no
// byte, hush.wav of no sound, stereo8.wav of two channels and 8 bits, and
// hours.wav of 44 bytes that promise eight hours.
func badWAVs(ts *testscript.TestScript, _ bool, _ []string) {
	header := func(channels, bits int, sound uint32) []byte {
		const rate = 16000
		b := binary.LittleEndian.AppendUint32([]byte("RIFF"), 36+sound)
		b = binary.LittleEndian.AppendUint32(append(b, "WAVEfmt "...), 16)
		b = binary.LittleEndian.AppendUint16(b, 1)
		b = binary.LittleEndian.AppendUint16(b, uint16(channels))
		b = binary.LittleEndian.AppendUint32(b, rate)
		b = binary.LittleEndian.AppendUint32(b, uint32(rate*channels*bits/8))
		b = binary.LittleEndian.AppendUint16(b, uint16(channels*bits/8))
		b = binary.LittleEndian.AppendUint16(b, uint16(bits))
		return binary.LittleEndian.AppendUint32(append(b, "data"...), sound)
	}
	const hours = 8 * 60 * 60 * 16000 * 2
	for name, data := range map[string][]byte{
		"empty.wav":   nil,
		"hush.wav":    append(header(1, 16, 64000), make([]byte, 64000)...),
		"stereo8.wav": append(header(2, 8, 32000), make([]byte, 32000)...),
		"hours.wav":   header(1, 16, hours),
	} {
		ts.Check(os.WriteFile(ts.MkAbs(name), data, 0o600))
	}
}

// sounds FILE fails the script unless half a second of sound is in a WAV file.
func sounds(ts *testscript.TestScript, neg bool, args []string) {
	f, err := os.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	w, err := audio.NewWAVReader(f)
	ts.Check(err)
	const loud = 1000 // of 32767; silence of a decoder is below 10
	var heard int
	buf := make([]int16, 4096)
	for err == nil {
		var n int
		n, err = w.Read(buf)
		for _, s := range buf[:n] {
			if s > loud || s < -loud {
				heard++
			}
		}
	}
	if !errors.Is(err, io.EOF) {
		ts.Check(err)
	}
	// A wave is that loud for a part of the time only.
	if enough := heard > w.Rate().Samples(500*time.Millisecond)/10; enough == neg {
		ts.Fatalf("%s has %d loud samples at %d Hz", args[0], heard, w.Rate())
	}
}
