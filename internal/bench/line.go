package bench

import (
	"context"
	"log/slog"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/voicetest"
)

// The places of the people in a call.
const (
	callGuild   = 10
	callChannel = 20
	callAnnex   = 21 // another channel
	caller      = 2  // who is there with the bot
)

// A line is the bot's way into a voice channel of a simulated Discord, whose main
// gateway grants every wish.
type line struct {
	server *voicetest.VoiceServer
	grant  time.Duration // how long the main gateway takes to grant a wish
	stay   *voice.Stay
	table  *voice.Table
}

// join has the bot join the channel.
func (l *line) join(ctx context.Context, log *slog.Logger, observe func(voice.StayNotice)) error {
	l.stay = voice.NewStay(voice.StayOptions{
		Guild: callGuild, Channel: callChannel, User: bot,
		Gateway: granting{l}, Table: l.table, Dialers: l.server.Dialers(),
		Admit:   func(transcript.SpeakerID) bool { return true },
		Observe: observe,
		Log:     log,
	})
	return l.stay.Join(ctx)
}

// placed tells the bot that it was put into a channel.
func (l *line) placed(in transcript.ChannelID, pass voicetest.VoicePass) {
	l.stay.VoiceState(in, pass.Session, false)
	l.stay.VoiceServer(pass.Endpoint, pass.Token)
}

// encrypted says that the bot and so many others are in the call's group, and
// nothing is to come.
func (l *line) encrypted(others int) bool {
	g, ok := l.server.Group(callChannel)
	return ok && g.Idle && len(g.Members) == others+1 && l.stay.Health().Encrypted
}

// granting is the main gateway of a line.
type granting struct{ line *line }

// Ask implements [voice.Gateway].
func (g granting) Ask(ctx context.Context, guild transcript.GuildID, to transcript.ChannelID) error {
	l := g.line
	if err := pause(ctx, time.Now().Add(l.grant)); err != nil {
		return err
	}
	if to == 0 {
		l.server.Remove(uint64(guild), uint64(bot))
		l.stay.VoiceState(0, "", false)
		return nil
	}
	l.placed(to, l.server.Admit(uint64(guild), uint64(to), uint64(bot), "bot"))
	return nil
}
