package demo

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// A Tape records what the table heard: every member's speech when it was sent,
// and the agents' packets, decoded as a member would, when they left.
type Tape struct {
	mu    sync.Mutex
	start time.Time
	all   audio.Mix // everybody
	npc   audio.Mix // agents only
	dec   *opus.Decoder
	lines map[string]time.Time // when each line of the scene began
}

// NewTape returns a tape whose first sample is now.
func NewTape() *Tape {
	return &Tape{start: time.Now(), dec: opus.NewDecoder(audio.Discord), lines: map[string]time.Time{}}
}

// Agent records a packet that the bot sent at a moment. It is what the table's
// listeners are told.
func (t *Tape) Agent(p voice.Packet, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pcm, err := t.dec.Decode(nil, p.Opus)
	if err != nil {
		return // what a member could not decode, the table did not hear
	}
	t.npc.Add(t.sample(at), pcm)
	t.all.Add(t.sample(at), pcm)
}

// member records a frame that a member sent at a moment.
func (t *Tape) member(at time.Time, pcm []int16) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all.Add(t.sample(at), pcm)
}

// began notes when a line of the scene began.
func (t *Tape) began(line string, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines[line] = at
}

// offset returns how far into the tape a line began.
func (t *Tape) offset(line string) (d time.Duration, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, ok := t.lines[line]
	return at.Sub(t.start), ok
}

func (t *Tape) sample(at time.Time) int {
	return audio.Discord.Samples(at.Sub(t.start))
}

// The recordings that [Tape.Write] makes.
const (
	SessionWAV = "session.wav"
	NPCWAV     = "npc.wav"
)

// Write writes both recordings into dir, equally long.
func (t *Tape) Write(dir string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := max(t.all.Len(), t.npc.Len(), 1) - 1
	t.all.Add(last, []int16{0})
	t.npc.Add(last, []int16{0})
	for name, mix := range map[string]*audio.Mix{SessionWAV: &t.all, NPCWAV: &t.npc} {
		if err := writeWAV(filepath.Join(dir, name), mix.Append(nil)); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

func writeWAV(file string, pcm []int16) (err error) {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w, err := audio.NewWAVWriter(f, audio.Discord)
	if err != nil {
		return err
	}
	if err := w.Write(pcm); err != nil {
		return err
	}
	return w.Close()
}
