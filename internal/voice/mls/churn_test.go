package mls

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestChurn has members come, go and come again for 300 epochs, in batches of
// up to five changes, up to 50 at a time. Anybody may commit; some make commits
// that lose; some proposals are taken back. In each epoch all members agree and
// each holds the keys that the tree says he does.
func TestChurn(t *testing.T) {
	epochs, most := 300, 50
	if testing.Short() {
		epochs, most = 60, 12
	}
	rng := rand.New(rand.NewPCG(9420, 2))
	tb := newTable(t, 3)
	signers := make(map[string]*SigningKey) // of those who left
	var left []string
	growing, peak, paths, back := true, 0, 0, 0
	for range epochs {
		names := slices.Sorted(maps.Keys(tb.groups))
		peak = max(peak, len(names))
		switch {
		case len(names) >= most:
			growing = false
		case len(names) < 4:
			growing = true
		}

		adds, removes := rng.IntN(3), rng.IntN(3)
		if growing {
			adds += rng.IntN(3)
		} else {
			removes += rng.IntN(3)
		}
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		gone := names[:min(removes, len(names)-1)]
		stay := names[len(gone):]

		var come []*Client
		for range min(adds, most-len(stay)) {
			come = append(come, tb.client())
		}
		if len(gone) > 0 && rng.IntN(3) == 0 && len(stay)+len(come) < most {
			// Gone and back in one commit, with the same signature key.
			come = append(come, NewClient(tb.groups[gone[0]].signer, []byte(gone[0])))
			back++
		}
		if len(left) > 0 && rng.IntN(4) == 0 && len(stay)+len(come) < most {
			// Back with the key of old, after a while.
			come = append(come, NewClient(signers[left[0]], []byte(left[0])))
			left = left[1:]
		}
		messages := tb.propose(come, gone)
		if len(gone) > 0 || len(messages) == 0 {
			paths++
		}
		for _, name := range gone {
			if !slices.ContainsFunc(come, func(c *Client) bool { return string(c.KeyPackage().Identity()) == name }) {
				signers[name] = tb.groups[name].signer
				left = append(left, name)
			}
		}
		by := tb.groups[stay[rng.IntN(len(stay))]]
		revoked := tb.propose([]*Client{tb.client()}, nil)
		if rng.IntN(3) == 0 { // a commit that loses leaves no trace
			loser := tb.groups[stay[rng.IntN(len(stay))]]
			_, err := loser.Commit(verify(t, loser, append(messages, revoked...)))
			check(t, err)
		}
		tb.commit(by, come, gone, messages, revoked...)
	}
	last := tb.someone()
	if want := uint64(epochs + 1); last.Epoch() != want {
		t.Errorf("epoch %d, want %d", last.Epoch(), want)
	}
	t.Logf("%d epochs, %d with a path, up to %d members, %d gone and back at once", epochs, paths, peak, back)
}

// TestLateEpoch shows that an epoch costs the same late in a group's life: the
// state of a group does not grow with its age.
func TestLateEpoch(t *testing.T) {
	tb := newTable(t, 4)
	size := func() string {
		g := tb.someone()
		return fmt.Sprint(len(g.tree.leaves), len(g.keys.keys), len(g.context.bytes()), len(g.interim))
	}
	cycle := func(n int) {
		for range n {
			stays := nameOf(tb.any())
			tb.step(1, []string{nameOf(tb.any(stays))})
		}
	}
	cycle(5)
	early := size()
	cycle(100)
	if late := size(); late != early {
		t.Errorf("state %s after 100 epochs, want %s", late, early)
	}
}

func nameOf(g *Group) string {
	m, _ := g.Member(g.Self())
	return string(m.Identity)
}
