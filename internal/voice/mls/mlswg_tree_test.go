package mls

import (
	"crypto/hpke"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestVectorsTreeMath(t *testing.T) {
	all := vectors[struct {
		Leaves  int          `json:"n_leaves"`
		Nodes   nodeIndex    `json:"n_nodes"`
		Root    nodeIndex    `json:"root"`
		Left    []*nodeIndex `json:"left"`
		Right   []*nodeIndex `json:"right"`
		Parent  []*nodeIndex `json:"parent"`
		Sibling []*nodeIndex `json:"sibling"`
	}](t, "tree-math")
	for _, v := range all {
		tr := &tree{leaves: make([]*leafNode, v.Leaves)}
		if tr.size() != v.Nodes || tr.root() != v.Root {
			t.Errorf("%d leaves: %d nodes, root %d, want %d and %d", v.Leaves, tr.size(), tr.root(), v.Nodes, v.Root)
		}
		for x := range v.Nodes {
			for what, f := range map[string]struct {
				want *nodeIndex
				got  func() nodeIndex
			}{
				"left": {v.Left[x], x.left}, "right": {v.Right[x], x.right},
				"parent": {v.Parent[x], x.parent}, "sibling": {v.Sibling[x], x.sibling},
			} {
				if f.want != nil && f.got() != *f.want {
					t.Errorf("%d leaves: %s of %d = %d, want %d", v.Leaves, what, x, f.got(), *f.want)
				}
			}
		}
	}
	t.Logf("%d entries", len(all))
}

func TestVectorsTreeValidation(t *testing.T) {
	all := vectors[struct {
		Tree        hexBytes      `json:"tree"`
		GroupID     hexBytes      `json:"group_id"`
		Hashes      []hexBytes    `json:"tree_hashes"`
		Resolutions [][]nodeIndex `json:"resolutions"`
	}](t, "tree-validation")
	for i, v := range all {
		tr, err := parseTree(v.Tree)
		check(t, err)
		for x := range tr.size() {
			same(t, fmt.Sprintf("%d: hash of node %d", i, x), tr.nodeHash(x)[:], v.Hashes[x])
			got, want := tr.appendResolution(nil, x), v.Resolutions[x]
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%d: resolution of %d = %v, want %v", i, x, got, want)
			}
			if tr.empty(x) != (len(want) == 0) {
				t.Errorf("%d: empty(%d) = %v, but it resolves to %v", i, x, tr.empty(x), want)
			}
		}
		if err := tr.check(v.GroupID); err != nil {
			t.Errorf("tree %d: %v", i, err)
		}
		same(t, "tree", tr.append(nil), v.Tree)
	}
	t.Logf("%d entries", len(all))
}

func TestVectorsTreeOperations(t *testing.T) {
	if os.Getenv("BOT_TEST_MLSWG") == "" {
		t.Skip("BOT_TEST_MLSWG does not name a folder with the MLS working group's vectors, which cannot be kept here")
	}
	// The family has only suite 1, whose keys are shorter. What is tested does
	// not look into keys, so they are filled up.
	var all []struct {
		Before   hexBytes `json:"tree_before"`
		After    hexBytes `json:"tree_after"`
		Proposal hexBytes `json:"proposal"`
	}
	readJSON(t, filepath.Join(os.Getenv("BOT_TEST_MLSWG"), "tree-operations.json"), &all)
	ran := 0
	for i, v := range all {
		tr, err := parseTree(widenTree(t, v.Before))
		check(t, err)
		r := reader{b: v.Proposal}
		switch r.uint16() {
		case proposalAdd:
			r.take(4)
			r.vector() // init key
			in := reader{b: widenLeaf(nil, &r)}
			_, err = tr.add(in.leaf())
			check(t, err)
			check(t, in.end())
		case proposalRemove:
			tr.remove(LeafIndex(r.uint32()))
		default:
			continue // an Update
		}
		same(t, fmt.Sprintf("tree after %d", i), tr.append(nil), widenTree(t, v.After))
		ran++
	}
	t.Logf("%d of %d entries", ran, len(all))
}

// widenTree makes a ratchet_tree of suite 1 one with the keys of suite 2.
func widenTree(t *testing.T, b []byte) []byte {
	t.Helper()
	var nodes []byte
	r := reader{b: b}
	r.list(func(r *reader) {
		nodes = append(nodes, r.take(1)...)
		if nodes[len(nodes)-1] == 0 {
			return
		}
		kind := r.uint8()
		nodes = append(nodes, kind)
		if kind == nodeLeaf {
			nodes = widenLeaf(nodes, r)
			return
		}
		nodes = widenKey(nodes, r.vector())
		nodes = appendVector(nodes, r.vector())
		nodes = appendVector(nodes, r.vector())
	})
	check(t, r.end())
	return appendVector(nil, nodes)
}

func widenLeaf(dst []byte, r *reader) []byte {
	dst = widenKey(dst, r.vector())
	dst = widenKey(dst, r.vector())
	before := r.b
	r.uint16()
	r.vector()
	r.capabilities()
	switch leafSource(r.uint8()) {
	case sourceKeyPackage:
		r.take(16)
	case sourceCommit:
		r.vector()
	case sourceUpdate:
	}
	r.extensions()
	r.vector()
	return append(dst, r.since(before)...)
}

func widenKey(dst, key []byte) []byte {
	var wide publicKey
	wide[0] = 4
	copy(wide[1:], key)
	return appendVector(dst, wide[:])
}

func TestVectorsTreeKEM(t *testing.T) {
	type private struct {
		Index      LeafIndex `json:"index"`
		Encryption hexBytes  `json:"encryption_priv"`
		Signature  hexBytes  `json:"signature_priv"`
		Secrets    []struct {
			Node   nodeIndex `json:"node"`
			Secret hexBytes  `json:"path_secret"`
		} `json:"path_secrets"`
	}
	all := vectors[struct {
		GroupID   hexBytes  `json:"group_id"`
		Epoch     uint64    `json:"epoch"`
		Confirmed hexBytes  `json:"confirmed_transcript_hash"`
		Tree      hexBytes  `json:"ratchet_tree"`
		Privates  []private `json:"leaves_private"`
		Paths     []struct {
			Sender LeafIndex `json:"sender"`
			Path   hexBytes  `json:"update_path"`
			Commit hexBytes  `json:"commit_secret"`
			Hash   hexBytes  `json:"tree_hash_after"`
		} `json:"update_paths"`
	}](t, "treekem")
	opened, made := 0, 0
	for _, v := range all {
		before, err := parseTree(v.Tree)
		check(t, err)
		rings := make(map[LeafIndex]keyring)
		signers := make(map[LeafIndex]*SigningKey)
		for _, p := range v.Privates {
			k := keyring{p.Index, []hpke.PrivateKey{privateKey(t, p.Encryption)}}
			k = k.fit(before)
			for _, s := range p.Secrets {
				k.keys[s.Node.level()], _, _ = pathKey(toSecret(t, s.Secret))
			}
			checkKeyring(t, fmt.Sprint(p.Index), &Group{tree: before, keys: k})
			rings[p.Index] = k
			signers[p.Index], err = NewSigningKey(p.Signature)
			check(t, err)
		}
		context := groupContext{groupID: v.GroupID, epoch: v.Epoch, confirmed: v.Confirmed}
		for _, p := range v.Paths {
			r := reader{b: p.Path}
			path := r.path()
			check(t, r.end())
			same(t, "path", path.append(nil), p.Path)

			// Open theirs, and then make one of our own in its place.
			tr := before.clone()
			steps, err := tr.mergePath(v.GroupID, p.Sender, path, nil)
			check(t, err)
			c := context
			c.treeHash = tr.hash()
			same(t, "tree hash", c.treeHash[:], p.Hash)
			for i, ring := range rings {
				if i == p.Sender {
					continue
				}
				k := ring.fit(tr)
				commit, err := k.openPath(tr, steps, path, nil, c.bytes())
				check(t, err)
				same(t, "commit secret", commit[:], p.Commit)
				checkKeyring(t, fmt.Sprint(i), &Group{tree: tr, keys: k})
				opened++
			}

			ours := before.clone()
			own := rings[p.Sender]
			g := &Group{context: context, signer: signers[p.Sender]}
			k := own.fit(ours)
			fresh := g.newPath(ours, &k)
			c.treeHash = ours.hash()
			sent, err := fresh.seal(ours, nil, c.bytes())
			check(t, err)
			for i, ring := range rings {
				if i == p.Sender {
					continue
				}
				theirs := before.clone()
				steps, err := theirs.mergePath(v.GroupID, p.Sender, sent, nil)
				check(t, err)
				k := ring.fit(theirs)
				commit, err := k.openPath(theirs, steps, sent, nil, c.bytes())
				check(t, err)
				same(t, "our commit secret", commit[:], fresh.commit[:])
				made++
			}
		}
	}
	t.Logf("%d entries: %d paths opened, %d made and opened", len(all), opened, made)
}
