package phonetic

import "strings"

// english reads names as English speakers read what they have not seen before.
// G is hard, because in invented names it nearly always is.
var english = newLanguage(Language{
	finish: func(s Sounds) Sounds {
		// An e at the end is silent when there is another vowel: "Barte".
		if n := len(s) - 1; n > 1 && s[n] == 'e' && !isVowel(s[n-1]) && strings.ContainsAny(string(s[:n]), vowels) {
			return s[:n]
		}
		return s
	},
	ordinary: englishWords,
}, `
	a a  e e  i i  o o  u u  y i
	ai e  ay e  au o  aw o  aw@ aw  ea i  ee i  ei e  ey e  ey$ i  eu u  ew u  ew@ ew
	ie i  oa o  oe o  oo u  ou u  ow o  ow@ ow  oy oi  ue u  ui u  y@ j
	ah a  ah@ ah  eh e  eh@ eh  oh o  oh@ oh  uh u  uh@ uh

	b b  mb$ m
	c k  ce se  ci si  cy si  ck k  ch C  chr kr  tch C
	d d  dg J  dge J
	f f
	g g  gh -  ^gh g  ^gn n
	h h
	j J
	k k  kh k  ^kn n
	l l  m m  n n
	p p  ph f  ^ps s  ^pn n
	q k  qu kw
	r r  rh r
	s s  sh S  sch S
	t t  th T  tion Sn
	v v
	w w  wh w  ^wr r
	x ks  ^x z
	z z  zh S
`)
