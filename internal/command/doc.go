// Package command is the desk in Discord at which a GM, and everybody at the table,
// is served: the commands below /glyphoxa, the buttons and the forms, who is heard,
// and when the bot has to leave.
//
// # How it works
//
// A [Desk] is handed every event of Discord's, in order ([Desk.Handle]), and
// never makes that reader wait. A command or a button gets a goroutine of its
// own, which acknowledges before it does anything else. What has to hold from
// the very moment (somebody says no, the GM leaves) is done in Handle itself,
// in memory; telling people and the store of it comes after.
//
//   - tree.go, dispatch.go, presses.go: the tables of commands, of buttons and of
//     forms, and how one is carried out
//   - rights.go, seated.go: which campaign and which session a call is about, and
//     who may
//   - complete.go, index.go: what is suggested while somebody types, from memory
//   - table.go, scene.go, exchange.go, why.go, tell.go, roll.go: a table that is
//     playing; names.go: which names are heard wrongly there
//   - start.go, choose.go, opening.go: from the command to a running session:
//     which campaign, which scene, who plays whom
//   - stay.go, rules.go: one stay in a voice channel and when it goes off the
//     record or ends
//   - gate.go, consent.go, card.go: whose packets may be heard, and the card
//     that asks
//   - screen.go, onlookers.go, screen_choose.go: the GM screen: where what is for
//     the GMs alone goes, and that it goes nowhere else; gm_card.go, notice.go,
//     notice_press.go: what stands there
//   - safety.go: Stop, Off the record and the X-card, for anybody
//   - loudspeaker.go: how people listen, as they or their GM say
//   - story.go, recap.go, recap_draft.go, recap_edit.go, search.go: looking
//     back; cost.go, doctor.go: what it costs, and whether all is well
//   - end.go, gone.go: how a session ends, and who is told; status.go, help.go: how
//     things are, and what there is
//   - npc.go and npc_*.go: NPCs one by one, from the form to somebody whom nobody
//     has prepared; campaign_cmd*.go: whose a campaign is, and where it is played;
//     campaign_import*.go: a campaign out of a file, shown before it is done;
//     gm_joins.go: what a new GM gets to read
//   - know.go and know_*.go: what there is to know, who knows it, and how entries
//     stand to one another; review.go and review_*.go: what NPCs want to remember
//   - people.go, character.go, privacy.go, captions.go: whom people play, what is
//     kept of what they say, and what of it is mirrored into the chat
//   - say.go and *_text.go: what is said to people, as texts of package texts,
//     which has the words in each language; words.go: what is put into them;
//     reader.go: which language a reader has; tree_names.go: what commands are
//     called in each; page.go: what is too long for one message
//   - written.go: what people write, as it can be kept
//
// # Who may what
//
// The GMs of a campaign are its owner and its co-GMs, as the store has them at
// the moment of each command and each button. Who may manage the server may
// end a session, and learns nothing of a campaign by it. A campaign belongs to
// the guild in which it was first played: an ID from elsewhere leads nowhere.
//
// # What it does not do
//
// It knows no sound, no provider and no database. It acts upon [Sessions] and
// a [Library], which the program puts behind it.
package command
