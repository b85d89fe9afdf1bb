package openai

import "strings"

// languageTag translates how a recogniser calls a language: by its code, or,
// as OpenAI does, by its English name. An unknown name is left out rather than
// guessed.
func languageTag(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if len(s) == 2 || len(s) == 3 {
		return s
	}
	return languages[s]
}

// languages are those that OpenAI's documentation lists for transcription.
var languages = map[string]string{
	"afrikaans": "af", "arabic": "ar", "armenian": "hy", "azerbaijani": "az",
	"belarusian": "be", "bosnian": "bs", "bulgarian": "bg", "catalan": "ca",
	"chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
	"dutch": "nl", "english": "en", "estonian": "et", "finnish": "fi",
	"french": "fr", "galician": "gl", "german": "de", "greek": "el",
	"hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is",
	"indonesian": "id", "italian": "it", "japanese": "ja", "kannada": "kn",
	"kazakh": "kk", "korean": "ko", "latvian": "lv", "lithuanian": "lt",
	"macedonian": "mk", "malay": "ms", "maori": "mi", "marathi": "mr",
	"nepali": "ne", "norwegian": "no", "persian": "fa", "polish": "pl",
	"portuguese": "pt", "romanian": "ro", "russian": "ru", "serbian": "sr",
	"slovak": "sk", "slovenian": "sl", "spanish": "es", "swahili": "sw",
	"swedish": "sv", "tagalog": "tl", "tamil": "ta", "thai": "th",
	"turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi",
	"welsh": "cy",
}
