package config

import "time"

// openAIURL is OpenAI's own address. Its key from the environment goes there
// and nowhere else.
const openAIURL = "https://api.openai.com/v1"

// Default returns the configuration of an empty file: everything local, no
// keys, nothing to pay.
func Default() *Config {
	c := &Config{
		File: DefaultFile,
		Database: Database{
			URL:     is("glyphoxa.db"),
			Backups: is(3),
		},
		Language: is("en"),
		LLM: LLM{
			Provider:     is(Offline),
			BaseURL:      is(openAIURL),
			Model:        is("gpt-4o-mini"),
			MaxTokens:    is(600),
			TimeoutFirst: is(8 * time.Second),
			TimeoutTotal: is(60 * time.Second),
		},
		STT: STT{
			Provider: is(PocketSphinx),
			BaseURL:  is(openAIURL),
			// The only one of OpenAI's that gives confidences (verbose_json).
			Model:   is("whisper-1"),
			Timeout: is(15 * time.Second),
			Command: STTCommand{
				Input:  is("file"),
				Format: is("wav"),
			},
		},
		Discord: Discord{Roll: is("off")},
		TTS: TTS{
			Provider: is(Flite),
			BaseURL:  is(openAIURL),
			Model:    is("gpt-4o-mini-tts"),
			Rate:     is(24000),
			Timeout:  is(20 * time.Second),
			Numbers:  is("words"),
			Command: TTSCommand{
				Input:  is("stdin"),
				Output: is("stdout"),
				Format: is("wav"),
				Rate:   is(22050),
			},
		},
		Table: Table{
			Endpoint:       is(500 * time.Millisecond),
			EndpointLimit:  is(1200 * time.Millisecond),
			Early:          is("on"),
			Referee:        is("off"),
			StartWhenQuiet: is(300 * time.Millisecond),
			WaitLimit:      is(3 * time.Second),
			FillerAfter:    is(1200 * time.Millisecond),
			FollowUpAlone:  is(30 * time.Second),
			FollowUp:       is(12 * time.Second),
			Consent:        is("ask"),
			GMAway:         is(10 * time.Minute),
			Empty:          is(2 * time.Minute),
			GMVoice:        is("narrator"),
			InterruptBy:    is("partner"),
			Loudspeaker:    is("auto"),
			Talk:           is("brief"),
			Invents:        is("colour"),
		},
		Budgets: Budgets{
			History:    is(6000),
			Knowledge:  is(4000),
			ToolResult: is(2000),
		},
		Spending: Spending{
			Warn:     is(3.0),
			Cap:      is(6.0),
			Currency: is("$"),
		},
		Log: Log{
			Level:  is("info"),
			Format: is("text"),
		},
	}
	for f := range c.leaves() {
		f.leaf.name(f.key, 0)
	}
	return c
}

// is returns a field that nobody wrote.
func is[T any](v T) Field[T] { return Field[T]{Value: v} }
