package main

// A reverse proxy that rewrites JSON bodies: net/http on loopback, a backend with a catalogue that answers
// searches after some milliseconds, httputil.ReverseProxy with ModifyResponse between, clients arriving at
// random at a rate that swings slowly. The proxy keeps an access log of the last minutes and counters by route.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"time"
)

type product struct {
	ID          int               `json:"id"`
	SKU         string            `json:"sku"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Price       float64           `json:"price"`
	Currency    string            `json:"currency"`
	Cost        float64           `json:"internal_cost"`
	Supplier    string            `json:"internal_supplier"`
	Tags        []string          `json:"tags"`
	Attributes  map[string]string `json:"attributes"`
	Stock       []stockAt         `json:"stock"`
}

type stockAt struct {
	Warehouse string `json:"warehouse"`
	Count     int    `json:"count"`
}

type searchAnswer struct {
	Query string     `json:"query"`
	Total int        `json:"total"`
	Page  int        `json:"page"`
	Items []*product `json:"items"`
}

type access struct {
	At      time.Time
	Method  string
	Path    string
	Query   url.Values
	Agent   string
	Trace   string
	Bytes   int
	Took    time.Duration
	Removed []string
}

type accessLog struct {
	mu     sync.Mutex
	ring   []*access
	at     int
	routes map[string]int
}

func (a *accessLog) add(x *access) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.ring) < 6000 {
		a.ring = append(a.ring, x)
	} else {
		a.ring[a.at%6000] = x
	}
	a.at++
	a.routes[x.Path]++
}

// rewrite walks a decoded body: drops internal fields, converts prices, adds links.
func rewrite(v any, rate float64, removed *[]string) any {
	switch x := v.(type) {
	case map[string]any:
		for k, y := range x {
			if len(k) > 9 && k[:9] == "internal_" {
				delete(x, k)
				if len(*removed) < 8 {
					*removed = append(*removed, k)
				}
				continue
			}
			x[k] = rewrite(y, rate, removed)
		}
		if p, ok := x["price"].(float64); ok {
			x["price"] = math.Round(p*rate*100) / 100
			x["currency"] = "EUR"
			x["_links"] = map[string]any{"self": fmt.Sprintf("/v1/products/%v", x["id"]), "related": fmt.Sprintf("/v1/products/%v/related", x["id"])}
		}
		return x
	case []any:
		for i := range x {
			x[i] = rewrite(x[i], rate, removed)
		}
		return x
	}
	return v
}

func gateway(until time.Time, r *rand.Rand) {
	quiet := log.New(io.Discard, "", 0)
	products := make([]*product, 24_000)
	for i := range products {
		p := &product{ID: i, SKU: fmt.Sprintf("SKU-%07d", r.IntN(9_999_999)), Name: prose(r, 4), Description: prose(r, 12+r.IntN(25)), Price: float64(r.IntN(100000)) / 100, Currency: "USD",
			Cost: float64(r.IntN(50000)) / 100, Supplier: prose(r, 2), Attributes: map[string]string{}}
		for range 2 + r.IntN(3) {
			p.Tags = append(p.Tags, words[r.IntN(len(words))])
		}
		for range 3 + r.IntN(4) {
			p.Attributes[words[r.IntN(len(words))]] = prose(r, 2)
		}
		for w := range 1 + r.IntN(3) {
			p.Stock = append(p.Stock, stockAt{"W" + strconv.Itoa(w), r.IntN(500)})
		}
		products[i] = p
	}
	byTag := map[string][]*product{}
	for _, p := range products {
		for _, t := range p.Tags {
			byTag[t] = append(byTag[t], p)
		}
	}

	backend := http.NewServeMux()
	backend.HandleFunc("GET /products/search", func(w http.ResponseWriter, q *http.Request) {
		f := q.URL.Query()
		page, _ := strconv.Atoi(f.Get("page"))
		size, _ := strconv.Atoi(f.Get("size"))
		wait, _ := strconv.Atoi(f.Get("wait"))
		time.Sleep(time.Duration(wait) * time.Millisecond)
		hits := byTag[f.Get("tag")]
		from := min(page*size, len(hits))
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(searchAnswer{f.Get("tag"), len(hits), page, hits[from:min(from+size, len(hits))]})
	})
	bl := must(net.Listen("tcp", "127.0.0.1:0"))
	go (&http.Server{Handler: backend, ErrorLog: quiet}).Serve(bl)

	al := &accessLog{routes: map[string]int{}}
	type startKey struct{}
	target, _ := url.Parse("http://" + bl.Addr().String())
	proxy := &httputil.ReverseProxy{
		ErrorLog:  quiet,
		Transport: &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 512, IdleConnTimeout: 30 * time.Second, DisableCompression: true},
		Rewrite:   func(p *httputil.ProxyRequest) { p.SetURL(target); p.SetXForwarded() },
		ModifyResponse: func(s *http.Response) error {
			body, err := io.ReadAll(s.Body)
			s.Body.Close()
			if err != nil {
				return err
			}
			var v any
			if err := json.Unmarshal(body, &v); err != nil {
				return err
			}
			var removed []string
			v = rewrite(v, 0.92, &removed)
			out, err := json.Marshal(v)
			if err != nil {
				return err
			}
			s.Body = io.NopCloser(bytes.NewReader(out))
			s.ContentLength = int64(len(out))
			s.Header.Set("Content-Length", strconv.Itoa(len(out)))
			q := s.Request
			start, _ := q.Context().Value(startKey{}).(time.Time)
			al.add(&access{At: time.Now(), Method: q.Method, Path: q.URL.Path, Query: q.URL.Query(), Agent: q.UserAgent(), Trace: q.Header.Get("X-Trace"), Bytes: len(out), Took: time.Since(start), Removed: removed})
			return nil
		},
	}
	pl := must(net.Listen("tcp", "127.0.0.1:0"))
	go (&http.Server{ErrorLog: quiet, Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		ctx := context.WithValue(q.Context(), startKey{}, time.Now())
		proxy.ServeHTTP(w, q.WithContext(ctx))
	})}).Serve(pl)

	client := &http.Client{Transport: &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 512, DisableCompression: true}, Timeout: 8 * time.Second}
	inflight := make(chan struct{}, 1000)
	call := func(u, trace string) {
		defer func() { <-inflight }()
		q, _ := http.NewRequest("GET", u, nil)
		q.Header.Set("X-Trace", trace)
		q.Header.Set("User-Agent", "shop-frontend/4.2")
		s, err := client.Do(q)
		if err != nil {
			dropped.Add(1)
			return
		}
		n, _ := io.Copy(io.Discard, s.Body)
		s.Body.Close()
		if s.StatusCode == 200 && n > 0 {
			units.Add(1)
		} else {
			dropped.Add(1)
		}
	}
	base := "http://" + pl.Addr().String() + "/products/search"
	next := time.Now()
	for i := 0; ; i++ {
		rate := 420 * (1 + 0.35*math.Sin(next.Sub(began).Seconds()*2*math.Pi/6))
		next = next.Add(time.Duration(r.ExpFloat64() / rate * 1e9))
		if !next.Before(until) || !time.Now().Before(until) {
			break
		}
		size, wait := 8+r.IntN(24), 3+r.IntN(40)
		if r.IntN(20) == 0 {
			size = 120
		}
		if r.IntN(25) == 0 {
			wait = 400
		}
		u := fmt.Sprintf("%s?tag=%s&page=%d&size=%d&wait=%d", base, words[r.IntN(len(words))], r.IntN(12), size, wait)
		trace := fmt.Sprintf("%016x", r.Uint64())
		if w := time.Until(next); w > 0 {
			time.Sleep(w)
		}
		offered.Add(1)
		select {
		case inflight <- struct{}{}:
			go call(u, trace)
		default:
			dropped.Add(1)
		}
	}
	if w := time.Until(until); w > 0 {
		time.Sleep(w)
	}
}
