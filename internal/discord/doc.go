// Package discord is the bot's line to Discord, without its sound: the main
// gateway, the REST API, and interactions. It stands on discordgo, and nothing
// outside this package sees one of its types; the sound is package voice's.
//
// # Opening
//
// [Open] logs in and returns when Discord has greeted the bot. What can be
// wrong there is a [*Refusal] with a sentence for the person at the terminal.
// From then on the [Client] keeps the connection: it resumes, starts afresh,
// waits as long as Discord wants, and stops only for a refusal.
//
//	client, err := discord.Open(ctx, discord.Options{Token: token, Log: log})
//	…
//	for e := range client.Events() {
//		switch e := e.(type) {
//		case discord.VoiceState: // somebody came, left or moved
//		case discord.Command:    // e.Answer.Defer(ctx, true), then work, then e.Answer.Reply
//		case discord.Closed:     // for good: e.Err says why
//		}
//	}
//
// # Events
//
// Everything that happens comes through one channel, in the order in which
// Discord sent it. The same reader keeps a small picture of each guild: its
// channels, roles and who is in voice. By the time an event is read the picture
// holds at least what the event says, so [Client.People], [Client.Where] and
// [Client.VoiceCheck] may be asked at once.
//
// # Voice
//
// [Client.Ask] asks to be let into a voice channel or out of it; the answers
// are a [VoiceState] of the bot's own and a [VoiceServer], in either order.
// Discord answers nothing at all where the bot may not go, so [Client.VoiceCheck]
// is asked first. In a stage channel a bot is a silent listener until
// [Client.TakeStage] has put it on the stage.
//
// # Interactions
//
// A [Command], a [Pressed] button, a [Submitted] form and a [Completing] field
// carry an [Answerer]. Discord waits three seconds for the first answer, so
// Defer comes before any I/O. No message of this package can ping anybody, and
// text longer than Discord's limit is split or attached.
//
// # How discordgo is held
//
// One discordgo session lives as long as one connection. Between it and the
// network lies a wire (wire.go) that keeps from it the few frames it handles
// wrongly: those on which it would hang, forget the session, or log in again
// without pause. Requests go through lanes (lane.go) that can be cancelled
// while they wait. What it does not do: discordgo's voice, its state, its
// reconnecting, its decoding of interactions. None of them is used.
package discord
