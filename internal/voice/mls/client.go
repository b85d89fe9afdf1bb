package mls

import (
	"bytes"
	"crypto/hpke"
	"crypto/rand"
	"fmt"
	"math"
)

// A Client is somebody who is in no group yet: a KeyPackage, and the private
// keys behind it. It is good for one group, for each of its keys is to be used
// once; the signing key may serve many clients. A Client belongs to one
// goroutine at a time and does not print its keys.
type Client struct {
	signer  *SigningKey
	pack    *KeyPackage
	initKey hpke.PrivateKey // nil once used
	leafKey hpke.PrivateKey
}

// NewClient makes a KeyPackage with a basic credential, valid for all time. The
// client copies identity.
func NewClient(signer *SigningKey, identity []byte) *Client {
	c := &Client{signer: signer}
	leaf := &leafNode{
		signatureKey: signer.public,
		identity:     bytes.Clone(identity),
		capabilities: ownCapabilities,
		source:       sourceKeyPackage,
		notAfter:     math.MaxUint64,
	}
	c.leafKey, leaf.encryptionKey = newPrivateKey()
	leaf.signature = signer.sign(signLeafNode, leaf.toBeSigned(nil, 0))

	c.pack = &KeyPackage{leaf: leaf}
	c.initKey, c.pack.initKey = newPrivateKey()
	c.pack.signature = signer.sign(signKeyPackage, c.pack.toBeSigned())
	return c
}

// LoadClient returns the client that a KeyPackage and its private keys were
// saved from. The keys are scalars of 32 bytes.
func LoadClient(signer *SigningKey, keyPackage, initKey, leafKey []byte) (*Client, error) {
	p, err := ParseKeyPackage(keyPackage)
	if err != nil {
		return nil, fmt.Errorf("load client: %w", err)
	}
	c := &Client{signer: signer, pack: p}
	if c.initKey, err = kem.NewPrivateKey(initKey); err != nil {
		return nil, malformed("init key")
	}
	if c.leafKey, err = kem.NewPrivateKey(leafKey); err != nil {
		return nil, malformed("leaf key")
	}
	if publicOf(c.initKey) != p.initKey || publicOf(c.leafKey) != p.leaf.encryptionKey || signer.public != p.leaf.signatureKey {
		return nil, invalid("the private keys are not those of the key package")
	}
	return c, nil
}

// KeyPackage returns what others add the client by.
func (c *Client) KeyPackage() *KeyPackage { return c.pack }

// Format prints the type and none of the keys.
func (Client) Format(s fmt.State, _ rune) { fmt.Fprint(s, "mls.Client[redacted]") }

// Create returns a new group with the client as its only member, in epoch 0
// (section 11). The senders, if any, may propose from outside; their order
// gives them their index. The group copies what it is given. Create panics if a
// sender's key is not of the length of one.
func (c *Client) Create(groupID []byte, senders ...ExternalSender) *Group {
	var exts extensions
	if len(senders) > 0 {
		exts = appendExternalSenders(nil, senders)
	}
	g := &Group{
		context: groupContext{groupID: bytes.Clone(groupID), extensions: exts},
		tree:    newTree(c.pack.leaf),
		signer:  c.signer,
		keys:    keyring{keys: []hpke.PrivateKey{c.leafKey}},
	}
	if err := g.context.check(); err != nil {
		panic("mls: create group: " + err.Error())
	}
	g.context.treeHash = g.tree.hash()
	var epoch secret
	rand.Read(epoch[:])
	g.secrets = newEpochSecrets(epoch)
	tag := confirmationTag(g.secrets.confirmation, nil)
	g.interim = interimHash(nil, tag[:])
	return g
}
