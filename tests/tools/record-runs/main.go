// Command record-runs is six small programs, to test predictions of other settings from one log. Run with
// GODEBUG=gctrace=1 it leaves the log on standard error; on standard output stands one JSON object, as
// extract-runs.mjs reads it. A call of runtime.GC() marks the end of the work in the log.
//
//	record-runs PROGRAM SECONDS
package main

import (
	"cmp"
	"container/list"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Each ends after about so long; index and tree when their work is done.
var programs = map[string]func(time.Duration){
	"sessions": sessions,
	"index":    func(time.Duration) { index(300_000) },
	"pipeline": pipeline,
	"lru":      lru,
	"tree":     func(time.Duration) { tree(700_000) },
	"sorts":    sorts,
}

func main() {
	seconds, err := strconv.ParseFloat(os.Args[2], 64)
	run, known := programs[os.Args[1]]
	if err != nil || !known {
		fmt.Fprintln(os.Stderr, "usage: record-runs PROGRAM SECONDS")
		os.Exit(2)
	}
	began := time.Now()
	run(time.Duration(seconds * float64(time.Second)))
	wall := time.Since(began).Seconds()
	runtime.GC()
	limiter := []metrics.Sample{{Name: "/gc/limiter/last-enabled:gc-cycle"}}
	metrics.Read(limiter)
	totals := map[string]any{"wallSeconds": wall, limiter[0].Name: limiter[0].Value.Uint64()}
	if err := json.NewEncoder(os.Stdout).Encode(totals); err != nil {
		panic(err)
	}
}

// paced calls work at a fixed rate, and sleeps in between.
func paced(perSecond float64, d time.Duration, work func(i int)) {
	began := time.Now()
	for i := 0; ; {
		elapsed := time.Since(began)
		if elapsed >= d {
			return
		}
		for due := int(elapsed.Seconds() * perSecond); i < due; i++ {
			work(i)
		}
		time.Sleep(time.Millisecond)
	}
}

type session struct {
	User  string            `json:"user"`
	Cart  []item            `json:"cart"`
	Flags map[string]string `json:"flags"`
	Page  []byte            `json:"page"`
}

type item struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// sessions is a service with time to spare: requests that arrive by the clock are decoded, and the last 20,000 are kept.
func sessions(d time.Duration) {
	var body []byte
	{
		made := session{User: "somebody", Flags: map[string]string{"theme": "dark", "lang": "de"}, Page: make([]byte, 900)}
		for i := range 12 {
			made.Cart = append(made.Cart, item{Name: "thing " + strconv.Itoa(i), Count: i})
		}
		body, _ = json.Marshal(made)
	}
	kept := make([]*session, 20_000)
	paced(12_000, d, func(i int) {
		s := &session{}
		if err := json.Unmarshal(body, s); err != nil {
			panic(err)
		}
		kept[i%len(kept)] = s
	})
}

// index is a job of one goroutine: which documents hold which word.
func index(documents int) {
	random := rand.New(rand.NewPCG(1, 2))
	postings := map[string][]uint32{}
	for document := range documents {
		words := make([]string, 0, 16)
		for range 16 {
			words = append(words, "word"+strconv.Itoa(int(60_000*random.Float64()*random.Float64())))
		}
		for word := range strings.SplitSeq(strings.Join(words, " "), " ") {
			postings[strings.Clone(word)] = append(postings[word], uint32(document))
		}
	}
	runtime.KeepAlive(postings)
}

type record struct {
	id     int
	fields []string
}

// pipeline reads batches, hands them to a worker for each CPU, and keeps the last 400: every CPU is busy.
func pipeline(d time.Duration) {
	batches := make(chan []byte, 8)
	done := make(chan []*record, 8)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for text := range batches {
				records := make([]*record, 0, 256)
				for i, line := range strings.Split(string(text), "\n") {
					records = append(records, &record{i, strings.Split(line, ",")})
				}
				done <- records
			}
		})
	}
	go func() {
		line := strings.Repeat("1234,some text,5.678,more of it\n", 256)
		for began := time.Now(); time.Since(began) < d; {
			batches <- []byte(line)
		}
		close(batches)
		workers.Wait()
		close(done)
	}()
	kept := make([][]*record, 400)
	i := 0
	for records := range done {
		kept[i%len(kept)] = records
		i++
	}
	runtime.KeepAlive(kept)
}

// lru is a cache of pages of 1 to 64 KiB, 128 MiB of them; of the requests, one of three brings a new page.
func lru(d time.Duration) {
	const most = 128 << 20
	type page struct {
		key  int
		data []byte
	}
	random := rand.New(rand.NewPCG(1, 2))
	order := list.New()
	byKey := map[int]*list.Element{}
	size := 0
	paced(12_000, d, func(int) {
		key := int(12_000 * random.Float64() * random.Float64())
		if found, ok := byKey[key]; ok {
			order.MoveToFront(found)
			return
		}
		data := make([]byte, 1<<10+random.IntN(63<<10))
		byKey[key] = order.PushFront(page{key, data})
		for size += len(data); size > most; {
			last := order.Remove(order.Back()).(page)
			delete(byKey, last.key)
			size -= len(last.data)
		}
	})
}

type node struct {
	left, right *node
	key         uint64
	value       [6]uint64
}

// tree grows a search tree node by node, cuts most of it off, and grows it again, on one goroutine.
func tree(nodes int) {
	random := rand.New(rand.NewPCG(1, 2))
	var root *node
	for range 2 {
		for range nodes {
			key := random.Uint64()
			at := &root
			for *at != nil {
				if key < (*at).key {
					at = &(*at).left
				} else {
					at = &(*at).right
				}
			}
			*at = &node{key: key, value: [6]uint64{key}}
		}
		root.left, root.right.right = nil, nil
	}
	runtime.KeepAlive(root)
}

// sorts makes lists of 400,000 entries on two goroutines, sorts each and drops it: the live heap goes up and down by itself.
func sorts(d time.Duration) {
	type entry struct {
		name string
		rank float64
	}
	began := time.Now()
	var both sync.WaitGroup
	for seed := range uint64(2) {
		both.Go(func() {
			random := rand.New(rand.NewPCG(seed, 3))
			for time.Since(began) < d {
				entries := []*entry{}
				for i := range 400_000 {
					entries = append(entries, &entry{"entry " + strconv.Itoa(i), random.Float64()})
				}
				slices.SortFunc(entries, func(a, b *entry) int { return cmp.Compare(a.rank, b.rank) })
			}
		})
	}
	both.Wait()
}
