package speech

import (
	"strings"
	"testing"
	"time"
)

// Case: S01, S02, S03, S04, S05, S09, F11.
func TestPlausible(t *testing.T) {
	var (
		clear   = Heard{Level: -25, Voiced: 1200 * time.Millisecond}
		short   = Heard{Level: -25, Voiced: 350 * time.Millisecond}
		noise   = Heard{Level: -64, Voiced: 2 * time.Second} // room noise at RMS 20
		quiet   = Heard{Level: -46, Voiced: time.Second}
		digital = Heard{Level: -96}
		scene   = Hints{Language: "en", Names: []string{"Bart", "Greta", "J'zargo"}}
		english = Hints{Language: "en"}
	)
	for _, tt := range []struct {
		name  string
		h     Hypothesis
		heard Heard
		hints Hints
		want  string // a part of the reason; empty if it stays
	}{
		// What people say stays.
		{"a sentence", Hypothesis{Text: "What do you know about the mine?", Confidence: 0.9}, clear, scene, ""},
		{"a sentence without confidence", Hypothesis{Text: "I open the door."}, clear, scene, ""},
		{"S01 a clear thank you", Hypothesis{Text: "Thank you.", Confidence: 0.9}, short, scene, ""},
		{"S01 a clear thank you without confidence", Hypothesis{Text: "Thank you!"}, short, scene, ""},
		{"S03 a clear no, no, no", Hypothesis{Text: "No, no, no!", Confidence: 0.8}, clear, scene, ""},
		{"S03 the same without confidence", Hypothesis{Text: "No, no, no!"}, clear, scene, ""},
		{"S03 a chant", Hypothesis{Text: "Go Bart go Bart go Bart!", Confidence: 0.8}, clear, scene, ""},
		{"S03 many a no", Hypothesis{Text: "No no no no no no no no", Confidence: 0.8}, clear, scene, ""},
		{"S09 a name called clearly", Hypothesis{Text: "Bart?", Confidence: 0.7}, short, scene, ""},
		{"S09 a name called, without confidence", Hypothesis{Text: "J’zargo!"}, short, scene, ""},
		{"a quiet voice", Hypothesis{Text: "I sneak past the guard."}, Heard{Level: -46, Voiced: 2 * time.Second}, scene, ""},
		{"unsure words are words", Hypothesis{Text: "the gate of thorns", Confidence: 0.2}, clear, scene, ""},
		{"S05 its own script", Hypothesis{Text: "계속", Confidence: 0.3}, short, Hints{Language: "ko-KR"}, ""},
		{"S05 no language is known", Hypothesis{Text: "계속", Confidence: 0.5}, short, Hints{}, ""},
		{"S05 a foreign word, surely", Hypothesis{Text: "привет", Confidence: 0.9}, short, english, ""},
		{"another language, surely", Hypothesis{Text: "Ich weiß es nicht.", Language: "de", Confidence: 0.9}, clear, english, ""},
		{"the same language of another country, unsure", Hypothesis{Text: "I know not.", Language: "en-GB", Confidence: 0.3}, clear, english, ""},
		{"subtitles are spoken of", Hypothesis{Text: "Can you turn on the subtitles?", Confidence: 0.9}, clear, english, ""},
		{"S04 what sounds like credits, in a sentence", Hypothesis{Text: "Was the letter transcribed by Odo?"}, clear, english, ""},
		{"S04 the same, half sure", Hypothesis{Text: "The scroll was translated by a dwarf, can I read it?", Confidence: 0.65}, clear, english, ""},
		{"S04 thanks for more than a video", Hypothesis{Text: "Thank you for watching my back."}, clear, english, ""},
		{"S04 the same in French", Hypothesis{Text: "Merci d'avoir regardé mon épée"}, clear, Hints{Language: "fr"}, ""},
		{"S04 a sentence about subtitles", Hypothesis{Text: "Puoi mettere i sottotitoli?"}, clear, Hints{Language: "it"}, ""},
		{"S04 a joke behind a sentence", Hypothesis{Text: "We are heroes, don't forget to subscribe"}, clear, english, ""},
		{"an underscore in the language", Hypothesis{Text: "Сколько?", Language: "ru", Confidence: 0.3}, short, Hints{Language: "ru_RU"}, ""},
		{"Japanese with a name in Latin letters", Hypothesis{Text: "Greta、スープをください"}, clear, Hints{Language: "ja"}, ""},

		// What recognisers make up goes.
		{"F11 nothing", Hypothesis{Text: " \n"}, clear, scene, "no words"},
		{"F11 only marks", Hypothesis{Text: "… -- ♪"}, clear, scene, "no words"},
		{"S01 digital silence", Hypothesis{Text: "Thanks for watching!", Confidence: 0.95}, digital, scene, "no voice"},
		{"S01 room noise", Hypothesis{Text: "you", Confidence: 0.95}, noise, scene, "quiet as silence"},
		{"S01 a video's end, loud", Hypothesis{Text: "Thank you for watching.", Confidence: 0.5}, clear, scene, "subtitles"},
		{"S01 thank you out of noise", Hypothesis{Text: "Thank you.", Confidence: 0.3}, clear, scene, "make of noise"},
		{"S01 you, quietly, without confidence", Hypothesis{Text: "You"}, quiet, scene, "make of noise"},
		{"S02 Japanese", Hypothesis{Text: "ご視聴ありがとうございました", Confidence: 0.99}, Heard{Level: -52.5, Voiced: time.Second}, Hints{}, "quiet as silence"},
		{"S02 Turkish", Hypothesis{Text: "Abone olmayı unutmayın"}, Heard{Level: -53, Voiced: time.Second}, Hints{}, "quiet as silence"},
		{"S02 Korean", Hypothesis{Text: "시청해주셔서 감사합니다!"}, Heard{Level: -60, Voiced: time.Second}, Hints{}, "quiet as silence"},
		{"S02 a language of no list", Hypothesis{Text: "Kiitos kun katsoitte", NoSpeech: 0.9}, clear, Hints{}, "doubts that anybody spoke"},
		{"S03 one word repeated", Hypothesis{Text: "you you you you", Confidence: 0.3}, clear, scene, "over and over"},
		{"S03 the same, told by the sound", Hypothesis{Text: "You. You. You."}, quiet, scene, "over and over"},
		{"S03 a phrase repeated", Hypothesis{Text: "I'm sorry, I'm sorry, I'm sorry", Confidence: 0.3}, clear, scene, "over and over"},
		{"S03 a loop, surely", Hypothesis{Text: strings.Repeat("we go on ", 7) + "we go", Confidence: 0.95}, Heard{Level: -25, Voiced: 9 * time.Second}, scene, "phrase over and over"},
		{"S04 credits", Hypothesis{Text: "Subtitles by the Amara.org community"}, clear, scene, "subtitles"},
		{"S04 a long story out of a breath", Hypothesis{Text: strings.Repeat("and so they all went home ", 5), Confidence: 0.9}, short, scene, "more words than"},
		{"S04 the same, in German and surely", Hypothesis{Text: "Untertitel der Amara.org-Community", Confidence: 0.95}, clear, Hints{Language: "de"}, "subtitles"},
		{"S04 a broadcaster, surely", Hypothesis{Text: "Untertitelung des ZDF, 2020", Confidence: 0.95}, clear, Hints{Language: "de"}, "subtitles"},
		{"S04 who transcribed it", Hypothesis{Text: "Transcribed by ESO, translated by —"}, clear, english, "subtitles"},
		{"S04 who translated it, half sure", Hypothesis{Text: "Translated by Releska", Confidence: 0.6}, clear, english, "subtitles"},
		{"S04 French", Hypothesis{Text: "Sous-titrage ST' 501"}, clear, Hints{Language: "fr"}, "subtitles"},
		{"S04 Italian", Hypothesis{Text: "Sottotitoli e revisione a cura di QTSS"}, clear, Hints{Language: "it"}, "subtitles"},
		{"S04 Chinese", Hypothesis{Text: "请不吝点赞 订阅 转发"}, clear, Hints{Language: "zh"}, "subtitles"},
		{"S01 a video's end, at length", Hypothesis{Text: "Thanks for watching! Please like and subscribe, and I'll see you in the next video. Bye!"}, Heard{Level: -25, Voiced: 4 * time.Second}, english, "subtitles"},
		{"S01 a video's end in Spanish", Hypothesis{Text: "¡Gracias por ver el video!"}, clear, Hints{Language: "es"}, "subtitles"},
		{"S01 to be continued", Hypothesis{Text: "Продолжение следует..."}, clear, Hints{Language: "ru"}, "subtitles"},
		{"S04 credits in a sentence, out of a whisper", Hypothesis{Text: "The film was subtitled and translated by him"}, Heard{Level: -46, Voiced: 2 * time.Second}, english, "subtitles, doubtful"},
		{"another language, unsure", Hypothesis{Text: "Ich weiß es nicht.", Language: "de", Confidence: 0.3}, clear, english, "another language"},
		{"S05 Korean for an English word", Hypothesis{Text: "계속", Confidence: 0.5}, short, english, "script"},
		{"S05 without confidence", Hypothesis{Text: "계속"}, short, english, "script"},
		{"S09 the prompt, unsure", Hypothesis{Text: "Bart and Greta", Confidence: 0.3}, clear, scene, "only names"},
		{"S09 the whole prompt", Hypothesis{Text: "Bart, Greta, J'zargo"}, clear, scene, "nothing else"},
		{"whisper's own rule", Hypothesis{Text: "I see.", Confidence: 0.35, NoSpeech: 0.65}, clear, scene, "doubts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, reason := Plausible(tt.h, tt.heard, tt.hints)
			if ok != (tt.want == "") || !strings.Contains(reason, tt.want) || ok != (reason == "") {
				t.Errorf("Plausible = %v, %q; want the reason %q", ok, reason, tt.want)
			}
			if w := strings.Trim(tt.h.Text, " .!?"); len(w) > 3 && strings.Contains(reason, w) {
				t.Errorf("the reason %q repeats the words", reason)
			}
		})
	}
}
