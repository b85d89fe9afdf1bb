package phonetic

// german reads names as German speakers do. Umlauts have lost their dots before
// they come here, so that "ue" is read as the "u" that "ü" has become.
var german = newLanguage(Language{ordinary: germanWords}, `
	a a  e e  i i  o o  u u  y i
	aa a  ae e  ai ai  ay ai  au au  ee e  ei ai  ey ai  eu oi
	ie i  oe o  oo o  oi oi  oy oi  ue u  y@ j
	ah a  ah@ ah  eh e  eh@ eh  ih i  ih@ ih  oh o  oh@ oh  uh u  uh@ uh  ieh i

	b b  b$ p
	c k  ce tse  ci tsi  ck k  ch x  chs ks  ^ch k
	d d  d$ t  dt t
	f f
	g g  g$ k  ig$ ik  gh g
	h h
	j j
	k k  kh k
	l l  m m  n n
	p p  ph f
	q k  qu kv
	r r  rh r
	s s  sh S  sch S  ^sp Sp  ^st St  tsch C
	t t  th t  tz ts
	v f  v@ v  ^v f  ^v@ f
	w v
	x ks
	z ts
`)
