package dave

// A verdict is what became of an encrypted frame. Of two refusals the greater
// one tells more.
type verdict uint8

const (
	opened verdict = iota
	plaintext
	unknownUser
	badTag
	badGeneration
	replayed
	verdicts
)

func (v verdict) err() error {
	switch v {
	case plaintext:
		return ErrPlaintext
	case unknownUser:
		return ErrUnknownUser
	case badTag:
		return ErrTag
	case badGeneration:
		return ErrGeneration
	case replayed:
		return ErrReplay
	default:
		return nil
	}
}
