package main

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Whoever brings news to a conversation that is busy does not wait, and nothing of
// it is lost or changes places: not the hundredth either.
func TestErrandsDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var e errands
		var did, want []int
		busy := make(chan struct{})
		e.add(func() { <-busy })
		began := time.Now()
		for i := range 200 {
			want = append(want, i)
			e.add(func() { did = append(did, i) })
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %v", took)
		}
		synctest.Wait()
		if len(did) != 0 {
			t.Errorf("%d are done before the first", len(did))
		}
		time.AfterFunc(time.Minute, func() { close(busy) })
		e.close()
		if !slices.Equal(did, want) {
			t.Errorf("done: %v, want all, in order", did)
		}
		e.add(func() { t.Error("an errand behind the end") })
		synctest.Wait()
		e.close()
	})
}
