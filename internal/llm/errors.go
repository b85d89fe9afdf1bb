package llm

import "errors"

// The causes, found with errors.Is in an [Error], that a caller can do
// something about. Other faults are only told to the GM.
var (
	// ErrCut is a stream that stopped before its [Finish]. What came before it
	// is good, but the answer is not whole.
	ErrCut = errors.New("the answer was cut off")

	// ErrTooLong is a request that does not fit the model's context window.
	// The same request with less history may succeed.
	ErrTooLong = errors.New("the prompt is too long for the model")
)
