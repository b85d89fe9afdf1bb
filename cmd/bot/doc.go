// Bot is Glyphoxa: it gives a tabletop game master voiced characters.
//
// # How a line becomes an answer
//
// Opus packets come in, a stream for each speaker. [voice.Ear] decodes them,
// finds speech with [vad] and says when an utterance begins and ends. The
// conversation recognises it ([speech.Recognizer]), decides who is meant, and
// gives that agent a turn. The agent ([agent.Mind]) asks its model, through a
// loop that runs the tools it was granted ([tool.Loop]). Its words are cut into
// sentences and spoken ([speech.Synthesizer]) while the model is still writing;
// the frames leave through the table again. What was heard is kept
// ([store.Campaign]); what the agent would remember is a proposal
// ([knowledge.Proposal]) for the GM.
//
// # Where to find things
//
//   - main.go, cli.go: the command line; a file for each command beside them
//   - providers.go: configuration → model, recogniser, voice
//   - session.go, mind.go: one session at one table, from its first packet to
//     its end; the agents' mind in the conversation's words
//   - demo.go, demo_store.go: a scene with players made of programs
//   - rehearse.go, typed.go, reel.go: a GM and their NPCs at the terminal
//   - database.go, lease.go, pick.go: the database, who holds it, which campaign
//   - setup*.go: a GM's first start, question by question
//   - doctor*.go: everything that is configured, tried; a voice channel measured
//
// All wiring is here, in straight lines: no other package imports config, and
// nothing looks itself up.
package main
