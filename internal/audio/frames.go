package audio

import (
	"fmt"
	"iter"
)

// Frames cuts a voice's clips into frames at the [Discord] rate, resampled and
// brought to [SpeechLevel]; the last frame is filled up with silence. level,
// which the voice keeps from one stream to the next, is made by the first
// clip if it is nil; a clip at another rate begins a new one. lead is cut off the
// front, and nothing is if it is nil; of sound that is nothing but a lead there is
// no frame.
//
// A frame is valid until the next one is asked for. An error is terminal and
// comes with a nil frame. The sequence may be ranged over once; breaking out
// of it breaks out of clips.
func Frames(clips iter.Seq2[Clip, error], level *Leveller, lead *Lead) iter.Seq2[*Frame, error] {
	return func(yield func(*Frame, error) bool) {
		var (
			resampler *Resampler
			rate      Rate
			levelled  []int16
			pcm       []int16 // at the Discord rate, not yet a whole frame
			frame     Frame
		)
		send := func() bool {
			pcm = lead.cut(pcm)
			sent := 0
			for ; len(pcm)-sent >= len(frame); sent += len(frame) {
				copy(frame[:], pcm[sent:])
				if !yield(&frame, nil) {
					return false
				}
			}
			pcm = append(pcm[:0], pcm[sent:]...)
			return true
		}
		defer func() {
			if level != nil {
				level.Drop() // nothing is held after a whole stream
			}
		}()
		for clip, err := range clips {
			if err != nil {
				yield(nil, err)
				return
			}
			if resampler == nil || clip.Rate != rate {
				if resampler != nil {
					yield(nil, fmt.Errorf("cut sound into frames: the rate changed from %d Hz to %d Hz", rate, clip.Rate))
					return
				}
				if resampler, err = NewResampler(clip.Rate, Discord); err != nil {
					yield(nil, err)
					return
				}
				if rate = clip.Rate; level == nil || level.rate != rate {
					level = NewLeveller(rate)
				}
			}
			levelled = level.Append(levelled[:0], clip.PCM)
			pcm = resampler.Append(pcm, levelled)
			if !send() {
				return
			}
		}
		if resampler == nil {
			return // no clip, no sound
		}
		pcm = resampler.Append(pcm, level.Flush(levelled[:0]))
		pcm = lead.cut(resampler.Flush(pcm))
		if !lead.isOver() {
			return
		}
		if rest := len(pcm) % len(frame); rest > 0 {
			pcm = append(pcm, make([]int16, len(frame)-rest)...)
		}
		send()
	}
}
