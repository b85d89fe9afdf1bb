package voicetest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// A local is the server's place on this machine.
type local struct {
	v           *VoiceServer
	http        *http.Server
	udp         *net.UDPConn
	addr        netip.AddrPort // of udp
	port        uint16         // of http
	certificate *x509.Certificate
}

// ListenLocal opens the server on 127.0.0.1: a websocket over TLS, with a
// certificate that it makes for itself, and a UDP socket. It is called once,
// before anybody is admitted, and not in a bubble of synctest.
func (v *VoiceServer) ListenLocal(ctx context.Context) error {
	certificate, err := selfSigned()
	if err != nil {
		return fmt.Errorf("listen: certificate: %w", err)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	udp, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:0")))
	if err != nil {
		return errors.Join(fmt.Errorf("listen: %w", err), listener.Close())
	}
	l := &local{v: v, udp: udp, certificate: certificate.Leaf}
	l.addr = udp.LocalAddr().(*net.UDPAddr).AddrPort()
	l.port = uint16(listener.Addr().(*net.TCPAddr).Port)
	l.http = &http.Server{
		Handler:           http.HandlerFunc(l.accept),
		ReadHeaderTimeout: 10 * time.Second,
		// What a client does wrong in the handshake is the client's to tell.
		ErrorLog:  slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}},
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.local = l
	v.running.Go(func() { _ = l.http.ServeTLS(listener, "", "") })
	v.running.Go(l.read)
	return nil
}

// Client returns an HTTP client that trusts the local server.
func (v *VoiceServer) Client() *http.Client {
	roots := x509.NewCertPool()
	if l := v.here(); l != nil {
		roots.AddCert(l.certificate)
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}}
}

// Certificate returns the local server's certificate as PEM, for programs that
// read what they trust from a file.
func (v *VoiceServer) Certificate() []byte {
	l := v.here()
	if l == nil {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: l.certificate.Raw})
}

func (v *VoiceServer) here() *local {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.local
}

// endpoint returns the server's name after so many changes: it has two.
func (l *local) endpoint(change int) string {
	return fmt.Sprintf("%s:%d", []string{"127.0.0.1", "localhost"}[change%2], l.port)
}

// accept is one connection.
func (l *local) accept(w http.ResponseWriter, r *http.Request) {
	l.v.mu.Lock()
	down := l.v.closed || l.v.outage
	l.v.mu.Unlock()
	switch {
	case down:
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	case r.URL.Query().Get("v") != "8":
		http.Error(w, "version 8 only", http.StatusBadRequest)
		return
	}
	sock, err := gateway.AcceptWebsocket(w, r)
	if err != nil {
		return // which has been answered
	}
	l.v.serve(r.Context(), sock)
}

// read takes datagrams off the socket until it is closed.
func (l *local) read() {
	b := make([]byte, 2048)
	for {
		n, from, err := l.udp.ReadFromUDPAddrPort(b)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			continue // about a datagram of ours that nobody took
		}
		l.v.mu.Lock()
		l.v.arrive(netip.AddrPortFrom(from.Addr().Unmap(), from.Port()), bytes.Clone(b[:n]))
		l.v.mu.Unlock()
	}
}

// write sends a datagram. That nobody takes it is as good as lost.
func (l *local) write(to netip.AddrPort, b []byte) { _, _ = l.udp.WriteToUDPAddrPort(b, to) }

func (l *local) close() error {
	err := errors.Join(l.http.Close(), l.udp.Close())
	if err != nil {
		return fmt.Errorf("close voice server: %w", err)
	}
	return nil
}

// selfSigned makes a certificate for this machine, good for a day.
func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "voicetest"},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
		KeyUsage:     x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		DNSNames:     []string{"localhost"},
		IsCA:         true,

		BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{slices.Clone(raw)}, PrivateKey: key, Leaf: leaf}, nil
}
