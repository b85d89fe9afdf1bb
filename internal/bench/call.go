package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// A call is the bot and a person in a voice channel, both of whom talk all the
// time, and what each hears of the other.
type call struct {
	line
	words [][]byte

	rejoined atomic.Int64 // joins but for the first
	spoken   atomic.Int64 // packets that the bot has sent

	mu    sync.Mutex // guards seat and seats
	seat  *voicetest.Seat
	seats []*voicetest.Seat // all that the person has had

	heard, answered []time.Time // when frames came: the person's to the bot, and back
	decoded         int64       // of the former, counted so far
}

// newCall seats a person and has the bot join. It must be closed.
func newCall(ctx context.Context, log *slog.Logger, server *voicetest.VoiceServer, grant time.Duration) (_ *call, err error) {
	c := &call{line: line{server: server, grant: grant}}
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, err
	}
	if c.words, err = encoded(enc, questionFrames()); err != nil {
		return nil, err
	}
	c.table, err = voice.NewTable(voice.TableOptions{Out: func(voice.Packet, time.Time) { c.spoken.Add(1) }})
	if err != nil {
		return nil, err
	}
	c.sit()
	err = c.join(ctx, log, func(n voice.StayNotice) {
		if j, ok := n.(voice.Joined); ok && j.Again {
			c.rejoined.Add(1)
		}
	})
	if err != nil {
		return nil, errors.Join(err, c.close(ctx))
	}
	return c, nil
}

// close ends the call.
func (c *call) close(ctx context.Context) error {
	c.seatNow().Leave()
	err := c.stay.Leave(ctx)
	c.table.Close()
	return err
}

// sit seats the person, anew if they have left.
func (c *call) sit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seat = c.server.Seat(callGuild, callChannel, caller, voicetest.SeatOptions{})
	c.seats = append(c.seats, c.seat)
}

func (c *call) seatNow() *voicetest.Seat {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seat
}

// talk has both talk until stop is closed. It returns when they are silent.
func (c *call) talk(ctx context.Context, stop <-chan struct{}) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		tick := time.NewTicker(audio.FrameDuration)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-tick.C:
				c.seatNow().Utter(c.words[i%len(c.words)])
			case <-stop:
				return
			}
		}
	})
	wg.Go(func() {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			select {
			case <-stop:
				cancel()
			case <-ctx.Done():
			}
		}()
		frames := questionFrames()
		for ctx.Err() == nil {
			// That nobody could be spoken to for long is seen by who listens.
			_, err := c.table.Speak(ctx, func(yield func(*audio.Frame, error) bool) {
				for i := 0; yield(&frames[i%len(frames)], nil); i++ {
				}
			})
			if errors.Is(err, voice.ErrClosed) {
				return
			}
		}
	})
}

// whole says that both are in the call's group, and nothing is to come.
func (c *call) whole() bool { return c.encrypted(1) }

// look notes which frames have come since it last looked.
func (c *call) look() {
	packets, _ := c.table.Counters()
	for ; c.decoded < packets.Decoded; c.decoded++ {
		c.heard = append(c.heard, time.Now())
	}
	for _, h := range c.seatNow().Heard() {
		if h.From == uint64(bot) && !opus.IsSilence(h.Packet) {
			c.answered = append(c.answered, h.At)
		}
	}
}

const (
	// lookEvery is how exact the times are at which the bot hears something.
	lookEvery = time.Millisecond
	// patience is how long something may take until it is given up.
	patience = 30 * time.Second
)

// until looks on until something is so.
func (c *call) until(ctx context.Context, so func() bool) error {
	end := time.Now().Add(patience)
	for next := time.Now(); !so(); {
		if next.After(end) {
			return fmt.Errorf("nothing came of it in %v", patience)
		}
		next = next.Add(lookEvery)
		if err := pause(ctx, next); err != nil {
			return err
		}
		c.look()
	}
	return nil
}

// lost returns how many frames have not come: of the person's, also those that
// they had no key for, and of the bot's.
func (c *call) lost() (in, out int) {
	packets, _ := c.table.Counters()
	said, heard := 0, 0
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.seats {
		stats := s.Stats()
		said += stats.Said + stats.Withheld
		heard += stats.Heard
	}
	return said - int(packets.Decoded+packets.Silence), int(c.spoken.Load()) - heard
}
