package command

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
)

// quickNames are names for people whom nobody has prepared, by language. They
// are short, are said as they are written, do not sound like one another, and
// leave open who bears them.
var quickNames = map[string][]string{
	"en": {
		"Perrin", "Wenlow", "Sorrel", "Hobb", "Jessamy", "Rook", "Tolliver", "Ash", "Merrick", "Quillan",
		"Dunstan", "Ivy", "Corbin", "Marlow", "Bexley", "Pike", "Gale", "Thistle", "Lark", "Umber",
		"Vesper", "Yarrow", "Kestrel", "Ottoline",
	},
	"de": {
		"Alrik", "Wiebke", "Hanno", "Trudel", "Veit", "Jorin", "Mecht", "Lioba", "Tjark", "Bodo",
		"Kuno", "Edda", "Ruprecht", "Sigrun", "Imke", "Gernot", "Ansgar", "Frauke", "Quirin", "Dorle",
		"Zeno", "Orla", "Paulus", "Uta",
	},
}

// freeName picks a name by what somebody is: the same words get the same name,
// unless it is taken, or sounds like one that is.
func (c cast) freeName(what string) string {
	language, _, _ := strings.Cut(strings.ToLower(c.campaign.Language), "-")
	names, ok := quickNames[language]
	if !ok {
		names = quickNames["en"]
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(campaign.Fold(what))) // never fails
	from := int(h.Sum32() % uint32(len(names)))
	turned := slices.Concat(names[from:], names[:from])
	for _, strict := range []bool{true, false} {
		for _, name := range turned {
			a := campaign.Agent{Name: name}
			if c.clash(a) == nil && (!strict || len(c.alike(a)) == 0) {
				return name
			}
		}
	}
	for n := 2; ; n++ { // a crowd
		name := turned[0] + " " + strconv.Itoa(n)
		if c.clash(campaign.Agent{Name: name}) == nil {
			return name
		}
	}
}
