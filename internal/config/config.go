// Package config reads the bot's configuration file.
//
// [Load] reads the YAML, fetches the secrets it points to, and checks every
// value. All that is wrong is reported in one go, each mistake with its file,
// line, key and remedy, because somebody who mends a file by trial and error
// should have one trial. The steps:
//
//	text → syntax tree → values over [Default] → secrets → checks
//
// Every value is a [Field] that remembers the line it was written on, so that a
// fault found later, such as a voice that the provider does not have, can still
// point there: see [Config.Mistake].
//
// Only cmd/bot imports this package. It turns the values into the options of
// the other packages; none of them knows that there is a file.
package config

import "time"

// DefaultFile is where the configuration is looked for unless told otherwise.
const DefaultFile = "config.yaml"

// A Config is a configuration file. config.example.yaml says what each key
// means and why one would change it.
type Config struct {
	// File is where the values come from, for messages. Relative paths in the
	// file are relative to its directory, and have been made so.
	File string `key:"-"`

	Database Database      `key:"database"`
	Discord  Discord       `key:"discord"`
	Language Field[string] `key:"language"` // BCP 47
	LLM      LLM           `key:"llm"`
	STT      STT           `key:"stt"`
	TTS      TTS           `key:"tts"`
	Table    Table         `key:"table"`
	Budgets  Budgets       `key:"budgets"`
	Prices   []Price       `key:"prices"`
	Spending Spending      `key:"spending"`
	Log      Log           `key:"log"`
}

// Database says where everything is kept.
type Database struct {
	URL     Field[string] `key:"url"` // path of an SQLite file, or postgres://…
	Backups Field[int]    `key:"backups"`
}

// Discord is how the bot logs in.
type Discord struct {
	// Token is empty when there is none: only a live session needs it.
	Token Field[Secret] `key:"token"`
	Roll  Field[string] `key:"roll"` // on or off
}

// The providers, by the name that the file gives them.
const (
	Offline      = "offline"
	OpenAI       = "openai" // and every server that speaks as it does
	PocketSphinx = "pocketsphinx"
	WhisperCLI   = "whisper-cli"
	Flite        = "flite"
	ESpeak       = "espeak-ng"
	Piper        = "piper"
	Command      = "command" // any local program
)

// LLM is the language model that the agents think with.
type LLM struct {
	Provider     Field[string]        `key:"provider"` // Offline or OpenAI
	BaseURL      Field[string]        `key:"base_url"`
	Key          Field[Secret]        `key:"key"`
	Model        Field[string]        `key:"model"`
	Temperature  Field[*float64]      `key:"temperature"` // nil: the model's own
	MaxTokens    Field[int]           `key:"max_tokens"`
	TimeoutFirst Field[time.Duration] `key:"timeout_first"` // to the first token
	TimeoutTotal Field[time.Duration] `key:"timeout_total"`
}

// STT is the recogniser that hears the players.
type STT struct {
	Provider    Field[string]        `key:"provider"` // PocketSphinx, OpenAI, WhisperCLI or Command
	BaseURL     Field[string]        `key:"base_url"`
	Key         Field[Secret]        `key:"key"`
	Model       Field[string]        `key:"model"`
	Language    Field[string]        `key:"language"` // empty: Config.Language
	Timeout     Field[time.Duration] `key:"timeout"`
	MaxParallel Field[int]           `key:"max_parallel"` // 0: one per core
	Command     STTCommand           `key:"command"`
}

// STTCommand is a local program that recognises speech.
type STTCommand struct {
	Args   Field[[]string] `key:"args"`
	Input  Field[string]   `key:"input"`  // stdin or file
	Format Field[string]   `key:"format"` // wav or pcm; of stdin
}

// TTS is the synthesiser that the agents speak with.
type TTS struct {
	Provider Field[string]        `key:"provider"` // Flite, ESpeak, Piper, OpenAI or Command
	BaseURL  Field[string]        `key:"base_url"`
	Key      Field[Secret]        `key:"key"`
	Model    Field[string]        `key:"model"`
	Rate     Field[int]           `key:"rate"` // of OpenAI's raw PCM
	Timeout  Field[time.Duration] `key:"timeout"`
	Numbers  Field[string]        `key:"numbers"` // words or digits
	Command  TTSCommand           `key:"command"`
}

// TTSCommand is a local program that speaks.
type TTSCommand struct {
	Args   Field[[]string] `key:"args"`
	Input  Field[string]   `key:"input"`  // stdin, arg or file
	Output Field[string]   `key:"output"` // stdout or file
	Format Field[string]   `key:"format"` // wav or pcm
	Rate   Field[int]      `key:"rate"`
	Voices Field[[]string] `key:"voices"`
}

// Table is how a conversation is held.
type Table struct {
	Endpoint       Field[time.Duration] `key:"endpoint"`
	EndpointLimit  Field[time.Duration] `key:"endpoint_limit"`
	Early          Field[string]        `key:"early"`   // on or off
	Referee        Field[string]        `key:"referee"` // off or on
	StartWhenQuiet Field[time.Duration] `key:"start_when_quiet"`
	WaitLimit      Field[time.Duration] `key:"wait_limit"`
	FillerAfter    Field[time.Duration] `key:"filler_after"`    // 0 for never
	FollowUpAlone  Field[time.Duration] `key:"follow_up_alone"` // 0 for not at all
	FollowUp       Field[time.Duration] `key:"follow_up"`       // likewise
	Consent        Field[string]        `key:"consent"`         // ask or notice
	GMAway         Field[time.Duration] `key:"gm_away"`
	Empty          Field[time.Duration] `key:"empty"`
	GMVoice        Field[string]        `key:"gm_voice"`     // narrator, player or ignore
	InterruptBy    Field[string]        `key:"interrupt_by"` // partner, anyone or nobody
	Loudspeaker    Field[string]        `key:"loudspeaker"`  // auto, on or off
	Talk           Field[string]        `key:"talk"`         // brief, normal or long
	Invents        Field[string]        `key:"invents"`      // nothing, colour or freely
}

// Budgets bound what goes into a prompt, in runes.
type Budgets struct {
	History    Field[int] `key:"history_runes"`
	Knowledge  Field[int] `key:"knowledge_runes"`
	ToolResult Field[int] `key:"tool_result_runes"`
}

// A Price is what a provider charges for one kind of use.
type Price struct {
	Provider Field[string]  `key:"provider"`
	Unit     Field[string]  `key:"unit"` // seconds, characters, input_tokens or output_tokens
	Per      Field[int]     `key:"per"`  // so many units cost Price
	Price    Field[float64] `key:"price"`
}

// Spending says how much one session may cost, by the prices above.
type Spending struct {
	Warn     Field[float64] `key:"warn"` // 0: none
	Cap      Field[float64] `key:"cap"`  // 0: none
	Currency Field[string]  `key:"currency"`
}

// Log says what is logged, and how.
type Log struct {
	Level  Field[string] `key:"level"`  // debug, info, warn or error
	Format Field[string] `key:"format"` // text or json
}
