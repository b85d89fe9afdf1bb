package mls

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// bounded fails if f allocates more than a small multiple of what it is given:
// a blank node is a byte that takes a pointer, in slices that grow by doubling.
// The rest is for errors, the first use of tables, and the test's own machinery.
func bounded(t *testing.T, given int, f func()) {
	t.Helper()
	if n, most := allocated(f), uint64(64*given+64<<10); n > most {
		t.Errorf("%d bytes are allocated for %d, want at most %d", n, given, most)
	}
}

// decoder fuzzes a decoder with the property that it allocates little, that what
// it refuses it gives nothing of, and that what it accepts is written back to
// the same bytes.
func decoder[T any](f *testing.F, read func([]byte) (*T, error), write func(*T) []byte, seeds ...[]byte) {
	f.Helper()
	for _, s := range seeds {
		f.Add(s)
	}
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var v *T
		var err error
		bounded(t, len(b), func() { v, err = read(b) })
		switch {
		case err != nil && v != nil:
			t.Error("refused, but something came out")
		case err == nil && !bytes.Equal(write(v), b):
			t.Errorf("read %x, wrote %x", b, write(v))
		}
	})
}

// recorded are the messages of the recorded groups.
func recorded(tb testing.TB) (commits, proposals, welcomes [][]byte) {
	tb.Helper()
	var d daveySession
	readJSON(tb, "testdata/davey-session.json", &d)
	for _, s := range d.Replay.Steps {
		if len(s.Welcome) > 0 {
			welcomes = append(welcomes, s.Welcome)
		}
		if len(s.Commit) > 0 {
			commits = append(commits, s.Commit)
		}
		if len(s.Payload) > 0 {
			for _, m := range s.proposals(tb) {
				proposals = append(proposals, m.append(nil))
			}
		}
	}
	return commits, proposals, welcomes
}

// recordedInfo is the GroupInfo that the recorded member is let in by, and who
// it is.
func recordedInfo(tb testing.TB) (*Client, *groupInfo) {
	tb.Helper()
	var d daveySession
	readJSON(tb, "testdata/davey-session.json", &d)
	c := d.Replay.Member.client(tb)
	w, s, err := c.openSecrets(d.Replay.Steps[0].Welcome)
	check(tb, err)
	info, err := openInfo(w.info, memberSecret(s.joiner, noPSK))
	check(tb, err)
	return c, info
}

// whole makes a decoder of one that reads from the start.
func whole[T any](read func(*reader) *T) func([]byte) (*T, error) {
	return func(b []byte) (*T, error) {
		r := reader{b: b}
		v := read(&r)
		if err := r.end(); err != nil {
			return nil, err
		}
		return v, nil
	}
}

// rewrite writes a message from its parts, not from the bytes they were read
// from. Only its authenticated data, which is not kept, comes from those.
func rewrite(m *Message) []byte {
	r := reader{b: m.content}
	r.vector()
	r.take(13)
	data := r.vector()

	c := *m
	c.content = appendVector(nil, m.groupID)
	c.content = binary.BigEndian.AppendUint64(c.content, m.epoch)
	c.content = append(c.content, byte(m.sender.Type))
	c.content = binary.BigEndian.AppendUint32(c.content, m.sender.Index)
	c.content = append(appendVector(c.content, data), byte(m.kind))
	if m.kind == KindProposal {
		c.content = appendProposal(c.content, m.add, m.remove)
		return c.append(nil)
	}
	var list []byte
	for _, p := range m.commit.proposals {
		if p.inline != nil {
			list = appendProposal(append(list, byValue), p.inline.add, p.inline.remove)
		} else {
			list = appendVector(append(list, byReference), p.ref[:])
		}
	}
	c.content = appendVector(c.content, list)
	c.content = appendOptional(c.content, m.commit.path != nil, func(b []byte) []byte { return m.commit.path.append(b) })
	return c.append(nil)
}

func appendProposal(dst []byte, add *KeyPackage, remove LeafIndex) []byte {
	if add != nil {
		return append(binary.BigEndian.AppendUint16(dst, proposalAdd), add.Bytes()...)
	}
	dst = binary.BigEndian.AppendUint16(dst, proposalRemove)
	return binary.BigEndian.AppendUint32(dst, uint32(remove))
}

func FuzzMessage(f *testing.F) {
	commits, proposals, _ := recorded(f)
	decoder(f, func(b []byte) (*Message, error) {
		m, rest, err := ParseMessage(b)
		if err == nil && len(rest) > 0 {
			return nil, malformed("message")
		}
		return m, err
	}, rewrite, append(commits, proposals...)...)
}

func FuzzWelcome(f *testing.F) {
	_, _, welcomes := recorded(f)
	decoder(f, whole((*reader).welcome), func(w *welcome) []byte { return w.append(nil) }, welcomes...)
}

func FuzzKeyPackage(f *testing.F) {
	c, _ := recordedInfo(f)
	decoder(f, whole((*reader).keyPackage), (*KeyPackage).Bytes, c.KeyPackage().Bytes())
}

func FuzzLeaf(f *testing.F) {
	c, _ := recordedInfo(f)
	made := *c.pack.leaf
	made.source, made.parentHash = sourceCommit, make([]byte, 32)
	made.extensions = appendExtension(appendExtension(nil, 1, []byte("app")), 0x0a0a, nil)
	decoder(f, whole((*reader).leaf), func(l *leafNode) []byte { return l.append(nil) },
		c.pack.leaf.append(nil), made.append(nil))
}

func FuzzTree(f *testing.F) {
	c, info := recordedInfo(f)
	two, _ := info.extensions.find(extRatchetTree)
	tr, err := parseTree(two)
	check(f, err)
	_, err = tr.add(c.pack.leaf)
	check(f, err)
	tr.setParent(1, &parentNode{encryptionKey: c.pack.initKey, unmerged: []LeafIndex{0, 1}})
	decoder(f, parseTree, func(t *tree) []byte { return t.append(nil) },
		two, tr.append(nil), appendVector(nil, make([]byte, 4000)))
}

func FuzzGroupInfo(f *testing.F) {
	_, info := recordedInfo(f)
	decoder(f, whole((*reader).groupInfo), func(i *groupInfo) []byte { return i.append(nil) }, info.append(nil))
}

func FuzzGroupSecrets(f *testing.F) {
	s, with := groupSecrets{psks: []byte{1}}, groupSecrets{hasPath: true}
	decoder(f, whole(func(r *reader) *groupSecrets { s := r.groupSecrets(); return &s }),
		func(s *groupSecrets) []byte { return s.append(nil) }, s.append(nil), with.append(nil))
}

func FuzzExternalSender(f *testing.F) {
	c, _ := recordedInfo(f)
	seed := ExternalSender{c.pack.initKey[:], []byte{0}}.Append(nil)
	decoder(f, func(b []byte) (*ExternalSender, error) {
		s, err := ParseExternalSender(b)
		if err != nil {
			return nil, err
		}
		return &s, nil
	}, func(s *ExternalSender) []byte { return s.Append(nil) }, seed)
}

// FuzzInsiderCommit has a member sign whatever commit body it likes. Nothing of
// that is accepted, for the body alone does not make the confirmation tag right.
func FuzzInsiderCommit(f *testing.F) {
	tb := newTable(f, 4)
	me, by := tb.groups["m000"], tb.groups["m001"]
	messages := tb.propose([]*Client{tb.client()}, []string{"m002"})
	known := verify(f, me, messages)
	for _, list := range [][]*Proposal{known[:1], known[1:], known, nil} {
		c, err := by.Commit(list)
		check(f, err)
		m := parseOne(f, c.Message)
		f.Add(m.content[len(m.appendHeader(nil)):])
	}
	want := me.Authenticator()
	f.Fuzz(func(t *testing.T, body []byte) {
		b := forge(by, body)
		var err error
		// Signatures are verified with a constant amount of memory each.
		bounded(t, 4*len(b), func() {
			var m *Message
			if m, _, err = ParseMessage(b); err == nil {
				_, err = me.Process(m, known)
			}
		})
		if err == nil {
			t.Error("accepted")
		}
		same(t, "authenticator", me.Authenticator(), want)
	})
}

// FuzzInsiderTree has whoever lets us in send whatever tree it likes, with the
// hash and the signature that go with it.
func FuzzInsiderTree(f *testing.F) {
	tb := newTable(f, 5)
	tb.step(0, []string{"m002"})
	g := tb.any()
	c := tb.client()
	honest := g.tree.clone()
	_, err := honest.add(c.pack.leaf)
	check(f, err)
	f.Add(honest.append(nil))
	f.Add(appendVector(nil, make([]byte, 4000)))
	key := c.initKey
	f.Fuzz(func(t *testing.T, b []byte) {
		c.initKey = key
		w := letIn(t, g, c, func(info *groupInfo, _ *tree, _ *groupSecrets) []byte {
			if tr, err := parseTree(b); err == nil {
				info.context.treeHash = tr.hash()
			}
			return append([]byte{}, b...)
		})
		start := time.Now()
		got, err := c.Join(w)
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%d bytes take %v", len(b), d)
		}
		if err == nil && !bytes.Equal(got.tree.append(nil), b) {
			t.Error("joined with another tree")
		}
		if err != nil && c.initKey == nil {
			t.Error("refused, but the client has lost its key")
		}
	})
}

// TestMutated changes each message of a recorded group in many ways. Whatever is
// changed is refused, and the group goes on as if nothing had come.
func TestMutated(t *testing.T) {
	var d daveySession
	readJSON(t, "testdata/davey-session.json", &d)
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	c := d.Replay.Member.client(t)
	var g *Group
	for _, s := range d.Replay.Steps {
		if s.Commit == nil {
			continue
		}
		var known []*Proposal
		if g != nil {
			for _, m := range s.proposals(t) {
				p, err := g.Verify(m)
				check(t, err)
				known = append(known, p)
			}
		}
		for range rounds {
			var err error
			if g == nil {
				_, err = c.Join(mutate(rng, s.Welcome))
			} else if m, rest, perr := ParseMessage(mutate(rng, s.Commit)); perr != nil || len(rest) > 0 {
				err = ErrMalformed
			} else {
				_, err = g.Process(m, known)
			}
			if err == nil {
				t.Fatal("accepted a changed message")
			}
			if len(known) > 0 {
				b := mutate(rng, s.proposals(t)[0].append(nil))
				if m, rest, err := ParseMessage(b); err == nil && len(rest) == 0 {
					if _, err := g.Verify(m); err == nil {
						t.Fatal("accepted a changed proposal")
					}
				}
			}
		}
		g = s.follow(t, c, g)
		var want hexBytes
		check(t, want.UnmarshalText(bytes.Trim(s.Expect["epoch_authenticator"], `"`)))
		same(t, "authenticator", g.Authenticator(), want)
	}
}

// mutate returns b with something changed.
func mutate(rng *rand.Rand, b []byte) []byte {
	out := bytes.Clone(b)
	at := rng.IntN(len(out))
	switch rng.IntN(5) {
	case 0:
		out[at] ^= 1 << rng.IntN(8)
	case 1:
		out = out[:at]
	case 2:
		out = append(out[:at], append([]byte{byte(rng.Uint32())}, out[at:]...)...)
	case 3:
		out = append(out[:at], out[at+1:]...)
	case 4:
		n := min(4, len(out)-at)
		copy(out[at:], []byte{0xbf, 0xff, 0xff, 0xff}[:n])
		if bytes.Equal(out, b) {
			out[at] ^= 0x80
		}
	}
	return out
}
