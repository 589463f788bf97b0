package main

// The memtable, the sorted tables and the block cache of lsm.go.

import (
	"bufio"
	"bytes"
	"container/list"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"sync"
	"sync/atomic"
)

const (
	memLimit   = 8 << 20
	blockSize  = 4096
	tableSize  = 8 << 20
	cacheBytes = 24 << 20
	l0Trigger  = 3
)

type slNode struct {
	key, val []byte // nil val: a tombstone
	next     []*slNode
}

type memtable struct {
	mu   sync.RWMutex
	head *slNode
	rnd  *rand.Rand
	size int
	n    int
	wal  *os.File
	walW *bufio.Writer
}

func newMemtable(path string, seed uint64) *memtable {
	f := must(os.Create(path))
	return &memtable{head: &slNode{next: make([]*slNode, 16)}, rnd: rand.New(rand.NewPCG(seed, 5)), wal: f, walW: bufio.NewWriterSize(f, 64<<10)}
}

func (m *memtable) put(key, val []byte) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec := make([]byte, 0, len(key)+len(val)+12)
	rec = binary.AppendUvarint(rec, uint64(len(key)))
	rec = binary.AppendUvarint(rec, uint64(len(val)))
	rec = append(append(rec, key...), val...)
	m.walW.Write(rec)
	var prev [16]*slNode
	x := m.head
	for l := 15; l >= 0; l-- {
		for x.next[l] != nil && bytes.Compare(x.next[l].key, key) < 0 {
			x = x.next[l]
		}
		prev[l] = x
	}
	if y := x.next[0]; y != nil && bytes.Equal(y.key, key) {
		m.size += len(val) - len(y.val)
		y.val = val
		return m.size
	}
	h := 1
	for h < 16 && m.rnd.IntN(4) == 0 {
		h++
	}
	nd := &slNode{key: key, val: val, next: make([]*slNode, h)}
	for l := range h {
		nd.next[l] = prev[l].next[l]
		prev[l].next[l] = nd
	}
	m.size += len(key) + len(val) + 32
	m.n++
	return m.size
}

func (m *memtable) seek(key []byte) *slNode {
	x := m.head
	for l := 15; l >= 0; l-- {
		for x.next[l] != nil && bytes.Compare(x.next[l].key, key) < 0 {
			x = x.next[l]
		}
	}
	return x.next[0]
}

func (m *memtable) get(key []byte) ([]byte, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if n := m.seek(key); n != nil && bytes.Equal(n.key, key) {
		return n.val, true
	}
	return nil, false
}

type blockRef struct {
	first []byte
	off   int64
	len   int
}

type table struct {
	id          int64
	f           *os.File
	path        string
	index       []blockRef
	bloom       []uint64
	first, last []byte
	refs        atomic.Int32
}

func (t *table) release() {
	if t.refs.Add(-1) == 0 {
		t.f.Close()
		os.Remove(t.path)
	}
}

func hash64(k []byte) uint64 {
	h := fnv.New64a()
	h.Write(k)
	return h.Sum64()
}

func (t *table) maybe(h uint64) bool {
	m := uint64(len(t.bloom)) * 64
	a, b := h, h>>33|h<<31
	for range 6 {
		p := a % m
		if t.bloom[p/64]&(1<<(p%64)) == 0 {
			return false
		}
		a += b
	}
	return true
}

type blockKey struct {
	table int64
	block int
}

type cached struct {
	key  blockKey
	data []byte
}

type blockCache struct {
	mu   sync.Mutex
	m    map[blockKey]*list.Element
	l    *list.List
	size int
}

func (c *blockCache) get(k blockKey) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.m[k]; e != nil {
		c.l.MoveToFront(e)
		return e.Value.(*cached).data
	}
	return nil
}

func (c *blockCache) add(k blockKey, b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m[k] != nil {
		return
	}
	c.m[k] = c.l.PushFront(&cached{k, b})
	c.size += len(b)
	for c.size > cacheBytes {
		e := c.l.Back()
		v := e.Value.(*cached)
		c.l.Remove(e)
		delete(c.m, v.key)
		c.size -= len(v.data)
	}
}

type version struct{ l0, l1 []*table } // l0 newest first, l1 sorted by key

type db struct {
	mu      sync.RWMutex
	mem     *memtable
	imm     []*memtable // newest first
	v       *version
	cache   *blockCache
	nextID  int64
	flushCh chan struct{}
	room    *sync.Cond
}

type tableWriter struct {
	d      *db
	t      *table
	w      *bufio.Writer
	buf    []byte
	first  []byte
	off    int64
	hashes []uint64
}

func (d *db) newWriter() *tableWriter {
	id := atomic.AddInt64(&d.nextID, 1)
	p := filepath.Join(dataDir, fmt.Sprintf("%06d.sst", id))
	f := must(os.Create(p))
	t := &table{id: id, f: f, path: p}
	t.refs.Store(1)
	return &tableWriter{d: d, t: t, w: bufio.NewWriterSize(f, 256<<10), buf: make([]byte, 0, blockSize+2048)}
}

func (w *tableWriter) add(key, val []byte, tomb bool) {
	if len(w.buf) == 0 {
		w.first = append([]byte(nil), key...)
		if w.t.first == nil {
			w.t.first = w.first
		}
	}
	v := uint64(len(val)) << 1
	if tomb {
		v = 1
	}
	w.buf = binary.AppendUvarint(w.buf, uint64(len(key)))
	w.buf = binary.AppendUvarint(w.buf, v)
	w.buf = append(append(w.buf, key...), val...)
	w.hashes = append(w.hashes, hash64(key))
	w.t.last = append(w.t.last[:0], key...)
	if len(w.buf) >= blockSize {
		w.cut()
	}
}

func (w *tableWriter) cut() {
	if len(w.buf) == 0 {
		return
	}
	w.w.Write(w.buf)
	w.t.index = append(w.t.index, blockRef{w.first, w.off, len(w.buf)})
	w.off += int64(len(w.buf))
	w.buf = w.buf[:0]
}

func (w *tableWriter) finish() *table {
	w.cut()
	w.w.Flush()
	w.t.bloom = make([]uint64, len(w.hashes)*10/64+1)
	m := uint64(len(w.t.bloom)) * 64
	for _, h := range w.hashes {
		a, b := h, h>>33|h<<31
		for range 6 {
			p := a % m
			w.t.bloom[p/64] |= 1 << (p % 64)
			a += b
		}
	}
	return w.t
}

type entry struct {
	key, val []byte
	tomb     bool
}

// next record of block b at offset o
func readEntry(b []byte, o int) (entry, int) {
	kl, n := binary.Uvarint(b[o:])
	o += n
	vl, n := binary.Uvarint(b[o:])
	o += n
	e := entry{key: b[o : o+int(kl)]}
	o += int(kl)
	if vl&1 == 1 {
		e.tomb = true
		return e, o
	}
	e.val = b[o : o+int(vl>>1)]
	return e, o + int(vl>>1)
}

func (t *table) read(i int) []byte {
	b := make([]byte, t.index[i].len)
	if _, err := t.f.ReadAt(b, t.index[i].off); err != nil {
		return nil
	}
	return b
}

func (d *db) block(t *table, i int) []byte {
	k := blockKey{t.id, i}
	if b := d.cache.get(k); b != nil {
		return b
	}
	b := t.read(i)
	if b != nil {
		d.cache.add(k, b)
	}
	return b
}

func (t *table) find(key []byte) int {
	return sort.Search(len(t.index), func(i int) bool { return bytes.Compare(t.index[i].first, key) > 0 }) - 1
}

func (d *db) tableGet(t *table, key []byte, h uint64) (entry, bool) {
	if bytes.Compare(key, t.first) < 0 || bytes.Compare(key, t.last) > 0 || !t.maybe(h) {
		return entry{}, false
	}
	i := t.find(key)
	if i < 0 {
		return entry{}, false
	}
	b := d.block(t, i)
	for o := 0; o < len(b); {
		var e entry
		e, o = readEntry(b, o)
		if c := bytes.Compare(e.key, key); c == 0 {
			return e, true
		} else if c > 0 {
			break
		}
	}
	return entry{}, false
}
