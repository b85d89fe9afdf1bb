package vad

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"testing"

	"glyphoxa/internal/audio"
)

type golden struct {
	ModelSHA256 string    `json:"model_sha256"`
	WAVSHA256   string    `json:"wav_sha256"`
	Probs       []float64 `json:"probs"`
}

func readGolden(t testing.TB) (golden, [][Window]int16) {
	t.Helper()
	b, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	if b, err = os.ReadFile("testdata/golden.wav"); err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != g.WAVSHA256 {
		t.Fatalf("golden.wav has changed: sha256 %x, want %s", sum, g.WAVSHA256)
	}
	r, err := audio.NewWAVReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var windows [][Window]int16
	for {
		var w [Window]int16
		n := 0
		for n < Window {
			k, err := r.Read(w[n:])
			if errors.Is(err, io.EOF) {
				return g, windows
			}
			if err != nil {
				t.Fatal(err)
			}
			n += k
		}
		windows = append(windows, w)
	}
}

func TestGolden(t *testing.T) {
	g, windows := readGolden(t)
	if sum := sha256.Sum256(onnx); hex.EncodeToString(sum[:]) != g.ModelSHA256 {
		t.Fatalf("weights have sha256 %x, want %s", sum, g.ModelSHA256)
	}
	if len(windows) != 504 || len(g.Probs) != 504 {
		t.Fatalf("%d windows and %d probabilities, want 504", len(windows), len(g.Probs))
	}
	d := NewDetector()
	for run := range 2 { // the second one after Reset must not differ
		worst := 0.0
		for i := range windows {
			got := float64(d.Probability(&windows[i]))
			if diff := math.Abs(got - g.Probs[i]); diff > 1e-4 {
				t.Errorf("run %d: window %d: probability %.6f, want %.6f", run, i, got, g.Probs[i])
			} else {
				worst = max(worst, diff)
			}
		}
		t.Logf("run %d: largest difference %.1e", run, worst)
		d.Reset()
	}
}

func TestDetectorsAreApart(t *testing.T) {
	g, windows := readGolden(t)
	a, b := NewDetector(), NewDetector()
	for i := range windows {
		if got := float64(a.Probability(&windows[i])); math.Abs(got-g.Probs[i]) > 1e-4 {
			t.Fatalf("window %d: %.6f, want %.6f: another detector's sound has come in", i, got, g.Probs[i])
		}
		b.Probability(&windows[len(windows)-1-i])
	}
}

func TestProbabilityAllocs(t *testing.T) {
	_, windows := readGolden(t)
	d := NewDetector()
	if n := testing.AllocsPerRun(100, func() { d.Probability(&windows[50]) }); n != 0 {
		t.Errorf("%v allocations a window, want 0", n)
	}
}

func TestProbabilityStaysInRange(t *testing.T) {
	d := NewDetector()
	var win [Window]int16
	for i := range 200 {
		for k := range win { // as loud as can be, at ever higher pitch
			win[k] = math.MaxInt16
			if k*i/Window%2 == 1 {
				win[k] = math.MinInt16
			}
		}
		if p := d.Probability(&win); !(p >= 0 && p <= 1) {
			t.Fatalf("window %d: probability %v", i, p)
		}
	}
}

// field writes a protobuf field of bytes.
func field(n byte, v []byte) []byte {
	return append(binary.AppendUvarint([]byte{n<<3 | 2}, uint64(len(v))), v...)
}

func TestInitializers(t *testing.T) {
	one := bytes.Join([][]byte{{tensorDims << 3, 2, tensorType << 3, typeFloat}, field(tensorName, []byte("a")), field(tensorRaw, make([]byte, 8))}, nil)
	packed := bytes.Join([][]byte{field(tensorDims, []byte{1, 2}), {tensorType << 3, typeFloat}, field(tensorRaw, make([]byte, 8))}, nil)
	short := bytes.Join([][]byte{{tensorDims << 3, 3, tensorType << 3, typeFloat}, field(tensorRaw, make([]byte, 8))}, nil)
	huge := bytes.Join([][]byte{{tensorDims << 3}, binary.AppendUvarint(nil, math.MaxUint64), {tensorDims << 3, 4, tensorType << 3, typeFloat}, field(tensorRaw, nil)}, nil)
	ints := bytes.Join([][]byte{{tensorDims << 3, 1, tensorType << 3, 7}, field(tensorRaw, make([]byte, 8))}, nil)
	file := func(tensors ...[]byte) []byte {
		var graph []byte
		for _, x := range tensors {
			graph = append(graph, field(graphInitializer, x)...)
		}
		return field(modelGraph, graph)
	}
	for _, tt := range []struct {
		name string
		file []byte
		want int // tensors; -1 for an error
	}{
		{"empty", nil, 0},
		{"one", file(one), 1},
		{"packed dimensions", file(packed), 1},
		{"integers are left out", file(one, ints), 1},
		{"fewer bytes than values", file(short), -1},
		{"dimensions that overflow", file(huge), -1},
		{"cut short", file(one)[:len(file(one))-1], -1},
		{"a tag alone", []byte{modelGraph<<3 | 2}, -1},
		{"a group", []byte{0x0b}, -1},
		{"not an ONNX file", []byte("RIFF....WAVE"), -1},
	} {
		got, err := initializers(tt.file)
		if (err != nil) != (tt.want < 0) || err == nil && len(got) != tt.want {
			t.Errorf("%s: %d tensors, %v; want %d", tt.name, len(got), err, tt.want)
		}
	}
	if _, err := load(file(one)); err == nil {
		t.Error("a model without its tensors is accepted")
	}
}

func FuzzInitializers(f *testing.F) {
	one := bytes.Join([][]byte{{tensorDims << 3, 1, tensorType << 3, typeFloat}, field(tensorName, []byte("a")), field(tensorRaw, []byte{0, 0, 128, 63})}, nil)
	f.Add(field(modelGraph, field(graphInitializer, one)))
	f.Add(onnx[:200])
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, err := initializers(file)
		if err != nil {
			return
		}
		n := 0
		for _, v := range tensors {
			n += len(v)
		}
		if 4*n > len(file) {
			t.Fatalf("%d values from %d bytes", n, len(file))
		}
	})
}

func BenchmarkProbability(b *testing.B) {
	_, windows := readGolden(b)
	d := NewDetector()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		d.Probability(&windows[i%len(windows)])
		i++
	}
}
