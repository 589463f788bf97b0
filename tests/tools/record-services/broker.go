package main

// A message broker on loopback TCP: 4 topics of 8 partitions, segments of 512 KiB in memory, retention of 2.5 MiB per
// partition; producers send batches at a fixed rate; three consumer groups, one live, one in bursts, one that lags
// until retention overtakes it. Consumers decode the messages and keep tallies.

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

const (
	segBytes  = 512 << 10
	retention = 2560 << 10
	nTopics   = 4
	nParts    = 8
)

type segment struct {
	base int64
	buf  []byte
	pos  []uint32 // where each message starts
}

type partition struct {
	mu    sync.Mutex
	segs  []*segment
	next  int64
	bytes int
	wake  chan struct{} // closed at the next append
}

func (p *partition) append(msgs [][]byte) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range msgs {
		var s *segment
		if n := len(p.segs); n > 0 {
			s = p.segs[n-1]
		}
		if s == nil || len(s.buf)+len(m)+4 > cap(s.buf) {
			s = &segment{base: p.next, buf: make([]byte, 0, segBytes)}
			p.segs = append(p.segs, s)
		}
		s.pos = append(s.pos, uint32(len(s.buf)))
		s.buf = binary.BigEndian.AppendUint32(s.buf, uint32(len(m)))
		s.buf = append(s.buf, m...)
		p.bytes += len(m) + 4
		p.next++
	}
	for p.bytes > retention && len(p.segs) > 1 {
		p.bytes -= len(p.segs[0].buf)
		p.segs = append([]*segment(nil), p.segs[1:]...)
	}
	close(p.wake)
	p.wake = make(chan struct{})
	return p.next
}

// fetch gives the stored bytes from offset on, at most limit of them, and the offset they start at.
func (p *partition) fetch(from int64, limit int) (int64, []byte, chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.segs) == 0 || from >= p.next {
		return from, nil, p.wake
	}
	from = max(from, p.segs[0].base)
	s := p.segs[sort.Search(len(p.segs), func(i int) bool { return p.segs[i].base > from })-1]
	i := int(from - s.base)
	a := int(s.pos[i])
	end := len(s.buf)
	if end-a > limit {
		j := sort.Search(len(s.pos), func(j int) bool { return int(s.pos[j]) > a+limit }) - 1
		if j <= i {
			j = i + 1
		}
		if j < len(s.pos) {
			end = int(s.pos[j])
		}
	}
	return from, s.buf[a:end:end], nil
}

func frame(c io.Reader, head []byte) ([]byte, error) {
	if _, err := io.ReadFull(c, head[:4]); err != nil {
		return nil, err
	}
	b := make([]byte, binary.BigEndian.Uint32(head))
	_, err := io.ReadFull(c, b)
	return b, err
}

func serveBroker(c net.Conn, parts []*partition) {
	defer c.Close()
	in, out := bufio.NewReaderSize(c, 32<<10), bufio.NewWriterSize(c, 32<<10)
	head := make([]byte, 4)
	for {
		b, err := frame(in, head)
		if err != nil || len(b) < 3 {
			return
		}
		p := parts[binary.BigEndian.Uint16(b[1:])]
		switch b[0] {
		case 'P':
			var msgs [][]byte
			for m := b[3:]; len(m) >= 4; {
				n := int(binary.BigEndian.Uint32(m))
				msgs = append(msgs, m[4:4+n])
				m = m[4+n:]
			}
			next := p.append(msgs)
			out.Write(binary.BigEndian.AppendUint64([]byte{0, 0, 0, 8}, uint64(next)))
		case 'F':
			from, limit := int64(binary.BigEndian.Uint64(b[3:])), int(binary.BigEndian.Uint32(b[11:]))
			at, data, wake := p.fetch(from, limit)
			if wake != nil {
				t := time.NewTimer(200 * time.Millisecond)
				select {
				case <-wake:
					at, data, _ = p.fetch(from, limit)
				case <-t.C:
				}
				t.Stop()
			}
			out.Write(binary.BigEndian.AppendUint32(nil, uint32(8+len(data))))
			out.Write(binary.BigEndian.AppendUint64(nil, uint64(at)))
			out.Write(data)
		}
		if in.Buffered() == 0 {
			if out.Flush() != nil {
				return
			}
		}
	}
}

type salesOrder struct {
	ID       string            `json:"id"`
	Customer string            `json:"customer"`
	At       int64             `json:"at"`
	Kind     string            `json:"kind"`
	Amount   float64           `json:"amount"`
	Lines    []orderLine       `json:"lines"`
	Headers  map[string]string `json:"headers"`
	Note     string            `json:"note"`
}

type orderLine struct {
	Item  string  `json:"item"`
	Count int     `json:"count"`
	Price float64 `json:"price"`
}

type tally struct {
	Orders int
	Sum    float64
	Last   *salesOrder
}

var consumed, resets atomic.Int64

// consume reads partitions part, part+step, ... in turn; kind 0 keeps up, 1 wakes every 1.5 s, 2 takes little at a time.
func consume(addr string, kind, part, step int) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return
	}
	in := bufio.NewReaderSize(c, 64<<10)
	head := make([]byte, 4)
	offs := map[int]int64{}
	tallies := map[string]*tally{}
	limit := []int{64 << 10, 256 << 10, 16 << 10}[kind]
	one := func(p int) int {
		q := append([]byte{0, 0, 0, 15, 'F'}, byte(p>>8), byte(p))
		q = binary.BigEndian.AppendUint64(q, uint64(offs[p]))
		q = binary.BigEndian.AppendUint32(q, uint32(limit))
		if _, err := c.Write(q); err != nil {
			return -1
		}
		b, err := frame(in, head)
		if err != nil {
			return -1
		}
		at := int64(binary.BigEndian.Uint64(b))
		if at != offs[p] {
			resets.Add(1)
		}
		n := 0
		for m := b[8:]; len(m) >= 4; n++ {
			l := int(binary.BigEndian.Uint32(m))
			var o salesOrder
			if json.Unmarshal(m[4:4+l], &o) == nil {
				t := tallies[o.Customer]
				if t == nil {
					t = &tally{}
					tallies[o.Customer] = t
				}
				t.Orders++
				t.Sum += o.Amount
				if kind == 0 {
					t.Last = &o
				}
			}
			m = m[4+l:]
		}
		offs[p] = at + int64(n)
		consumed.Add(int64(n))
		return n
	}
	for {
		for p := part; p < nTopics*nParts; p += step {
			switch kind {
			case 0:
				if one(p) < 0 {
					return
				}
			case 1:
				for {
					n := one(p)
					if n < 0 {
						return
					}
					if n < 100 {
						break
					}
				}
			case 2:
				if one(p) < 0 {
					return
				}
				time.Sleep(15 * time.Millisecond)
			}
		}
		if kind == 1 {
			time.Sleep(1500 * time.Millisecond)
		}
	}
}

func broker(until time.Time, r *rand.Rand) {
	parts := make([]*partition, nTopics*nParts)
	for i := range parts {
		parts[i] = &partition{wake: make(chan struct{})}
	}
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serveBroker(c, parts)
		}
	}()
	addr := l.Addr().String()
	for p := range nTopics * nParts {
		go consume(addr, 0, p, nTopics*nParts)
	}
	for p := range 4 {
		go consume(addr, 1, p, 4)
		go consume(addr, 2, p, 4)
	}
	type pending struct {
		part int
		msgs [][]byte
		size int
	}
	// eight producers, each with a connection and a queue of batches; acknowledgements read behind
	qs := make([]chan *pending, 8)
	for i := range qs {
		qs[i] = make(chan *pending, 64)
		c := must(net.Dial("tcp", addr))
		sent := make(chan int, 256)
		go func() {
			for b := range qs[i] {
				f := make([]byte, 0, 8+b.size+4*len(b.msgs))
				f = binary.BigEndian.AppendUint32(f, uint32(3+b.size+4*len(b.msgs)))
				f = append(f, 'P', byte(b.part>>8), byte(b.part))
				for _, m := range b.msgs {
					f = binary.BigEndian.AppendUint32(f, uint32(len(m)))
					f = append(f, m...)
				}
				if _, err := c.Write(f); err != nil {
					return
				}
				sent <- len(b.msgs)
			}
		}()
		go func() {
			in := bufio.NewReader(c)
			head := make([]byte, 4)
			for n := range sent {
				if _, err := frame(in, head); err != nil {
					return
				}
				units.Add(int64(n))
			}
		}()
	}
	notes := make([]string, 300)
	for i := range notes {
		notes[i] = prose(r, 10+r.IntN(90))
	}
	open := make([]*pending, len(parts))
	i := 0
	paced(until, 11000, func() {
		i++
		o := salesOrder{ID: fmt.Sprintf("o-%010d", i), Customer: fmt.Sprintf("c-%05d", r.IntN(6000)), At: int64(i), Kind: words[r.IntN(8)], Headers: map[string]string{"trace": fmt.Sprintf("%016x", r.Uint64()), "source": "web"}, Note: notes[r.IntN(len(notes))]}
		for range 1 + r.IntN(4) {
			l := orderLine{words[r.IntN(len(words))], 1 + r.IntN(5), float64(r.IntN(9999)) / 100}
			o.Lines = append(o.Lines, l)
			o.Amount += float64(l.Count) * l.Price
		}
		m, _ := json.Marshal(&o)
		p := r.IntN(len(parts))
		if r.IntN(3) == 0 {
			p = r.IntN(nParts) // a topic that is busier
		}
		b := open[p]
		if b == nil {
			b = &pending{part: p}
			open[p] = b
		}
		b.msgs = append(b.msgs, m)
		b.size += len(m)
		if len(b.msgs) >= 24 || b.size >= 16<<10 {
			open[p] = nil
			qs[p%len(qs)] <- b
		}
	})
}
