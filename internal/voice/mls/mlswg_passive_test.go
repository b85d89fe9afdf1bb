package mls

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"testing"
)

// The pre-shared keys of section 8.4 are outside the subset. They are here so
// that the groups of the vectors which begin with one can be joined.

type psk struct {
	ID    hexBytes `json:"psk_id"`
	Key   hexBytes `json:"psk"`
	Nonce hexBytes `json:"psk_nonce"`
}

// pskSecret chains pre-shared keys, given their PreSharedKeyIDs.
func pskSecret(t *testing.T, ids, keys [][]byte) secret {
	t.Helper()
	var s secret
	for i := range ids {
		extracted, err := hkdf.Extract(sha256.New, keys[i], make([]byte, len(s)))
		check(t, err)
		label := append([]byte(nil), ids[i]...)
		label = binary.BigEndian.AppendUint16(label, uint16(i))
		label = binary.BigEndian.AppendUint16(label, uint16(len(ids)))
		s = extract(secret(expandWithLabel(extracted, "derived psk", label, len(s))), s)
	}
	return s
}

func TestVectorsPSKSecret(t *testing.T) {
	all := vectors[struct {
		PSKs   []psk    `json:"psks"`
		Secret hexBytes `json:"psk_secret"`
	}](t, "psk_secret")
	for _, v := range all {
		var ids, keys [][]byte
		for _, p := range v.PSKs {
			ids = append(ids, appendVector(appendVector([]byte{1}, p.ID), p.Nonce))
			keys = append(keys, p.Key)
		}
		s := pskSecret(t, ids, keys)
		same(t, "psk_secret", s[:], v.Secret)
	}
	t.Logf("%d entries", len(all))
}

type passive struct {
	PSKs          []psk    `json:"external_psks"`
	KeyPackage    hexBytes `json:"key_package"`
	SigningKey    hexBytes `json:"signature_priv"`
	LeafKey       hexBytes `json:"encryption_priv"`
	InitKey       hexBytes `json:"init_priv"`
	Welcome       hexBytes `json:"welcome"`
	Tree          hexBytes `json:"ratchet_tree"`
	Authenticator hexBytes `json:"initial_epoch_authenticator"`
	Epochs        []struct {
		Proposals     []hexBytes `json:"proposals"`
		Commit        hexBytes   `json:"commit"`
		Authenticator hexBytes   `json:"epoch_authenticator"`
	} `json:"epochs"`
}

// join enters the group, with pre-shared keys and a tree from elsewhere if the
// vector has them.
func (v *passive) join(t *testing.T) (*Group, error) {
	t.Helper()
	saved := savedMember{KeyPackage: v.KeyPackage[4:], InitKey: v.InitKey, LeafKey: v.LeafKey, SigningKey: v.SigningKey}
	c := saved.client(t)
	w, s, err := c.openSecrets(v.Welcome[4:])
	if err != nil {
		return nil, err
	}
	var ids, keys [][]byte
	for r := (reader{b: s.psks}); len(r.b) > 0; {
		before := r.b
		if kind := r.uint8(); kind != 1 {
			return nil, unsupported("pre-shared key of type %d", kind)
		}
		id := r.vector()
		r.vector()
		ids = append(ids, r.since(before))
		for _, p := range v.PSKs {
			if string(p.ID) == string(id) {
				keys = append(keys, p.Key)
			}
		}
	}
	member := memberSecret(s.joiner, pskSecret(t, ids, keys))
	info, err := openInfo(w.info, member)
	if err != nil {
		return nil, err
	}
	data, ok := info.extensions.find(extRatchetTree)
	if !ok {
		data = v.Tree
	}
	tr, err := parseTree(data)
	if err != nil {
		return nil, err
	}
	return c.enter(info, tr, member, s)
}

// follow goes through the epochs until there is one outside the subset, and
// returns how many it went.
func (v *passive) follow(t *testing.T, g *Group) (int, error) {
	t.Helper()
	for i, e := range v.Epochs {
		var known []*Proposal
		for _, b := range e.Proposals {
			m, _, err := ParseMessage(b)
			if err != nil {
				return i, err
			}
			p, err := g.Verify(m)
			if err != nil {
				return i, err
			}
			known = append(known, p)
		}
		m, _, err := ParseMessage(e.Commit)
		if err != nil {
			return i, err
		}
		if g, err = g.Process(m, known); err != nil {
			return i, err
		}
		same(t, "authenticator", g.Authenticator(), e.Authenticator)
		checkKeyring(t, "passive", g)
	}
	return len(v.Epochs), nil
}

func TestVectorsPassive(t *testing.T) {
	for _, family := range []string{
		"passive-client-welcome", "passive-client-handling-commit", "passive-welcome_join", "passive-application",
		"passive-commit", "passive-external_join", "passive-external_proposals",
	} {
		t.Run(family, func(t *testing.T) {
			all := vectors[passive](t, family)
			joined, epochs, of := 0, 0, 0
			outside := make(map[string]int)
			for i, v := range all {
				of += len(v.Epochs)
				g, err := v.join(t)
				if errors.Is(err, ErrUnsupported) {
					outside[err.Error()]++
					continue
				}
				if err != nil {
					t.Errorf("entry %d: join: %v", i, err)
					continue
				}
				joined++
				same(t, "authenticator", g.Authenticator(), v.Authenticator)
				n, err := v.follow(t, g)
				epochs += n
				if errors.Is(err, ErrUnsupported) {
					outside[err.Error()]++
				} else if err != nil {
					t.Errorf("entry %d, epoch %d: %v", i, n, err)
				}
			}
			t.Logf("joined %d of %d, followed %d of %d epochs; outside: %v", joined, len(all), epochs, of, outside)
		})
	}
}
