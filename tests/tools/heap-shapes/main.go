// Heap-shapes measures what marking costs for live heaps of different shapes, in CPU-ms per MiB of live objects.
//
// It builds each shape, then calls runtime.GC() again and again with nothing else running, so that all CPU time of the
// process (getrusage) is marking and sweeping. Recorded as
//
//	go run . > greentea.json
//	GOEXPERIMENT=nogreenteagc go run . > before.json
package main

import (
	"encoding/json"
	"math/rand"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"
)

const (
	objectBytes = 128
	liveMiB     = 64
	cycles      = 25
)

type object struct {
	left, right *object
	rest        [objectBytes - 16]byte
}

type result struct {
	Shape        string  `json:"shape"`
	LiveMiB      float64 `json:"liveMiB"`
	CPUMsPerMiB  float64 `json:"cpuMsPerMiB"`
	LeastPerMiB  float64 `json:"leastCpuMsPerMiB"`
	ObjectBytes  int     `json:"objectBytes"`
	Version      string  `json:"version"`
	Procs        int     `json:"procs"`
	HeapMiB      float64 `json:"heapMiB"`
	ElapsedMsPer float64 `json:"elapsedMsPerCycle"`
}

// Roots: package variables, so that nothing is dead before it is measured.
var (
	slice []*object
	root  *object
)

func main() {
	debug.SetGCPercent(-1)
	count := liveMiB << 20 / objectBytes
	shapes := []struct {
		name  string
		build func()
	}{
		{"slice", func() { slice = fill(count, 1) }},
		{"tree", func() { root = tree(count) }},
		{"chain", func() { root = chain(fill(count, 1)) }},
		{"slice, 1 of 16 live", func() { slice = fill(count/8, 16) }},
		{"slice, 1 of 64 live", func() { slice = fill(count/16, 64) }},
		{"chain, 1 of 64 live", func() { root = chain(fill(count/16, 64)) }},
	}
	encoder := json.NewEncoder(os.Stdout)
	for _, shape := range shapes {
		slice, root = nil, nil
		debug.FreeOSMemory()
		shape.build()
		if err := encoder.Encode(measure(shape.name)); err != nil {
			panic(err)
		}
	}
}

// fill allocates step objects for each that it keeps.
func fill(count, step int) []*object {
	kept := make([]*object, count)
	for i := range kept {
		kept[i] = new(object)
		for range step - 1 {
			garbage = new(object)
		}
	}
	garbage = nil
	return kept
}

var garbage *object

// tree inserts objects into a binary search tree, with keys in random order.
func tree(count int) *object {
	random := rand.New(rand.NewSource(1))
	all := fill(count, 1)
	keys := make(map[*object]int64, count)
	keys[all[0]] = random.Int63()
	for _, node := range all[1:] {
		key := random.Int63()
		keys[node] = key
		insert(all[0], node, func(at *object) bool { return key < keys[at] })
	}
	return all[0]
}

func insert(at, node *object, isLeft func(*object) bool) {
	for {
		next := &at.right
		if isLeft(at) {
			next = &at.left
		}
		if *next == nil {
			*next = node
			return
		}
		at = *next
	}
}

// chain links objects in random order.
func chain(all []*object) *object {
	rand.New(rand.NewSource(1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range all[1:] {
		all[i].left = all[i+1]
	}
	return all[0]
}

func measure(name string) result {
	runtime.GC()
	live := read("/gc/heap/live:bytes") / (1 << 20)
	var sum, least, elapsed float64
	for i := range cycles {
		before, start := cpuSeconds(), time.Now()
		runtime.GC()
		spent := cpuSeconds() - before
		sum += spent
		elapsed += time.Since(start).Seconds()
		if i == 0 || spent < least {
			least = spent
		}
	}
	return result{
		Shape:        name,
		LiveMiB:      live,
		CPUMsPerMiB:  sum / cycles * 1e3 / live,
		LeastPerMiB:  least * 1e3 / live,
		ObjectBytes:  objectBytes,
		Version:      runtime.Version(),
		Procs:        runtime.GOMAXPROCS(0),
		HeapMiB:      (read("/memory/classes/heap/objects:bytes") + read("/memory/classes/heap/unused:bytes")) / (1 << 20),
		ElapsedMsPer: elapsed / cycles * 1e3,
	}
}

func read(name string) float64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}

// cpuSeconds is what the process has used, of all CPUs.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return seconds(usage.Utime) + seconds(usage.Stime)
}

func seconds(t syscall.Timeval) float64 {
	return float64(t.Sec) + float64(t.Usec)/1e6
}
