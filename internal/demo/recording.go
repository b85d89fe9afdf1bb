package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
)

// longestRecording bounds what may be said from a file. It is said in real
// time, and nobody waits longer.
const longestRecording = 5 * time.Minute

// ReadSpeech reads a WAV file, of any rate that sound comes at, as whole frames
// at the Discord rate. A file that is empty, longer than five minutes or no
// speech at all is an error that names the file.
func ReadSpeech(file string) (pcm []int16, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
	}()
	w, err := audio.NewWAVReader(f)
	if err != nil {
		return nil, unfit(err)
	}
	if n, ok := w.Len(); ok && w.Rate().Duration(int(n)) > longestRecording {
		return nil, tooLong(w.Rate().Duration(int(n)))
	}
	resampler, err := audio.NewResampler(w.Rate(), audio.Discord)
	if err != nil {
		return nil, err
	}
	buf := make([]int16, 1<<14)
	for err == nil {
		var n int
		n, err = w.Read(buf)
		pcm = resampler.Append(pcm, buf[:n])
		if d := audio.Discord.Duration(len(pcm)); d > longestRecording {
			return nil, tooLong(d)
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, unfit(err)
	}
	pcm = audio.Trim(resampler.Flush(pcm), len(audio.Frame{}))
	frame := len(audio.Frame{})
	if len(pcm) < frame {
		return nil, errors.New("there is nothing to hear in it: record it again, louder")
	}
	if rest := len(pcm) % frame; rest > 0 {
		pcm = append(pcm, make([]int16, frame-rest)...)
	}
	return pcm, nil
}

// unfit adds what to do about a file that cannot be read.
func unfit(err error) error {
	return fmt.Errorf("%w: make a WAV file of 16-bit PCM of it, such as with: sox RECORDING -b 16 FILE.wav", err)
}

func tooLong(d time.Duration) error {
	return fmt.Errorf("it is %v long or longer; a recording may have %v: cut it", d.Round(time.Second), longestRecording)
}

// Say has a member of the table say pcm, whole frames at the Discord rate, in
// real time.
func Say(ctx context.Context, table Table, tape *Tape, who transcript.SpeakerID, pcm []int16) error {
	now := time.Now()
	m, err := newMouth(who, now)
	if err != nil {
		return err
	}
	return m.say(ctx, table, tape, "recording", pcm, now)
}
