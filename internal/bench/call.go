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
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// The places of the people in a call.
const (
	callGuild   = 10
	callChannel = 20
	callAnnex   = 21 // another channel
	caller      = 2  // who is there with the bot
)

// A call is the bot and a person in a voice channel, both of whom talk all the
// time, and what each hears of the other.
type call struct {
	server *voicetest.VoiceServer
	grant  time.Duration // how long the main gateway takes to grant a wish
	stay   *voice.Stay
	table  *voice.Table
	words  [][]byte

	rejoined atomic.Int64 // joins but for the first
	spoken   atomic.Int64 // packets that the bot has sent

	mu    sync.Mutex // guards seat and seats
	seat  *voicetest.Seat
	seats []*voicetest.Seat // all that the person has had

	heard, answered []time.Time // when frames came: the person's to the bot, and back
	decoded         int64       // of the former, counted so far
}

// callAnswer is the main gateway of a call: it grants every wish.
type callAnswer struct{ call *call }

// Ask implements [voice.Gateway].
func (g callAnswer) Ask(ctx context.Context, guild transcript.GuildID, to transcript.ChannelID) error {
	c := g.call
	if err := pause(ctx, time.Now().Add(c.grant)); err != nil {
		return err
	}
	if to == 0 {
		c.server.Remove(uint64(guild), uint64(bot))
		c.stay.VoiceState(0, "", false)
		return nil
	}
	c.placed(to, c.server.Admit(uint64(guild), uint64(to), uint64(bot), "bot"))
	return nil
}

// placed tells the bot that it was put into a channel.
func (c *call) placed(in transcript.ChannelID, pass voicetest.VoicePass) {
	c.stay.VoiceState(in, pass.Session, false)
	c.stay.VoiceServer(pass.Endpoint, pass.Token)
}

// newCall seats a person and has the bot join. It must be closed.
func newCall(ctx context.Context, log *slog.Logger, server *voicetest.VoiceServer, grant time.Duration) (_ *call, err error) {
	c := &call{server: server, grant: grant}
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
	c.stay = voice.NewStay(voice.StayOptions{
		Guild: callGuild, Channel: callChannel, User: bot,
		Gateway: callAnswer{c}, Table: c.table, Dialers: server.Dialers(),
		Admit: func(transcript.SpeakerID) bool { return true },
		Observe: func(n voice.StayNotice) {
			if j, ok := n.(voice.Joined); ok && j.Again {
				c.rejoined.Add(1)
			}
		},
		Log: log,
	})
	if err := c.stay.Join(ctx); err != nil {
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
func (c *call) whole() bool {
	g, ok := c.server.Group(callChannel)
	return ok && g.Idle && len(g.Members) == 2 && c.stay.Health().Encrypted
}

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
