package texts

import (
	"embed"
	"fmt"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	xlang "golang.org/x/text/language"
)

//go:embed *.yaml
var files embed.FS

// fallback is the language of who has none of ours.
const fallback = "en"

// Languages are the codes of the languages that there are, English first. Each
// has its file.
func Languages() []string { return []string{fallback, "de"} }

// A book is all languages.
type book struct {
	matcher   xlang.Matcher
	languages []language // in the order of Languages
	ids       map[string]map[string][]string
}

// A language finds sentences.
type language struct {
	code   string
	speaks *i18n.Localizer
}

// theBook is read when something is first said. That it can be is for the tests
// to see: the files are part of the program.
var theBook = sync.OnceValue(func() *book {
	b, err := open()
	if err != nil {
		panic(err)
	}
	return b
})

func open() (*book, error) {
	bundle := i18n.NewBundle(xlang.English)
	b := &book{ids: map[string]map[string][]string{}}
	var tags []xlang.Tag
	for _, code := range Languages() {
		name := code + ".yaml"
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		read, err := i18n.ParseMessageFileBytes(raw, name, map[string]i18n.UnmarshalFunc{"yaml": func(raw []byte, v any) error {
			return yaml.Unmarshal(raw, v)
		}})
		if err != nil {
			return nil, fmt.Errorf("texts: %s: %w", name, err)
		}
		if err := bundle.AddMessages(read.Tag, read.Messages...); err != nil {
			return nil, fmt.Errorf("texts: %s: %w", name, err)
		}
		b.ids[code] = forms(read.Messages)
		tags = append(tags, read.Tag)
		b.languages = append(b.languages, language{code, i18n.NewLocalizer(bundle, code)})
	}
	b.matcher = xlang.NewMatcher(tags)
	return b, nil
}

// forms returns the forms of each sentence, by its ID.
func forms(list []*i18n.Message) map[string][]string {
	all := make(map[string][]string, len(list))
	for _, m := range list {
		all[m.ID] = nil
		for _, form := range []string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other} {
			if form != "" {
				all[m.ID] = append(all[m.ID], form)
			}
		}
	}
	return all
}

// language returns the one that fits a locale best.
func (b *book) language(locale string) language {
	if locale == "" || locale == fallback {
		return b.languages[0]
	}
	tag, err := xlang.Parse(locale)
	if err != nil {
		return b.languages[0]
	}
	_, i, _ := b.matcher.Match(tag)
	return b.languages[i]
}

// strict refuses what is not put in: the tests would see it.
var strict = &template.TextParser{Option: "missingkey=error"}

// sentence says the sentence with that ID: in English if the language lacks it,
// and as its ID if that does, too. The tests see to it that neither happens.
func (l language) sentence(id string, args map[string]string, count *int) string {
	c := &i18n.LocalizeConfig{MessageID: id, TemplateData: args, TemplateParser: strict}
	if count != nil {
		c.PluralCount = *count
	}
	s, err := l.speaks.Localize(c)
	if s == "" && err != nil {
		return id
	}
	return s
}

// Has says whether there is a sentence with that ID.
func Has(id string) bool {
	_, ok := theBook().ids[fallback][id]
	return ok
}

// Forms returns the words of each sentence of a language as they stand in its
// file, by their ID: one form, or one per plural. It is for tests.
func Forms(code string) map[string][]string { return theBook().ids[code] }
