package config

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// sorted returns an error's lines in order.
func sorted(err error) string {
	if err == nil {
		return ""
	}
	lines := strings.Split(err.Error(), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestMistakes(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	for _, tt := range []struct {
		name, text string
		want       []string // each begins with the line
	}{
		{
			"everything at once", `
langage: en
llm:
  modl: big
  max_tokens: lots
table:
  endpoint: 10ms
  talk: much
`,
			[]string{
				`2: langage: there is no such key; did you mean language?`,
				`4: llm.modl: there is no such key; did you mean llm.model?`,
				`5: llm.max_tokens: "lots" is not a whole number`,
				`7: table.endpoint: 10ms is outside 200ms to 5s`,
				`8: table.talk: "much" is not one of its values; choose brief, normal or long`,
			},
		},
		{
			"key of another section", "endpoint: 1s\n",
			[]string{`1: endpoint: there is no such key; did you mean table.endpoint?`},
		},
		{
			"key without its indent", "llm:\nmodel: x\n",
			[]string{`2: model: there is no such key; did you mean llm.model, stt.model or tts.model?`},
		},
		{
			"key of bytes", "\"\\x1b[31m\": 1\n",
			[]string{`1: "\x1b[31m": there is no such key; config.example.yaml lists every key`},
		},
		{
			"key that is nothing like any", "quasimodo: 1s\n",
			[]string{`1: quasimodo: there is no such key; config.example.yaml lists every key`},
		},
		{
			"twice", "log:\n  level: info\n  level: debug\nlog: {}\n",
			[]string{
				`3: log.level: is here twice, first on line 2; remove one`,
				`4: log: is here twice, first on line 1; remove one`,
			},
		},
		{
			"loudspeakers by yes and no", "table:\n  loudspeaker: yes\n",
			[]string{`2: table.loudspeaker: "yes" is not one of its values; choose auto, on or off`},
		},
		{
			"no unit", "table:\n  endpoint: 500\n",
			[]string{`2: table.endpoint: "500" is not a length of time; write a number and a unit: 300ms, 1.5s, 2m`},
		},
		{
			"value for a section", "llm: openai\n",
			[]string{`1: llm: llm is a single value, not a section; write its keys below it, indented, as in config.example.yaml`},
		},
		{
			"list for a section", "stt: {provider: command, command: [hear]}\n",
			[]string{`1: stt.command: stt.command is a list, not a section; write its keys below it, indented, as in config.example.yaml`},
		},
		{
			"section for a value", "language:\n  de: true\n",
			[]string{`1: language: is a section; give it one value on the same line`},
		},
		{
			"list for the file", "- one\n",
			[]string{`1: the file is a list, not a section; write its keys below it, indented, as in config.example.yaml`},
		},
		{
			"value for a list", "tts: {command: {args: say}}\n",
			[]string{`1: tts.command.args: is a single value; write a list: [one, two]`},
		},
		{
			"section for a list", "prices: {provider: openai}\n",
			[]string{`1: prices: is a section, not a list; begin each entry with a dash, as in config.example.yaml`},
		},
		{
			"entry of a list", "prices:\n  - {provider: openai, unit: words, per: 10, cost: 1}\n  - {}\n",
			[]string{
				`2: prices[0].cost: there is no such key; config.example.yaml lists every key`,
				`2: prices[0].unit: "words" is not one of its values; choose seconds, characters, input_tokens or output_tokens`,
				`3: prices[1].per: 0 is outside 1 to 1000000000`,
				`3: prices[1].provider: is missing; name the provider that charges it`,
				`3: prices[1].unit: "" is not one of its values; choose seconds, characters, input_tokens or output_tokens`,
			},
		},
		{
			"price of nobody", "prices:\n  - {provider: opnai, unit: seconds, per: 10, price: 1}\n",
			[]string{`2: prices[0].provider: "opnai" is not one of its values; choose openai, offline, pocketsphinx, whisper-cli, flite, espeak-ng, piper or command`},
		},
		{
			"two prices for one thing", "prices:\n  - {provider: openai, unit: seconds, per: 10, price: 1}\n  - {provider: openai, unit: characters, per: 10, price: 1}\n  - {provider: openai, unit: seconds, per: 1, price: 1}\n",
			[]string{`4: prices[2].unit: seconds of openai have a price already, on line 2; remove one`},
		},
		{
			"limits of spending", "spending:\n  warn: 7\n  cap: -1\n  currency: gold pieces\n",
			[]string{
				`3: spending.cap: -1 is outside 0 to 1000000000`,
				`4: spending.currency: is neither a sign nor a short word; write it as $, R$ or EUR`,
			},
		},
		{
			"warning above the cap", "spending: {warn: 7, cap: 6}\n",
			[]string{`1: spending.warn: 7 is above spending.cap, which is 6: it would never be said; raise the cap, too, or set it to 0 for none`},
		},
		{
			"limit of some other kind", "spending: {cap: six, limit: 7}\n",
			[]string{
				`1: spending.cap: "six" is not a number`,
				`1: spending.limit: there is no such key; config.example.yaml lists every key`,
			},
		},
		{
			"misspelt key of an entry", "prices:\n  - {provider: openai, unit: seconds, per: 10, prise: 1}\n",
			[]string{`2: prices[0].prise: there is no such key; did you mean prices[0].price?`},
		},
		{
			"shorthand", "language: &l de\nstt: {language: *l}\n",
			[]string{
				`1: language: is YAML's shorthand (&, *, ! or <<); give it one value on the same line`,
				`2: stt.language: is YAML's shorthand (&, *, ! or <<); give it one value on the same line`,
			},
		},
		{
			"second document", "language: de\n---\nlanguage: en\n",
			[]string{`3: a second document begins here; remove the line ---`},
		},
		{
			"server without address or model", "llm: {provider: openai, base_url: localhost, model: \"\"}\n",
			[]string{
				`1: llm.base_url: is not the address of a server; write it as https://api.openai.com/v1`,
				`1: llm.model: is empty; name a model that the server has`,
			},
		},
		{
			"program without name", "stt: {provider: command}\n",
			[]string{` stt.command.args: names no program; write the program and its arguments: [program, --flag, value]`},
		},
		{
			"placeholders of a recogniser", "stt:\n  provider: command\n  command:\n    args: [hear, \"{file}\", \"{text}\", \"--out={text}\"]\n    format: pcm\n",
			[]string{
				`4: stt.command.args: has the placeholder {file}, which means nothing here; those that do are {wav}, {language}, {names} and {rate}`,
				`4: stt.command.args: has the placeholder {text}, which means nothing here; those that do are {wav}, {language}, {names} and {rate}`,
				`4: stt.command.args: lacks {wav}, which input: file needs; write it where the program expects it, or set input: stdin`,
				`5: stt.command.format: is pcm, and a file is always wav; remove it, or set input: stdin`,
			},
		},
		{
			"placeholder of the other input", "stt: {provider: command, command: {args: [hear, \"{wav}\"], input: stdin}}\n",
			[]string{`1: stt.command.args: has {wav}, which is only there with input: file; set input: file, or take it out`},
		},
		{
			"placeholders of a voice", "tts:\n  provider: command\n  command:\n    args: [say, \"{out}\"]\n    input: arg\n",
			[]string{
				`4: tts.command.args: has {out}, which is only there with output: file; set output: file, or take it out`,
				`4: tts.command.args: lacks {text}, which input: arg needs; write it where the program expects it, or set input: stdin`,
			},
		},
		{
			"files of a voice", "tts:\n  provider: command\n  command: {args: [say], input: file, output: file}\n",
			[]string{
				`3: tts.command.args: lacks {out}, which output: file needs; write it where the program expects it, or set output: stdout`,
				`3: tts.command.args: lacks {textfile}, which input: file needs; write it where the program expects it, or set input: stdin`,
			},
		},
		{
			"placeholder for a program", "tts: {provider: command, command: {args: [\"{voice}\"]}}\n",
			[]string{`1: tts.command.args: begins with a placeholder; begin it with the program's name`},
		},
		{
			"key that a recogniser does not have", "stt: {command: {rate: 8000}}\n",
			[]string{`1: stt.command.rate: there is no such key; did you mean tts.rate or tts.command.rate?`},
		},
		{
			"another word for an argument", "tts: {command: {input: argument}}\n",
			[]string{`1: tts.command.input: "argument" is not one of its values; choose stdin, arg or file`},
		},
		{
			"server without its slashes", "database:\n  url: postgres:/root:hunter2@db/glyphoxa\n",
			[]string{`2: database.url: is not the address of a PostgreSQL server; write it as postgres://user:password@host/database`},
		},
		{
			"server without its slashes, by its long name", "database:\n  url: PostgreSQL:root:hunter2@db\n",
			[]string{`2: database.url: is not the address of a PostgreSQL server; write it as postgres://user:password@host/database`},
		},
		{
			"server without its colon", "database:\n  url: postgres//root:hunter2@db\n",
			[]string{`2: database.url: is not the address of a PostgreSQL server; write it as postgres://user:password@host/database`},
		},
		{
			"no time at all", "table: {start_when_quiet: 0s, wait_limit: 0s, follow_up: 0s, follow_up_alone: 0s}\n",
			[]string{
				`1: table.start_when_quiet: 0s is outside 20ms to 5s`,
				`1: table.wait_limit: 0s is outside 100ms to 1m0s`,
			},
		},
		{
			"whole answer that is too short for any", "llm: {timeout_total: 50ms}\n",
			[]string{`1: llm.timeout_total: 50ms is outside 100ms to 1h0m0s`},
		},
		{
			"first word after the last", "llm: {timeout_first: 9s, timeout_total: 8s}\n",
			[]string{`1: llm.timeout_total: 8s is outside 9s to 1h0m0s`},
		},
		{
			"other database", "database:\n  url: mysql://root:hunter2@db/glyphoxa\n",
			[]string{`2: database.url: "mysql" is not a kind of database that the bot knows; give the path of a file, or a postgres:// address`},
		},
		{
			"language by name", "language: German!\n",
			[]string{`1: language: "German!" is not the tag of a language; write it as en, de or pt-BR`},
		},
		{
			"not a number", "llm: {temperature: .nan}\nprices: [{provider: openai, unit: seconds, per: 1, price: -1}]\n",
			[]string{
				`1: llm.temperature: ".nan" is not a number`,
				`2: prices[0].price: -1 is outside 0 to 1000000000`,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := write(t, tt.text)
			_, err := Load(Options{File: file})
			if err == nil {
				t.Fatal("no mistake found")
			}
			var want []string
			for _, w := range tt.want {
				want = append(want, file+":"+w)
			}
			slices.Sort(want)
			if got := sorted(err); got != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
			}
		})
	}
}

func TestMistakesInOrder(t *testing.T) {
	_, err := Load(Options{File: write(t, "log: {level: loud}\nzz: 1\ntable: {talk: much}\n")})
	var lines []int
	for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
		m, ok := errors.AsType[*Mistake](e)
		if !ok {
			t.Fatalf("got %T, want *Mistake", e)
		}
		lines = append(lines, m.Line)
	}
	if want := []int{1, 2, 3}; !slices.Equal(lines, want) {
		t.Errorf("got mistakes on lines %v, want %v", lines, want)
	}
}

func TestBrokenYAML(t *testing.T) {
	for _, tt := range []struct {
		name, text, where string
	}{
		{"unclosed quote", "log:\n  level: \"info\n", ":2:10: "},
		{"tab", "log:\n\tlevel: info\n", ":2:"},
		{"unclosed bracket", "prices: [\n", ":1:9: "},
		{"two colons", "database:\n  url: a: b\n", ":2:"},
		{"wrong indent", "llm:\n    model: a\n  provider: b\n", ":3:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("bot.yaml", []byte(tt.text))
			if err == nil || !strings.HasPrefix(err.Error(), "bot.yaml"+tt.where) {
				t.Fatalf("got %v, want it to begin with bot.yaml%s", err, tt.where)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("got more than one line: %v", err)
			}
		})
	}
}

func TestConfigMistake(t *testing.T) {
	c, err := Parse("bot.yaml", []byte("tts:\n  provider: piper\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := c.Mistake(&c.TTS.Provider, "piper is not installed", "install it").Error()
	if want := "bot.yaml:2: tts.provider: piper is not installed; install it"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got = c.Mistake(&c.STT.Provider, "pocketsphinx is not installed", "").Error()
	if want := "bot.yaml: stt.provider: pocketsphinx is not installed"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
