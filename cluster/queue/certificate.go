package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"gridlock/cluster/joblevel"
	"gridlock/proof"
)

const (
	// mostBytes is the maximum size of a certificate of a leaf: a hundred times the size of a large one.
	mostBytes = 64 << 20

	// chunkBytes is the size of the messages that make up a certificate on the server, except for the last one.
	chunkBytes = 128 << 10
)

// isNUID reports whether a name has the form of the identifiers that clients give to objects and chunks.
func isNUID(name string) bool {
	return len(name) == 22 && strings.Trim(name, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
}

// newObject returns the name of a new certificate: replacing one would need the right to remove it.
func newObject(id string) string { return id + "." + nuid.Next() }

// isObject reports whether a name is one that newObject returns.
func isObject(id, name string) bool {
	suffix, found := strings.CutPrefix(name, id+".")
	return found && isNUID(suffix)
}

// putCertificate stores a certificate about a position, and returns its name.
func (s *slot) putCertificate(ctx context.Context, id string, file []byte) (name string, err error) {
	if len(file) > mostBytes {
		return "", fmt.Errorf("a certificate of %d bytes is too large to be stored", len(file))
	}
	late := time.AfterFunc(tolerated, func() {
		s.Log("a certificate of %d bytes is not stored after %v: if the disk of the server at %s is full, make room there; goes on trying",
			len(file), tolerated, s.worker.access.URL)
	})
	defer late.Stop()
	err = s.worker.persistFor(ctx, transfer, func(ctx context.Context) error {
		store, err := s.worker.js.ObjectStore(ctx, s.proofs())
		if err != nil {
			return final(err, jetstream.ErrBucketNotFound)
		}
		name = newObject(id)
		meta := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkBytes}}
		_, err = store.Put(ctx, meta, bytes.NewReader(file))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNotStored, err)
	}
	return name, nil
}

// certificate fetches the certificate of an answer. Wrong says why the answer has none. It asks for every chunk
// separately, so it notices a lost one at once.
func (c *coordinator) certificate(ctx context.Context, a JobResult) (file []byte, wrong, err error) {
	if !isObject(a.ID, a.Object) {
		return nil, fmt.Errorf("%.60q names no certificate", a.Object), nil
	}
	var object *jetstream.ObjectInfo
	var chunks jetstream.Stream
	wrong, err = c.inspect(ctx, func(ctx context.Context) error {
		store, err := c.js.ObjectStore(ctx, c.proofs())
		if err != nil {
			return err
		}
		if object, err = store.GetInfo(ctx, a.Object); err != nil {
			return err
		}
		chunks, err = c.js.Stream(ctx, "OBJ_"+c.proofs())
		return err
	})
	switch {
	case err != nil || wrong != nil:
		return nil, wrong, err
	case object.Size > mostBytes || !isNUID(object.NUID):
		return nil, fmt.Errorf("a certificate of %d bytes, at %.60q", object.Size, object.NUID), nil
	}
	for at := uint64(1); uint64(len(file)) < object.Size; {
		var chunk *jetstream.RawStreamMsg
		wrong, err = c.inspect(ctx, func(ctx context.Context) (err error) {
			chunk, err = chunks.GetMsg(ctx, at, jetstream.WithGetMsgSubject("$O."+c.proofs()+".C."+object.NUID))
			return err
		})
		if err != nil || wrong != nil {
			return nil, wrong, err
		}
		if want := min(chunkBytes, object.Size-uint64(len(file))); uint64(len(chunk.Data)) != want {
			return nil, fmt.Errorf("a chunk of %d bytes, and not %d", len(chunk.Data), want), nil
		}
		file, at = append(file, chunk.Data...), chunk.Sequence+1
	}
	return file, nil, nil
}

// inspect makes a request until the server answers. Wrong is the error of a wrong answer.
func (c *coordinator) inspect(ctx context.Context, request func(context.Context) error) (wrong, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		wrong = request(ctx)
		if away(wrong) {
			return wrong
		}
		return nil
	})
	return wrong, err
}

// check checks the certificate of a leaf. wrong says what is wrong with the certificate; nil if nothing is. The error
// reports that the coordinator has no room for the records.
func (c *coordinator) check(ctx context.Context, leaf joblevel.Leaf, file []byte) (wrong, err error) {
	opt := proof.Options{Memory: c.Memory}
	if c.merger != nil {
		opt.Memory /= 2 // the rest is for the records of all
	}
	wrong = joblevel.CheckProof(ctx, c.game, leaf.State, leaf.Wins, bytes.NewReader(file), c.merger, opt)
	full := c.merger != nil && c.Scratch == nil && errors.Is(wrong, proof.ErrMemory)
	if full || errors.As(wrong, new(*fs.PathError)) || ctx.Err() != nil {
		return nil, errors.Join(wrong, ctx.Err())
	}
	return wrong, nil
}

// discard removes a certificate that is refused, so that the server does not fill up with them.
func (c *coordinator) discard(ctx context.Context, name string) error {
	_, err := c.inspect(ctx, func(ctx context.Context) error {
		store, err := c.js.ObjectStore(ctx, c.proofs())
		if err != nil {
			return err
		}
		object, err := store.GetInfo(ctx, name)
		if err != nil || !isNUID(object.NUID) {
			return err
		}
		return store.Delete(ctx, name)
	})
	return err
}
