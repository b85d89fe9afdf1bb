// Package spoken turns what is written into what a voice is to say: "49 gp at
// 8:00" becomes "forty-nine gold pieces at eight o'clock". Voices differ in what
// they make of digits and shorthand, some skip them, and none knows that "2d6+3"
// is dice.
//
// What is written stays what was said: the transcript keeps "49 gp". So a
// [Spoken] knows, for each of its words, which bytes of the writing it stands
// for, and a voice that is cut off in the middle is mapped back to where the
// writing was cut ([Spoken.Heard]).
//
// # How it works
//
// A [Reader] goes through a sentence once, from word to word. At the beginning
// of each it asks, in this order:
//
//	names         the campaign's names, said as its name list says    names.go
//	address       web and mail addresses pass as they are             scan.go
//	quantity      whatever begins with a digit, a sign or a currency  quantity.go
//	              sums, dice, times, fractions, counters, dates,
//	              ordinals, ranges, amounts                           sum.go, dice.go, …
//	roman         numerals behind a ruler's name                      roman.go
//	abbreviation  "Dr.", "z. B.", "&"                                 abbreviation.go
//
// The first that knows the word replaces it; what none of them knows passes as
// it is. The words of a language are in english*.go and german*.go. In other
// languages only names are replaced.
//
// German has more to agree with: what gender a noun has ("eine Goldmünze", "ein
// halber Laib", "drittes Bier") is known for what a table counts, or told by how the
// noun ends; what case it is in, by the word before. Of other nouns what is said
// agrees with any.
//
// When in doubt nothing is replaced: a voice that misreads "3.141" is better than
// one that says something else. So "1.000" stays in English, "1,000" in German,
// "007" and "555-1234" everywhere.
package spoken
