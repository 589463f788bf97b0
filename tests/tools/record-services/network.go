package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"sync"
	"sync/atomic"
	"time"
)

type order struct {
	ID    int               `json:"id"`
	Who   string            `json:"who"`
	Items []string          `json:"items"`
	Notes map[string]string `json:"notes"`
}

func newOrder(r *rand.Rand, id int) order {
	o := order{ID: id, Who: letters(r, 12), Notes: map[string]string{}}
	for range 4 + r.IntN(12) {
		o.Items = append(o.Items, letters(r, 8+r.IntN(40)))
	}
	for range r.IntN(4) {
		o.Notes[letters(r, 6)] = letters(r, 60)
	}
	return o
}

// api is a server of JSON over HTTP with its clients: orders are posted, kept, and listed by twenties.
func api(until time.Time, r *rand.Rand) int64 {
	var lock sync.RWMutex
	kept := make([]order, 0, 40000)
	for i := range cap(kept) {
		kept = append(kept, newOrder(r, i))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		var o order
		if err := json.NewDecoder(q.Body).Decode(&o); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		lock.Lock()
		kept[o.ID%len(kept)] = o
		lock.Unlock()
		lock.RLock()
		defer lock.RUnlock()
		from := o.ID % (len(kept) - 20)
		json.NewEncoder(w).Encode(kept[from : from+20])
	}))
	defer server.Close()
	bodies := make([][]byte, 200)
	for i := range bodies {
		bodies[i], _ = json.Marshal(newOrder(r, r.IntN(40000)))
	}
	var answered atomic.Int64
	requests := make(chan []byte, 512)
	var clients sync.WaitGroup
	for range 16 {
		clients.Go(func() {
			for body := range requests {
				answer, err := http.Post(server.URL, "application/json", bytes.NewReader(body))
				if err != nil {
					continue
				}
				var list []order
				json.NewDecoder(answer.Body).Decode(&list)
				answer.Body.Close()
				answered.Add(int64(len(list)))
			}
		})
	}
	i := 0
	each(until, 400, func() { i++; requests <- bodies[i%len(bodies)] })
	close(requests)
	clients.Wait()
	return answered.Load()
}

type Table struct {
	lock sync.Mutex
	rows map[uint32][]byte
}

type Row struct {
	Key   uint32
	Value []byte
}

func (t *Table) Put(row Row, replaced *bool) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	_, *replaced = t.rows[row.Key]
	t.rows[row.Key] = row.Value
	return nil
}

func (t *Table) Get(key uint32, row *Row) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	*row = Row{key, t.rows[key]}
	return nil
}

// calls is a table behind net/rpc, with two hundred connections that call it.
func calls(until time.Time, r *rand.Rand) int64 {
	table := &Table{rows: map[uint32][]byte{}}
	server := rpc.NewServer()
	server.Register(table)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go server.Accept(listener)
	clients := make([]*rpc.Client, 200)
	for i := range clients {
		if clients[i], err = rpc.Dial("tcp", listener.Addr().String()); err != nil {
			panic(err)
		}
	}
	i := 0
	return each(until, 4000, func() {
		client := clients[i%len(clients)]
		key := uint32(r.IntN(30000))
		if i++; i%3 == 0 {
			var replaced bool
			client.Call("Table.Put", Row{key, make([]byte, 200+r.IntN(2000))}, &replaced)
			return
		}
		var row Row
		client.Call("Table.Get", key, &row)
	})
}
