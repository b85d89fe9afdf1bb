package mls

import (
	"crypto/hpke"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// The vectors of the MLS working group, for the cipher suite that is ours.

const suite2 = 2

// vectors reads a family. Entries of other suites are left out.
func vectors[T any](t *testing.T, family string) []T {
	t.Helper()
	dir := os.Getenv("BOT_TEST_MLSWG")
	if dir == "" {
		t.Skip("BOT_TEST_MLSWG does not name a folder with the MLS working group's vectors, which cannot be kept here")
	}
	var raw []json.RawMessage
	readJSON(t, filepath.Join(dir, family+".json"), &raw)
	var out []T
	for _, b := range raw {
		suite := struct {
			Suite *int `json:"cipher_suite"`
		}{}
		check(t, json.Unmarshal(b, &suite))
		if suite.Suite != nil && *suite.Suite != suite2 {
			continue
		}
		var v T
		check(t, json.Unmarshal(b, &v))
		out = append(out, v)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no entry for us", family)
	}
	return out
}

func toSecret(t testing.TB, b []byte) secret {
	t.Helper()
	if len(b) != len(secret{}) {
		t.Fatalf("secret of %d bytes", len(b))
	}
	return secret(b)
}

func privateKey(t testing.TB, b []byte) hpke.PrivateKey {
	t.Helper()
	k, err := kem.NewPrivateKey(b)
	check(t, err)
	return k
}

func TestVectorsCryptoBasics(t *testing.T) {
	all := vectors[map[string]json.RawMessage](t, "crypto-basics")
	for _, v := range all {
		get := func(section, field string) (b hexBytes) {
			var m map[string]json.RawMessage
			check(t, json.Unmarshal(v[section], &m))
			check(t, json.Unmarshal(m[field], &b))
			return b
		}
		number := func(section, field string) (n uint32) {
			var m map[string]json.RawMessage
			check(t, json.Unmarshal(v[section], &m))
			check(t, json.Unmarshal(m[field], &n))
			return n
		}
		ref := refHash("RefHash", get("ref_hash", "value"))
		same(t, "RefHash", ref[:], get("ref_hash", "out"))
		same(t, "ExpandWithLabel",
			expandWithLabel(get("expand_with_label", "secret"), "ExpandWithLabel", get("expand_with_label", "context"), int(number("expand_with_label", "length"))),
			get("expand_with_label", "out"))
		s := deriveSecret(toSecret(t, get("derive_secret", "secret")), "DeriveSecret")
		same(t, "DeriveSecret", s[:], get("derive_secret", "out"))
		same(t, "DeriveTreeSecret",
			DeriveTreeSecret(get("derive_tree_secret", "secret"), "DeriveTreeSecret", number("derive_tree_secret", "generation"), int(number("derive_tree_secret", "length"))),
			get("derive_tree_secret", "out"))

		key, err := NewSigningKey(get("sign_with_label", "priv"))
		check(t, err)
		same(t, "public key", key.Public(), get("sign_with_label", "pub"))
		content := get("sign_with_label", "content")
		for what, sig := range map[string][]byte{"theirs": get("sign_with_label", "signature"), "ours": key.sign("SignWithLabel", content)} {
			if !key.public.verify("SignWithLabel", content, sig) {
				t.Errorf("a signature of %s does not verify", what)
			}
		}
		private := privateKey(t, get("encrypt_with_label", "priv"))
		context := get("encrypt_with_label", "context")
		want := get("encrypt_with_label", "plaintext")
		theirs := sealed{publicKey(get("encrypt_with_label", "kem_output")), get("encrypt_with_label", "ciphertext")}
		public := publicOf(private)
		ours, err := public.encrypt("EncryptWithLabel", context, want)
		check(t, err)
		for _, c := range []sealed{theirs, ours} {
			got, err := decrypt(private, "EncryptWithLabel", context, c)
			check(t, err)
			same(t, "DecryptWithLabel", got, want)
		}
	}
	t.Logf("%d entries", len(all))
}

func TestVectorsDeserialization(t *testing.T) {
	all := vectors[struct {
		Header hexBytes `json:"vlbytes_header"`
		Length int      `json:"length"`
	}](t, "deserialization")
	for _, v := range all {
		r := reader{b: v.Header}
		if n := r.length(); r.end() != nil || n != v.Length {
			t.Errorf("length %x = %d, %v, want %d", v.Header, n, r.err, v.Length)
		}
		if v.Length < 1<<20 { // the longest is a gigabyte
			b := appendVector(nil, make([]byte, v.Length))
			same(t, "header", b[:len(b)-v.Length], v.Header)
		}
	}
	t.Logf("%d entries", len(all))
}

func TestVectorsKeySchedule(t *testing.T) {
	all := vectors[struct {
		GroupID hexBytes `json:"group_id"`
		Init    hexBytes `json:"initial_init_secret"`
		Epochs  []struct {
			Context       hexBytes `json:"group_context"`
			TreeHash      hexBytes `json:"tree_hash"`
			Confirmed     hexBytes `json:"confirmed_transcript_hash"`
			Commit        hexBytes `json:"commit_secret"`
			PSK           hexBytes `json:"psk_secret"`
			Joiner        hexBytes `json:"joiner_secret"`
			Welcome       hexBytes `json:"welcome_secret"`
			Init          hexBytes `json:"init_secret"`
			Exporter      hexBytes `json:"exporter_secret"`
			Confirmation  hexBytes `json:"confirmation_key"`
			Membership    hexBytes `json:"membership_key"`
			Authenticator hexBytes `json:"epoch_authenticator"`
			Export        struct {
				Label   string   `json:"label"`
				Context hexBytes `json:"context"`
				Length  int      `json:"length"`
				Secret  hexBytes `json:"secret"`
			} `json:"exporter"`
		} `json:"epochs"`
	}](t, "key-schedule")
	epochs := 0
	for _, v := range all {
		init := toSecret(t, v.Init)
		for i, e := range v.Epochs {
			c := groupContext{groupID: v.GroupID, epoch: uint64(i), treeHash: toSecret(t, e.TreeHash), confirmed: e.Confirmed}
			same(t, "GroupContext", c.bytes(), e.Context)
			joiner := joinerSecret(init, toSecret(t, e.Commit), e.Context)
			same(t, "joiner secret", joiner[:], e.Joiner)
			member := memberSecret(joiner, toSecret(t, e.PSK))
			w := deriveSecret(member, "welcome")
			same(t, "welcome secret", w[:], e.Welcome)
			g := &Group{secrets: newEpochSecrets(epochSecret(member, e.Context))}
			same(t, "init secret", g.secrets.init[:], e.Init)
			same(t, "exporter secret", g.secrets.exporter[:], e.Exporter)
			same(t, "confirmation key", g.secrets.confirmation[:], e.Confirmation)
			same(t, "membership key", g.secrets.membership[:], e.Membership)
			same(t, "authenticator", g.Authenticator(), e.Authenticator)
			same(t, "export", g.Export(e.Export.Label, e.Export.Context, e.Export.Length), e.Export.Secret)
			init = g.secrets.init
			epochs++
		}
	}
	t.Logf("%d entries, %d epochs", len(all), epochs)
}

func TestVectorsTranscriptHashes(t *testing.T) {
	all := vectors[struct {
		Key       hexBytes `json:"confirmation_key"`
		Content   hexBytes `json:"authenticated_content"`
		Before    hexBytes `json:"interim_transcript_hash_before"`
		Confirmed hexBytes `json:"confirmed_transcript_hash_after"`
		Interim   hexBytes `json:"interim_transcript_hash_after"`
	}](t, "transcript-hashes")
	for _, v := range all {
		// AuthenticatedContent is a message but for its version and membership tag.
		b := binary.BigEndian.AppendUint16(nil, version)
		b = appendVector(append(b, v.Content...), "")
		m := parseOne(t, b)
		confirmed := confirmedHash(v.Before, m.content, m.signature)
		same(t, "confirmed", confirmed, v.Confirmed)
		same(t, "interim", interimHash(confirmed, m.confirmationTag), v.Interim)
		tag := confirmationTag(toSecret(t, v.Key), confirmed)
		same(t, "confirmation tag", tag[:], m.confirmationTag)
	}
	t.Logf("%d entries", len(all))
}

func TestVectorsMessageProtection(t *testing.T) {
	all := vectors[struct {
		GroupID    hexBytes `json:"group_id"`
		Epoch      uint64   `json:"epoch"`
		TreeHash   hexBytes `json:"tree_hash"`
		Confirmed  hexBytes `json:"confirmed_transcript_hash"`
		Signer     hexBytes `json:"signature_priv"`
		Public     hexBytes `json:"signature_pub"`
		Membership hexBytes `json:"membership_key"`
		Proposal   hexBytes `json:"proposal"`
		Message    hexBytes `json:"proposal_pub"`
	}](t, "message-protection")
	for _, v := range all {
		key, err := NewSigningKey(v.Signer)
		check(t, err)
		same(t, "public key", key.Public(), v.Public)
		g := &Group{context: groupContext{groupID: v.GroupID, epoch: v.Epoch, treeHash: toSecret(t, v.TreeHash), confirmed: v.Confirmed}}
		g.secrets.membership = toSecret(t, v.Membership)
		g.tree = &tree{leaves: []*leafNode{nil, {signatureKey: key.public}}}

		theirs := parseOne(t, v.Message)
		check(t, g.authenticate(theirs))

		ours := &Message{groupID: v.GroupID, epoch: v.Epoch, sender: Sender{SenderMember, 1}, kind: KindProposal}
		ours.content = append(ours.appendHeader(nil), v.Proposal...)
		signed := ours.toBeSigned(g.context.bytes())
		ours.signature = key.sign(signFramedContent, signed)
		tag := ours.membership(g.secrets.membership, signed)
		ours.membershipTag = tag[:]
		check(t, g.authenticate(parseOne(t, ours.append(nil))))

		theirs.membershipTag[0] ^= 1
		if err := g.authenticate(theirs); !errors.Is(err, ErrTag) {
			t.Errorf("with another tag: %v, want %v", err, ErrTag)
		}
	}
	t.Logf("%d entries, the proposal in the clear of each; the commit there has a proposal outside the subset", len(all))
}

func TestVectorsWelcome(t *testing.T) {
	all := vectors[struct {
		InitKey    hexBytes `json:"init_priv"`
		KeyPackage hexBytes `json:"key_package"`
		Signer     hexBytes `json:"signer_pub"`
		Welcome    hexBytes `json:"welcome"`
	}](t, "welcome")
	for _, v := range all {
		pack, err := ParseKeyPackage(v.KeyPackage[4:])
		check(t, err)
		c := &Client{pack: pack, initKey: privateKey(t, v.InitKey)}
		w, s, err := c.openSecrets(v.Welcome[4:])
		check(t, err)
		same(t, "welcome", w.append(nil), v.Welcome[4:])
		member := memberSecret(s.joiner, noPSK)
		info, err := openInfo(w.info, member)
		check(t, err)
		same(t, "GroupInfoTBS", info.appendContent(nil), info.signed)
		key := publicKey(v.Signer)
		if !key.verify(signGroupInfo, info.signed, info.signature) {
			t.Error("the signature does not verify")
		}
		e := newEpochSecrets(epochSecret(member, info.context.bytes()))
		tag := confirmationTag(e.confirmation, info.context.confirmed)
		same(t, "confirmation tag", tag[:], info.tag)
	}
	t.Logf("%d entries", len(all))
}
