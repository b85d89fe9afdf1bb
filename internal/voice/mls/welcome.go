package mls

import "encoding/binary"

// A welcome is Welcome of section 12.4.3.1.
type welcome struct {
	secrets []encryptedSecrets
	info    []byte // encrypted_group_info
}

// encryptedSecrets is EncryptedGroupSecrets: GroupSecrets for one new member.
type encryptedSecrets struct {
	member Ref
	sealed sealed
}

func (w *welcome) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, cipherSuite)
	var list []byte
	for _, s := range w.secrets {
		list = s.sealed.append(appendVector(list, s.member[:]))
	}
	return appendVector(appendVector(dst, list), w.info)
}

func (r *reader) welcome() *welcome {
	if s := r.uint16(); r.err == nil && s != cipherSuite {
		r.fail(unsupported("cipher suite %d", s))
	}
	w := &welcome{}
	r.list(func(r *reader) {
		w.secrets = append(w.secrets, encryptedSecrets{Ref(r.secret()), r.sealed()})
	})
	w.info = r.vector()
	return w
}

// groupSecrets is GroupSecrets.
type groupSecrets struct {
	joiner  secret
	hasPath bool
	path    secret
	psks    []byte // the list of pre-shared keys, in its encoding
}

func (s *groupSecrets) append(dst []byte) []byte {
	dst = appendVector(dst, s.joiner[:])
	dst = appendOptional(dst, s.hasPath, func(b []byte) []byte { return appendVector(b, s.path[:]) })
	return appendVector(dst, s.psks)
}

func (r *reader) groupSecrets() (s groupSecrets) {
	s.joiner = r.secret()
	if s.hasPath = r.optional(); s.hasPath {
		s.path = r.secret()
	}
	s.psks = r.vector()
	return s
}

// A groupInfo is GroupInfo: the public state of a group.
type groupInfo struct {
	context    groupContext
	extensions extensions
	tag        []byte // confirmation_tag
	signer     LeafIndex
	signature  []byte
	signed     []byte // GroupInfoTBS, as it was read
}

// appendContent appends GroupInfoTBS.
func (i *groupInfo) appendContent(dst []byte) []byte {
	dst = i.context.append(dst)
	dst = appendVector(dst, i.extensions)
	dst = appendVector(dst, i.tag)
	return binary.BigEndian.AppendUint32(dst, uint32(i.signer))
}

func (i *groupInfo) append(dst []byte) []byte {
	return appendVector(i.appendContent(dst), i.signature)
}

func (r *reader) groupInfo() *groupInfo {
	before := r.b
	i := &groupInfo{
		context:    r.context(),
		extensions: r.extensions(),
		tag:        r.vector(),
		signer:     LeafIndex(r.uint32()),
	}
	i.signed = r.since(before)
	i.signature = r.vector()
	return i
}
