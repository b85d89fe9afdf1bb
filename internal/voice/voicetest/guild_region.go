package voicetest

import "glyphoxa/internal/voice/gateway"

// A VoicePass is what somebody gets into a voice server with.
type VoicePass struct {
	Session, Token, Endpoint string
}

// Voice returns the voice server, for what happens to connections and to sound.
func (d *Discord) Voice() *VoiceServer { return d.voice }

// ChangeServer gives the call of a guild another voice server, or a new token for
// the same endpoint. With null, the endpoint is taken away first, and the new one
// comes [VoiceAnswer].Gap later. The old connection goes dead without a word; to
// have it closed see [Guild.TakeServer] and [VoiceServer.Disconnect]. It reports
// whether the bot was in voice.
func (g *Guild) ChangeServer(same, null bool) bool {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	v := g.voiceOf(g.d.bot.ID)
	if v == nil {
		return false
	}
	if !null {
		g.giveServer(v, same)
		return true
	}
	g.d.voice.Withdraw(g.ID, NotAtAll)
	g.d.sendServer(v, nil, "")
	g.d.later(g.d.voiceAnswer.Gap, func() { g.giveServer(v, same) })
	return true
}

// TakeServer takes the voice server of a guild away: an event without an
// endpoint, and connections that end by a code, which may be [NoFrame] or
// [NotAtAll]. There is none until GiveServer.
func (g *Guild) TakeServer(code gateway.CloseCode) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.d.voice.Withdraw(g.ID, code)
	if v := g.voiceOf(g.d.bot.ID); v != nil {
		g.d.sendServer(v, nil, "")
	}
}

// GiveServer gives the guild a voice server again.
func (g *Guild) GiveServer(same bool) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.giveServer(g.voiceOf(g.d.bot.ID), same)
}

// giveServer gives everybody in the guild's voice a new pass, and tells the bot
// of its own, if it is still there. The caller holds d.mu.
func (g *Guild) giveServer(v *voiceState, same bool) {
	passes := g.d.voice.Reassign(g.ID, same)
	if v == nil || g.voiceOf(v.person.ID) != v {
		return
	}
	if pass, ok := passes[v.person.ID]; ok {
		g.d.sendServer(v, &pass.Endpoint, pass.Token)
	}
}
