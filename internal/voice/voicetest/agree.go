package voicetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Agree returns an error unless everybody in the room is in the call's group,
// in its epoch, with one list of members and one secret.
func (r *Room) Agree() error {
	in := r.Call.Members()
	users := r.Users()
	slices.Sort(users)
	if seated := slices.Sorted(slices.Values(in)); !slices.Equal(seated, users) {
		return fmt.Errorf("voicetest: %d are in the room, but %v in the group", users, seated)
	}
	var first View
	for i, u := range in {
		v, err := r.Member(u).View()
		if err != nil {
			return fmt.Errorf("voicetest: user %d: %w", u, err)
		}
		v.PrivacyCode = digits(v.PrivacyCode)
		slices.Sort(v.Members)
		if i == 0 {
			first = v
		}
		switch {
		case !v.Ready:
			err = fmt.Errorf("is in no group")
		case v.Epoch != r.Call.Epoch():
			err = fmt.Errorf("is in epoch %d", v.Epoch)
		case !slices.Equal(v.Members, users):
			err = fmt.Errorf("sees %v", v.Members)
		case len(v.Authenticator) == 0 || !bytes.Equal(v.Authenticator, first.Authenticator):
			err = fmt.Errorf("has another secret than user %d", in[0])
		case v.PrivacyCode != first.PrivacyCode || len(v.PrivacyCode) != 30:
			err = fmt.Errorf("shows the code %q, user %d %q", v.PrivacyCode, in[0], first.PrivacyCode)
		}
		if err != nil {
			return fmt.Errorf("voicetest: epoch %d of %v: user %d %w", r.Call.Epoch(), users, u, err)
		}
	}
	return nil
}

// digits drops what is put between the groups of a code.
func digits(s string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, s)
}
