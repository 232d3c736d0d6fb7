package queue

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ServerOptions are the options of a server.
type ServerOptions struct {
	Listen string // address and port; port 0 for any that is free
	Dir    string // folder of its lasting data
	Log    func(format string, args ...any)

	// Hosts are the names and addresses by which other machines reach the server. If there are any, it asks for TLS and
	// keys, and writes the files with these to the folder access of Dir. Runs are runs whose workers get an access file
	// of their own, with which they cannot see other runs.
	Hosts []string
	Runs  []string
}

// AccessDir returns the directory of the access files.
func (opt ServerOptions) AccessDir() string { return filepath.Join(opt.Dir, "access") }

// Server is a NATS server in this process. Make it with [Serve].
type Server struct {
	server *server.Server
	dir    string
	log    func(format string, args ...any)
	failed string // the stream that could not be written to at the last look
	said   bool   // this has been logged
	end    chan struct{}
	ended  sync.WaitGroup
}

// Serve starts a server. The caller closes it.
func Serve(opt ServerOptions) (*Server, error) {
	s, err := serve(opt)
	if err != nil {
		return nil, err
	}
	if err := s.room(); err != nil {
		s.log("error: nothing can be stored: %v; make room in %s", err, s.dir)
	}
	s.ended.Go(s.watch)
	return s, nil
}

// serve starts a server whose store nobody looks after.
func serve(opt ServerOptions) (*Server, error) {
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
		JetStreamMaxStore: mostStore,
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
	return &Server{server: s, dir: opt.Dir, log: opt.Log, end: make(chan struct{})}, nil
}

// lookAtStore is the time between two looks at whether the server can store what clients send.
const lookAtStore = 2 * time.Second

// watch looks after the store until the server is closed.
func (s *Server) watch() {
	ticker := time.NewTicker(lookAtStore)
	defer ticker.Stop()
	for {
		select {
		case <-s.end:
			return
		case <-ticker.C:
			s.look(s.room)
		}
	}
}

// look restarts the store if a write has failed and there is room again. A stream of JetStream refuses everything after
// a failed write.
func (s *Server) look(room func() error) {
	if s.server.JetStreamEnabled() {
		health := s.server.Healthz(&server.HealthzOptions{Details: true})
		i := slices.IndexFunc(health.Errors, func(e server.HealthzError) bool { return e.Type == server.HealthzErrorStream })
		if i < 0 {
			s.failed = ""
			return
		}
		if stream := health.Errors[i].Stream; stream != s.failed { // it may only be about to end
			s.failed, s.said = stream, false
			return
		}
		if !s.said {
			s.log("error: %s; if the disk of %s is full, make room there: the server goes on by itself", health.Errors[i].Error, s.dir)
			s.said = true
		}
	}
	if room() != nil {
		return
	}
	err := s.server.ShutdownJetStream()
	if err == nil {
		err = s.server.EnableJetStream(&server.JetStreamConfig{StoreDir: s.dir, MaxStore: mostStore})
	}
	if err != nil {
		s.log("error: the store does not begin anew: %v", err)
		return
	}
	s.log("there is room in %s, and the store begins anew", s.dir)
}

// mostStore is more than any disk has, in bytes. Without this limit, the store could for good use only a part of the
// space that was free when it began.
const mostStore = 1 << 60

// enough is how many bytes have to fit on the disk before the store begins anew.
const enough = 1 << 20

// room returns an error if nothing more can be written.
func (s *Server) room() error {
	file, err := os.CreateTemp(s.dir, "room-")
	if err != nil {
		return err
	}
	_, err = file.Write(make([]byte, enough))
	return errors.Join(err, file.Close(), os.Remove(file.Name()))
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close ends the server.
func (s *Server) Close() {
	close(s.end)
	s.ended.Wait()
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

// Fatalf writes an error, and leaves the rest to the caller.
func (l serverLog) Fatalf(format string, args ...any) { l.write("error: "+format, args...) }
