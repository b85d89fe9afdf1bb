package command

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Every button and menu carries its meaning in its ID, so that one that was
// sent before a restart still works. An ID is a verb and its arguments.
const (
	btnConsent  = "consent"  // yes or no, campaign
	btnForget   = "forget"   // campaign
	btnExample  = "example"  // play the example campaign
	btnCampaign = "campaign" // a menu of campaigns
	btnScene    = "scene"    // opening; a menu of scenes
	btnPlays    = "plays"    // opening, person; a menu of characters
	btnMore     = "more"     // opening, page
	btnBegin    = "begin"    // opening
	btnLoud     = "loud"     // campaign
	btnWhose    = "whose"    // campaign; a menu of people
	btnSound    = "sound"    // campaign, person; a menu of ways to listen
)

const idSep = ":"

// maxID is Discord's limit.
const maxID = 100

// button makes the ID of a button. Arguments hold no separator: they are words of
// ours, numbers, and IDs made by the program.
func button(verb string, args ...string) string {
	return strings.Join(append([]string{verb}, args...), idSep)
}

// noWords stands for no words in an ID, where nothing may be empty.
const noWords = "-"

// packWords writes words so that an ID can carry them: what is looked for is in
// the button, and so survives a restart.
func packWords(words string) string {
	if words == "" {
		return noWords
	}
	return base64.RawURLEncoding.EncodeToString([]byte(words))
}

func unpackWords(s string) (words string, ok bool) {
	if s == noWords {
		return "", true
	}
	b, err := base64.RawURLEncoding.DecodeString(s)
	return string(b), err == nil
}

// mark is a digest that stands, in the ID of a button, for what has no room there.
func mark(parts ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", parts))
	return hex.EncodeToString(sum[:8])
}

// parseID takes the ID of a button, a menu or a form apart. ok is false if it
// is none of ours, with the number of arguments that its verb has.
func parseID(s string) (verb string, args []string, ok bool) {
	if len(s) > maxID {
		return "", nil, false
	}
	parts := strings.Split(s, idSep)
	verb = parts[0]
	want := presses()[verb].args
	if _, known := presses()[verb]; !known {
		f, known := forms()[verb]
		if !known {
			return "", nil, false
		}
		want = f.args
	}
	if len(parts)-1 != want || slices.Contains(parts, "") {
		return "", nil, false
	}
	return verb, parts[1:], true
}
