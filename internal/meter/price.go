package meter

// A Price is what a provider charges for one kind of use: Price for each Per
// units.
type Price struct {
	Provider string
	Unit     Unit
	Per      int // zero means 1
	Price    float64
}

// Local reports whether a provider runs on this machine and charges nothing.
// One that is not known here is taken for one that charges.
func Local(provider string) bool {
	switch provider {
	case "offline", "pocketsphinx", "whisper-cli", "flite", "espeak-ng", "piper", "command":
		return true
	}
	return false
}

// A Charge says how the cost of a use is known.
type Charge int

// The charges.
const (
	Unpriced Charge = iota // it costs something, and nobody has said what
	Free                   // a program on this machine
	Priced                 // by the table of prices, if only at zero
)

// charge returns what u costs. A price goes before what is known of the
// provider: a local program may be a door to somebody who charges.
func charge(prices []Price, u Use) (Charge, float64) {
	for _, p := range prices {
		if p.Provider == u.Provider && p.Unit == u.Unit {
			return Priced, u.Amount / float64(max(p.Per, 1)) * p.Price
		}
	}
	if Local(u.Provider) {
		return Free, 0
	}
	return Unpriced, 0
}
