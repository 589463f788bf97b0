package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type post struct {
	Room int
	From string
	Body string
	At   int64
	Meta map[string]string
}

type member struct {
	inbox chan []byte
	seen  map[string]int
}

// read decodes a post at the end of a deep stack, as handlers behind layers of middleware do.
func (m *member) read(text []byte, depth int) int {
	var frame [256]byte
	if depth > 0 {
		frame[depth] = text[0]
		return m.read(text, depth-1) + int(frame[depth]&1)
	}
	var p post
	json.Unmarshal(text, &p)
	m.seen[p.From]++
	if len(m.seen) > 60 {
		m.seen = map[string]int{}
	}
	return len(p.Body)
}

// fan has 2,000 members in 50 rooms, a waiting goroutine each, and sends 200 posts a second to all of a room.
func fan(until time.Time, r *rand.Rand) {
	const members, each = 2000, 50
	rooms, history := make([][]*member, each), make([][]*post, each)
	for i := range members {
		m := &member{make(chan []byte, 16), map[string]int{}}
		rooms[i%each] = append(rooms[i%each], m)
		go func() {
			for text := range m.inbox {
				m.read(text, 12)
				units.Add(1)
			}
		}()
	}
	paced(until, 200, func() {
		room := r.IntN(each)
		p := &post{room, fmt.Sprint("user-", r.IntN(members)), strings.Repeat("hello ", 30+r.IntN(60)), time.Now().UnixNano(),
			map[string]string{"a": fmt.Sprint(r.Int()), "b": "x"}}
		if history[room] = append(history[room], p); len(history[room]) > 600 {
			history[room] = slices.Clone(history[room][300:])
		}
		for _, m := range rooms[room] {
			text, _ := json.Marshal(p)
			select {
			case m.inbox <- text:
			default:
				dropped.Add(1)
			}
		}
	})
}

// thumbs makes small pictures of large ones, forty a second, and keeps 2,500 in buffers that they do not fill.
func thumbs(until time.Time, r *rand.Rand) {
	var sources [][]byte
	for s := range 6 {
		picture := image.NewRGBA(image.Rect(0, 0, 600+200*s, 500+100*s))
		for i := range picture.Pix {
			picture.Pix[i] = byte(i/997 + s*7)
		}
		var b bytes.Buffer
		must(0, jpeg.Encode(&b, picture, nil))
		sources = append(sources, b.Bytes())
	}
	kept := make([][]byte, 2500)
	for i := range kept {
		kept[i] = make([]byte, 15_000)
	}
	paced(until, 40, func() {
		large := must(jpeg.Decode(bytes.NewReader(sources[r.IntN(len(sources))])))
		size := large.Bounds()
		small := image.NewRGBA(image.Rect(0, 0, 160, 120))
		for y := range 120 {
			for x := range 160 {
				red, green, blue, _ := large.At(x*size.Dx()/160, y*size.Dy()/120).RGBA()
				small.Set(x, y, color.RGBA{byte(red >> 8), byte(green >> 8), byte(blue >> 8), 255})
			}
		}
		var b bytes.Buffer
		must(0, jpeg.Encode(&b, small, nil))
		buffer := make([]byte, b.Len()+12_000)
		copy(buffer, b.Bytes())
		kept[r.IntN(len(kept))] = buffer
		units.Add(1)
	})
}

type place struct {
	document  uint32
	positions []uint16
}

type index struct {
	places    map[string][]*place
	documents []string
}

// reindex answers 400 queries a second from an index of 12,000 documents, which is built anew four seconds after the last.
func reindex(until time.Time, r *rand.Rand) {
	terms := make([]string, 6000)
	for i := range terms {
		terms[i] = fmt.Sprintf("w%dx%d", i, r.IntN(1000))
	}
	term := func(r *rand.Rand) string { return terms[int(r.ExpFloat64()*800)%len(terms)] }
	build := func(r *rand.Rand) *index {
		x := &index{places: map[string][]*place{}}
		for i := range 12_000 {
			var text strings.Builder
			at := map[string]*place{}
			for j := range 40 {
				t := term(r)
				text.WriteString(t + " ")
				if at[t] == nil {
					at[t] = &place{document: uint32(i)}
				}
				at[t].positions = append(at[t].positions, uint16(j))
			}
			for t, p := range at {
				x.places[t] = append(x.places[t], p)
			}
			x.documents = append(x.documents, text.String())
			if i%50 == 0 {
				time.Sleep(2 * time.Millisecond)
			}
		}
		return x
	}
	var current atomic.Pointer[index]
	current.Store(build(r))
	go func() {
		r := rand.New(rand.NewPCG(9, 9))
		for {
			time.Sleep(4 * time.Second)
			current.Store(build(r))
		}
	}()
	type hit struct {
		document int
		score    float64
	}
	paced(until, 400, func() {
		x, hits := current.Load(), map[uint32]*hit{}
		for range 3 {
			places := x.places[term(r)]
			for _, p := range places[:min(len(places), 1500)] {
				if hits[p.document] == nil {
					hits[p.document] = &hit{document: int(p.document)}
				}
				hits[p.document].score += float64(len(p.positions))
			}
		}
		best := make([]*hit, 0, len(hits))
		for _, h := range hits {
			best = append(best, h)
		}
		slices.SortFunc(best, func(a, b *hit) int { return cmp.Compare(b.score, a.score) })
		var out []string
		for _, h := range best[:min(len(best), 20)] {
			out = append(out, fmt.Sprintf("%d %f %s", h.document, h.score, strings.ToUpper(x.documents[h.document])))
		}
		units.Add(int64(min(1, len(strings.Join(out, "\n")))))
	})
}

// batch is a job: three workers parse 90,000 JSON documents and keep the last twelve lots of 150.
func batch(_ time.Time, r *rand.Rand) {
	documents := make([][]byte, 200)
	for i := range documents {
		fields := map[string]any{}
		for k := range 40 {
			fields[fmt.Sprintf("field-%d-%d", k, r.IntN(100))] = []any{r.Float64(), strings.Repeat("v", r.IntN(80)),
				map[string]any{"x": r.Int(), "y": "z"}}
		}
		documents[i] = must(json.Marshal(fields))
	}
	var workers sync.WaitGroup
	var lock sync.Mutex
	var kept [][]any
	for range 3 {
		workers.Go(func() {
			var lot []any
			for i := units.Add(1); i <= 90_000; i = units.Add(1) {
				var parsed map[string]any
				json.Unmarshal(documents[i%200], &parsed)
				if lot = append(lot, parsed); len(lot) < 150 {
					continue
				}
				lock.Lock()
				if kept = append(kept, lot); len(kept) > 12 {
					kept = kept[1:]
				}
				lock.Unlock()
				lot = nil
			}
		})
	}
	workers.Wait()
}
