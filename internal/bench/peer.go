package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"glyphoxa/internal/voice/voicetest"
)

// A Peer compares our end-to-end encryption with davey's, which is what bots in
// Node have. Both were measured in the same run, on frames of the same size.
type Peer struct {
	Name string `json:"name"`
	// Encrypt and Decrypt are how long ours takes as a part of how long the
	// other takes: less than 1 is faster.
	Encrypt float64 `json:"encrypt_ratio"`
	Decrypt float64 `json:"decrypt_ratio"`
	// TheirEncrypt and TheirDecrypt are how long the other takes, in µs.
	TheirEncrypt float64 `json:"their_encrypt_us"`
	TheirDecrypt float64 `json:"their_decrypt_us"`
}

// measurePeer measures with the Node script in dir. The error is
// [voicetest.ErrNoNode] if there is no Node.
func measurePeer(ctx context.Context, dir string, quick bool) (_ Peer, err error) {
	node, err := voicetest.StartNode(ctx, dir)
	if err != nil {
		return Peer{}, err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	version, err := node.Version()
	if err != nil {
		return Peer{}, err
	}
	from, to := node.Davey(pairA, pairChannel), node.Davey(pairB, pairChannel)
	if _, err := assemble(from, to); err != nil {
		return Peer{}, err
	}
	ours, err := newPair()
	if err != nil {
		return Peer{}, err
	}
	encrypting, decrypting := ours.encrypting(), ours.decrypting()
	count, rounds := 20_000, 5
	if quick {
		count, rounds = 200, 1
	}
	// The best of some rounds of each, in turn: what else the machine does makes
	// a round slower, and none faster.
	const none = time.Duration(math.MaxInt64)
	encrypt, decrypt, theirEncrypt, theirDecrypt := none, none, none, none
	for range 1 + rounds {
		e, d, err := node.Time(from, to, frameBytes, count)
		if err != nil {
			return Peer{}, err
		}
		theirEncrypt, theirDecrypt = min(theirEncrypt, e), min(theirDecrypt, d)
		e, _ = encrypting.measure(quick)
		d, _ = decrypting.measure(quick)
		encrypt, decrypt = min(encrypt, e), min(decrypt, d)
	}
	return Peer{
		Name:         fmt.Sprintf("davey %s in Node", version),
		Encrypt:      ratio(encrypt, theirEncrypt),
		Decrypt:      ratio(decrypt, theirDecrypt),
		TheirEncrypt: rounded(theirEncrypt.Seconds()*1e6, 1e3),
		TheirDecrypt: rounded(theirDecrypt.Seconds()*1e6, 1e3),
	}, nil
}

func ratio(a, b time.Duration) float64 { return rounded(a.Seconds()/b.Seconds(), 1e3) }
