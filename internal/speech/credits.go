package speech

import (
	"slices"
	"strings"
)

// credits reports whether words are what stands at the end of a film, and what
// recognisers that learnt from films make of noise: who made its subtitles, or the
// thanks of somebody whose video is over. The same words inside of a line are what
// somebody says: "Was the letter translated by a dwarf?", "Thank you for watching my
// back."
func credits(words []string) bool {
	text := strings.Join(words, " ") + " "
	return slices.ContainsFunc(openings, func(p string) bool { return strings.HasPrefix(text, bounded(p)) }) ||
		allEndings(text)
}

// openings are how lines begin that nobody says at a game table.
var openings = []string{
	"subtitles by", "captions by", "transcribed by", "transcription by", "translated by",
	"untertitel der", "untertitel von", "untertitelung", "untertitel im auftrag", "copyright wdr",
	"sous titres", "sous titrage", "subtítulos realizados", "subtítulos por", "sottotitoli", "legendas pela",
	"субтитры", "редактор субтитров", "спасибо за просмотр",
	"ご視聴ありがとうございました", "チャンネル登録", "시청해주셔서 감사합니다", "구독과 좋아요",
	"字幕由", "请不吝点赞", "請不吝點贊", "谢谢观看", "謝謝觀看", "感谢观看",
	"abone olmayı unutmayın", "izlediğiniz için teşekkür",
}

// endings are the last words of videos. They count where a line has no others but
// besides.
var endings = []string{
	"thanks for watching", "thank you for watching", "please subscribe", "like and subscribe",
	"subscribe to my channel", "subscribe to the channel", "don't forget to subscribe",
	"danke fürs zuschauen", "danke fürs zusehen", "merci d'avoir regardé", "gracias por ver",
	"suscríbete al canal", "obrigado por assistir", "продолжение следует",
}

var besides = func() map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(`and so if you i'll we'll see in next the this my our your to for please enjoyed
		video videos channel episode everyone everybody guys bye until time one
		und bis zum nächsten mal video folge das die dieses diese cette vidéo el este vídeo o`) {
		set[w] = true
	}
	return set
}()

// allEndings reports whether text, words with a space behind each, is made of
// endings.
func allEndings(text string) bool {
	rest := " " + text
	for _, p := range endings {
		rest = strings.ReplaceAll(rest, bounded(" "+p), " ")
	}
	if len(rest) > len(text) {
		return false
	}
	return !slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return !besides[w] })
}

// creditWords are phrases of credits. Inside of a line they make a doubtful one
// more so.
var creditWords = slices.Concat(openings, endings)

// neverSaid are those that nobody says at all: recognisers are sure of them all the
// same.
var neverSaid = []string{
	"amara org", "untertitelung des zdf", "untertitel im auftrag des zdf", "copyright wdr", "редактор субтитров", "ご視聴ありがとうございました",
}

// holds reports whether words have one of phrases in them, as whole words if the
// phrase has spaces.
func holds(words, phrases []string) bool {
	text := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(phrases, func(p string) bool {
		if strings.Contains(p, " ") {
			p = " " + p
		}
		return strings.Contains(text, bounded(p))
	})
}

// bounded returns a phrase as it is looked for: with the end of its last word, if it
// has more than one. Scripts without spaces, and German, go on where it ends.
func bounded(phrase string) string {
	if strings.Contains(phrase, " ") {
		return phrase + " "
	}
	return phrase
}
