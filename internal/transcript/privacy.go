package transcript

import (
	"maps"
	"slices"
	"time"
)

// Withdrawn stands where the words of a line were that have been deleted: the
// line keeps its number and its place, and nothing else tells what it said.
const Withdrawn = "[…]"

// Kept is what is kept of what one person said in one campaign.
type Kept struct {
	Lines       int // with words
	Sessions    int // in which those were said
	First, Last time.Time
	Withdrawn   int // lines whose words are gone
	Evenings    int // sessions that list the person, by name
}

// Several people who share a microphone are one speaker, who plays the table.
// Its name is in the campaign's language.
var tableNames = map[string]string{"en": "The table", "de": "Der Tisch"}

// TableName returns the label of a shared microphone's lines, in a campaign of
// that language; in English if there is none in it.
func TableName(language string) string {
	if name, ok := tableNames[language[:min(2, len(language))]]; ok {
		return name
	}
	return tableNames["en"]
}

// Shared reports whether s is several people at one microphone. The label is
// none of their names: who says it names a piece of furniture.
func (s Speaker) Shared() bool {
	return slices.Contains(slices.Collect(maps.Values(tableNames)), s.Character)
}
