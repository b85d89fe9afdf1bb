package pocketsphinx

import (
	"slices"
	"strings"
)

// nameFrames are the places of a sentence where names stand, as fragments: what
// comes before and after is left open, so that no whole sentence with a name in
// it is ever part of the training text. "…" marks the open end.
var nameFrames = []string{
	"hey NAME …", "hello NAME …", "hi NAME …", "listen NAME …", "wait NAME …",
	"thank you NAME", "good morning NAME …", "good evening NAME …", "goodbye NAME …",
	"please NAME …", "well NAME …", "and NAME …", "so NAME …", "tell me NAME …", "no NAME …", "yes NAME …",
	"i am NAME", "my name is NAME", "this is NAME",
	"… you NAME", "… about NAME", "… about NAME", "… about NAME", "… with NAME", "… from NAME", "… to NAME", "… to NAME",
	"… for NAME", "… of NAME", "… at NAME", "… in NAME", "… near NAME", "… by NAME", "… and NAME", "… not NAME",
	"… the NAME", "… the NAME", "… called NAME", "… named NAME",
	"… ask NAME about …", "… i ask NAME …", "… tell NAME that …", "… tell NAME about …",
	"… who is NAME", "… where is NAME", "… where does NAME live", "… what does NAME …", "… what did NAME …",
	"… do you know NAME …", "… does NAME know …", "… did NAME …", "… has NAME …", "… have you seen NAME",
	"… is NAME …", "… was NAME …", "… can NAME …", "… will NAME …", "… and NAME are …", "… think NAME is …",
	"… heard of NAME", "… go to NAME", "… way to NAME", "… come to NAME …", "… live in NAME", "… that NAME …", "… that the NAME …",
	"… i give NAME …", "… i look at NAME …", "… attack NAME …", "… help NAME …", "… follow NAME …", "… trust NAME …",
	"NAME is …", "NAME was …", "NAME has …", "NAME said …", "NAME says …", "NAME told …", "the NAME is …", "the NAME was …",
	"… NAME lives in …", "… NAME knows …", "… NAME wants …", "… and NAME and NAME …",
}

// possessiveFrames are those of "Orsolo's".
var possessiveFrames = []string{"NAME …", "… to NAME …", "… in NAME …", "… about NAME …", "… the NAME …"}

// openings is how many general sentences lend each name their beginning:
// "NAME what do …". Whoever is called by name is then asked or told something.
const openings = 60

// A fragment is a stretch of training text, with sentence marks where the
// sentence begins or ends, and none where it is open.
type fragment []string

// nameFragments returns the fragments for one name, whole, in parts and with
// 's. offset, different for each name, spreads the openings over the sentences.
func nameFragments(text string, sentences []string, offset int) []fragment {
	name := spoken(text)
	if len(name) == 0 {
		return nil
	}
	var out []fragment
	called := [][]string{name}
	if len(name) > 1 {
		for i, w := range name {
			if !slices.Contains(small, w) {
				out = append(out, frames(nameFrames, name[i:i+1])...)
			}
		}
		if !slices.Contains(small, name[0]) {
			called = append(called, name[:1]) // people are called by their first name
		}
	}
	out = append(out, frames(nameFrames, name)...)
	out = append(out, frames(possessiveFrames, possessive(name))...)
	step := max(len(sentences)/openings, 1)
	for _, c := range called {
		for i := offset % step; i < len(sentences); i += step {
			w := strings.Fields(sentences[i])
			f := append(fragment{begin}, c...)
			out = append(out, append(f, w[:min(3, len(w))]...))
		}
	}
	return out
}

// small words are not said in the place of the name that they are part of.
var small = strings.Fields("the a an of at in on to and for from von van de del di la le du der den el al")

func possessive(name []string) []string {
	p := slices.Clone(name)
	p[len(p)-1] = strings.TrimSuffix(p[len(p)-1], "'s") + "'s"
	return p
}

func frames(patterns, name []string) []fragment {
	var out []fragment
	for _, p := range patterns {
		out = append(out, frame(p, name))
	}
	return out
}

func frame(pattern string, name []string) fragment {
	f := fragment{begin}
	for w := range strings.FieldsSeq(pattern) {
		switch w {
		case "NAME":
			f = append(f, name...)
		case "…":
			if len(f) == 1 {
				f = f[:0] // open at the front
				continue
			}
			return f // open at the back
		default:
			f = append(f, w)
		}
	}
	return append(f, end)
}
