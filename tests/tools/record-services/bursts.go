package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"container/list"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"strings"
	"sync"
	"text/template"
	"time"
)

const templates = 700

// render is a server of text templates: all are parsed at the start, one anew every 40 ms; 500 connections stay open idle.
func render(until time.Time, r *rand.Rand) {
	parse := func(i int, r *rand.Rand) *template.Template {
		var b strings.Builder
		fmt.Fprintf(&b, "<html><title>{{.Title}} %d</title>", i)
		for k := range 12 + r.IntN(16) {
			fmt.Fprintf(&b, "<p>%d {{.Who}} {{if gt (len .Items) %d}}{{range $n, $e := .Items}}<li>{{$n}}: {{$e.Name | printf \"%%-20s\"}}"+
				" {{$e.Price}}</li>{{end}}{{else}}none{{end}}</p>\n", k, 60+r.IntN(5)+k)
			if k%6 == 0 {
				b.WriteString("{{range .Items}}<td>{{.Name}}</td>{{end}}")
			}
		}
		return template.Must(template.New(fmt.Sprint(i)).Parse(b.String()))
	}
	var lock sync.RWMutex
	parsed := make([]*template.Template, templates)
	for i := range parsed {
		parsed[i] = parse(i, r)
	}
	type item struct {
		Name  string
		Price float64
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		var i int
		fmt.Sscanf(q.URL.Path, "/%d", &i)
		lock.RLock()
		t := parsed[i%templates]
		lock.RUnlock()
		items := make([]item, 60)
		for k := range items {
			items[k] = item{fmt.Sprintf("item-%d-%d", i, k), float64(k) * 1.25}
		}
		var b bytes.Buffer
		must(0, t.Execute(&b, map[string]any{"Title": q.URL.Path, "Who": "someone", "Items": items}))
		w.Write(b.Bytes())
		units.Add(1)
	}))
	for i := range 500 {
		idle := must(net.Dial("tcp", server.Listener.Addr().String()))
		go func() {
			fmt.Fprintf(idle, "GET /%d HTTP/1.1\r\nHost: x\r\n\r\n", i)
			read := bufio.NewReader(idle)
			if answer, err := http.ReadResponse(read, nil); err == nil {
				io.Copy(io.Discard, answer.Body)
			}
			read.ReadByte()
		}()
	}
	go func() {
		r := rand.New(rand.NewPCG(3, 7))
		for range time.Tick(40 * time.Millisecond) {
			i := r.IntN(templates)
			t := parse(i, r)
			lock.Lock()
			parsed[i] = t
			lock.Unlock()
		}
	}()
	requests(until, 8, 12*time.Millisecond, func(r *rand.Rand) string { return fmt.Sprintf("%s/%d", server.URL, r.IntN(templates)) })
}

// requests gets url with a number of clients, each once per pace.
func requests(until time.Time, clients int, pace time.Duration, url func(r *rand.Rand) string) {
	client := http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * clients}}
	var all sync.WaitGroup
	for g := range clients {
		all.Go(func() {
			r, next := rand.New(rand.NewPCG(uint64(g), 7)), time.Now()
			for next.Before(until) {
				time.Sleep(time.Until(next))
				next = next.Add(pace)
				answer := must(client.Get(url(r)))
				io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
			}
		})
	}
	all.Wait()
}

type saver struct {
	id      uint64
	name    string
	tags    []string
	history []float64
}

type Balance struct {
	ID    uint64
	Name  string
	Tags  []string
	Value float64
}

type Span struct{ From, Count int }

type Balances struct{ Rows []Balance }

type Bank struct{ accounts []*saver }

func (b *Bank) Query(of Span, found *Balances) error {
	found.Rows = make([]Balance, 0, of.Count)
	for i := range of.Count {
		a := b.accounts[(of.From+i)%len(b.accounts)]
		found.Rows = append(found.Rows, Balance{a.id, a.name, append([]string(nil), a.tags...), a.history[0]})
	}
	return nil
}

// bank is a table of 120,000 accounts behind net/rpc. Two clients ask all the time; every three seconds 22 more do for 0.7 s,
// and each keeps its answers until that is over.
func bank(until time.Time, r *rand.Rand) {
	b := &Bank{}
	for i := range 120_000 {
		b.accounts = append(b.accounts, &saver{uint64(i), fmt.Sprintf("account number %d", i),
			[]string{fmt.Sprint("a", i%17), fmt.Sprint("b", i%31)}, make([]float64, 6)})
	}
	server := rpc.NewServer()
	server.Register(b)
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	go server.Accept(listener)
	isBurst := func() bool {
		at := time.Since(began) % (3 * time.Second)
		return at > 1500*time.Millisecond && at < 2200*time.Millisecond
	}
	var all sync.WaitGroup
	for g := range 24 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 1))
			client := must(rpc.Dial("tcp", listener.Addr().String()))
			var kept []*Balances
			for time.Now().Before(until) {
				if !isBurst() {
					kept = nil
					if g >= 2 {
						time.Sleep(20 * time.Millisecond)
						continue
					}
					time.Sleep(60 * time.Millisecond)
				}
				found := new(Balances)
				must(0, client.Call("Bank.Query", Span{r.IntN(100_000), 200 + r.IntN(1200)}, found))
				kept = append(kept, found)
				units.Add(1)
			}
		})
	}
	all.Wait()
}

type visit struct {
	id      string
	until   time.Time
	values  map[string]string
	payload []byte
}

type visits struct {
	sync.Mutex
	of map[string]*visit
}

// session is a server of sessions in 16 shards that end two seconds after they were last used: six of ten requests begin one.
func session(until time.Time, _ *rand.Rand) {
	const lasts = 2 * time.Second
	var shards [16]visits
	for i := range shards {
		shards[i].of = map[string]*visit{}
	}
	shardOf := func(id string) *visits { return &shards[id[len(id)-1]%16] }
	mux := http.NewServeMux()
	mux.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) {
		i := units.Add(1)
		v := &visit{fmt.Sprintf("session-%08x", i), time.Now().Add(lasts), map[string]string{}, bytes.Repeat([]byte{7}, 2048+rand.IntN(18000))}
		for k := range 12 {
			v.values[fmt.Sprintf("key%d", k)] = fmt.Sprintf("value of %d is %d", k, i)
		}
		shard := shardOf(v.id)
		shard.Lock()
		shard.of[v.id] = v
		shard.Unlock()
		io.WriteString(w, v.id)
	})
	mux.HandleFunc("/get", func(w http.ResponseWriter, q *http.Request) {
		id := q.URL.Query().Get("id")
		shard := shardOf(id)
		shard.Lock()
		v := shard.of[id]
		if v != nil {
			v.until = time.Now().Add(lasts)
		}
		shard.Unlock()
		if v == nil {
			http.NotFound(w, q)
			return
		}
		for key, value := range v.values {
			fmt.Fprintf(w, "%s=%s\n", key, value)
		}
		w.Write(v.payload)
	})
	go func() {
		for range time.Tick(250 * time.Millisecond) {
			now := time.Now()
			for i := range shards {
				shards[i].Lock()
				for id, v := range shards[i].of {
					if v.until.Before(now) {
						delete(shards[i].of, id)
					}
				}
				shards[i].Unlock()
			}
		}
	}()
	server := httptest.NewServer(mux)
	requests(until, 16, 5*time.Millisecond, func(r *rand.Rand) string {
		if begun := units.Load(); begun > 100 && r.IntN(10) < 4 {
			return fmt.Sprintf("%s/get?id=session-%08x", server.URL, begun-int64(r.IntN(int(min(begun, 4000)))))
		}
		return server.URL + "/new"
	})
}

// zipper compresses blocks of 1 MiB with gzip; blocks and writers are in pools, archives of 20 MiB are kept until the next is full.
func zipper(until time.Time, r *rand.Rand) {
	const size = 1 << 20
	text := make([]byte, 0, 8*size)
	for len(text) < 7*size {
		text = append(text, letters(r, 3+r.IntN(9))+" "...)
	}
	blocks := sync.Pool{New: func() any { b := make([]byte, size); return &b }}
	packed := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	writers := sync.Pool{New: func() any { return must(gzip.NewWriterLevel(nil, gzip.BestSpeed)) }}
	in, out := make(chan *[]byte, 8), make(chan *bytes.Buffer, 8)
	go func() {
		for time.Now().Before(until) {
			b := blocks.Get().(*[]byte)
			copy(*b, text[r.IntN(len(text)-size):])
			in <- b
		}
		close(in)
	}()
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for b := range in {
				to, w := packed.Get().(*bytes.Buffer), writers.Get().(*gzip.Writer)
				to.Reset()
				w.Reset(to)
				w.Write(*b)
				w.Close()
				writers.Put(w)
				blocks.Put(b)
				out <- to
			}
		})
	}
	go func() { workers.Wait(); close(out) }()
	var archive, previous []byte
	for b := range out {
		archive = append(archive, b.Bytes()...)
		packed.Put(b)
		units.Add(1)
		if len(archive) > 20*size {
			crc32.ChecksumIEEE(previous)
			previous, archive = archive, nil
		}
	}
}

type decoded struct {
	key   int
	body  []byte
	stale *time.Timer
}

// pages keeps the 5,000 pages of 16 KiB that were used last, each for two to six seconds, decoded from 12,000 compressed ones.
func pages(until time.Time, r *rand.Rand) {
	const stored, kept, size = 12_000, 5_000, 16 << 10
	packed := make([][]byte, stored)
	raw := make([]byte, size)
	w := must(flate.NewWriter(nil, flate.BestSpeed))
	for i := range packed {
		for k := range raw {
			raw[k] = byte(i + k/64)
		}
		for range 300 {
			raw[r.IntN(size)] = byte(r.Int())
		}
		var b bytes.Buffer
		w.Reset(&b)
		w.Write(raw)
		w.Close()
		packed[i] = bytes.Clone(b.Bytes())
	}
	var lock sync.Mutex
	order, at := list.New(), map[int]*list.Element{}
	choose := rand.NewZipf(r, 1.1, 400, stored-1)
	read := flate.NewReader(nil)
	paced(until, 6000, func() {
		units.Add(1)
		key := int(choose.Uint64())
		lock.Lock()
		found := at[key]
		if found != nil {
			order.MoveToFront(found)
		}
		lock.Unlock()
		if found != nil {
			return
		}
		p := &decoded{key: key, body: make([]byte, size)}
		must(0, read.(flate.Resetter).Reset(bytes.NewReader(packed[key]), nil))
		io.ReadFull(read, p.body)
		p.stale = time.AfterFunc(time.Duration(2000+r.IntN(4000))*time.Millisecond, func() {
			lock.Lock()
			defer lock.Unlock()
			if own := at[key]; own != nil && own.Value.(*decoded) == p {
				order.Remove(own)
				delete(at, key)
			}
		})
		lock.Lock()
		defer lock.Unlock()
		at[key] = order.PushFront(p)
		if order.Len() > kept {
			oldest := order.Remove(order.Back()).(*decoded)
			oldest.stale.Stop()
			delete(at, oldest.key)
		}
	})
}
