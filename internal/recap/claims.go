package recap

import (
	"context"
	"errors"

	"glyphoxa/internal/transcript"
)

// Claims knows which agents have cover stories and mistaken beliefs.
type Claims interface {
	// Claimed reports, for each of said, whether it is one of those: whether it
	// is what its speaker claims though it is not so.
	Claimed(ctx context.Context, said []transcript.Line) ([]bool, error)
}

// claimed returns which of said are claims, nil if nobody knows.
func (r *Recapper) claimed(ctx context.Context, said []transcript.Line) ([]bool, error) {
	if r.Claims == nil {
		return nil, nil
	}
	claimed, err := r.Claims.Claimed(ctx, said)
	if err == nil && len(claimed) != len(said) {
		err = errors.New("claims of other lines")
	}
	return claimed, err
}
