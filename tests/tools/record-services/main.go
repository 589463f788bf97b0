// Programs of the kinds that people run, which measure their own memory. usage: record-services KIND SECONDS
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"
)

// A service does its work until the time is over, and says how many units of it.
type service func(until time.Time, r *rand.Rand) int64

var services = map[string]service{"api": api, "rpc": calls, "cache": cache, "queue": queue, "parse": parse, "store": store,
	"chat": chat, "search": search, "images": images, "lsm": clocked(lsm), "gateway": clocked(gateway), "broker": clocked(broker),
	"columnar": clocked(columnar), "exchange": clocked(exchange), "shipper": clocked(shipper), "render": clocked(render),
	"bank": clocked(bank), "session": clocked(session), "zipper": clocked(zipper), "pages": clocked(pages), "fan": clocked(fan),
	"thumbs": clocked(thumbs), "reindex": clocked(reindex), "batch": clocked(batch)}

func main() {
	run, ok := services[os.Args[1]]
	seconds, err := strconv.ParseFloat(os.Args[2], 64)
	if !ok || err != nil {
		fmt.Fprintln(os.Stderr, "usage: record-services KIND SECONDS; see services for the kinds")
		os.Exit(2)
	}
	start, done, stopped := time.Now(), make(chan struct{}), make(chan struct{})
	var seen []sample
	var peak sample
	go func() {
		seen, peak = watch(start, done)
		close(stopped)
	}()
	units := run(start.Add(time.Duration(seconds*float64(time.Second))), rand.New(rand.NewPCG(1, 2)))
	close(done)
	<-stopped
	report(start, seen, peak, units)
}

// each calls do at a fixed rate by the clock; late calls are made at once.
func each(until time.Time, perSecond int, do func()) (units int64) {
	next, step := time.Now(), 5*time.Millisecond
	for next.Before(until) {
		for range perSecond / 200 {
			do()
			units++
		}
		next = next.Add(step)
		if wait := time.Until(next); wait > 0 {
			time.Sleep(wait)
		}
	}
	return units
}

func letters(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return string(b)
}
