package recap

import (
	"fmt"
	"strings"
	"testing"
)

// FuzzParts splits rows of as many words as each byte of sizes says, all of
// them different.
func FuzzParts(f *testing.F) {
	f.Add([]byte{1, 2, 3}, 20)
	f.Add([]byte{200, 0, 1, 200}, 50)
	f.Add([]byte{1}, 1)
	f.Fuzz(func(t *testing.T, sizes []byte, size int) {
		if size < 1 || size > 1000 || len(sizes) > 100 {
			t.Skip("no part is like that")
		}
		var rows []row
		var want, got strings.Builder
		word := 0
		for _, n := range sizes {
			var words []string
			for range n {
				word++
				words = append(words, fmt.Sprintf("%d.", word))
				fmt.Fprintf(&want, "%d.", word)
			}
			if n > 0 {
				rows = append(rows, row{"Kara", strings.Join(words, " ")})
			}
		}
		list := parts(rows, size)
		if size < 40 {
			return // pieces of words are not all different: it is enough to come back
		}
		// What is new in each part, put together, is all that was said.
		var before []string
		for i, p := range list {
			if most := max(size, len("Kara: ")+size/2+1); len(p) > most {
				t.Fatalf("part %d has %d runes, want at most %d", i, len(p), most)
			}
			lines := strings.Split(p, "\n")
			again := repeated(before, lines)
			if again == len(lines) {
				t.Fatalf("part %d holds nothing new", i)
			}
			for _, l := range lines[again:] {
				got.WriteString(strings.ReplaceAll(strings.TrimPrefix(l, "Kara:"), " ", ""))
			}
			before = lines
		}
		if got.String() != want.String() {
			t.Errorf("got\n%s\nwant\n%s", got.String(), want.String())
		}
	})
}

// repeated returns how many of lines repeat the end of before.
func repeated(before, lines []string) int {
	for n := min(len(before), len(lines)); n > 0; n-- {
		if strings.Join(before[len(before)-n:], "\n") == strings.Join(lines[:n], "\n") {
			return n
		}
	}
	return 0
}
