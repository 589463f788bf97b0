package main

// A log shipper with a small heap: twelve tailed sources, lines parsed into entries with labels, batches per stream by size
// or age, gzipped JSON lines posted over loopback HTTP to a receiver that sometimes answers 503; failed batches are retried from
// a short queue.

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

type logEntry struct {
	At     time.Time         `json:"ts"`
	Level  string            `json:"level"`
	Msg    string            `json:"msg"`
	Fields map[string]string `json:"fields,omitempty"`
	Source string            `json:"source"`
}

type stream struct {
	labels  string
	entries []*logEntry
	bytes   int
	due     time.Time
}

type parcel struct {
	labels string
	body   []byte
	n      int
	tries  int
}

var received atomic.Int64

func parseLine(src, line string) *logEntry {
	f := strings.SplitN(line, " ", 3)
	if len(f) < 3 {
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, f[0])
	if err != nil {
		return nil
	}
	e := &logEntry{At: at, Level: f[1], Source: src, Fields: map[string]string{}}
	var msg []string
	for _, w := range strings.Fields(f[2]) {
		if k, v, ok := strings.Cut(w, "="); ok {
			e.Fields[k] = v
		} else {
			msg = append(msg, w)
		}
	}
	e.Msg = strings.Join(msg, " ")
	return e
}

func shipper(until time.Time, r *rand.Rand) {
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	var posts atomic.Int64
	go (&http.Server{ErrorLog: log.New(io.Discard, "", 0), Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		z, err := gzip.NewReader(q.Body)
		if err != nil {
			w.WriteHeader(400)
			return
		}
		n := 0
		sc := bufio.NewScanner(z)
		sc.Buffer(make([]byte, 16<<10), 256<<10)
		for sc.Scan() {
			n++
		}
		if i := posts.Add(1); i%60 >= 52 { // down for a moment
			w.WriteHeader(503)
			return
		}
		received.Add(int64(n))
		w.WriteHeader(204)
	})}).Serve(l)
	u := "http://" + l.Addr().String() + "/push"
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	post := func(p *parcel) bool {
		q, _ := http.NewRequest("POST", u, bytes.NewReader(p.body))
		q.Header.Set("Content-Encoding", "gzip")
		q.Header.Set("X-Labels", p.labels)
		s, err := client.Do(q)
		if err != nil {
			return false
		}
		io.Copy(io.Discard, s.Body)
		s.Body.Close()
		return s.StatusCode/100 == 2
	}
	full := make(chan *stream, 8)
	retry := make(chan *parcel, 48)
	for range 2 {
		go func() {
			for st := range full {
				var b bytes.Buffer
				z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
				enc := json.NewEncoder(z)
				for _, e := range st.entries {
					enc.Encode(e)
				}
				z.Close()
				p := &parcel{labels: st.labels, body: b.Bytes(), n: len(st.entries)}
				if post(p) {
					units.Add(int64(p.n))
					continue
				}
				select {
				case retry <- p:
				default:
					dropped.Add(int64(p.n))
				}
			}
		}()
	}
	go func() {
		for p := range retry {
			time.Sleep(100 * time.Millisecond)
			for p.tries = 1; p.tries < 6 && !post(p); p.tries++ {
				time.Sleep(time.Duration(50<<p.tries) * time.Millisecond)
			}
			if p.tries < 6 {
				units.Add(int64(p.n))
			} else {
				dropped.Add(int64(p.n))
			}
		}
	}()

	type line struct{ src, text string }
	lines := make(chan line, 1024)
	go func() { // the batcher
		streams := map[string]*stream{}
		ship := func(k string, st *stream) {
			delete(streams, k)
			full <- st
		}
		jr := rand.New(rand.NewPCG(3, 4))
		jitter := func() time.Duration { return 800*time.Millisecond + time.Duration(jr.IntN(800))*time.Millisecond }
		age := time.NewTicker(100 * time.Millisecond)
		for {
			select {
			case ln := <-lines:
				e := parseLine(ln.src, ln.text)
				if e == nil {
					dropped.Add(1)
					continue
				}
				k := fmt.Sprintf("{app=%q,level=%q,pod=%q}", ln.src, e.Level, e.Fields["pod"])
				st := streams[k]
				if st == nil {
					st = &stream{labels: k, due: time.Now().Add(jitter())}
					streams[k] = st
				}
				st.entries = append(st.entries, e)
				if st.bytes += len(ln.text); st.bytes >= 160<<10 {
					ship(k, st)
				}
			case <-age.C:
				for k, st := range streams {
					if time.Now().After(st.due) {
						ship(k, st)
					}
				}
			}
		}
	}()
	srcs := strings.Fields("api web auth billing search mail cron images queue edge db cache")
	levels := []string{"INFO", "INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"}
	var b []byte
	paced(until, 20000, func() {
		s := min(r.IntN(len(srcs)), r.IntN(len(srcs)))
		b = time.Now().UTC().AppendFormat(b[:0], time.RFC3339Nano)
		b = append(append(b, ' '), levels[r.IntN(len(levels))]...)
		for range 5 + r.IntN(12) {
			b = append(append(b, ' '), words[r.IntN(len(words))]...)
		}
		b = fmt.Appendf(b, " pod=%s-%d req=%08x status=%d took=%dms user=u%d", srcs[s], r.IntN(2), r.Uint32(), 200+r.IntN(4)*100, r.IntN(900), r.IntN(50000))
		lines <- line{srcs[s], string(b)}
	})
}
