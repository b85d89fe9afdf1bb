// Package campaigns holds the example campaign, so that the program can offer
// it wherever it runs.
package campaigns

import _ "embed" // for the example

// Lanterns is the example campaign's file.
//
//go:embed lanterns.yaml
var Lanterns []byte
