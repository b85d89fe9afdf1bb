package mls

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"
)

// welcome returns the Welcome for those whom a commit adds (section 12.4.3.1).
// Its GroupInfo carries the tree and nothing else. fresh is the commit's path,
// empty if it has none.
func (a *advance) welcome(c *change, fresh *freshPath) ([]byte, error) {
	g := a.group
	info := groupInfo{
		context:    g.context,
		extensions: appendExtension(nil, extRatchetTree, g.tree.append(nil)),
		tag:        a.tag[:],
		signer:     g.keys.self,
	}
	info.signature = g.signer.sign(signGroupInfo, info.appendContent(nil))

	gcm, nonce := welcomeAEAD(memberSecret(a.joiner, noPSK))
	w := welcome{info: gcm.Seal(nil, nonce, info.append(nil), nil)}
	for k, pack := range c.packs {
		s := groupSecrets{joiner: a.joiner}
		// The path secret of the lowest node that is above both of us: the first
		// of our path that the new member is below.
		for n, st := range fresh.steps {
			if st.node.covers(c.added[k]) {
				s.hasPath, s.path = true, fresh.secrets[n]
				break
			}
		}
		sealed, err := pack.initKey.encrypt(encryptWelcome, w.info, s.append(nil))
		if err != nil {
			return nil, fmt.Errorf("welcome: %w", err)
		}
		w.secrets = append(w.secrets, encryptedSecrets{pack.Ref(), sealed})
	}
	return w.append(make([]byte, 0, len(w.info)+256*len(w.secrets)+16)), nil
}

// welcomeAEAD returns what a GroupInfo is encrypted with, once.
func welcomeAEAD(member secret) (gcm cipher.AEAD, nonce []byte) {
	key, nonce := welcomeKey(member)
	block, err := aes.NewCipher(key)
	if err == nil {
		gcm, err = cipher.NewGCM(block)
	}
	if err != nil {
		panic("mls: welcome key: " + err.Error())
	}
	return gcm, nonce
}
