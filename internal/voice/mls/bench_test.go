package mls

import (
	"fmt"
	"runtime"
	"testing"
)

var sizes = []int{2, 10, 25, 50}

// benchTable returns a group of n members that has lived: some came one by one,
// and a few left and were replaced, so that its tree has parents.
func benchTable(b *testing.B, n int) *table {
	b.Helper()
	tb := newTable(b, n)
	for range min(n-1, 5) {
		tb.step(1, []string{nameOf(tb.any(nameOf(tb.any())))})
	}
	return tb
}

func each(b *testing.B, f func(b *testing.B, tb *table)) {
	b.Helper()
	for _, n := range sizes {
		b.Run(fmt.Sprintf("members=%d", n), func(b *testing.B) {
			tb := benchTable(b, n)
			b.ReportAllocs()
			f(b, tb)
		})
	}
}

func BenchmarkWelcome(b *testing.B) {
	// The n-th member is the one who joins.
	for _, n := range sizes {
		b.Run(fmt.Sprintf("members=%d", n), func(b *testing.B) {
			tb := benchTable(b, n-1)
			c := tb.client()
			commit, err := tb.any().Commit(verify(b, tb.any(), tb.propose([]*Client{c}, nil)))
			check(b, err)
			b.ReportAllocs()
			for key := c.initKey; b.Loop(); c.initKey = key {
				_, err := c.Join(commit.Welcome)
				check(b, err)
			}
		})
	}
}

func BenchmarkOwnCommit(b *testing.B) {
	each(b, func(b *testing.B, tb *table) {
		b.Helper()
		messages := tb.propose([]*Client{tb.client()}, nil)
		g := tb.any()
		for b.Loop() {
			_, err := g.Commit(verify(b, g, messages))
			check(b, err)
		}
	})
}

func BenchmarkOwnRemove(b *testing.B) {
	each(b, func(b *testing.B, tb *table) {
		b.Helper()
		g := tb.any()
		messages := tb.propose(nil, []string{nameOf(tb.any(nameOf(g)))})
		for b.Loop() {
			_, err := g.Commit(verify(b, g, messages))
			check(b, err)
		}
	})
}

func BenchmarkForeignAdd(b *testing.B) {
	each(b, func(b *testing.B, tb *table) {
		b.Helper()
		benchForeign(b, tb, tb.propose([]*Client{tb.client()}, nil), tb.any(nameOf(tb.any())))
	})
}

func BenchmarkForeignRemove(b *testing.B) {
	each(b, func(b *testing.B, tb *table) {
		b.Helper()
		by := tb.any()
		gone := nameOf(tb.any(nameOf(by)))
		if len(tb.groups) == 2 {
			tb.step(1, nil) // so that somebody is left to follow
			by = tb.any()
		}
		benchForeign(b, tb, tb.propose(nil, []string{gone}), tb.any(nameOf(by), gone))
	})
}

// benchForeign measures how a member follows a commit of the lowest leaf.
func benchForeign(b *testing.B, tb *table, messages [][]byte, g *Group) {
	b.Helper()
	c, err := tb.any().Commit(verify(b, tb.any(), messages))
	check(b, err)
	for b.Loop() {
		_, err := g.Process(parseOne(b, c.Message), verify(b, g, messages))
		check(b, err)
	}
}

// TestMemory holds what a member of a group of 50 keeps in memory, together
// with a commit of his own that waits, to its budget.
func TestMemory(t *testing.T) {
	const members, copies, budget = 50, 32, 64 << 10
	tb := newTable(t, members-1)
	for range 5 {
		tb.step(1, []string{nameOf(tb.any(nameOf(tb.any())))})
	}
	c := tb.client()
	commit, err := tb.any().Commit(verify(t, tb.any(), tb.propose([]*Client{c}, nil)))
	check(t, err)
	key := c.initKey

	type session struct {
		group   *Group
		waiting *Commit
	}
	var held [copies]session
	before := heap()
	for i := range held {
		c.initKey = key
		g, err := c.Join(commit.Welcome)
		check(t, err)
		held[i].group = g
	}
	group := (heap() - before) / copies
	for i := range held {
		g := held[i].group
		epoch := g.Epoch()
		messages := [][]byte{
			tb.outside.Remove(groupID, epoch, 3),
			tb.outside.Add(groupID, epoch, tb.client().KeyPackage().Bytes()),
		}
		held[i].waiting, err = g.Commit(verify(t, g, messages))
		check(t, err)
	}
	both := (heap() - before) / copies
	for i := range held {
		held[i].waiting.Welcome = nil // sent
	}
	sent := (heap() - before) / copies
	runtime.KeepAlive(&held)
	runtime.KeepAlive(tb)
	runtime.KeepAlive(commit)
	t.Logf("%d members: %d bytes a group, %d with a commit that waits, %d of them once its welcome is sent", members, group, both, sent)
	if both > budget {
		t.Errorf("%d bytes, want at most %d", both, budget)
	}
}

// heap returns how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
