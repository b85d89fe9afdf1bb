package spoken

import "testing"

// tabletopTests are what models write at a table, in the same order in English and
// in German.
var tabletopTests = []struct {
	name, language, written, want string
}{
	{"sums", "en", "5*3=15, 4+3=7, 10-3=7, 12/4=3, 6÷2=3, 5 gp + 3 gp = 8 gp", "five times three equals fifteen, four plus three equals seven, ten minus three equals seven, twelve divided by four equals three, six divided by two equals three, five gold pieces plus three gold pieces equals eight gold pieces"},
	{"sums of dice", "en", "1d20 + 5 = 17, d20+5=17, 2d6×2, 3 x 2d6, +2d6", "one d twenty plus five equals seventeen, d twenty plus five equals seventeen, two d six times two, three times two d six, plus two d six"},
	{"no sums", "en", "5-3, 12/4, 5 / 4, a*b, 0x10, 2*", "5-3, 12/4, five / four, a*b, 0x10, two*"},
	{"signs between words", "en", "rope + hook = plan, $5 + $3, 20 % + 5 %", "rope plus hook equals plan, five dollars plus three dollars, twenty percent plus five percent"},
	{"areas", "en", "10x10 room, 5 x 5 ft, 10×10 ft., 2x4 plank", "ten by ten room, five by five feet, ten by ten feet, two by four plank"},
	{"multiples", "en", "x2, ×2, (x3), 3x daily, 1x daily, 1x rope, 1.5x damage", "times two, times two, (times three), three times daily, once daily, one rope, one point five times damage"},
	{"counters", "en", "HP 7/10, 7/10 HP, 3/4 slots, level 3/5, Charges: 1/2, (HP: 3/4), 24/30 HP, 12/10 HP, Ammo 5/10, I give it 7/10", "HP seven of ten, seven of ten HP, three of four slots, level three of five, Charges: one of two, (HP: three of four), twenty-four of thirty HP, twelve of ten HP, Ammo five of ten, I give it seven of ten"},
	{"fractions", "en", "1/2 loaf, 3/4 of a mile, 1/2 mi, 2/3rds, CR 1/4, Take 1/2, 1/2 point, 9/10 of it, 1/2 charges", "one half loaf, three quarters of a mile, one half mile, two thirds, CR one quarter, Take one half, one half point, nine tenths of it, one of two charges"},
	{"neither", "en", "24/7, 50/50, 5/12", "24/7, 50/50, 5/12"},
	{"odds", "en", "3:1, 10:1, 1:100, 3:16, 3:01", "three to one, ten to one, one to one hundred, three sixteen, three oh one"},
	{"times of day", "en", "6:30am, 6:30 AM, 6pm, 6 pm, 6 a.m., 6-8am, 13am, at 6:05am", "six thirty a.m., six thirty a.m., six p.m., six p.m., six a.m., six to eight a.m., 13am, at six oh five a.m."},
	{"a time ends the sentence", "en", "Come at 6am. 6:30 p.m.", "Come at six a.m. six thirty p.m."},
	{"decades", "en", "1990s, the 90s, ’90s, mid-90s, his 30s, 1900s, 2000s, 2010s, for 30s", "nineteen nineties, the nineties, ’nineties, mid-nineties, his thirties, nineteen hundreds, two thousands, twenty tens, for 30s"},
	{"dates", "en", "Dec. 3, 3 Dec., Mon., Dec. 3, Jan 3rd, Tue. 5 May, Dec. 25, 1492, March 3 at noon, on Fri. at 8:00", "December third, the third of December, Monday, December third, January third, Tuesday the fifth of May, December twenty-fifth, fourteen ninety-two, March third at noon, on Friday at eight o'clock"},
	{"no dates", "en", "In March 3 men died, give Jan 3 gp, He sat. 5 men, the Sun. 5, dec. 3", "In March three men died, give Jan three gold pieces, He sat. five men, the Sunday five, dec. three"},
	{"a month ends the sentence", "en", "3 Dec.", "the third of December."},
	{"stats", "en", "AC 15, DC15, XP300, +1 sword, -2, B12, R2D2", "AC fifteen, DC fifteen, XP three hundred, plus one sword, minus two, B12, R2D2"},
	{"measures", "en", "50 ft, 30 ft., 5 lb, 5 min., 10 km/h, 100 %, 6'2\", 1.5 m, 5 sec", "fifty feet, thirty feet, five pounds, five minutes, ten kilometres per hour, one hundred percent, six foot two, one point five metres, five seconds"},
	{"per", "en", "5 gp/day, $5/day, 5-gp ale, 1d6/round, 3/day, 1/day, 30 ft./round, and/or, km/h", "five gold pieces per day, five dollars per day, five gold piece ale, one d six per round, three per day, once per day, thirty feet per round, and/or, km/h"},
	{"about", "en", "~5, ≈ 5, about ~20 ft, #3, No. 5, ca. 5, #x", "about five, about five, about twenty feet, number three, number five, circa five, #x"},
	{"ranges of all dashes", "en", "5–7, 5-7 days, 10 - 12 days, 5—7, 5 - 3", "five to seven, five to seven days, ten to twelve days, five to seven, five - three"},
	{"shorthand", "en", "Lv. 5, lvl 3, Ch. 5, w/ ale, w/o ale", "level five, level three, chapter five, with ale, without ale"},
	{"one of", "en", "1 gold piece, 1 silver, ½ mile, ¼ of it", "one gold piece, one silver, one half mile, one quarter of it"},

	{"German sums", "de", "5*3=15, 4+3=7, 10-3=7, 12 : 4 = 3, 5 GM + 3 GM = 8 GM", "fünf mal drei ist gleich fünfzehn, vier plus drei ist gleich sieben, zehn minus drei ist gleich sieben, zwölf geteilt durch vier ist gleich drei, fünf Goldmünzen plus drei Goldmünzen ist gleich acht Goldmünzen"},
	{"German sums of dice", "de", "1W20 + 5 = 17, W20+5=17", "ein W zwanzig plus fünf ist gleich siebzehn, W zwanzig plus fünf ist gleich siebzehn"},
	{"German areas", "de", "10x10, 5 x 5 m", "zehn mal zehn, fünf mal fünf Meter"},
	{"German multiples", "de", "x2, ×2, (x3), 3x täglich, 3 x am Tag, 1x, 3-mal, 3mal, 5fach", "mal zwei, mal zwei, (mal drei), dreimal täglich, dreimal am Tag, einmal, dreimal, dreimal, fünffach"},
	{"German counters", "de", "HP 7/10, 7/10 TP, 3/4 Plätze, 2/3 Zauberplätzen, Stufe 3/5, Ladungen: 1/2, 24/30 LP", "HP sieben von zehn, sieben von zehn TP, drei von vier Plätzen, zwei von drei Zauberplätzen, Stufe drei von fünf, Ladungen: eins von zwei, vierundzwanzig von dreißig LP"},
	{"German halves", "de", "1/2 Laib, 1/2 Meile, 1/2 Pfund, ein 1/2 Laib, die 1/2 Meile, Nimm 1/2 Laib, mit 1/2 Flasche, ½ Meile, 1/2 km, 1/2 Xylit, 1/2 der Stadt, 1/2", "ein halber Laib, eine halbe Meile, ein halbes Pfund, ein halber Laib, die halbe Meile, Nimm einen halben Laib, mit einer halben Flasche, eine halbe Meile, ein halber Kilometer, einhalb Xylit, die Hälfte der Stadt, einhalb"},
	{"German fractions", "de", "3/4 der Stadt, 3/4 Laib, HG 1/4, Preis: 3/4 Laib, ¼ davon, 9/10 davon", "drei Viertel der Stadt, drei Viertel Laib, HG ein Viertel, Preis: drei Viertel Laib, ein Viertel davon, neun Zehntel davon"},
	{"German odds", "de", "3:1", "drei zu eins"},
	{"German times of day", "de", "18:30 Uhr, 6:30 Uhr, 6 Uhr 30, 18:00h, 18:30 h, 8 h", "achtzehn Uhr dreißig, sechs Uhr dreißig, sechs Uhr dreißig, achtzehn Uhr, achtzehn Uhr dreißig, acht Stunden"},
	{"German decades", "de", "die 1990er, 90er, den 90ern, 5er-Gruppe, 21er, 100er, 2000er", "die neunzehnhundertneunziger, neunziger, den neunzigern, fünfer-Gruppe, einundzwanziger, hunderter, zweitausender"},
	{"German dates", "de", "3. Dez., am 3. Dez. 1492, Mo., 3. Mai, Di. 4. Sept., am Fr., 5. Okt. um 8:00, Fr. Meier, am 3", "dritter Dezember, am dritten Dezember vierzehnhundertzweiundneunzig, Montag, dritter Mai, Dienstag vierter September, am Freitag, fünften Oktober um acht Uhr, Frau Meier, am drei"},
	{"German ordinal at the end", "de", "Komm am 3.", "Komm am dritten."},
	{"German three of them", "de", "Das sind die 3.", "Das sind die drei."},
	{"German one", "de", "1 Silberstück, 1 Goldmünze, 1 Tag, 1 Wohnung, 1 Xylofon, 1 große Axt, 1 von 3, mit 1 Fackel, vor 1 Jahr, in 1 Stunde, von 1 Goldstück, für 1 Trank, gib mir 1 Pfeil", "ein Silberstück, eine Goldmünze, ein Tag, eine Wohnung, ein Xylofon, eine große Axt, eins von drei, mit einer Fackel, vor einem Jahr, in einer Stunde, von einem Goldstück, für einen Trank, gib mir einen Pfeil"},
	{"German ordinals without an article", "de", "3. Stock links, 2. Reihe, in 3. Reihe, nach 2. Versuch, Zauber 3. Grades, Monster 3. Stufe, mein 3. Versuch, Ihr 3. Bier, seine 2. Frau, der 1. und 2. Rang, im 1. oder 2. Stock", "dritter Stock links, zweite Reihe, in dritter Reihe, nach zweitem Versuch, Zauber dritten Grades, Monster dritter Stufe, mein dritter Versuch, Ihr drittes Bier, seine zweite Frau, der erste und zweite Rang, im ersten oder zweiten Stock"},
	{"German numbers before a noun", "de", "Platz 3. Stufe um Stufe. Es kostet 3. Tag für Tag", "Platz drei. Stufe um Stufe. Es kostet drei. Tag für Tag"},
	{"German numerals", "de", "der II. Rang, im II. Rang, Friedrich II. war groß, Kapitel II. war lang, Anna V. sagte", "der zweite Rang, im zweiten Rang, Friedrich der Zweite war groß, Kapitel II. war lang, Anna V. sagte"},
	{"German stats", "de", "RK 15, SG15, ein +1 Schwert, -2 auf, W20, 2W6+3", "RK fünfzehn, SG fünfzehn, ein plus eins Schwert, minus zwei auf, W zwanzig, zwei W sechs plus drei"},
	{"German measures", "de", "50 ft, 5 Pfd., 3 Std., 10 km/h, 100 %, 1,5 m, 5 €, ½, 30 min", "fünfzig Fuß, fünf Pfund, drei Stunden, zehn Kilometer pro Stunde, einhundert Prozent, eins Komma fünf Meter, fünf Euro, einhalb, dreißig Minuten"},
	{"German per", "de", "5 GM/Tag, W6/Runde, 3/Tag, 1/Tag", "fünf Goldmünzen pro Tag, W sechs pro Runde, drei pro Tag, einmal pro Tag"},
	{"German about", "de", "~5, etwa ~20 m, #3, Nr. 5, ca. 5, z. B. so, u. a. das", "etwa fünf, etwa zwanzig Meter, Nummer drei, Nummer fünf, circa fünf, zum Beispiel so, unter anderem das"},
	{"German ranges", "de", "5–7, 5-7 Tage, 10 - 12 Tage", "fünf bis sieben, fünf bis sieben Tage, zehn bis zwölf Tage"},
}

// Case: X17.
func TestSayAtATable(t *testing.T) {
	for _, tt := range tabletopTests {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewReader(tt.language, nil).Say(tt.written); got.Text != tt.want {
				t.Errorf("say %q\n got %q\nwant %q", tt.written, got.Text, tt.want)
			}
		})
	}
}
