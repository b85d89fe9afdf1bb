package campaign

import (
	"fmt"
	"strings"
	"unicode"
)

// plainWords are read as something else than a text by YAML, or by people.
var plainWords = map[string]bool{
	"null": true, "true": true, "false": true, "yes": true, "no": true,
	"on": true, "off": true, "y": true, "n": true, "inf": true, "nan": true, "none": true,
}

// quote returns s as YAML on one line: bare where nobody could take it for
// anything else, and in double quotes elsewhere. In brackets a comma means
// something, so there it takes quotes too.
func quote(s string, brackets bool) string {
	if bare(s) && (!brackets || !strings.Contains(s, ",")) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == ' ' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// bare reports whether s needs no quotes: it begins with a letter and has
// nothing in it that means something in YAML.
func bare(s string) bool {
	if s == "" || plainWords[strings.ToLower(s)] || strings.HasSuffix(s, " ") {
		return false
	}
	for i, r := range s {
		switch {
		case unicode.IsLetter(r):
		case i == 0:
			return false
		case unicode.IsDigit(r) || strings.ContainsRune(" .,'-_!?()/;", r):
		case r >= 0x80 && unicode.IsPrint(r):
		default:
			return false
		}
	}
	return true
}

// block reports whether s can be written as lines of their own after a |.
func block(s string) bool {
	if !strings.Contains(s, "\n") || s != strings.TrimSpace(s) {
		return false
	}
	for line := range strings.SplitSeq(s, "\n") {
		if line != strings.TrimRight(line, " \t") || strings.HasPrefix(line, "\t") {
			return false
		}
		for _, r := range line {
			if r != '\t' && r != ' ' && !unicode.IsPrint(r) {
				return false
			}
		}
	}
	return true
}
