package command

import (
	"slices"
	"strings"
)

// Every button and menu carries its meaning in its ID, so that one that was
// sent before a restart still works. An ID is a verb and its arguments.
const (
	btnConsent  = "consent"  // yes or no, campaign
	btnExample  = "example"  // play the example campaign
	btnCampaign = "campaign" // a menu of campaigns
	btnScene    = "scene"    // opening; a menu of scenes
	btnPlays    = "plays"    // opening, person; a menu of characters
	btnMore     = "more"     // opening, page
	btnBegin    = "begin"    // opening
	btnDecide   = "decide"   // approve or reject, page, campaign, proposal
	btnPage     = "page"     // page, campaign
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

// parseID takes an ID apart. ok is false if it is none of ours, with the
// number of arguments that its verb has.
func parseID(s string) (verb string, args []string, ok bool) {
	if len(s) > maxID {
		return "", nil, false
	}
	parts := strings.Split(s, idSep)
	want, known := map[string]int{
		btnConsent: 2, btnExample: 0, btnCampaign: 0, btnScene: 1, btnPlays: 2,
		btnMore: 2, btnBegin: 1, btnDecide: 4, btnPage: 2,
		btnLoud: 1, btnWhose: 1, btnSound: 2,
	}[parts[0]]
	if !known || len(parts)-1 != want {
		return "", nil, false
	}
	if slices.Contains(parts, "") {
		return "", nil, false
	}
	return parts[0], parts[1:], true
}
