package voice_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// A table may be quiet for hours: thirteen of them later the connection is the
// first, and sound flows.
func TestThirteenHours(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.wantFine("at first", a)
		for hour := range 13 {
			time.Sleep(time.Hour)
			if hour%4 == 3 {
				h.wantFine("hours later", a)
			}
		}
		h.wantFine("at last", a)
		if health := h.stay.Health(); health.Joins != 1 || health.Resumes != 0 {
			t.Errorf("%d joins and %d resumes, want the first connection to last", health.Joins, health.Resumes)
		}
		if told := h.told(); told != "Joined" {
			t.Errorf("told: %s", told)
		}
	})
}

// Two hundred people come and go while others speak: what those say is heard but
// for what the protocol's windows swallow, and nothing is left behind.
func TestTwoHundredComeAndGo(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Seed: 7}, func(h *hall) {
		a, b := h.seat(anna), h.seat(ben)
		h.join()
		h.settle()
		before := h.stay.Health()
		ctx, stop := context.WithCancel(h.Context())
		packets := voice.SentencePackets(h.T)
		var talking sync.WaitGroup
		for _, s := range []*voicetest.Seat{a, b} {
			talking.Go(func() {
				for ctx.Err() == nil {
					_, _ = s.Say(ctx, packets)
				}
			})
		}
		var goroutines int
		for i := range 200 {
			s := h.server.Seat(guild, channel, uint64(1000+i%37), voicetest.SeatOptions{})
			time.Sleep(250 * time.Millisecond)
			s.Leave()
			time.Sleep(150 * time.Millisecond)
			if i == 20 {
				synctest.Wait() // what goes off at this moment is no goroutine that stays
				goroutines = runtime.NumGoroutine()
			}
		}
		synctest.Wait()
		if n := runtime.NumGoroutine(); n > goroutines+3 {
			t.Errorf("%d goroutines after 200 joins, %d after 20", n, goroutines)
		}
		stop()
		talking.Wait()
		h.settle()
		health := h.stay.Health()
		said := int64(a.Stats().Said + b.Stats().Said)
		got := health.In.Decrypted - before.In.Decrypted
		if said < 6000 || got < said-said/500 {
			t.Errorf("%d packets were said, %d decrypted, %d not", said, got, health.In.Failed)
		}
		if health.Joins != 1 || health.Resumes != 0 || len(health.Members) != 3 {
			t.Errorf("%d joins, %d resumes, members %v", health.Joins, health.Resumes, health.Members)
		}
		t.Logf("%d packets said, %d decrypted, %d failed", said, got, health.In.Failed)
	})
}

// Two guilds at once do not know of each other.
func TestTwoGuilds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, voicetest.VoiceOptions{})
		server := h.server
		other := newHallIn(t, server, guild+1, annex)
		a, b := h.seat(anna), other.seat(ben)
		h.join()
		other.join()
		h.wantFine("one", a)
		other.wantFine("the other", b)
		server.Withdraw(guild, 4006)
		other.wantFine("the one is lost", b)
		pass := server.Reassign(guild, false)[self]
		h.stay.VoiceServer(pass.Endpoint, pass.Token)
		h.wantFine("the one is back", a)
		if n, _ := other.heard(anna); n != 0 {
			t.Error("heard across guilds")
		}
	})
}

// A tenth of the packets is lost, others are late or come twice: what is said is
// still one utterance, and most of it is there.
//
// Case: V12.
func TestBadNetwork(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Seed: 3}, func(h *hall) {
		a := h.seat(anna)
		h.join()
		h.settle()
		h.server.SetFaults(self, voicetest.Faults{PaddingOnly: 0.05, Down: voicetest.Network{
			Jitter: 60 * time.Millisecond, Loss: 0.1, Duplicate: 0.05, Reorder: 0.05,
		}})
		h.heard(anna)
		h.say(a)
		h.settle()
		if n, sound := h.heard(anna); n != 1 || sound < 2*time.Second {
			t.Errorf("heard %v in %d utterances", sound, n)
		}
	})
}

// The key is wrong and nobody says so: the status names the stage after five
// seconds, and after fifteen the connection is made anew.
//
// Case: V13, G18.
func TestWatchdogRebuilds(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{}, func(h *hall) {
		var wrong atomic.Bool
		wrong.Store(true)
		h.server.SetFaults(self, voicetest.Faults{Upset: func(m gateway.Message) []gateway.Message {
			if m.Op == gateway.OpDescription && wrong.Load() {
				var d gateway.Description
				if err := m.Decode(&d); err != nil {
					panic(err)
				}
				key := d.SecretKey.Reveal()
				key[0] ^= 1
				d.SecretKey = gateway.NewKey(key)
				var err error
				if m, err = gateway.NewMessage(m.Op, m.Seq, d); err != nil {
					panic(err)
				}
			}
			return []gateway.Message{m}
		}})
		a := h.seat(anna)
		h.join()
		h.settle()
		ctx, stop := context.WithCancel(h.Context())
		go func() {
			for ctx.Err() == nil {
				_, _ = a.Say(ctx, voice.SentencePackets(h.T))
			}
		}()
		time.Sleep(8 * time.Second)
		if health := h.stay.Health(); health.Stuck != voice.StageTransport {
			t.Errorf("stuck: %q, want transport: %+v", health.Stuck, health.In)
		}
		wrong.Store(false)
		time.Sleep(15 * time.Second)
		stop()
		h.wantFine("rebuilt", a)
		if told := h.told(); told != "Joined Stuck Stuck Lost Joined" {
			t.Errorf("told: %s", told)
		}
	})
}

// Whoever spoke before the bot came is announced when it comes, and may be silent
// since: that is no fault, not even if nothing at all comes over UDP.
func TestQuietChannelIsNotRebuilt(t *testing.T) {
	bubble(t, voicetest.VoiceOptions{Faults: voicetest.Faults{Silent: true}}, func(h *hall) {
		a := h.seat(anna)
		h.seat(ben)
		h.settle()
		h.say(a)
		time.Sleep(time.Minute)
		h.join()
		time.Sleep(10 * time.Minute)
		if told := h.told(); told != "Joined" {
			t.Errorf("told: %s, want Joined", told)
		}
		h.wantFine("ten minutes later", a)
	})
}
