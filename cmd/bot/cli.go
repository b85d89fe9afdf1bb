package main

// Globals are options of every command.
type Globals struct {
	Config    string `help:"Read the configuration from this file (default: ${config}, if there is one)." placeholder:"FILE" type:"path"`
	LogSpeech bool   `help:"Also log what people and NPCs say. For finding faults only."`
}

// A cli is the command tree.
type cli struct {
	Globals

	Setup     setupCmd     `cmd:"" help:"Set everything up, step by step: begin here."`
	Run       runCmd       `cmd:"" help:"Join a Discord voice channel."`
	Demo      demoCmd      `cmd:"" help:"Play a scene on this machine and write down what came of it."`
	Rehearse  rehearseCmd  `cmd:"" help:"Talk to NPCs from the terminal."`
	Doctor    doctorCmd    `cmd:"" help:"Try everything that is configured and say what is wrong."`
	Recap     recapCmd     `cmd:"" help:"Tell what happened in a session."`
	Proposals proposalsCmd `cmd:"" help:"Review what NPCs propose to remember."`
	Campaign  campaignCmd  `cmd:"" help:"Import, export and list campaigns."`
	Backup    backupCmd    `cmd:"" help:"Copy the database to a file."`
	Migrate   migrateCmd   `cmd:"" help:"Bring the database up to date."`
	Bench     benchCmd     `cmd:"" help:"Measure this program on this machine."`
	Version   versionCmd   `cmd:"" help:"Print the version."`

	HoldSessions holdSessionsCmd `cmd:"" hidden:"" help:"Hold the sessions that bench measures."`
}

// Providers override the configured ones.
type Providers struct {
	LLM string `help:"Language model: offline or openai." placeholder:"NAME" enum:",offline,openai" default:""`
	STT string `name:"stt" help:"Recogniser: pocketsphinx, openai, whisper-cli or command." placeholder:"NAME" enum:",pocketsphinx,openai,whisper-cli,command" default:""`
	TTS string `name:"tts" help:"Voice: flite, espeak-ng, piper, openai or command." placeholder:"NAME" enum:",flite,espeak-ng,piper,openai,command" default:""`
}
