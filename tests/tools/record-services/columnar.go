package main

// CSV to a Parquet-like columnar file, a job of fixed work: encoding/csv over a generated log of taxi-like trips, row
// groups of 200,000 rows, columns with dictionaries, deltas and run lengths, pages packed with DEFLATE, statistics, and a
// footer. A group is encoded by two workers while the next one is read.

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	csvRows   = 1_800_000
	groupRows = 200_000
	pageRows  = 20_000
)

// tripCSV writes rows as a reader asks for them.
type tripCSV struct {
	r     *rand.Rand
	left  int
	row   int
	buf   []byte
	at    int
	t     int64
	zones []string
	firms []string
}

func (g *tripCSV) fill() {
	g.buf, g.at = g.buf[:0], 0
	r := g.r
	for len(g.buf) < 64<<10 && g.left > 0 {
		g.left--
		g.row++
		g.t += int64(r.IntN(3))
		dist := r.ExpFloat64() * 4
		b := strconv.AppendInt(g.buf, int64(g.row), 10)
		b = append(b, ',')
		b = time.Unix(g.t, 0).UTC().AppendFormat(b, "2006-01-02T15:04:05Z")
		b = append(b, ',')
		b = time.Unix(g.t+int64(dist*180), 0).UTC().AppendFormat(b, "2006-01-02T15:04:05Z")
		b = append(append(b, ','), g.firms[r.IntN(len(g.firms))]...)
		b = append(append(b, ','), g.zones[r.IntN(len(g.zones))]...)
		b = append(append(b, ','), g.zones[r.IntN(len(g.zones))]...)
		b = strconv.AppendFloat(append(b, ','), dist, 'f', 2, 64)
		b = strconv.AppendFloat(append(b, ','), 3+dist*2.5, 'f', 2, 64)
		b = strconv.AppendFloat(append(b, ','), r.Float64()*5, 'f', 2, 64)
		b = strconv.AppendInt(append(b, ','), int64(1+r.IntN(5)), 10)
		b = append(b, ',')
		if r.IntN(10) == 0 {
			b = append(b, "cash"...)
		} else {
			b = append(b, "card"...)
		}
		b = append(append(b, ','), "medallion-"...)
		b = strconv.AppendInt(b, int64(r.IntN(40_000)), 16)
		b = append(b, ',')
		if r.IntN(4) == 0 {
			b = append(b, '"')
			for range 3 + r.IntN(6) {
				b = append(append(b, words[r.IntN(len(words))]...), ", "...)
			}
			b = append(b, '"')
		}
		g.buf = append(b, '\n')
	}
}

func (g *tripCSV) Read(p []byte) (int, error) {
	if g.at == len(g.buf) {
		if g.fill(); len(g.buf) == 0 {
			return 0, io.EOF
		}
	}
	n := copy(p, g.buf[g.at:])
	g.at += n
	return n, nil
}

type column struct {
	name  string
	kind  byte // i: integer, t: time, f: float, d: dictionary, s: plain text
	ints  []int64
	fs    []float64
	codes []uint32
	dict  map[string]uint32
	names []string
	texts []string
}

func (c *column) add(s string) error {
	switch c.kind {
	case 'i':
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return err
		}
		c.ints = append(c.ints, v)
	case 't':
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return err
		}
		c.ints = append(c.ints, t.Unix())
	case 'f':
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return err
		}
		c.fs = append(c.fs, v)
	case 'd':
		k, ok := c.dict[s]
		if !ok {
			k = uint32(len(c.names))
			s = strings.Clone(s)
			c.dict[s] = k
			c.names = append(c.names, s)
		}
		c.codes = append(c.codes, k)
	case 's':
		c.texts = append(c.texts, s)
	}
	return nil
}

type pageMeta struct {
	Offset, Raw, Packed, Rows int
	Min, Max                  string
}

type chunkMeta struct {
	Name  string
	Pages []pageMeta
	Dict  int
	data  []byte
}

func pack(raw []byte) []byte {
	var b strings.Builder
	w, _ := flate.NewWriter(&b, 2)
	w.Write(raw)
	w.Close()
	return []byte(b.String())
}

func encodeColumn(c *column) *chunkMeta {
	m := &chunkMeta{Name: c.name, Dict: len(c.names)}
	put := func(raw []byte, rows int, lo, hi string) {
		p := pack(raw)
		m.Pages = append(m.Pages, pageMeta{len(m.data), len(raw), len(p), rows, lo, hi})
		m.data = append(m.data, p...)
	}
	if c.kind == 'd' {
		var raw []byte
		for _, s := range c.names {
			raw = append(binary.AppendUvarint(raw, uint64(len(s))), s...)
		}
		put(raw, len(c.names), "", "")
	}
	n := max(len(c.ints), len(c.fs), len(c.codes), len(c.texts))
	for a := 0; a < n; a += pageRows {
		z := min(n, a+pageRows)
		var raw []byte
		switch c.kind {
		case 'i', 't':
			lo, hi, prev := int64(math.MaxInt64), int64(math.MinInt64), int64(0)
			for _, v := range c.ints[a:z] {
				lo, hi = min(lo, v), max(hi, v)
				raw = binary.AppendVarint(raw, v-prev)
				prev = v
			}
			put(raw, z-a, strconv.FormatInt(lo, 10), strconv.FormatInt(hi, 10))
		case 'f':
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, v := range c.fs[a:z] {
				lo, hi = min(lo, v), max(hi, v)
				raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
			}
			put(raw, z-a, strconv.FormatFloat(lo, 'g', -1, 64), strconv.FormatFloat(hi, 'g', -1, 64))
		case 'd':
			for i := a; i < z; { // run lengths
				j := i
				for j < z && c.codes[j] == c.codes[i] {
					j++
				}
				raw = binary.AppendUvarint(binary.AppendUvarint(raw, uint64(j-i)), uint64(c.codes[i]))
				i = j
			}
			put(raw, z-a, "", "")
		case 's':
			lo, hi := c.texts[a], c.texts[a]
			for _, s := range c.texts[a:z] {
				lo, hi = min(lo, s), max(hi, s)
				raw = append(binary.AppendUvarint(raw, uint64(len(s))), s...)
			}
			put(raw, z-a, strings.Clone(lo), strings.Clone(hi))
		}
	}
	return m
}

func columnar(_ time.Time, r *rand.Rand) {
	stop := began.Add(40 * time.Second) // the work is fixed; this is for a heap with no room at all
	g := &tripCSV{r: r, left: csvRows, t: 1_700_000_000, buf: make([]byte, 0, 66<<10)}
	for range 260 {
		g.zones = append(g.zones, prose(r, 2))
	}
	for range 12 {
		g.firms = append(g.firms, prose(r, 1))
	}
	f := must(os.Create(filepath.Join(dataDir, "trips.col")))
	out := bufio.NewWriterSize(f, 1<<20)
	schema := []struct {
		name string
		kind byte
	}{{"id", 'i'}, {"pickup", 't'}, {"dropoff", 't'}, {"firm", 'd'}, {"from", 'd'}, {"to", 'd'}, {"distance", 'f'}, {"fare", 'f'}, {"tip", 'f'}, {"passengers", 'i'}, {"payment", 'd'}, {"medallion", 'd'}, {"note", 's'}}
	fresh := func() []*column {
		cs := make([]*column, len(schema))
		for i, s := range schema {
			cs[i] = &column{name: s.name, kind: s.kind}
			if s.kind == 'd' {
				cs[i].dict = map[string]uint32{}
			}
		}
		return cs
	}
	groups := make(chan []*column)
	var footer [][]*chunkMeta
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for cs := range groups {
			metas := make([]*chunkMeta, len(cs))
			var wg sync.WaitGroup
			work := make(chan int)
			for range 2 {
				wg.Go(func() {
					for i := range work {
						metas[i] = encodeColumn(cs[i])
					}
				})
			}
			for i := range cs {
				work <- i
			}
			close(work)
			wg.Wait()
			for _, m := range metas {
				out.Write(m.data)
				m.data = nil
			}
			footer = append(footer, metas)
		}
	}()
	rd := csv.NewReader(g)
	cs, n := fresh(), 0
	for {
		rec, err := rd.Read()
		if err != nil {
			break
		}
		for i, s := range rec {
			if cs[i].add(s) != nil {
				dropped.Add(1)
			}
		}
		units.Add(1)
		if n++; n == groupRows {
			groups <- cs
			cs, n = fresh(), 0
		}
		if n%4096 == 0 && time.Now().After(stop) {
			break
		}
	}
	if n > 0 {
		groups <- cs
	}
	close(groups)
	select {
	case <-finished:
		b, _ := json.Marshal(footer)
		out.Write(b)
		out.Flush()
	case <-time.After(time.Until(stop) + time.Second):
	}
	offered.Store(csvRows)
	f.Close()
}
