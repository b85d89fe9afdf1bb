package spoken_test

import (
	"fmt"

	"glyphoxa/internal/spoken"
)

func Example() {
	const written = "Mirela pays 49 gp, no more."
	r := spoken.NewReader("en", map[string]string{"Mirela": "mi-REL-a"})
	said := r.Say(written)
	fmt.Println(said.Text)
	// The voice was cut off behind "gold", its fourth word.
	fmt.Println(written[:said.Heard(4)])
	// Output:
	// mi-rel-ah pays forty-nine gold pieces, no more.
	// Mirela pays
}
