package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"gridlock/internal/staged"
)

// Access says how to reach a server: its address and, if the server asks for them, its authority's certificate and the
// seed of a user's key. Whoever has the file of an access has its rights.
type Access struct {
	URL  string `json:"url"`
	CA   string `json:"ca,omitempty"`   // PEM
	Seed string `json:"seed,omitempty"` // of an nkey
	Role string `json:"role,omitempty"` // prefix of its inboxes, so that roles cannot read each other's
}

// ReadAccess reads the file of an access.
func ReadAccess(file string) (a Access, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return a, err
	}
	return ParseAccess(data, file)
}

// ParseAccess reads the content of the file of an access.
func ParseAccess(data []byte, file string) (a Access, err error) {
	if err := json.Unmarshal(data, &a); err != nil || a.URL == "" || a.Role == "" {
		return a, fmt.Errorf("%s is no access file: \"gridlock-cluster serve\" writes them", file)
	}
	return a, nil
}

// options returns the options of a connection.
func (a Access) options() (options []nats.Option, err error) {
	if a.CA != "" {
		roots := x509.NewCertPool()
		if !roots.AppendCertsFromPEM([]byte(a.CA)) {
			return nil, errors.New("the access has no certificate of an authority")
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13}))
	}
	if a.Seed != "" {
		key, err := nkeys.FromSeed([]byte(a.Seed))
		if err != nil {
			return nil, fmt.Errorf("the access has no key: %w", err)
		}
		public, err := key.PublicKey()
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Nkey(public, key.Sign), nats.CustomInboxPrefix(inboxes(a.Role)))
	}
	return options, nil
}

// refusal returns why a server refuses the access, or cannot be trusted; nil if another attempt may succeed.
func (a Access) refusal(err error) error {
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &untrusted) && a.CA == "", errors.Is(err, nats.ErrAuthorization) && a.Seed == "":
		return fmt.Errorf("the server at %s asks for a key (%w); name an access file that it has written with --access", a.URL, err)
	case errors.As(err, &untrusted):
		return fmt.Errorf("the server at %s is not the one that has written the access file, or has another name there: %w", a.URL, err)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("the server at %s does not know this key: %w; is the access file from another server?", a.URL, err)
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrNkeysNotSupported):
		return fmt.Errorf("the server at %s asks for no key (%w); name it with --server", a.URL, err)
	}
	return nil
}

// inboxes returns the prefix of the inboxes of a role.
func inboxes(role string) string { return "_INBOX_" + role }

// The roles. Coordinators may do everything; workers only what jobs need.
const (
	coordinatorRole = "coordinator"
	workerRole      = "worker"
)

// permissions returns the rights of a role. A coordinator may do everything. A worker of the named run, or of every
// run if run is "*", may take and acknowledge jobs, write answers and certificates, and read runs. It may not create,
// purge or delete stored data, or write the coordinator's.
func permissions(role, run string) *server.Permissions {
	if role == coordinatorRole {
		return &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: []string{"$JS.>", "$KV.>", "$O.>", "gl.>"}},
			Subscribe: &server.SubjectPermission{Allow: []string{inboxes(role) + ".>", "gl.*.cancel"}},
		}
	}
	name := func(before, after string) string {
		if run == "*" { // a pattern cannot leave open only a part of a name
			return "*"
		}
		return before + run + after
	}
	return &server.Permissions{
		Publish: &server.SubjectPermission{
			Allow: []string{
				"$JS.API.INFO", "$JS.API.STREAM.INFO.KV_" + runsBucket, "$JS.API.STREAM.INFO.KV_" + workersBucket,
				"$JS.API.DIRECT.GET.KV_" + runsBucket + ".>",
				"$JS.API.CONSUMER.CREATE.KV_" + runsBucket + ".>", "$JS.API.CONSUMER.DELETE.KV_" + runsBucket + ".>",
				"$KV." + workersBucket + ".>",
				"$JS.API.STREAM.INFO." + name("KV_GL_", "_results"), "$JS.API.STREAM.INFO." + name("OBJ_GL_", "_proofs"),
				"$JS.API.DIRECT.GET." + name("KV_GL_", "_results") + ".>", "$JS.API.DIRECT.GET." + name("OBJ_GL_", "_proofs") + ".>",
				"$JS.API.CONSUMER.INFO." + name("GL_", "_jobs") + "." + consumer,
				"$JS.API.CONSUMER.MSG.NEXT." + name("GL_", "_jobs") + "." + consumer,
				"$JS.ACK." + name("GL_", "_jobs") + "." + consumer + ".>",
				"$KV." + name("GL_", "_results") + ".>", "$O." + name("GL_", "_proofs") + ".>",
			},
			Deny: []string{"$KV." + runsBucket + ".>", "$KV." + leasesBucket + ".>"},
		},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxes(role) + ".>", "gl." + run + ".cancel"}},
	}
}

// secured has the keys and certificates of a server that other machines can reach.
type secured struct {
	config *tls.Config
	users  []*server.NkeyUser
	files  map[string]Access
}

// secure makes an authority in a directory, and keys for the access files there, if these are missing:
// coordinator.access, worker.access and, for every named run, worker-RUN.access. Hosts are the names and addresses by
// which others reach the server.
func secure(dir string, hosts, runs []string) (*secured, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	authority, err := newAuthority(dir)
	if err != nil {
		return nil, err
	}
	s := &secured{files: map[string]Access{}}
	if s.config, err = authority.server(hosts); err != nil {
		return nil, err
	}
	roles := []struct{ file, role, run string }{{coordinatorRole, coordinatorRole, "*"}, {workerRole, workerRole, "*"}}
	for _, run := range runs {
		roles = append(roles, struct{ file, role, run string }{workerRole + "-" + run, workerRole, run})
	}
	for _, r := range roles {
		file := filepath.Join(dir, r.file+".access")
		key, err := keyOf(file)
		if err != nil {
			return nil, err
		}
		seed, seedErr := key.Seed()
		public, err := key.PublicKey()
		if err = errors.Join(seedErr, err); err != nil {
			return nil, err
		}
		s.users = append(s.users, &server.NkeyUser{Nkey: public, Permissions: permissions(r.role, r.run)})
		s.files[file] = Access{CA: authority.text, Seed: string(seed), Role: r.role}
	}
	return s, nil
}

// write writes the access files, with the address of the server.
func (s *secured) write(url string) error {
	for file, a := range s.files {
		a.URL = url
		data, err := json.MarshalIndent(a, "", "  ")
		if err == nil {
			err = staged.Write(file, data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keyOf returns the key of an access file, a new one if there is no such file.
func keyOf(file string) (nkeys.KeyPair, error) {
	old, err := ReadAccess(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nkeys.CreateUser()
	}
	if err != nil {
		return nil, err
	}
	return nkeys.FromSeed([]byte(old.Seed))
}

// authority signs the certificates of servers.
type authority struct {
	tls.Certificate
	text string // PEM, without the key
}

// validity is the validity of certificates, ten years. Whoever has the directory can make new ones.
const validity = 10 * 365 * 24 * time.Hour

// newAuthority reads the authority in a directory, or makes one.
func newAuthority(dir string) (*authority, error) {
	file := filepath.Join(dir, "authority.pem")
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if data, err = makeAuthority(); err == nil {
			err = staged.Write(file, data, 0o600)
		}
	}
	if err != nil {
		return nil, err
	}
	both, err := tls.X509KeyPair(data, data)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged; remove the directory, and give the access files out again", file)
	}
	return &authority{both, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: both.Leaf.Raw}))}, nil
}

// makeAuthority returns a new certificate and its key.
func makeAuthority() ([]byte, error) {
	own, err := newCertificate(x509.Certificate{
		Subject: pkix.Name{CommonName: "gridlock-cluster authority"},
		IsCA:    true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, MaxPathLenZero: true,
	}, nil)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalECPrivateKey(own.PrivateKey.(*ecdsa.PrivateKey))
	if err != nil {
		return nil, err
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: own.Certificate[0]}),
		pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: private})...), nil
}

// newCertificate returns a certificate for a new key, signed by an authority or, if that is nil, by the key itself.
func newCertificate(template x509.Certificate, by *authority) (c tls.Certificate, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return c, err
	}
	template.SerialNumber = big.NewInt(time.Now().UnixNano())
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(validity)
	parent, signer := &template, any(key)
	if by != nil {
		parent, signer = by.Leaf, by.PrivateKey
	}
	raw, err := x509.CreateCertificate(rand.Reader, &template, parent, &key.PublicKey, signer)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, err
}

// server returns the settings of a server with these names and addresses.
func (a *authority) server(hosts []string) (*tls.Config, error) {
	template := x509.Certificate{
		Subject: pkix.Name{CommonName: "gridlock-cluster server"}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	c, err := newCertificate(template, a)
	return &tls.Config{Certificates: []tls.Certificate{c}, MinVersion: tls.VersionTLS13}, err
}
