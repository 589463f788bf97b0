package main

// An LSM key-value engine: WAL, skip-list memtable of 8 MiB, flush and levelled compaction in the
// background, sorted tables on disk in 4 KiB blocks with index and bloom filter in memory, an LRU block cache
// of 24 MiB. A clock drives puts, gets, deletes and short scans over a skewed key space.

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

func (d *db) acquire() (*memtable, []*memtable, []*table, []*table) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, t := range d.v.l0 {
		t.refs.Add(1)
	}
	for _, t := range d.v.l1 {
		t.refs.Add(1)
	}
	return d.mem, d.imm, d.v.l0, d.v.l1
}

func releaseAll(ts ...[]*table) {
	for _, s := range ts {
		for _, t := range s {
			t.release()
		}
	}
}

var errNotFound = errors.New("not found")

func (d *db) get(key []byte) ([]byte, error) {
	mem, imm, l0, l1 := d.acquire()
	defer releaseAll(l0, l1)
	give := func(v []byte, tomb bool) ([]byte, error) {
		if tomb {
			return nil, errNotFound
		}
		return append([]byte(nil), v...), nil
	}
	if v, ok := mem.get(key); ok {
		return give(v, v == nil)
	}
	for _, m := range imm {
		if v, ok := m.get(key); ok {
			return give(v, v == nil)
		}
	}
	h := hash64(key)
	for _, t := range l0 {
		if e, ok := d.tableGet(t, key, h); ok {
			return give(e.val, e.tomb)
		}
	}
	i := sort.Search(len(l1), func(i int) bool { return bytes.Compare(l1[i].last, key) >= 0 })
	if i < len(l1) {
		if e, ok := d.tableGet(l1[i], key, h); ok {
			return give(e.val, e.tomb)
		}
	}
	return nil, errNotFound
}

// scan returns up to n pairs of the bottom level from key on, as a range read in a page would.
func (d *db) scan(key []byte, n int) []entry {
	_, _, l0, l1 := d.acquire()
	defer releaseAll(l0, l1)
	var out []entry
	i := sort.Search(len(l1), func(i int) bool { return bytes.Compare(l1[i].last, key) >= 0 })
	for ; i < len(l1) && len(out) < n; i++ {
		for j := max(0, l1[i].find(key)); j < len(l1[i].index) && len(out) < n; j++ {
			b := d.block(l1[i], j)
			for o := 0; o < len(b) && len(out) < n; {
				var e entry
				e, o = readEntry(b, o)
				if bytes.Compare(e.key, key) >= 0 && !e.tomb {
					out = append(out, entry{key: append([]byte(nil), e.key...), val: append([]byte(nil), e.val...)})
				}
			}
		}
	}
	return out
}

func (d *db) put(key, val []byte) {
	if d.mem.put(key, val) < memLimit {
		return
	}
	d.mu.Lock()
	for len(d.imm) >= 2 { // write stall
		d.room.Wait()
	}
	d.mem.walW.Flush()
	d.imm = append([]*memtable{d.mem}, d.imm...)
	id := atomic.AddInt64(&d.nextID, 1)
	d.mem = newMemtable(filepath.Join(dataDir, fmt.Sprintf("%06d.wal", id)), uint64(id))
	d.mu.Unlock()
	select {
	case d.flushCh <- struct{}{}:
	default:
	}
}

func (d *db) background() {
	for range d.flushCh {
		for {
			d.mu.RLock()
			var m *memtable
			if len(d.imm) > 0 {
				m = d.imm[len(d.imm)-1]
			}
			d.mu.RUnlock()
			if m == nil {
				break
			}
			w := d.newWriter()
			for n := m.head.next[0]; n != nil; n = n.next[0] {
				w.add(n.key, n.val, n.val == nil)
			}
			t := w.finish()
			d.mu.Lock()
			d.imm = d.imm[: len(d.imm)-1 : len(d.imm)-1]
			d.v = &version{l0: append([]*table{t}, d.v.l0...), l1: d.v.l1}
			d.room.Broadcast()
			d.mu.Unlock()
			m.wal.Close()
			os.Remove(m.wal.Name())
			if len(d.v.l0) >= l0Trigger {
				d.compact()
			}
		}
	}
}

type cursor struct {
	t     *table
	block int
	b     []byte
	o     int
	e     entry
	ok    bool
}

func (c *cursor) next() {
	for c.o >= len(c.b) {
		if c.block >= len(c.t.index) {
			c.ok = false
			return
		}
		c.b, c.o = c.t.read(c.block), 0 // past the cache, as compactions do
		c.block++
	}
	c.e, c.o = readEntry(c.b, c.o)
	c.ok = true
}

func (d *db) compact() {
	d.mu.RLock()
	l0, l1 := d.v.l0, d.v.l1
	d.mu.RUnlock()
	lo, hi := l0[0].first, l0[0].last
	for _, t := range l0 {
		if bytes.Compare(t.first, lo) < 0 {
			lo = t.first
		}
		if bytes.Compare(t.last, hi) > 0 {
			hi = t.last
		}
	}
	in := slices.Clone(l0) // newest first: the first of equals wins
	var keep []*table
	for _, t := range l1 {
		if bytes.Compare(t.last, lo) < 0 || bytes.Compare(t.first, hi) > 0 {
			keep = append(keep, t)
		} else {
			in = append(in, t)
		}
	}
	cs := make([]*cursor, len(in))
	for i, t := range in {
		cs[i] = &cursor{t: t}
		if i < len(l0) { // the tables of level 1 are opened when reached
			cs[i].next()
		}
	}
	bottom := cs[len(l0):]
	slices.SortFunc(bottom, func(a, b *cursor) int { return bytes.Compare(a.t.first, b.t.first) })
	at := 0
	if len(bottom) > 0 {
		bottom[0].next()
	}
	var out []*table
	w := d.newWriter()
	var last []byte
	for {
		for at < len(bottom) && !bottom[at].ok {
			if at++; at < len(bottom) {
				bottom[at].next()
			}
		}
		var best *cursor
		for _, c := range cs[:len(l0)] {
			if c.ok && (best == nil || bytes.Compare(c.e.key, best.e.key) < 0) {
				best = c
			}
		}
		if at < len(bottom) && (best == nil || bytes.Compare(bottom[at].e.key, best.e.key) < 0) {
			best = bottom[at]
		}
		if best == nil {
			break
		}
		if !bytes.Equal(best.e.key, last) {
			last = append(last[:0], best.e.key...)
			if !best.e.tomb {
				w.add(best.e.key, best.e.val, false)
				if w.off >= tableSize {
					out = append(out, w.finish())
					w = d.newWriter()
				}
			}
		}
		best.next()
	}
	if t := w.finish(); len(t.index) > 0 {
		out = append(out, t)
	} else {
		t.release()
	}
	nl1 := append(keep, out...)
	slices.SortFunc(nl1, func(a, b *table) int { return bytes.Compare(a.first, b.first) })
	d.mu.Lock()
	d.v = &version{l0: slices.Clone(d.v.l0[:len(d.v.l0)-len(l0)]), l1: nl1}
	d.mu.Unlock()
	for _, t := range in {
		t.release()
	}
}

func lsm(until time.Time, r *rand.Rand) {
	d := &db{v: &version{}, cache: &blockCache{m: map[blockKey]*list.Element{}, l: list.New()}, flushCh: make(chan struct{}, 1)}
	d.room = sync.NewCond(&d.mu)
	d.mem = newMemtable(filepath.Join(dataDir, "000000.wal"), 1)
	go d.background()
	const keys = 220_000
	key := func(i int) []byte { return fmt.Appendf(nil, "user:%08d:profile", uint32(i)*2654435761%100_000_000) }
	value := func() []byte {
		n := 150 + r.IntN(500)
		b := make([]byte, 0, n+16)
		b = fmt.Appendf(b, `{"v":%d,"t":"`, r.Uint32())
		for len(b) < n {
			b = append(append(b, words[r.IntN(len(words))]...), ' ')
		}
		return append(b, '"', '}')
	}
	for i := 0; i < keys && time.Now().Before(until); i += 2 { // every other key is there from the start
		d.put(key(i), value())
	}
	zipf := rand.NewZipf(r, 1.08, 40, keys-1)
	found := 0
	paced(until, 40000, func() {
		switch k := r.IntN(100); {
		case k < 48:
			d.put(key(int(zipf.Uint64())), value())
		case k < 51:
			d.put(key(r.IntN(keys)), nil)
		case k < 98:
			i := int(zipf.Uint64())
			if k < 64 {
				i = r.IntN(keys)
			}
			if v, err := d.get(key(i)); err == nil {
				found += len(v)
			}
		default:
			found += len(d.scan(key(r.IntN(keys)), 40))
		}
		units.Add(1)
	})
}
