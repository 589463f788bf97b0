package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/metrics"
	"strings"
	"syscall"
	"time"
)

const mib = 1 << 20

// Sizes in MiB, at a second of the run. Allocated: all bytes since the start. Cycles since the start; CPU time in seconds.
type sample struct {
	At, Counted, Released, Objects, Unused, Free, Stacks, Other, Rss, Goal, Live, Allocated float64
	ScanHeap, ScanStacks, ScanGlobals, Cycles, ProcessCpu, GcCpu, GcIdleCpu, AllCpu         float64
}

var sizes = []string{
	"memory/classes/total", "memory/classes/heap/released", "memory/classes/heap/objects", "memory/classes/heap/unused",
	"memory/classes/heap/free", "memory/classes/heap/stacks", "gc/heap/goal", "gc/heap/live", "gc/heap/allocs",
	"gc/scan/heap", "gc/scan/stack", "gc/scan/globals",
}

func look(at float64) sample {
	read := make([]metrics.Sample, len(sizes), len(sizes)+1)
	for i, name := range sizes {
		read[i].Name = "/" + name + ":bytes"
	}
	read = append(read, metrics.Sample{Name: "/gc/cycles/total:gc-cycles"})
	metrics.Read(read)
	size := func(i int) float64 { return float64(read[i].Value.Uint64()) / mib }
	var pages, resident float64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		fmt.Sscan(string(text), &pages, &resident)
	}
	s := sample{At: at, Counted: size(0) - size(1), Released: size(1), Objects: size(2), Unused: size(3), Free: size(4),
		Stacks: size(5), Goal: size(6), Live: size(7), Allocated: size(8),
		ScanHeap: size(9), ScanStacks: size(10), ScanGlobals: size(11), Cycles: float64(read[12].Value.Uint64()),
		ProcessCpu: processCpu(), GcCpu: cpu("gc/total"), GcIdleCpu: cpu("gc/mark/idle"), AllCpu: cpu("total")}
	s.Other = s.Counted - s.Objects - s.Unused - s.Free - s.Stacks
	s.Rss = resident * float64(os.Getpagesize()) / mib
	return s
}

// watch samples every 40 ms until done is closed; it keeps one sample a second, and the highest of those that extract-services.mjs reads.
func watch(start time.Time, done chan struct{}) (seconds []sample, peak sample) {
	tick := time.NewTicker(40 * time.Millisecond)
	defer tick.Stop()
	for {
		s := look(time.Since(start).Seconds())
		peak = sample{Counted: max(peak.Counted, s.Counted), Unused: max(peak.Unused, s.Unused), Stacks: max(peak.Stacks, s.Stacks),
			Other: max(peak.Other, s.Other), Rss: max(peak.Rss, s.Rss)}
		if s.At >= float64(len(seconds)) {
			seconds = append(seconds, s)
		}
		select {
		case <-done:
			return seconds, peak
		case <-tick.C:
		}
	}
}

func cpu(name string) float64 {
	read := []metrics.Sample{{Name: "/cpu/classes/" + name + ":cpu-seconds"}}
	metrics.Read(read)
	return read[0].Value.Float64()
}

func processCpu() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// report prints what a run measured of itself, as one object of JSON.
func report(start time.Time, seconds []sample, peak sample, units int64) {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	limiter := []metrics.Sample{{Name: "/gc/limiter/last-enabled:gc-cycle"}}
	metrics.Read(limiter)
	status, _ := os.ReadFile("/proc/self/status")
	kib := func(key string) (size float64) {
		for line := range strings.Lines(string(status)) {
			if rest, ok := strings.CutPrefix(line, key+":"); ok {
				fmt.Sscan(rest, &size)
			}
		}
		return size
	}
	text, _ := json.Marshal(map[string]any{
		"wallSeconds": time.Since(start).Seconds(), "units": units, "maxRssMiB": float64(usage.Maxrss) / 1024,
		"cpuSeconds": processCpu(), "peak": peak, "seconds": seconds,
		"rssFileMiB": kib("RssFile") / 1024, "pageTablesMiB": kib("VmPTE") / 1024,
		"gc": map[string]float64{"assist": cpu("gc/mark/assist"), "dedicated": cpu("gc/mark/dedicated"), "idle": cpu("gc/mark/idle"),
			"pause": cpu("gc/pause"), "scavenge": cpu("scavenge/total")},
		"limiterLastCycle": limiter[0].Value.Uint64(),
	})
	fmt.Println(string(text))
}
