package recap

import (
	"strings"
	"unicode/utf8"
)

// overlap is the share of a part that repeats the end of the part before, so
// that what happens at a border is told by at least one of them as a whole.
const overlap = 10 // one in ten

// parts splits rows into parts of at most size runes, in order, each but the
// first beginning with the end of the one before. Every row is in one at
// least; a row that is longer than a part is cut into several.
func parts(rows []row, size int) []string {
	var list []string
	var part []string
	length, fresh := 0, 0 // runes of part; rows in it that no part before has
	add := func(line string) {
		part = append(part, line)
		length += utf8.RuneCountInString(line) + 1
	}
	end := func() {
		list = append(list, strings.Join(part, "\n"))
		kept, runes := len(part), 0
		for kept > 0 {
			n := utf8.RuneCountInString(part[kept-1]) + 1
			if runes+n > size/overlap {
				break
			}
			runes += n
			kept--
		}
		part, length, fresh = append([]string(nil), part[kept:]...), runes, 0
	}
	for _, r := range rows {
		for _, line := range pieces(r, size-size/overlap) {
			n := utf8.RuneCountInString(line) + 1
			if length+n > size && fresh > 0 {
				end()
			}
			add(line)
			fresh++
		}
	}
	if fresh > 0 {
		end()
	}
	return list
}

// pieces writes r as lines of at most size runes, or a little more if its name
// is longer than half of that.
func pieces(r row, size int) []string {
	room := max(size-utf8.RuneCountInString(r.name)-len(nameColon)-1, size/2, 1)
	text := []rune(r.text)
	var lines []string
	for len(text) > room {
		n := room
		for n > room/2+1 && text[n] != ' ' { // between words, if there are any
			n--
		}
		if text[n] != ' ' {
			n = room
		}
		lines = append(lines, row{r.name, strings.TrimSpace(string(text[:n]))}.String())
		text = []rune(strings.TrimSpace(string(text[n:])))
	}
	return append(lines, row{r.name, strings.TrimSpace(string(text))}.String())
}
