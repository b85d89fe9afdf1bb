// Package mls is the part of Messaging Layer Security (RFC 9420) that a voice
// call needs: a group whose members come and go, and that agrees on a new
// secret each time.
//
// # The walk through
//
// A [Client] is somebody who is in no group yet: a signing key, and a
// KeyPackage that others may add him by. He makes a group of his own with
// [Client.Create], or is let into another's by a Welcome with [Client.Join].
//
// A [Group] is one epoch of a group, seen by one member. It never changes: what
// is asked of it either fails, and then nothing has happened, or gives the next
// epoch as a new Group. A Group may therefore be read by many goroutines at
// once, and holding an old one is all that it takes to have it.
//
// Between two epochs somebody proposes changes. [ParseMessage] reads what came,
// [Group.Verify] makes a [Proposal] of it, [Group.Commit] carries proposals out
// and says what to send, and [Group.Process] follows the commit of another
// member. Whoever is outside the group but allowed to propose is a [Proposer].
//
// What the members share is [Group.Export], and [Group.Authenticator] to
// compare that they do.
//
// # Where things are
//
// An algorithm has a file, and each rule names the section it comes from:
//
//	wire.go                              2.1     vectors, bounds
//	label.go sign.go hpke.go             5.1-5.2 the cipher suite, with labels
//	leaf.go keypackage.go extension.go   7.2, 10 who a member is
//	treemath.go tree.go treecodec.go     4.1, 7.7 the ratchet tree
//	treehash.go parenthash.go treecheck.go 7.8-7.9, 12.4.3.1
//	keyring.go path.go pathopen.go       7.4-7.6 a new key for each node of a path
//	context.go transcript.go schedule.go 8       what each epoch's secrets are made of
//	message.go protect.go                6       signed and tagged messages
//	proposal.go external.go apply.go     12.1-12.3
//	commit.go commitcodec.go process.go  12.4
//	welcome.go invite.go join.go         12.4.3
//
// # What it does not do
//
// There is one cipher suite, MLS_128_DHKEMP256_AES128GCM_SHA256_P256, one
// credential type (basic), and two proposals (Add and Remove). PrivateMessage,
// Update, external commits, pre-shared keys, re-initialisation, branches and
// X.509 are outside; a message that uses them is refused with [ErrUnsupported].
//
// Nor is there policy. Whether an identity may be in the group, whether a
// member may propose, whether a committer may change the identity in his own
// leaf (RFC 9420 section 5.3.1), and whether a key package has run out (section
// 7.3 leaves it to the application) is for the caller to judge.
//
// # Bytes of strangers
//
// Everything read is bounded by the length of what was received before memory is taken
// for it, and the tree by [MaxMembers]. Errors say which rule was broken and
// never carry a key; the types that hold keys do not print them.
package mls
