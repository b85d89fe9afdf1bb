package dave

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/voice/mls"
)

// hexBytes is written in hex.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(b []byte) (err error) {
	*h, err = hex.DecodeString(string(b))
	return err
}

func readJSON(t testing.TB, name string, v any) {
	t.Helper()
	b, err := os.ReadFile(name)
	check(t, err)
	check(t, json.Unmarshal(b, v))
}

// A recording is the life of a group as one passive member saw it.
type recording struct {
	Channel uint64 `json:"channel_id,string"`
	Member  struct {
		User       uint64   `json:"user_id,string"`
		KeyPackage hexBytes `json:"key_package"`
		InitKey    hexBytes `json:"init_private"`
		LeafKey    hexBytes `json:"leaf_encryption_private"`
		SigningKey hexBytes `json:"signature_private_scalar"`
	} `json:"member_B"`
	Sender hexBytes `json:"op25_payload"`
	Steps  []step   `json:"steps"`
}

type step struct {
	Proposals hexBytes `json:"op27_payload"`
	Append    hexBytes `json:"op27_append_payload"`
	Revoke    hexBytes `json:"op27_revoke_payload"`
	Commit    hexBytes `json:"commit"`
	Welcome   hexBytes `json:"welcome_for_B"`

	// What davey gives.
	Expect struct {
		Epoch         uint64   `json:"epoch"`
		Authenticator hexBytes `json:"epoch_authenticator"`
		PrivacyCode   string   `json:"voice_privacy_code"`
		Roster        map[uint64]struct {
			Leaf int      `json:"leaf"`
			Base hexBytes `json:"sender_base_secret"`
			Key  hexBytes `json:"key_generation_0"`
		} `json:"roster"`
	} `json:"expect"`
	Frames []struct {
		From   uint64   `json:"from,string"`
		Plain  hexBytes `json:"plaintext"`
		Sealed hexBytes `json:"frame"`
	} `json:"frames"`
	VerificationCode string `json:"verification_code_A_B"`

	// What libdave gives.
	Epoch         uint64   `json:"epoch"`
	Authenticator hexBytes `json:"epoch_authenticator"`
	Frame         hexBytes `json:"frame"`
	FrameFrom     uint64   `json:"frame_from,string"`
	Plain         hexBytes `json:"plaintext"`
}

func readDavey(t testing.TB) recording {
	t.Helper()
	var d struct {
		Replay struct {
			recording
			External struct {
				Sender hexBytes `json:"op25_payload"`
			} `json:"external_sender"`
			Users struct {
				B uint64 `json:",string"`
			} `json:"users"`
		} `json:"replay_passive_member"`
	}
	readJSON(t, "../mls/testdata/davey-session.json", &d)
	r := d.Replay.recording
	r.Sender, r.Member.User = d.Replay.External.Sender, d.Replay.Users.B
	return r
}

func readLibdave(t testing.TB) recording {
	t.Helper()
	var r recording
	readJSON(t, "../mls/testdata/libdave-replay.json", &r)
	return r
}

// session returns the session of the recorded member, who waits to be added.
func (r *recording) session(t testing.TB) *Session {
	t.Helper()
	key, err := mls.NewSigningKey(r.Member.SigningKey)
	check(t, err)
	s := New(r.Member.User, r.Channel, Options{SigningKey: key})
	_, err = s.Begin(1, start)
	check(t, err)
	s.client, err = mls.LoadClient(key, r.Member.KeyPackage, r.Member.InitKey, r.Member.LeafKey)
	check(t, err)
	_, err = s.Handle(Message{Op: OpExternalSender, Payload: r.Sender}, start)
	check(t, err)
	return s
}

// play takes the session through one step.
func (r *recording) play(t testing.TB, s *Session, st *step, id uint16, now time.Time) {
	t.Helper()
	for _, m := range r.messages(st, id) {
		if m.Op == OpProposals && s.joined {
			s.meet(t, m.Payload, now)
		}
		if m.Op == OpProposals && !s.joined {
			continue // of a group that the member is not in yet
		}
		out, err := s.Handle(m, now)
		check(t, err)
		if m.Op == OpProposals && m.Payload[0] == proposalsAppend && ops(out) != "28/0" {
			t.Errorf("op 27 brings %s, want a commit", ops(out))
		}
	}
}

func (r *recording) messages(st *step, id uint16) (list []Message) {
	for _, p := range []hexBytes{st.Proposals, st.Append, st.Revoke} {
		if p != nil {
			list = append(list, Message{Op: OpProposals, Payload: p})
		}
	}
	switch {
	case st.Welcome != nil:
		list = append(list, Message{Op: OpWelcome, Transition: id, Payload: st.Welcome})
	case st.Commit != nil:
		list = append(list, Message{Op: OpAnnounceCommit, Transition: id, Payload: st.Commit})
	default:
		return list
	}
	if id != 0 {
		list = append(list, Message{Op: OpExecuteTransition, Transition: id})
	}
	return list
}

// meet announces whom the proposals of an append add.
func (s *Session) meet(t testing.TB, payload []byte, now time.Time) {
	t.Helper()
	if payload[0] != proposalsAppend {
		return
	}
	content, _, _ := cutVector(payload[1:])
	for len(content) > 0 {
		m, rest, err := mls.ParseMessage(content)
		check(t, err)
		p, err := s.group.Verify(m)
		check(t, err)
		if k := p.Added(); k != nil {
			u, err := userOf(k.Identity())
			check(t, err)
			_, err = s.Connected(now, u)
			check(t, err)
		}
		content = rest
	}
}

// TestReplayDavey follows a group of davey's members, and hears them.
func TestReplayDavey(t *testing.T) {
	r := readDavey(t)
	s := r.session(t)
	now := start
	for i, st := range r.Steps {
		now = now.Add(time.Minute)
		r.play(t, s, &st, uint16(i), now)
		if st.Commit == nil {
			if len(s.queue.list) != 0 || s.commit != nil {
				t.Error("what was taken back is still there")
			}
			continue
		}
		got := s.State()
		if got.Epoch != st.Expect.Epoch || !slices.Equal(got.Authenticator, st.Expect.Authenticator) {
			t.Errorf("step %d: epoch %d, authenticator %x, want %d, %x", i, got.Epoch, got.Authenticator, st.Expect.Epoch, []byte(st.Expect.Authenticator))
		}
		if want := st.Expect.PrivacyCode; got.PrivacyCode != want {
			t.Errorf("step %d: privacy code %s, want %s", i, got.PrivacyCode, want)
		}
		if len(got.Members) != len(st.Expect.Roster) {
			t.Errorf("step %d: members %v, want %d", i, got.Members, len(st.Expect.Roster))
		}
		for u, want := range st.Expect.Roster {
			secret := base(s.group, u)
			if !slices.Equal(secret, want.Base) {
				t.Errorf("step %d: secret of %d is not the recorded one", i, u)
			}
			if key := mls.DeriveTreeSecret(secret, "key", 0, keySize); !slices.Equal(key, want.Key) {
				t.Errorf("step %d: key of %d is not the recorded one", i, u)
			}
		}
		for _, f := range st.Frames {
			plain, err := s.Decrypt(nil, f.From, f.Sealed, now)
			if err != nil || !slices.Equal(plain, f.Plain) {
				t.Errorf("step %d: frame of %d: %x, %v; want %x", i, f.From, plain, err, []byte(f.Plain))
			}
		}
		if want := st.VerificationCode; want != "" {
			code, err := s.VerificationCode(st.Frames[0].From)
			if err != nil || code != want {
				t.Errorf("verification code %s, %v, want %s", code, err, want)
			}
		}
	}
}

// TestReplayLibdave follows a group of Discord's own library for 70 epochs, and
// hears one frame in each.
func TestReplayLibdave(t *testing.T) {
	r := readLibdave(t)
	s := r.session(t)
	now := start
	frames := 0
	for i, st := range r.Steps {
		now = now.Add(time.Second)
		r.play(t, s, &st, uint16(i), now)
		got := s.State()
		if got.Epoch != st.Epoch || !slices.Equal(got.Authenticator, st.Authenticator) {
			t.Fatalf("step %d: epoch %d, authenticator %x, want %d, %x", i, got.Epoch, got.Authenticator, st.Epoch, []byte(st.Authenticator))
		}
		plain, err := s.Decrypt(nil, st.FrameFrom, st.Frame, now)
		if err != nil || !slices.Equal(plain, st.Plain) {
			t.Errorf("step %d: frame of %d: %x, %v; want %x", i, st.FrameFrom, plain, err, []byte(st.Plain))
		}
		frames++
	}
	if len(r.Steps) != 70 || frames != 70 {
		t.Errorf("%d steps, %d frames, want 70 of both", len(r.Steps), frames)
	}
}

// unitData is what the unit tests of the two other implementations hold.
type unitData struct {
	Codes []struct {
		Data   hexBytes `json:"data"`
		Length int      `json:"length"`
		Group  int      `json:"group"`
		Code   string   `json:"code"`
	} `json:"displayable_code"`
	Fingerprints []struct {
		Key  hexBytes `json:"key"`
		User uint64   `json:"user_id,string"`
		Out  hexBytes `json:"out"`
	} `json:"key_fingerprint"`
	Pairs []struct {
		KeyA  hexBytes `json:"key_a"`
		UserA uint64   `json:"user_a,string"`
		KeyB  hexBytes `json:"key_b"`
		UserB uint64   `json:"user_b,string"`
		Out   hexBytes `json:"out"`
	} `json:"pairwise_fingerprint"`
	Ratchet []struct {
		Base       hexBytes `json:"base_secret"`
		Generation uint32   `json:"generation"`
		Key        hexBytes `json:"key"`
		Nonce      hexBytes `json:"nonce_unused_by_dave"`
	} `json:"hash_ratchet"`
	Wrap struct {
		Cases [][3]uint64 `json:"wrapped_generation"`
	} `json:"generation_wrap"`
	Opus struct {
		Frame   hexBytes `json:"random_opus_frame"`
		Silence hexBytes `json:"silence"`
	} `json:"opus_payload"`
	Constants struct {
		Gap       uint64 `json:"max_generation_gap"`
		Missing   uint64 `json:"max_missing_nonces"`
		Expiry    int    `json:"cryptor_expiry_s"`
		Upgrade   int    `json:"default_transition_s"`
		FrameRate uint64 `json:"max_frames_per_second"`
		Tag       int    `json:"tag_bytes"`
		MinSize   int    `json:"min_supplemental_bytes_no_nonce"`
		Label     string `json:"exporter_label"`
	} `json:"constants"`
}

func TestUnitData(t *testing.T) {
	var d unitData
	readJSON(t, "testdata/dave-unit-data.json", &d)
	for _, c := range d.Codes {
		if got := DisplayableCode(c.Data, c.Length, c.Group); got != c.Code {
			t.Errorf("code %s, want %s", got, c.Code)
		}
	}
	for _, c := range d.Fingerprints {
		if got := keyFingerprint(c.Key, c.User); !slices.Equal(got, c.Out) {
			t.Errorf("fingerprint %x, want %x", got, []byte(c.Out))
		}
	}
	for _, c := range d.Pairs {
		a, b := keyFingerprint(c.KeyA, c.UserA), keyFingerprint(c.KeyB, c.UserB)
		for _, got := range [][]byte{pairFingerprint(a, b), pairFingerprint(b, a)} {
			if !slices.Equal(got, c.Out) {
				t.Errorf("pair of fingerprints %x, want %x", got, []byte(c.Out))
			}
		}
	}
	for _, c := range d.Ratchet {
		if got := mls.DeriveTreeSecret(c.Base, "key", c.Generation, keySize); !slices.Equal(got, c.Key) {
			t.Errorf("key %x, want %x", got, []byte(c.Key))
		}
		if got := mls.DeriveTreeSecret(c.Base, "nonce", c.Generation, nonceSize); !slices.Equal(got, c.Nonce) {
			t.Errorf("nonce %x, want %x", got, []byte(c.Nonce))
		}
	}
	for _, c := range d.Wrap.Cases {
		if got := wrapGeneration(c[0], byte(c[1])); got != c[2] {
			t.Errorf("from generation %d on, byte %d is %d, want %d", c[0], c[1], got, c[2])
		}
	}
	if !isSilence(d.Opus.Silence) || isSilence(d.Opus.Frame) {
		t.Error("silence is not told from sound")
	}
	k := newVoiceKey(make([]byte, keySize))
	r := &receiver{since: start}
	f, _ := parseFrame(k.seal(nil, d.Opus.Frame))
	if got, v := r.open(nil, f, start, &bench{}); v != opened || !slices.Equal(got, d.Opus.Frame) {
		t.Errorf("a frame comes out as %x, %v", got, v)
	}

	c := d.Constants
	if c.Gap != maxGap || c.Missing != windowSize || c.FrameRate != maxFrameRate || c.Tag != tagSize || c.MinSize != fixedSize || c.Label != exporterLabel {
		t.Errorf("constants differ from %+v", c)
	}
	if time.Duration(c.Expiry)*time.Second != grace || time.Duration(c.Upgrade)*time.Second != upgradeWindow {
		t.Errorf("times differ from %+v", c)
	}
}

// TestDisplayableCode shows what asks for no code.
func TestDisplayableCode(t *testing.T) {
	for name, f := range map[string]func(){
		"too few bytes": func() { DisplayableCode(make([]byte, 29), 30, 5) },
		"no groups":     func() { DisplayableCode(make([]byte, 30), 30, 0) },
		"a rest":        func() { DisplayableCode(make([]byte, 30), 29, 5) },
		"large groups":  func() { DisplayableCode(make([]byte, 30), 27, 9) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r, _ := recover().(string); !strings.HasPrefix(r, "dave: ") {
					t.Errorf("recovered %q", r)
				}
			}()
			f()
			t.Error("no panic")
		})
	}
}

// TestScrypt compares with the vectors of RFC 7914 section 12.
func TestScrypt(t *testing.T) {
	for _, tt := range []struct {
		password, salt string
		log, r, p      int
		want           string
	}{
		{"", "", 4, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"},
		{"password", "NaCl", 10, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"},
	} {
		if got := hex.EncodeToString(scrypt([]byte(tt.password), []byte(tt.salt), tt.log, tt.r, tt.p, 64)); got != tt.want {
			t.Errorf("scrypt(%q, %q): %s, want %s", tt.password, tt.salt, got, tt.want)
		}
	}
}
