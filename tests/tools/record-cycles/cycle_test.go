package runtime_test

import (
	"encoding/json"
	"math"
	"math/rand"
	"os"
	. "runtime"
	"strconv"
	"testing"
)

type plan struct{ Trigger, Goal, GCPercentGoal, MemoryLimitGoal, SweepDistance, Runway uint64 }

type revision struct {
	CycleStep
	Goal  uint64
	Ratio float64
}

type cycleRow struct {
	In         CycleIn
	Plan       plan
	Live       uint64
	Goal       uint64
	Ratio      float64
	Dedicated  int64
	Fractional float64
	MaxIdle    int32
	Revisions  []revision
	Duration   int64
	AssistTime int64
	IdleTime   int64
	Marked     uint64
	ConsMark   float64
	Last       [4]float64
	Next       plan
}

func makePlan(r CycleRecorder, sweepDone bool) (p plan) {
	p.Trigger, p.Goal, p.GCPercentGoal, p.MemoryLimitGoal, p.SweepDistance, p.Runway = r.Commit(sweepDone)
	if p.GCPercentGoal == math.MaxUint64 {
		p.GCPercentGoal = 0 // no goal: told apart by GCPercent
	}
	return p
}

// sameGoalLimit is a memory limit whose heap goal is, to the byte, the one that GOGC gives; 64 GiB if there is none.
func sameGoalLimit(in CycleIn) int64 {
	in.MemoryLimit = 64 << 30
	_, goal, _, _, _, _ := NewCycleRecorder(in).Commit(true)
	for limit := int64(goal + in.MappedReady); limit < in.MemoryLimit; limit += limit / 1000 {
		at := in
		at.MemoryLimit = limit
		// The headroom moves with the limit: a few steps settle it, or not.
		for range 8 {
			_, _, _, limitGoal, _, _ := NewCycleRecorder(at).Commit(true)
			if limitGoal == goal {
				return at.MemoryLimit
			}
			at.MemoryLimit += int64(goal) - int64(limitGoal)
		}
	}
	return in.MemoryLimit
}

func TestRecordCycles(t *testing.T) {
	seed, _ := strconv.ParseInt(os.Getenv("REC_SEED"), 10, 64)
	count, _ := strconv.Atoi(os.Getenv("REC_COUNT"))
	r := rand.New(rand.NewSource(seed))
	logU := func(lo, hi float64) uint64 {
		return uint64(math.Exp(math.Log(lo) + r.Float64()*(math.Log(hi)-math.Log(lo))))
	}
	part := func(n uint64, most float64) uint64 { return uint64(float64(n) * r.Float64() * most) }
	var rows []cycleRow
	for i := 0; i < count; i++ {
		in := CycleIn{GCPercent: []int32{-1, 0, 3, 20, 100, 100, 100, 250, 1000}[r.Intn(9)], Procs: 1 + r.Intn(16)}
		in.HeapMarked = logU(64<<10, 8<<30)
		in.HeapLive = in.HeapMarked + part(in.HeapMarked, 0.2)
		in.LastHeapScan = part(in.HeapMarked, 1)
		in.HeapScan = in.LastHeapScan + part(in.LastHeapScan, 2)
		in.LastStackScan = logU(8<<10, 16<<20)
		in.Stacks = part(in.LastStackScan, 4)
		in.OldGlobals = logU(8<<10, 16<<20)
		in.Globals = in.OldGlobals
		if r.Intn(3) == 0 {
			in.Globals = part(in.OldGlobals, 3)
		}
		if r.Intn(25) == 0 { // nothing to expect
			in.LastHeapScan, in.LastStackScan, in.OldGlobals, in.Globals = 0, 0, 0, 0
		}
		in.HeapAlloc = in.HeapLive + part(in.HeapLive, 0.5)
		in.HeapFree = part(in.HeapLive, 0.5)
		in.MappedReady = in.HeapAlloc + in.HeapFree + logU(1<<20, 64<<20)
		in.MemoryLimit = 64 << 30
		if r.Intn(2) == 0 {
			in.MemoryLimit = int64(float64(in.MappedReady) * (0.6 + 2*r.Float64()))
		}
		if in.GCPercent >= 0 && r.Intn(10) == 0 {
			in.MemoryLimit = sameGoalLimit(in)
		}
		in.ConsMark = math.Exp(r.Float64()*6 - 5)
		if r.Intn(3) == 0 {
			for k := range in.LastConsMark {
				in.LastConsMark[k] = math.Exp(r.Float64()*8 - 6)
			}
		}
		in.SweepDone = r.Intn(3) == 0
		in.Periodic = r.Intn(4) == 0
		if r.Intn(3) == 0 {
			in.Late = logU(1, 64<<20)
		}

		rec := NewCycleRecorder(in)
		row := cycleRow{In: in}
		row.Plan = makePlan(rec, in.SweepDone)
		row.Live = max(row.Plan.Trigger, in.HeapMarked) + in.Late
		row.Goal, row.Ratio, row.Dedicated, row.Fractional, row.MaxIdle = rec.Start(row.Live, in.Globals, in.Procs, in.Periodic)

		// Work passes what was expected sooner or later, the heap its goal.
		expected := in.LastHeapScan + in.LastStackScan + in.Globals
		all := in.HeapScan + in.Stacks + in.Globals
		distance := max(row.Goal, row.Live+1<<16) - row.Live
		n := 1 + r.Intn(4)
		if r.Intn(12) == 0 {
			n = 0
		}
		for k := 0; k < n; k++ {
			s := CycleStep{Live: int64(part(distance, 0.9)), Scan: int64(part(distance, 0.5)), Globals: int64(in.Globals) / int64(n), Stack: int64(in.Stacks) / int64(n)}
			if r.Intn(5) == 0 {
				s.Live = int64(part(distance, 4))
			}
			if r.Intn(8) == 0 {
				s.Live = 0
			}
			s.Heap = int64(part(expected, 0.8))
			if r.Intn(4) == 0 {
				s.Heap = int64(part(all, 1))
			}
			if r.Intn(8) == 0 { // exactly at the goal
				s.Live = max(0, int64(row.Goal)-int64(rec.Live()))
			}
			if heap, stack, globals := rec.Work(); r.Intn(8) == 0 { // exactly what was expected
				s.Heap = max(0, int64(expected)-heap-stack-globals-s.Stack-s.Globals)
			}
			v := revision{CycleStep: s}
			v.Goal, v.Ratio = rec.Revise(s)
			row.Revisions = append(row.Revisions, v)
		}

		row.Duration = int64(logU(1e4, 2e9))
		if r.Intn(20) == 0 {
			row.Duration = 0
		}
		cpu := float64(row.Duration) * float64(in.Procs)
		if r.Intn(3) > 0 {
			row.AssistTime = int64(cpu * 0.7 * r.Float64())
		}
		if r.Intn(3) == 0 {
			row.IdleTime = int64(cpu * 0.3 * r.Float64())
		}
		row.Marked = part(rec.Live(), 1)
		row.ConsMark, row.Last = rec.End(row.Duration, in.Procs, row.AssistTime, row.IdleTime, row.Marked)
		if math.IsInf(row.ConsMark, 0) || math.IsNaN(row.ConsMark) {
			continue
		}
		row.Next = makePlan(rec, false)
		rows = append(rows, row)
	}
	b, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("REC_OUT"), append(b, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
