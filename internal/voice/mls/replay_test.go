package mls

import (
	"encoding/json"
	"testing"
)

// savedMember is a member with its private keys.
type savedMember struct {
	KeyPackage hexBytes `json:"key_package"`
	Ref        hexBytes `json:"key_package_ref"`
	InitKey    hexBytes `json:"init_private"`
	LeafKey    hexBytes `json:"leaf_encryption_private"`
	SigningKey hexBytes `json:"signature_private_scalar"`
}

func (s *savedMember) client(t testing.TB) *Client {
	t.Helper()
	key, err := NewSigningKey(s.SigningKey)
	check(t, err)
	c, err := LoadClient(key, s.KeyPackage, s.InitKey, s.LeafKey)
	check(t, err)
	same(t, "key package", c.KeyPackage().Bytes(), s.KeyPackage)
	return c
}

// savedStep is an epoch of a recorded group.
type savedStep struct {
	Payload hexBytes `json:"op27_payload"`
	Refs    []string `json:"proposal_refs"`
	Commit  hexBytes `json:"commit"`
	Welcome hexBytes `json:"welcome_for_B"`

	Expect        map[string]json.RawMessage `json:"expect"`              // davey
	Authenticator hexBytes                   `json:"epoch_authenticator"` // libdave
	Members       int                        `json:"members"`
}

// proposals are the messages of an append (operation 0, then a vector).
func (s *savedStep) proposals(t testing.TB) []*Message {
	t.Helper()
	r := reader{b: s.Payload[1:]}
	v := r.vector()
	check(t, r.end())
	return parseAll(t, v)
}

type daveySession struct {
	Replay struct {
		Member   savedMember `json:"member_B"`
		External struct {
			Sender hexBytes `json:"op25_payload"`
			Key    hexBytes `json:"signature_private_scalar"`
		} `json:"external_sender"`
		Steps []savedStep `json:"steps"`
	} `json:"replay_passive_member"`
}

// follow takes a member one recorded epoch further.
func (s *savedStep) follow(t testing.TB, c *Client, g *Group) *Group {
	t.Helper()
	if len(s.Welcome) > 0 {
		next, err := c.Join(s.Welcome)
		check(t, err)
		return next
	}
	var known []*Proposal
	for _, m := range s.proposals(t) {
		p, err := g.Verify(m)
		check(t, err)
		known = append(known, p)
	}
	next, err := g.Process(parseOne(t, s.Commit), known)
	check(t, err)
	scribble(s.Payload)
	scribble(s.Commit)
	return next
}

func TestReplayDavey(t *testing.T) {
	var d daveySession
	readJSON(t, "testdata/davey-session.json", &d)
	c := d.Replay.Member.client(t)
	ref := c.KeyPackage().Ref()
	same(t, "key package ref", ref[:], d.Replay.Member.Ref)
	want, err := ParseExternalSender(d.Replay.External.Sender)
	check(t, err)

	var g *Group
	for i, s := range d.Replay.Steps {
		if s.Commit == nil {
			continue // the last takes back what it proposes
		}
		if len(s.Refs) > 0 {
			ref := s.proposals(t)[0].Ref()
			var wantRef hexBytes
			check(t, wantRef.UnmarshalText([]byte(s.Refs[0])))
			same(t, "proposal ref", ref[:], wantRef)
		}
		g = s.follow(t, c, g)
		if senders := g.Senders(); len(senders) != 1 || !senders[0].Equal(want) {
			t.Errorf("step %d: external senders %x, want %x", i, senders, want)
		}
		tree := g.tree.clone()
		clear(tree.hashes) // so that they are worked out again
		treeHash := tree.hash()
		for field, got := range map[string][]byte{
			"tree_hash":                 treeHash[:],
			"confirmed_transcript_hash": g.context.confirmed,
			"interim_transcript_hash":   g.interim,
			"epoch_authenticator":       g.Authenticator(),
			"exporter_secret":           g.secrets.exporter[:],
			"init_secret":               g.secrets.init[:],
			"membership_key":            g.secrets.membership[:],
		} {
			var want hexBytes
			check(t, json.Unmarshal(s.Expect[field], &want))
			same(t, field, got, want)
		}
		var epoch uint64
		check(t, json.Unmarshal(s.Expect["epoch"], &epoch))
		if g.Epoch() != epoch {
			t.Errorf("step %d: epoch %d, want %d", i, g.Epoch(), epoch)
		}
		d.Replay.Steps[i].checkRoster(t, g)
		checkKeyring(t, "B", g)
	}
}

// checkRoster compares the members with the recorded ones, and a secret that
// each of them has.
func (s *savedStep) checkRoster(t *testing.T, g *Group) {
	t.Helper()
	var roster map[string]struct {
		Leaf LeafIndex `json:"leaf"`
		Key  hexBytes  `json:"signature_key"`
		Base hexBytes  `json:"sender_base_secret"`
	}
	check(t, json.Unmarshal(s.Expect["roster"], &roster))
	n := 0
	for m := range g.Members() {
		n++
		var id uint64
		little := make([]byte, 8)
		for k, b := range m.Identity {
			id = id<<8 | uint64(b)
			little[7-k] = b
		}
		want, ok := roster[jsonNumber(id)]
		if !ok || want.Leaf != m.Index {
			t.Errorf("member %d at leaf %d, want leaf %d (%v)", id, m.Index, want.Leaf, ok)
		}
		same(t, "signature key", m.SignatureKey, want.Key)
		same(t, "export", g.Export("Discord Secure Frames v0", little, 16), want.Base)
	}
	if n != len(roster) {
		t.Errorf("%d members, want %d", n, len(roster))
	}
}

func jsonNumber(n uint64) string {
	b, _ := json.Marshal(n)
	return string(b)
}

func TestReplayLibdave(t *testing.T) {
	var d struct {
		Member savedMember `json:"member_B"`
		Steps  []savedStep `json:"steps"`
	}
	readJSON(t, "testdata/libdave-replay.json", &d)
	c := d.Member.client(t)
	var g *Group
	for _, s := range d.Steps {
		g = s.follow(t, c, g)
		same(t, "authenticator", g.Authenticator(), s.Authenticator)
		members := 0
		for range g.Members() {
			members++
		}
		if members != s.Members {
			t.Errorf("epoch %d: %d members, want %d", g.Epoch(), members, s.Members)
		}
		checkKeyring(t, "B", g)
	}
	t.Logf("followed %d epochs", len(d.Steps))
}

func TestReplayTwoParties(t *testing.T) {
	// Without the members' HPKE keys only what is public can be checked.
	var d struct {
		Two struct {
			Members map[string]struct {
				KeyPackage hexBytes `json:"op26_payload_key_package"`
				Ref        hexBytes `json:"key_package_ref"`
			} `json:"members"`
			ToA   hexBytes `json:"op27_payload_to_A"`
			RefB  hexBytes `json:"proposal_ref_add_B"`
			Op28  hexBytes `json:"op28_payload_from_A_winner"`
			First hexBytes `json:"commit_A"`
			Then  hexBytes `json:"welcome_A_to_B"`
		} `json:"two_party_davey_only"`
	}
	readJSON(t, "testdata/davey-session.json", &d)
	for name, m := range d.Two.Members {
		k, err := ParseKeyPackage(m.KeyPackage)
		check(t, err)
		ref := k.Ref()
		same(t, name+": ref", ref[:], m.Ref)
		same(t, name+": key package", k.Bytes(), m.KeyPackage)
	}
	s := savedStep{Payload: d.Two.ToA}
	ref := s.proposals(t)[0].Ref()
	same(t, "proposal ref", ref[:], d.Two.RefB)

	m, rest, err := ParseMessage(d.Two.Op28)
	check(t, err)
	same(t, "commit", m.append(nil), d.Two.First)
	same(t, "welcome", rest, d.Two.Then)
	if refs, inline := m.References(); len(refs) != 1 || refs[0] != ref || inline != 0 {
		t.Errorf("the commit refers to %x and %d more, want %x", refs, inline, ref)
	}
}
