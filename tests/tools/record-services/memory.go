package main

import (
	"bytes"
	"container/list"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

type page struct {
	key  int
	body []byte
}

// cache keeps the 12,000 pages that were used last, of 1 to 24 KiB, and reads them with many misses.
func cache(until time.Time, r *rand.Rand) int64 {
	order, at := list.New(), map[int]*list.Element{}
	choose := rand.NewZipf(r, 1.05, 200, 60000)
	return each(until, 8000, func() {
		key := int(choose.Uint64())
		if found := at[key]; found != nil {
			order.MoveToFront(found)
			return
		}
		at[key] = order.PushFront(&page{key, bytes.Repeat([]byte{1}, 1<<10+r.IntN(23<<10))})
		if order.Len() > 12000 {
			oldest := order.Remove(order.Back()).(*page)
			delete(at, oldest.key)
		}
	})
}

type message struct {
	fields [][]byte
	joined []byte
}

// queue is three stages that pass messages on through long queues; every four seconds comes a burst of twice as many.
func queue(until time.Time, r *rand.Rand) int64 {
	first, second := make(chan *message, 30000), make(chan *message, 30000)
	var stages sync.WaitGroup
	stages.Go(func() {
		defer close(second)
		for m := range first {
			m.joined = bytes.Join(m.fields, []byte{','})
			second <- m
		}
	})
	var batches int64
	stages.Go(func() {
		batch := make([]*message, 0, 8192)
		for m := range second {
			if batch = append(batch, m); len(batch) == cap(batch) {
				slices.SortFunc(batch, func(a, b *message) int { return bytes.Compare(a.joined, b.joined) })
				clear(batch)
				batch = batch[:0]
				batches++
			}
		}
	})
	send := func() {
		m := &message{}
		for range 6 {
			m.fields = append(m.fields, make([]byte, 20+r.IntN(300)))
		}
		first <- m
	}
	for i := 0; time.Now().Before(until); i++ {
		rate := 16000
		if i%4 == 3 {
			rate *= 2
		}
		each(time.Now().Add(time.Second), rate, send)
	}
	close(first)
	stages.Wait()
	return batches
}

// parse reads Go's own library again and again, and keeps the trees of the last 300 files: a job that ends after 12,000.
func parse(time.Time, *rand.Rand) (files int64) {
	var sources [][]byte
	filepath.WalkDir(filepath.Join(runtime.GOROOT(), "src"), func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && len(sources) < 2000 {
			if text, err := os.ReadFile(path); err == nil && len(text) < 100_000 {
				sources = append(sources, text)
			}
		}
		return nil
	})
	kept := make([]*ast.File, 300)
	for files < 12_000 {
		tree, err := parser.ParseFile(token.NewFileSet(), "", sources[int(files)%len(sources)], parser.ParseComments)
		if err == nil {
			kept[int(files)%len(kept)] = tree
		}
		files++
	}
	return files
}
