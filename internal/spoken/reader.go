package spoken

import "strings"

// A Reader reads aloud, in one language and with the names of one campaign. It
// does not change and may be used by several goroutines. A nil Reader reads
// everything as it is written.
type Reader struct {
	tongue *tongue // nil for a language that is left as it is
	names  names
	digits bool
}

// NewReader returns a reader of a language, as a BCP 47 tag. English and German
// are read; of others only names are. says maps names to how they are said, as
// [campaign.File.Pronunciations] does: a respelling such as "mi-REL-a".
func NewReader(language string, says map[string]string) *Reader {
	code, _, _ := strings.Cut(strings.ToLower(language), "-")
	r := &Reader{tongue: tongues[code]}
	r.names = newNames(says, r.tongue)
	return r
}

// Digits returns a reader that leaves numbers, prices, times and abbreviations
// to the voice, which must be able to read them, and still says what none can: a
// game's dice and coins, and names.
func (r *Reader) Digits() *Reader {
	if r == nil {
		return nil
	}
	d := *r
	d.digits = true
	return &d
}

// Say returns how written is said. Its white space stays.
func (r *Reader) Say(written string) Spoken {
	if r == nil {
		return Verbatim(written)
	}
	return r.say(written)
}
