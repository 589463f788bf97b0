package main

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// What the programs of clocked count, when they began, and a folder for their data.
var (
	began                   = time.Now()
	units, offered, dropped atomic.Int64
	dataDir                 string
)

// clocked makes a service of a program that counts its own units. Its random numbers are as in the recording.
func clocked(run func(until time.Time, r *rand.Rand)) service {
	return func(until time.Time, _ *rand.Rand) int64 {
		log.SetOutput(io.Discard) // stderr belongs to gctrace
		dataDir = must(os.MkdirTemp("", "record-services-"))
		defer os.RemoveAll(dataDir)
		run(until, rand.New(rand.NewPCG(7, 9)))
		return units.Load()
	}
}

// paced is an open loop: perSecond calls of do each second in steps of 10 ms, catching up after a
// delay, and always over at until, however far behind it is.
func paced(until time.Time, perSecond int, do func()) {
	next := time.Now()
	step, owed := float64(perSecond)/100, 0.0
	for {
		now := time.Now()
		if !now.Before(until) {
			return
		}
		for !next.After(now) {
			owed += step
			next = next.Add(10 * time.Millisecond)
		}
		for i := 0; owed >= 1; i++ {
			if i&255 == 255 && !time.Now().Before(until) {
				return
			}
			owed--
			offered.Add(1)
			do()
		}
		if w := time.Until(next); w > 0 {
			time.Sleep(w)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, "fatal:", err)
		os.Exit(1)
	}
	return v
}

var words = strings.Fields("lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod tempor invidunt ut labore et dolore magna aliquyam erat voluptua at vero eos accusam justo duo dolores ea rebum stet clita kasd gubergren no sea takimata sanctus est")

func prose(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[r.IntN(len(words))])
	}
	return b.String()
}
