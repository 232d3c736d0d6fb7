package queue

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ServerOptions are the options of a server.
type ServerOptions struct {
	Listen string // address and port; port 0 for any that is free
	Dir    string // where it keeps what it must not forget
	Log    func(format string, args ...any)

	// Hosts are the names and addresses by which other machines reach the server. If there are any,
	// it asks for TLS and keys, and writes the files with these to the folder access of Dir. Runs
	// are runs whose workers get a file of their own, with which they cannot see other runs.
	Hosts []string
	Runs  []string
}

// AccessDir returns the directory of the access files.
func (opt ServerOptions) AccessDir() string { return filepath.Join(opt.Dir, "access") }

// Server is a NATS server in this process. Make it with [Serve].
type Server struct {
	server *server.Server
}

// Serve starts a server. The caller closes it.
func Serve(opt ServerOptions) (*Server, error) {
	host, portText, err := net.SplitHostPort(opt.Listen)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		return nil, fmt.Errorf("port %q is not a number", portText)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if err := os.MkdirAll(opt.Dir, 0o700); err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: "gridlock", Host: host, Port: port, JetStream: true, StoreDir: opt.Dir, NoSigs: true, DisableJetStreamBanner: true,
	}
	var safe *secured
	if len(opt.Hosts) > 0 {
		if safe, err = secure(opt.AccessDir(), opt.Hosts, opt.Runs); err != nil {
			return nil, err
		}
		options.TLS, options.TLSConfig, options.TLSTimeout, options.Nkeys = true, safe.config, 5, safe.users
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	s.SetLoggerV2(serverLog{opt.Log}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("the server did not start; is the address in use?")
	}
	if safe != nil {
		bound := strconv.Itoa(s.Addr().(*net.TCPAddr).Port)
		if err := safe.write("tls://" + net.JoinHostPort(opt.Hosts[0], bound)); err != nil {
			s.Shutdown()
			return nil, err
		}
	}
	return &Server{s}, nil
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close ends the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// serverLog writes the warnings and errors of a server to a function.
type serverLog struct {
	write func(format string, args ...any)
}

// Noticef does nothing.
func (serverLog) Noticef(string, ...any) {}

// Debugf does nothing.
func (serverLog) Debugf(string, ...any) {}

// Tracef does nothing.
func (serverLog) Tracef(string, ...any) {}

// Warnf writes a warning.
func (l serverLog) Warnf(format string, args ...any) { l.write("warning: "+format, args...) }

// Errorf writes an error.
func (l serverLog) Errorf(format string, args ...any) { l.write("error: "+format, args...) }

// Fatalf writes an error; what follows from it is the caller's business.
func (l serverLog) Fatalf(format string, args ...any) { l.write("error: "+format, args...) }
