package spoken

import "testing"

// The names of the cases begin with the rows of the bug collection that they
// cover: see docs/cases.md.
var readTests = []struct {
	name, language, written, want string
}{
	{"plain", "en", "The mill burned. Nobody died.", "The mill burned. Nobody died."},
	{"X17 all at once", "en", "Pay 49 gp at 8:00 & roll 2d6+3.", "Pay forty-nine gold pieces at eight o'clock and roll two d six plus three."},
	{"X17 money and ordinals", "en", "It is $49.95, due Jan 3rd.", "It is forty-nine dollars and ninety-five cents, due January third."},
	{"X19", "en", "Mine for $1,234.56", "Mine for one thousand two hundred thirty-four dollars and fifty-six cents"},

	{"dice", "en", "1d20, d8, d%, 4d6 - 1 or 2d8+1d4+2", "one d twenty, d eight, d%, four d six minus one or two d eight plus one d four plus two"},
	{"dice of a hundred", "en", "roll 1d% or 1d100", "roll one d one hundred or one d one hundred"},
	{"no dice", "en", "R2D2 and 2d6x and d06 and 2d 6", "R2D2 and 2d6x and d06 and 2d six"},
	{"coins", "en", "1 gp, 3 sp, 10cp, 2.5 GP", "one gold piece, three silver pieces, ten copper pieces, two point five gold pieces"},
	{"other money", "en", "€5, 12 €, £3.50, $0.99, $5.00, $5 million", "five euros, twelve euros, three pounds and fifty pence, ninety-nine cents, five dollars, five million dollars"},
	{"no price", "en", "US$5, $007, $1.000", "US$5, $007, $1.000"},
	{"times", "en", "8:00, 8:30, 9:05, 13:00, 20:15, 0:00, 9:30 a.m., 8:00 p.m.", "eight o'clock, eight thirty, nine oh five, thirteen hundred, twenty fifteen, midnight, nine thirty a.m., eight p.m."},
	{"no times", "en", "25:00, 1:00:00, 3:01:2", "25:00, 1:00:00, 3:01:2"},
	{"numbers", "en", "0, 7, 12, 21, 100, 342, 1000, 1,000, 1,000.50, 0.5, 1000000", "zero, seven, twelve, twenty-one, one hundred, three hundred forty-two, one thousand, one thousand, one thousand point five zero, zero point five, one million"},
	{"X11 the other convention", "en", "1.000,50 or 37,0", "one thousand point five zero or thirty-seven point zero"},
	{"either", "en", "1.000 and 3.141 and 1,00,0", "1.000 and 3.141 and 1,00,0"},
	{"not numbers", "en", "007, 555-1234, 1.2.3, B12, 12b, 1995s, 2024-05-01, 1/2/3", "007, 555-1234, 1.2.3, B12, 12b, 1995s, 2024-05-01, 1/2/3"},
	{"addresses", "en", "See example.com/2 or a1@b.com or http://x.org:80/3 now 2.", "See example.com/2 or a1@b.com or http://x.org:80/3 now two."},
	{"ordinals", "en", "1st, 2nd, 3rd, 4th, 11th, 12th, 20th, 21st, 100th, 3th", "first, second, third, fourth, eleventh, twelfth, twentieth, twenty-first, one hundredth, 3th"},
	{"compounds", "en", "a 3rd-level spell, a 10-ft pole, a 30-foot rope, 15-year-old", "a third-level spell, a ten-foot pole, a thirty-foot rope, fifteen-year-old"},
	{"ranges", "en", "5-7 ft, 10–12, 3 – 4 gp, 5-3, 1-2-3, $5-7", "five to seven feet, ten to twelve, three to four gold pieces, 5-3, 1-2-3, $5-7"},
	{"units", "en", "30 ft. away, 1 ft, 5 m, 5m, 10 lb, 12lbs, 3 km, 60 km/h, 50%, 20 °C. It is 30 ft.", "thirty feet away, one foot, five metres, 5m, ten pounds, twelve pounds, three kilometres, sixty kilometres per hour, fifty percent, twenty degrees Celsius. It is thirty feet."},
	{"fractions", "en", "1/2, 3/4 and 2/3, 1 1/2, 2½ ft, ¾, 24/7, 5/4", "one half, three quarters and two thirds, one and a half, two and a half feet, three quarters, 24/7, 5/4"},
	{"years", "en", "In 1492, since 1905, in 2024, the year 2000, 1492 DR, 1492 men, in 1,492", "In fourteen ninety-two, since nineteen oh five, in twenty twenty-four, the year two thousand, fourteen ninety-two DR, one thousand four hundred ninety-two men, in one thousand four hundred ninety-two"},
	{"years of a reign", "en", "from 1492–1501, in 1492–1501 DR", "from one thousand four hundred ninety-two to one thousand five hundred one, in fourteen ninety-two to fifteen oh one DR"},
	{"signs", "en", "+3, -2 and −4 °C; 2 + 3 = 5, 4 × 2, a - 5, x-2", "plus three, minus two and minus four degrees Celsius; two plus three equals five, four times two, a - five, x-two"},
	{"rulers", "en", "King Henry VIII and Queen Maud II. King Charles I of Vale.", "King Henry the eighth and Queen Maud the second. King Charles the first of Vale."},
	{"no rulers", "en", "Chapter II, Vault VII, Henry VIII, King Charles I know, King Cole IIII", "Chapter II, Vault VII, Henry VIII, King Charles I know, King Cole IIII"},
	{"abbreviations", "en", "Dr. Hale, Mr Bell and St. Cuthbert on Mill St. know, e.g. bread, i.e. No. 5 vs. ale etc.", "Doctor Hale, Mister Bell and Saint Cuthbert on Mill Street know, for example bread, that is number five versus ale et cetera."},
	{"no abbreviations", "en", "Oh no. Gen. is a dr. in AC, HP and the C.I.A.", "Oh no. Gen. is a dr. in AC, HP and the C.I.A."},
	{"the saint at the beginning", "en", "The St. Cuthbert fair", "The Saint Cuthbert fair"},
	{"already said", "en", "forty-nine gold pieces", "forty-nine gold pieces"},
	{"language of a region", "en-GB", "3 gp", "three gold pieces"},

	{"German at once", "de", "Zahl 5 GM um 20:15 Uhr und würfle 2W6+3.", "Zahl fünf Goldmünzen um zwanzig Uhr fünfzehn und würfle zwei W sechs plus drei."},
	{"German dice", "de", "2d6+3, W20, 1w100, 3W6 - 1", "zwei W sechs plus drei, W zwanzig, ein W einhundert, drei W sechs minus eins"},
	{"German coins", "de", "1 GM, 3 SM, 21 KM, 1,5 GM", "eine Goldmünze, drei Silbermünzen, einundzwanzig Kupfermünzen, eins Komma fünf Goldmünzen"},
	{"German money", "de", "12 €, 3,50 €, 0,50 €, $5, 1 €", "zwölf Euro, drei Euro fünfzig, fünfzig Cent, fünf Dollar, ein Euro"},
	{"German times", "de", "8:00, 8:00 Uhr, 20.15 Uhr, 1 Uhr, 13:01", "acht Uhr, acht Uhr, zwanzig Uhr fünfzehn, ein Uhr, dreizehn Uhr eins"},
	{"German numbers", "de", "0, 1, 16, 17, 21, 101, 1.000, 1.234, 1.000,50, 1,000.50, 3,5, 2000000", "null, eins, sechzehn, siebzehn, einundzwanzig, einhunderteins, eintausend, eintausendzweihundertvierunddreißig, eintausend Komma fünf null, eintausend Komma fünf null, drei Komma fünf, zwei Millionen"},
	{"German either", "de", "1,000 und 1 hoch", "1,000 und 1 hoch"},
	{"German ordinals", "de", "Am 1. Mai, der 3. Versuch, in der 3. Straße, im 2. Stock, das 7. Mal, die 21. Tür", "Am ersten Mai, der dritte Versuch, in der dritten Straße, im zweiten Stock, das siebte Mal, die einundzwanzigste Tür"},
	{"German ordinals that are none", "de", "Es kostet 3. Dann geh. Ein 3. Mann. Kapitel 5.", "Es kostet drei. Dann geh. Ein dritter Mann. Kapitel fünf."},
	{"German months", "de", "1. Mai bis 3. Juni", "erster Mai bis dritten Juni"},
	{"German units", "de", "1 m, 5 km, 3 Std. lang, 50 %, 10 lb, 6 ft", "ein Meter, fünf Kilometer, drei Stunden lang, fünfzig Prozent, zehn Pfund, sechs Fuß"},
	{"German ranges", "de", "5-7 Orks, 3–4 GM", "fünf bis sieben Orks, drei bis vier Goldmünzen"},
	{"German fractions", "de", "1/2, 3/4, 2½ m, 1½", "einhalb, drei Viertel, zweieinhalb Meter, eineinhalb"},
	{"German years", "de", "Im Jahr 1492, seit 1905, anno 2024, 1492 Mann", "Im Jahr vierzehnhundertzweiundneunzig, seit neunzehnhundertfünf, anno zweitausendvierundzwanzig, eintausendvierhundertzweiundneunzig Mann"},
	{"German rulers", "de", "König Heinrich VIII. ritt mit Kaiser Karl V. aus. Königin Maud II., des Königs Otto III. Schwert.", "König Heinrich der Achte ritt mit Kaiser Karl dem Fünften aus. Königin Maud die Zweite, des Königs Otto des Dritten Schwert."},
	{"German rulers that are doubtful", "de", "König Heinrichs VIII. Schwert", "König Heinrichs VIII. Schwert"},
	{"German abbreviations", "de", "Nr. 5 bzw. z. B. Dr. Hase, d.h. u. a. St. Anna & Söhne, ca. 3 usw.", "Nummer fünf beziehungsweise zum Beispiel Doktor Hase, das heißt unter anderem Sankt Anna und Söhne, circa drei und so weiter."},

	{"another language", "fr", "Il coûte 49 gp à 8:00.", "Il coûte 49 gp à 8:00."},
	{"no language", "", "49 gp", "49 gp"},
	{"empty", "en", "", ""},
	{"spaces stay", "en", "  5   gp ", "  five   gp "},
	{"not UTF-8", "en", "\xff5 \xe2\x82", "\xfffive \xe2\x82"},
}

// Case: X11, X17, X19.
func TestSay(t *testing.T) {
	for _, tt := range readTests {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewReader(tt.language, nil).Say(tt.written); got.Text != tt.want {
				t.Errorf("say %q\n got %q\nwant %q", tt.written, got.Text, tt.want)
			}
		})
	}
}
