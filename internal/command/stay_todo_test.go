package command

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// Of news only the latest of its kind waits, and no more than there is room for;
// what must be done waits however much there is, in its place.
func TestTodo(t *testing.T) {
	var did []string
	do := func(what string) func(context.Context) {
		return func(context.Context) { did = append(did, what) }
	}
	var lost []string
	tell := func(list *todo, of, what string) {
		list.tell(of, do(what), func() { lost = append(lost, what) })
	}
	for name, tt := range map[string]struct {
		fill       func(*todo)
		want, lost []string
	}{
		"nothing": {func(*todo) {}, nil, nil},
		"newer news goes to the end": {func(list *todo) {
			tell(list, "a", "a1")
			list.add(do("keep"))
			tell(list, "b", "b")
			tell(list, "a", "a2")
		}, []string{"keep", "b", "a2"}, nil},
		"the oldest news gives way": {func(list *todo) {
			list.add(do("keep"))
			for i := range maxNews + 2 {
				tell(list, fmt.Sprint(i), fmt.Sprint(i))
			}
		}, []string{"keep", "2", "3"}, []string{"0", "1"}},
		"what must be done never": {func(list *todo) {
			for i := range 3 * maxNews {
				list.add(do(fmt.Sprint(i)))
			}
			tell(list, "a", "a")
			list.dropNews()
		}, []string{"0", "1", "2"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			did, lost = nil, nil
			var list todo
			tt.fill(&list)
			n := len(list.list)
			for next := list.next(); next != nil; next = list.next() {
				next(t.Context())
			}
			if len(did) != n || len(did) < len(tt.want) || !slices.Equal(did[:len(tt.want)], tt.want) {
				t.Errorf("did %v of %d, want %v first", did, n, tt.want)
			}
			if !slices.Equal(lost, tt.lost) {
				t.Errorf("lost %v, want %v", lost, tt.lost)
			}
		})
	}
}

// A store that answers slowly, while a crowd comes and goes, is told of everybody
// all the same, and of everybody what they said last; the session's end waits for
// it.
func TestWhoWasThereIsKept(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		w.playing(kim)
		w.press(kim, yes)
		settle()
		w.shelf.delay = 100 * time.Millisecond
		const crowd = 120
		for i := range transcript.SpeakerID(crowd) {
			w.move(1000+i, tavern)
			w.move(1000+i, 0)
		}
		w.move(lea, tavern)
		w.press(lea, yes)
		w.press(lea, no)
		w.press(kim, no)
		w.shelf.delay = time.Millisecond
		w.give(gina, subEnd)
		pass(time.Minute)
		w.shelf.mu.Lock()
		defer w.shelf.mu.Unlock()
		kept := 0
		for who := range w.book.speakers {
			if who >= 1000 && who < 1000+crowd {
				kept++
			}
		}
		if kept != crowd {
			t.Errorf("%d of %d people are in the store", kept, crowd)
		}
		for _, who := range []transcript.SpeakerID{kim, lea} {
			if got := w.book.speakers[who].Consent; got != transcript.ConsentNo {
				t.Errorf("the store has %q of %d, want what they said last", got, who)
			}
		}
	})
}
