package mls

import "encoding/binary"

// The transcript hashes chain all commits of a group, so that two members with
// one epoch's secrets have seen one history (section 8.2).

// confirmedHash is confirmed_transcript_hash after a commit:
//
//	struct {
//	    WireFormat wire_format;
//	    FramedContent content; // with content_type == commit
//	    opaque signature<V>;
//	} ConfirmedTranscriptHashInput;
func confirmedHash(interim, content, signature []byte) []byte {
	var b []byte
	b = append(b, interim...)
	b = binary.BigEndian.AppendUint16(b, wirePublicMessage)
	b = append(b, content...)
	h := hash(appendVector(b, signature))
	return h[:]
}

// interimHash is interim_transcript_hash once the commit's tag is known:
//
//	struct {
//	    MAC confirmation_tag;
//	} InterimTranscriptHashInput;
func interimHash(confirmed, tag []byte) []byte {
	h := hash(confirmed, appendVector(nil, tag))
	return h[:]
}

// confirmationTag is confirmation_tag of section 6.1.
func confirmationTag(key secret, confirmed []byte) secret { return mac(key, confirmed) }
