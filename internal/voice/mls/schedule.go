package mls

import "bytes"

// The key schedule (section 8):
//
//	                init_secret[n-1]
//	                      |
//	commit_secret -> KDF.Extract
//	                      |
//	       ExpandWithLabel(., "joiner", GroupContext[n], Nh)
//	                      |
//	                joiner_secret
//	                      |
//	psk_secret    -> KDF.Extract    (zero here: no pre-shared keys)
//	                      |
//	                member_secret --> DeriveSecret(., "welcome")
//	                      |
//	       ExpandWithLabel(., "epoch", GroupContext[n], Nh)
//	                      |
//	                epoch_secret --> DeriveSecret(., label) for each purpose

// joinerSecret is what a Welcome tells new members.
func joinerSecret(init, commit secret, context []byte) secret {
	s := extract(init, commit)
	return secret(expandWithLabel(s[:], "joiner", context, len(s)))
}

// memberSecret mixes in the pre-shared keys.
func memberSecret(joiner, psk secret) secret { return extract(joiner, psk) }

// noPSK is the psk_secret of a group without pre-shared keys: "the all-zero
// vector of length KDF.Nh" (section 8.4).
var noPSK secret

// epochSecret is what all secrets of an epoch come from.
func epochSecret(member secret, context []byte) secret {
	return secret(expandWithLabel(member[:], "epoch", context, len(member)))
}

// epochSecrets are the secrets of an epoch that are used. The epoch secret
// itself, and those for what is not implemented, are not kept.
type epochSecrets struct {
	exporter, confirmation, membership, authenticator, init secret
}

func newEpochSecrets(epoch secret) epochSecrets {
	return epochSecrets{
		exporter:      deriveSecret(epoch, "exporter"),
		confirmation:  deriveSecret(epoch, "confirm"),
		membership:    deriveSecret(epoch, "membership"),
		authenticator: deriveSecret(epoch, "authentication"),
		init:          deriveSecret(epoch, "init"),
	}
}

// welcomeKey returns the key and nonce that a GroupInfo is encrypted with
// (section 12.4.3.1).
func welcomeKey(member secret) (key, nonce []byte) {
	w := deriveSecret(member, "welcome")
	return expandWithLabel(w[:], "key", nil, 16), expandWithLabel(w[:], "nonce", nil, 12)
}

// Export returns n bytes that only the members of this epoch know, for the
// purpose that label and context name: MLS-Exporter of section 8.5. It panics
// if n is more than 8160.
func (g *Group) Export(label string, context []byte, n int) []byte {
	s, h := deriveSecret(g.secrets.exporter, label), hash(context)
	return expandWithLabel(s[:], "exported", h[:], n)
}

// Authenticator returns the epoch authenticator: members who compare it, and
// find it equal, are in one group in one state (section 8.7).
func (g *Group) Authenticator() []byte { return bytes.Clone(g.secrets.authenticator[:]) }
