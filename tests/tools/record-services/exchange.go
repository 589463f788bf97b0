package main

// An event-sourced order book: 120 instruments, price levels with linked lists of orders, accounts with positions; commands at
// a fixed rate append events; every two seconds a projection worker rolls the events up into candles and a snapshot of all
// books is encoded, after which the events before it are dropped. The last two snapshots stay.

import (
	"bytes"
	"encoding/gob"
	"math/rand/v2"
	"sort"
	"sync"
	"time"
)

type side uint8

type bookOrder struct {
	ID         uint64
	Account    *account
	Book       *book
	Side       side
	Price, Qty int64
	prev, next *bookOrder
	level      *level
}

type level struct {
	price       int64
	total       int64
	first, last *bookOrder
}

type book struct {
	name   string
	levels [2]map[int64]*level
	prices [2][]int64 // ascending
	last   int64
	trades []*trade // the last 500
	mid    int64
}

type account struct {
	ID        int
	Positions map[string]int64
	Cash      int64
	Open      map[uint64]*bookOrder
}

type trade struct {
	Price, Qty  int64
	Maker, Take int
	At          int64
}

type event interface{ when() int64 }
type evBase struct{ Seq, At int64 }

func (e evBase) when() int64 { return e.At }

type placed struct {
	evBase
	Book       string
	Account    int
	ID         uint64
	Side       side
	Price, Qty int64
}
type cancelled struct {
	evBase
	ID uint64
}
type traded struct {
	evBase
	Book string
	T    *trade
}

type candle struct {
	Open, High, Low, Close, Volume int64
}

type snapOrder struct {
	ID         uint64
	Account    int
	Side       uint8
	Price, Qty int64
}
type snapBook struct {
	Name   string
	Orders []snapOrder
}
type snapshot struct {
	Seq   int64
	Books []snapBook
}

type venue struct {
	mu       sync.Mutex
	books    []*book
	accounts []*account
	orders   map[uint64]*bookOrder
	ids      []uint64 // to choose one for a cancel
	events   []event
	seq      int64
	nextID   uint64
}

func (v *venue) emit(e event) { v.events = append(v.events, e) }
func (v *venue) base() evBase {
	v.seq++
	return evBase{v.seq, int64(time.Since(began))}
}

func (b *book) levelAt(s side, p int64) *level {
	l := b.levels[s][p]
	if l == nil {
		l = &level{price: p}
		b.levels[s][p] = l
		i := sort.Search(len(b.prices[s]), func(i int) bool { return b.prices[s][i] >= p })
		b.prices[s] = append(b.prices[s], 0)
		copy(b.prices[s][i+1:], b.prices[s][i:])
		b.prices[s][i] = p
	}
	return l
}

func (v *venue) unlink(o *bookOrder) {
	l := o.level
	if o.prev != nil {
		o.prev.next = o.next
	} else {
		l.first = o.next
	}
	if o.next != nil {
		o.next.prev = o.prev
	} else {
		l.last = o.prev
	}
	l.total -= o.Qty
	if l.first == nil {
		b, s := o.Book, o.Side
		delete(b.levels[s], l.price)
		i := sort.Search(len(b.prices[s]), func(i int) bool { return b.prices[s][i] >= l.price })
		b.prices[s] = append(b.prices[s][:i], b.prices[s][i+1:]...)
	}
	o.prev, o.next, o.level = nil, nil, nil
	delete(v.orders, o.ID)
	delete(o.Account.Open, o.ID)
}

func (v *venue) place(b *book, a *account, s side, price, qty int64) {
	v.nextID++
	o := &bookOrder{ID: v.nextID, Account: a, Book: b, Side: s, Price: price, Qty: qty}
	v.emit(&placed{v.base(), b.name, a.ID, o.ID, s, price, qty})
	other := 1 - s
	for o.Qty > 0 && len(b.prices[other]) > 0 {
		best := b.prices[other][0]
		if s == 1 {
			best = b.prices[other][len(b.prices[other])-1]
		}
		if s == 0 && best > price || s == 1 && best < price {
			break
		}
		l := b.levels[other][best]
		m := l.first
		q := min(m.Qty, o.Qty)
		t := &trade{best, q, m.Account.ID, a.ID, int64(time.Since(began))}
		v.emit(&traded{v.base(), b.name, t})
		b.trades = append(b.trades, t)
		if len(b.trades) > 500 {
			b.trades = append([]*trade(nil), b.trades[250:]...)
		}
		b.last = best
		sign := int64(1) - 2*int64(s)
		a.Positions[b.name] += sign * q
		m.Account.Positions[b.name] -= sign * q
		a.Cash -= sign * q * best
		m.Account.Cash += sign * q * best
		o.Qty -= q
		m.Qty -= q
		l.total -= q
		if m.Qty == 0 {
			v.unlink(m)
		}
	}
	if o.Qty == 0 {
		return
	}
	l := b.levelAt(s, price)
	o.level, o.prev = l, l.last
	if l.last != nil {
		l.last.next = o
	} else {
		l.first = o
	}
	l.last = o
	l.total += o.Qty
	v.orders[o.ID] = o
	a.Open[o.ID] = o
	v.ids = append(v.ids, o.ID)
}

func (v *venue) cancel(o *bookOrder) {
	v.emit(&cancelled{v.base(), o.ID})
	v.unlink(o)
}

// copyBooks is the short part of a snapshot, under the lock.
func (v *venue) copyBook(b *book) snapBook {
	s := snapBook{Name: b.name}
	for side := range b.levels {
		for _, p := range b.prices[side] {
			for o := b.levels[side][p].first; o != nil; o = o.next {
				s.Orders = append(s.Orders, snapOrder{o.ID, o.Account.ID, uint8(o.Side), o.Price, o.Qty})
			}
		}
	}
	return s
}

var keptSnapshots [][]byte
var candles = map[string][]*candle{}

func (v *venue) snapshots() {
	for range time.Tick(2 * time.Second) {
		v.mu.Lock()
		evs := v.events
		v.events = make([]event, 0, 1024)
		seq := v.seq
		v.mu.Unlock()
		s := snapshot{Seq: seq}
		for _, b := range v.books {
			v.mu.Lock()
			s.Books = append(s.Books, v.copyBook(b))
			v.mu.Unlock()
		}
		second := map[string]*candle{}
		for _, e := range evs { // the projection
			t, ok := e.(*traded)
			if !ok {
				continue
			}
			c := second[t.Book]
			if c == nil {
				c = &candle{Open: t.T.Price, High: t.T.Price, Low: t.T.Price}
				second[t.Book] = c
			}
			c.High, c.Low, c.Close = max(c.High, t.T.Price), min(c.Low, t.T.Price), t.T.Price
			c.Volume += t.T.Qty
		}
		for n, c := range second {
			candles[n] = append(candles[n], c)
		}
		var buf bytes.Buffer
		if gob.NewEncoder(&buf).Encode(&s) == nil {
			keptSnapshots = append(keptSnapshots, buf.Bytes())
			if len(keptSnapshots) > 2 {
				keptSnapshots = append([][]byte(nil), keptSnapshots[1:]...)
			}
		}
	}
}

func exchange(until time.Time, r *rand.Rand) {
	v := &venue{orders: map[uint64]*bookOrder{}}
	for i := range 120 {
		v.books = append(v.books, &book{name: "INS" + string(rune('A'+i/26)) + string(rune('A'+i%26)), levels: [2]map[int64]*level{{}, {}}, mid: 5000 + int64(r.IntN(90000))})
	}
	for i := range 4000 {
		v.accounts = append(v.accounts, &account{ID: i, Positions: map[string]int64{}, Open: map[uint64]*bookOrder{}, Cash: 1 << 40})
	}
	const target = 180_000
	passive := func() {
		b := v.books[min(r.IntN(120), r.IntN(120))]
		s := side(r.IntN(2))
		d := 1 + int64(r.ExpFloat64()*120)
		if s == 0 {
			d = -d
		}
		v.place(b, v.accounts[r.IntN(len(v.accounts))], s, b.mid+d, int64(1+r.IntN(200)))
	}
	for range target * 3 / 4 { // the books as the last snapshot left them
		passive()
	}
	v.events = nil
	go v.snapshots()
	paced(until, 70000, func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		units.Add(1)
		k := r.IntN(100)
		full := len(v.orders) > target
		switch {
		case k < 15: // takes what is there
			b := v.books[min(r.IntN(120), r.IntN(120))]
			s := side(r.IntN(2))
			p := b.mid + 60
			if s == 1 {
				p = b.mid - 60
			}
			if r.IntN(40) == 0 {
				b.mid += int64(r.IntN(5)) - 2
			}
			v.place(b, v.accounts[r.IntN(len(v.accounts))], s, p, int64(1+r.IntN(400)))
		case k < 50 && !full || k < 30:
			passive()
		default: // cancels one, or replaces it
			for range 8 {
				if len(v.ids) == 0 {
					break
				}
				i := r.IntN(len(v.ids))
				o := v.orders[v.ids[i]]
				v.ids[i] = v.ids[len(v.ids)-1]
				v.ids = v.ids[:len(v.ids)-1]
				if o == nil {
					continue
				}
				v.cancel(o)
				if k >= 70 || !full && k >= 58 {
					d := int64(r.IntN(21)) - 10
					v.place(o.Book, o.Account, o.Side, o.Price+d, o.Qty)
				}
				break
			}
		}
	})
}
