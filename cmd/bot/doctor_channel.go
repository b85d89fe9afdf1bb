package main

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// The bounds of a visit to a voice channel, beside the time that it measures.
const (
	joinTimeout  = 30 * time.Second
	leaveTimeout = 5 * time.Second
	stageTimeout = 5 * time.Second
)

// checkChannel joins a voice channel as a session would, measures what comes and
// goes, and leaves. People there were not asked whether they may be heard, so
// nobody is: packets are counted before anything is decrypted.
func (d *doctor) checkChannel(ctx context.Context) {
	d.visit(ctx, fail, func(client *discord.Client) {
		if _, err := meetServers(ctx, client); err != nil {
			d.faults("discord", err)
			return
		}
		k, f := findChannel(client, d.channel)
		if f != nil {
			d.report(*f)
			return
		}
		d.report(finding{level: fine, what: "privacy", detail: "nobody is listened to: packets are counted and thrown away, never decrypted by a speaker's key, decoded or kept"})
		m, err := d.measure(ctx, client, k)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			d.report(m.failure(err))
			return
		}
		for _, f := range m.verdicts() {
			d.report(f)
		}
	})
}

// findChannel returns what Discord knows of a channel, or what is in the way of
// joining it.
func findChannel(client *discord.Client, channel transcript.ChannelID) (discord.Check, *finding) {
	var k discord.Check
	for _, g := range client.Me().Guilds {
		k = client.VoiceCheck(g, channel)
		if k.Unknown && k.Name == "" {
			continue // not of this server
		}
		f := finding{level: fail, what: "channel"}
		if !k.OK() {
			f.detail, f.remedy = k.String(), "mend that in the channel's settings, or name another channel"
			return k, &f
		}
		// Joining would take the bot away from whoever plays there.
		if at := client.Where(g, client.Me().User); at != 0 {
			f.detail, f.remedy = fmt.Sprintf("the bot is in #%s right now", client.ChannelName(g, at)), "end that session first: /glyphoxa end"
			return k, &f
		}
		return k, nil
	}
	return k, &finding{
		fail, "channel", fmt.Sprintf("the bot sees no voice channel %d in its %d servers", channel, len(client.Me().Guilds)),
		"copy its ID: Discord's settings, Advanced, Developer Mode; then right-click the channel, Copy Channel ID",
	}
}

// measure stays in the channel for as long as the doctor measures.
func (d *doctor) measure(ctx context.Context, client *discord.Client, k discord.Check) (m measured, err error) {
	m = measured{channel: k.Name, server: client.GuildName(k.Guild)}
	table, err := voice.NewTable(voice.TableOptions{})
	if err != nil {
		return m, err
	}
	defer table.Close()
	stay := voice.NewStay(voice.StayOptions{
		Guild: k.Guild, Channel: k.Channel, User: client.Me().User,
		Gateway: client, Table: table, Dialers: d.dialers, Log: d.shown(ctx, d.log),
		Admit: func(transcript.SpeakerID) bool { return false },
	})
	var relaying sync.WaitGroup
	defer relaying.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	relaying.Go(func() { relay(ctx, client, k.Guild, stay) })

	began := time.Now()
	joining, cancel := context.WithTimeoutCause(ctx, joinTimeout, voice.ErrNoAnswer)
	defer cancel()
	if err := stay.Join(joining); err != nil {
		return m, err
	}
	m.took = time.Since(began)
	defer func() {
		leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
		defer cancel()
		_ = stay.Leave(leaving) // it ends in any case
	}()
	if k.Stage {
		m.stage = true
		onto, cancel := context.WithTimeout(ctx, stageTimeout)
		m.stand, m.stageErr = client.TakeStage(onto, k.Guild, k.Channel)
		cancel()
	}
	within, cancel := context.WithTimeout(ctx, d.measureFor)
	defer cancel()
	// What came of it shows in the counters.
	_, _ = table.Speak(within, audio.Frames(d.testSound(), nil, nil))
	select {
	case <-within.Done():
	case <-stay.Done():
		return m, stay.Err()
	}
	m.health = stay.Health()
	m.people = slices.DeleteFunc(client.People(k.Guild, m.health.Channel), func(p discord.Person) bool { return p.User == client.Me().User })
	return m, nil
}

// relay hands a stay what the main gateway says of it, until ctx is done.
func relay(ctx context.Context, client *discord.Client, guild transcript.GuildID, stay *voice.Stay) {
	for {
		select {
		case e, ok := <-client.Events():
			if !ok {
				return
			}
			switch e := e.(type) {
			case discord.VoiceState:
				if e.Guild == guild && e.User == client.Me().User {
					stay.VoiceState(e.Channel, e.Session, e.Suppress)
				}
			case discord.VoiceServer:
				if e.Guild == guild {
					stay.VoiceServer(e.Endpoint, e.Token)
				}
			case discord.Ready:
				stay.NewSession()
			}
		case <-ctx.Done():
			return
		}
	}
}

// testSound yields what the configured voice has said for an earlier check or,
// if it could not, a tone.
func (d *doctor) testSound() iter.Seq2[audio.Clip, error] {
	clip := d.clip
	if len(clip.PCM) == 0 {
		clip = tone(time.Second)
	}
	return func(yield func(audio.Clip, error) bool) { yield(clip, nil) }
}

// tone returns an A that swells and fades, so that it does not click.
func tone(d time.Duration) audio.Clip {
	const rate, hertz, loud = audio.Discord, 440, 6000
	pcm := make([]int16, rate.Samples(d))
	for i := range pcm {
		at := float64(i) / float64(len(pcm))
		pcm[i] = int16(loud * math.Sin(math.Pi*at) * math.Sin(2*math.Pi*hertz*float64(i)/float64(rate)))
	}
	return audio.Clip{Rate: rate, PCM: pcm}
}
