package opus

import (
	"errors"
	"io"
	"math"
	"os"
	"testing"
	"time"

	"glyphoxa/internal/audio"
)

// speech is real sound, the VAD's golden clip, as frames at 48 kHz.
func speech(t testing.TB) []audio.Frame {
	t.Helper()
	f, err := os.Open("../vad/testdata/golden.wav")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := audio.NewWAVReader(f)
	if err != nil {
		t.Fatal(err)
	}
	up, err := audio.NewResampler(r.Rate(), audio.Discord)
	if err != nil {
		t.Fatal(err)
	}
	var pcm []int16
	buf := make([]int16, 1600)
	for {
		n, err := r.Read(buf)
		pcm = up.Append(pcm, buf[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	pcm = up.Flush(pcm)
	frames := make([]audio.Frame, len(pcm)/len(audio.Frame{}))
	for i := range frames {
		copy(frames[i][:], pcm[i*len(frames[i]):])
	}
	return frames
}

// spoken is the part of the clip with flite's first sentence in it.
func spoken(t testing.TB) []audio.Frame { t.Helper(); return speech(t)[50:175] }

func newEncoder(t testing.TB, opts EncoderOptions) *Encoder {
	t.Helper()
	e, err := NewEncoder(opts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func encodeAll(t testing.TB, e *Encoder, frames []audio.Frame) [][]byte {
	t.Helper()
	var packets [][]byte
	for i := range frames {
		p, err := e.Encode(nil, &frames[i])
		if err != nil {
			t.Fatal(err)
		}
		packets = append(packets, p)
	}
	return packets
}

func join(frames []audio.Frame) []int16 {
	var pcm []int16
	for i := range frames {
		pcm = append(pcm, frames[i][:]...)
	}
	return pcm
}

func TestRoundTripLength(t *testing.T) {
	packets := encodeAll(t, newEncoder(t, EncoderOptions{}), spoken(t))
	for _, rate := range []audio.Rate{audio.Discord, audio.Speech} {
		d := NewDecoder(rate)
		var pcm []int16
		for i, p := range packets {
			info, err := Parse(p)
			if err != nil || info.Duration() != audio.FrameDuration || info.Stereo {
				t.Fatalf("packet %d: %+v, %v; want 20ms of mono", i, info, err)
			}
			if pcm, err = d.Decode(pcm, p); err != nil {
				t.Fatal(err)
			}
		}
		if want := len(packets) * rate.Samples(audio.FrameDuration); len(pcm) != want {
			t.Errorf("%d Hz: %d samples, want %d", rate, len(pcm), want)
		}
		if got, want := audio.RMS(pcm), audio.RMS(join(spoken(t))); math.Abs(got-want) > 0.5 {
			t.Errorf("%d Hz: level %.1f dBFS, want %.1f", rate, got, want)
		}
	}
}

func TestSilenceFrame(t *testing.T) {
	if !IsSilence([]byte{0xf8, 0xff, 0xfe}) || IsSilence([]byte{0xf8, 0xff}) || IsSilence(nil) {
		t.Error("IsSilence is wrong")
	}
	d := NewDecoder(audio.Speech)
	for _, p := range encodeAll(t, newEncoder(t, EncoderOptions{}), spoken(t)[:60]) {
		if _, err := d.Decode(nil, p); err != nil {
			t.Fatal(err)
		}
	}
	var pcm []int16
	for range 5 {
		var err error
		if pcm, err = d.Decode(pcm[:0], []byte(SilenceFrame)); err != nil || len(pcm) != 320 {
			t.Fatalf("%d samples, %v; want 20 ms", len(pcm), err)
		}
	}
	if got := audio.RMS(pcm); got > -60 {
		t.Errorf("the fifth silence frame is at %.1f dBFS", got)
	}
}

// snr is how far the difference of got from want lies below want, in dB.
func snr(got, want []int16) float64 {
	var signal, noise float64
	for i, w := range want {
		signal += float64(w) * float64(w)
		noise += float64(w-got[i]) * float64(w-got[i])
	}
	return 10 * math.Log10(signal/max(noise, 1))
}

// Every tenth packet is lost. What error correction brings back is far nearer
// to the truth than what concealment makes up, and that fades away.
func TestRecoverAndConceal(t *testing.T) {
	frames := spoken(t)
	packets := encodeAll(t, newEncoder(t, EncoderOptions{Bitrate: 40000, Loss: 20}), frames)
	truth, fec, plc := NewDecoder(audio.Speech), NewDecoder(audio.Speech), NewDecoder(audio.Speech)
	var want, recovered, concealed []int16
	for i, p := range packets {
		frame, err := truth.Decode(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		if i%10 == 5 {
			want = append(want, frame...)
			if recovered, err = fec.Recover(recovered, packets[i+1]); err != nil {
				t.Fatal(err)
			}
			if concealed, err = plc.Conceal(concealed, audio.FrameDuration); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := fec.Decode(nil, p); err != nil {
			t.Fatal(err)
		}
		if _, err := plc.Decode(nil, p); err != nil {
			t.Fatal(err)
		}
	}
	if len(recovered) != len(want) || len(concealed) != len(want) {
		t.Fatalf("%d and %d samples, want %d", len(recovered), len(concealed), len(want))
	}
	a, b := snr(recovered, want), snr(concealed, want)
	t.Logf("recovered %.1f dB, concealed %.1f dB", a, b)
	if a < 10 || a < b+5 {
		t.Errorf("recovered %.1f dB, want at least 10, and 5 more than concealed, %.1f", a, b)
	}
	var first, last []int16
	for i := range 20 {
		frame, err := plc.Conceal(nil, audio.FrameDuration)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = frame
		}
		last = frame
	}
	if audio.RMS(last) > max(audio.RMS(first)-20, -60) {
		t.Errorf("concealment goes from %.1f to %.1f dBFS in 400 ms, want it to fade", audio.RMS(first), audio.RMS(last))
	}
	for _, d := range []time.Duration{0, -1, time.Millisecond, 121 * time.Millisecond} {
		if _, err := plc.Conceal(nil, d); err == nil {
			t.Errorf("Conceal(%v) is accepted", d)
		}
	}
}

func TestDTX(t *testing.T) {
	hush := make([]audio.Frame, 100)
	count := func(opts EncoderOptions) (n int) {
		for _, p := range encodeAll(t, newEncoder(t, opts), hush) {
			if len(p) <= 2 {
				n++
			}
		}
		return n
	}
	if n := count(EncoderOptions{Bitrate: 24000, DTX: true}); n < 50 {
		t.Errorf("%d of 100 silent frames need no packet, want at least 50", n)
	}
	if n := count(EncoderOptions{Bitrate: 24000}); n != 0 {
		t.Errorf("without DTX %d silent frames need no packet", n)
	}
}

func TestEncoderOptions(t *testing.T) {
	for _, opts := range []EncoderOptions{
		{Bitrate: 5999}, {Bitrate: 600000}, {Bitrate: -1}, {Complexity: 11}, {Complexity: -1}, {Loss: 101}, {Loss: -1},
	} {
		if _, err := NewEncoder(opts); err == nil {
			t.Errorf("%+v is accepted", opts)
		}
	}
	size := func(opts EncoderOptions) (n int) {
		for _, p := range encodeAll(t, newEncoder(t, opts), spoken(t)) {
			n += len(p)
		}
		return n * 8 * int(time.Second/audio.FrameDuration) / len(spoken(t))
	}
	low, high := size(EncoderOptions{Bitrate: 16000}), size(EncoderOptions{})
	t.Logf("%d and %d bits a second", low, high)
	if low > 24000 || high < 35000 || high > 70000 {
		t.Errorf("16 kbit/s gives %d, the default gives %d", low, high)
	}
}

func TestReset(t *testing.T) {
	packet := encodeAll(t, newEncoder(t, EncoderOptions{}), spoken(t)[:20])[15]
	d := NewDecoder(audio.Speech)
	decode := func() []int16 {
		pcm, err := d.Decode(nil, packet)
		if err != nil {
			t.Fatal(err)
		}
		return pcm
	}
	fresh := decode()
	kept := snr(decode(), fresh)
	d.Reset()
	// libopus keeps some small thing over a reset: not every bit is the same.
	if again := snr(decode(), fresh); again < 50 || kept > 20 {
		t.Errorf("decoded again the packet is %.0f dB alike, after Reset %.0f dB; want at most 20, at least 50", kept, again)
	}
}

func TestNewDecoderPanicsOnARateOfItsOwn(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("44.1 kHz is accepted")
		}
	}()
	NewDecoder(44100)
}

// Buffers may lie in a struct that has Go pointers elsewhere.
func TestBuffersInsideAStruct(t *testing.T) {
	var s struct {
		before *int
		frame  audio.Frame
		packet [MaxFrame]byte
		pcm    [audio.FrameDuration / time.Millisecond * 48]int16
		after  *int
	}
	s.before, s.after = new(1), new(2)
	p, err := newEncoder(t, EncoderOptions{}).Encode(s.packet[:0], &s.frame)
	if err != nil || &p[0] != &s.packet[0] {
		t.Fatalf("Encode: %v, in place %v", err, &p[0] == &s.packet[0])
	}
	d := NewDecoder(audio.Discord)
	for name, f := range map[string]func() ([]int16, error){
		"Decode":  func() ([]int16, error) { return d.Decode(s.pcm[:0], p) },
		"Recover": func() ([]int16, error) { return d.Recover(s.pcm[:0], p) },
		"Conceal": func() ([]int16, error) { return d.Conceal(s.pcm[:0], audio.FrameDuration) },
	} {
		if pcm, err := f(); err != nil || &pcm[0] != &s.pcm[0] {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAllocs(t *testing.T) {
	frames := spoken(t)
	e, d := newEncoder(t, EncoderOptions{}), NewDecoder(audio.Speech)
	packets := encodeAll(t, e, frames)
	buf, pcm := make([]byte, 0, MaxFrame), make([]int16, 0, 960)
	i := 0
	for name, f := range map[string]func(){
		"Encode":  func() { buf, _ = e.Encode(buf[:0], &frames[i%len(frames)]); i++ },
		"Decode":  func() { pcm, _ = d.Decode(pcm[:0], packets[i%len(packets)]); i++ },
		"Recover": func() { pcm, _ = d.Recover(pcm[:0], packets[i%len(packets)]); i++ },
		"Conceal": func() { pcm, _ = d.Conceal(pcm[:0], audio.FrameDuration); i++ },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations a frame, want 0", name, n)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	frames := spoken(b)
	e := newEncoder(b, EncoderOptions{})
	buf := make([]byte, 0, MaxFrame)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		buf, _ = e.Encode(buf[:0], &frames[i%len(frames)])
		i++
	}
}

func BenchmarkDecode(b *testing.B) {
	packets := encodeAll(b, newEncoder(b, EncoderOptions{}), spoken(b))
	for name, rate := range map[string]audio.Rate{"48k": audio.Discord, "16k": audio.Speech} {
		b.Run(name, func(b *testing.B) {
			d := NewDecoder(rate)
			pcm := make([]int16, 0, 960)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				pcm, _ = d.Decode(pcm[:0], packets[i%len(packets)])
				i++
			}
		})
	}
}
