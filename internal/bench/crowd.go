package bench

import (
	"context"
	"errors"
	"sync"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
	"glyphoxa/internal/voice/voicetest"
)

// A crowd are people at tables who talk all the time.
type crowd struct {
	server *voicetest.VoiceServer
	words  [][]byte
	tables int
	seats  []*voicetest.Seat
	stop   chan struct{}
	once   sync.Once
	wg     sync.WaitGroup
}

func newCrowd(server *voicetest.VoiceServer) (*crowd, error) {
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, err
	}
	words, err := encoded(enc, questionFrames())
	return &crowd{server: server, words: words, stop: make(chan struct{})}, err
}

// open seats people at one more table, has a session join them, and has them
// talk.
func (c *crowd) open(ctx context.Context, held *holderProcess) error {
	c.tables++
	guild, channel := uint64(1000+c.tables), uint64(2000+c.tables)
	var seats []*voicetest.Seat
	for i := range talkers {
		user := uint64(c.tables*100 + i)
		seats = append(seats, c.server.Seat(guild, channel, user, voicetest.SeatOptions{Keep: 1}))
	}
	pass := c.server.Admit(guild, channel, uint64(bot), "bot")
	if _, err := held.tell(order{Join: &ticket{
		Guild: transcript.GuildID(guild), Channel: transcript.ChannelID(channel),
		Certificate: c.server.Certificate(), VoicePass: pass,
	}}); err != nil {
		return err
	}
	limit := time.Now().Add(10 * time.Second)
	for {
		if g, ok := c.server.Group(channel); ok && g.Idle && len(g.Members) == talkers+1 {
			break
		}
		if time.Now().After(limit) {
			return errors.New("the session does not come into the call's group")
		}
		if err := pause(ctx, time.Now().Add(5*time.Millisecond)); err != nil {
			return err
		}
	}
	c.seats = append(c.seats, seats...)
	for i, s := range seats {
		c.wg.Go(func() { c.talk(s, time.Duration(i)*20*time.Millisecond/talkers) })
	}
	return nil
}

// talk has somebody talk. Not all packets come at once.
func (c *crowd) talk(s *voicetest.Seat, after time.Duration) {
	next := time.NewTimer(after)
	defer next.Stop()
	at := time.Now().Add(after)
	for i := 0; ; i++ {
		select {
		case <-next.C:
		case <-c.stop:
			return
		}
		s.Utter(c.words[i%len(c.words)])
		at = at.Add(20 * time.Millisecond)
		next.Reset(time.Until(at))
	}
}

// hush has everybody be silent, and returns how many packets they have sent.
func (c *crowd) hush() (said int64) {
	c.once.Do(func() { close(c.stop) })
	c.wg.Wait()
	for _, s := range c.seats {
		said += int64(s.Stats().Said)
	}
	return said
}
