package offline

import "testing"

// Case: F32.
func TestDice(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"roll 2d6", "2d6"},
		{"Roll 2d6+3!", "2d6+3"},
		{"roll 2 d 6 - 1 please", "2d6-1"},
		{"roll a d20", "1d20"},
		{"roll d20", "1d20"},
		{"roll a d twenty", "1d20"},
		{"roll a dee twenty", "1d20"},
		{"roll two d six", "2d6"},
		{"role two d six", "2d6"},
		{"roll to d six", "2d6"},
		{"roll for d six", "4d6"},
		{"roll two the six", "2d6"},
		{"roll two d sixes", "2d6"},
		{"roll a twenty sided die", "1d20"},
		{"roll a 20-sided die", "1d20"},
		{"roll two six sided dice please", "2d6"},
		{"roll two six-sided dice", "2d6"},
		{"roll to six sided dice", "2d6"},
		{"odo roll two six sided dice for us", "2d6"},
		{"Odo Brand, could you roll three d eight plus five?", "3d8+5"},
		{"roll a d twenty plus twenty five", "1d20+25"},
		{"roll one d six plus one d four minus two", "1d6+1d4-2"},
		{"roll a d20 plus one", "1d20+1"},
		{"roll a d20 plus a d4", "1d20+1d4"},
		{"roll two d six plus a bonus", "2d6"},
		{"roll a d20 plus an inspiration", "1d20"},
		{"roll d one hundred", "1d100"},
		{"roll percentile dice", "1d100"},
		{"roll a pair of dice", "2d6"},
		{"roll three dice", "3d6"},
		{"roll a die", "1d6"},
		{"roll the die", "1d20"},
		{"roll the dice", "1d20"},
		{"roll for initiative", "1d20"},
		{"please roll", "1d20"},
		{"roll a stealth check", "1d20"},
		{"roll a twenty", "1d20"},
		{"roll a d20 with advantage", "2d20kh1"},
		{"roll a d20 plus five with disadvantage", "2d20kl1+5"},
		{"roll with advantage", "2d20kh1"},
		{"2d6 please", "2d6"},
		{"give me 2d6", "2d6"},
		{"give me two d six", "2d6"},
		{"roll 999999999999d6", "999999999999d6"},
		{"würfle zwei w sechs", "2d6"},
		{"wirf einen W20", "1d20"},
		{"würfle mit zwei sechsseitigen Würfeln", "2d6"},
		{"wirf einen zwanzigseitigen Würfel", "1d20"},
		{"würfle zwei w sechs plus eins", "2d6+1"},
		{"würfle zwei w sechs plus einen Bonus", "2d6"},
		{"würfle auf Heimlichkeit", "1d20"},

		{"the barrels roll down the hill", ""},
		{"F32: die Tür ist zu", ""},
		{"wirf die Tür zu", ""},
		{"I did not want to die for six coins", ""},
		{"how many men are in the watch", ""},
		{"I have a d20 in my pocket", ""},
		{"tell me about the role of the guild", ""},
		{"what does a room cost for the night", ""},
		{"", ""},
	} {
		t.Run(tt.line, func(t *testing.T) {
			l := line{text: tt.line}
			_, rest, _ := l.address()
			got, ok := diceIn(l.text, rest)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, tt.want)
			}
		})
	}
}
