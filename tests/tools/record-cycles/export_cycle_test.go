package runtime

// Lets a test outside the package put a controller into any state and take it through one cycle.

type CycleIn struct {
	GCPercent                                                int32
	MemoryLimit                                              int64
	HeapMarked, HeapLive, HeapScan                           uint64
	LastHeapScan, LastStackScan, Stacks, OldGlobals, Globals uint64
	HeapFree, HeapAlloc, MappedReady                         uint64
	ConsMark                                                 float64
	LastConsMark                                             [4]float64
	SweepDone                                                bool
	Procs                                                    int
	Periodic                                                 bool
	// Allocated beyond the trigger before the cycle starts.
	Late uint64
}

type CycleStep struct{ Live, Scan, Heap, Stack, Globals int64 }

type CycleRecorder struct{ c *GCController }

func NewCycleRecorder(s CycleIn) CycleRecorder {
	c := NewGCController(int(s.GCPercent), s.MemoryLimit)
	c.heapMarked = s.HeapMarked
	c.heapLive.Store(s.HeapLive)
	c.heapScan.Store(s.HeapScan)
	c.lastHeapScan = s.LastHeapScan
	c.lastStackScan.Store(s.LastStackScan)
	c.maxStackScan.Store(s.Stacks)
	c.globalsScan.Store(s.OldGlobals)
	c.heapFree = sysMemStat(s.HeapFree)
	c.totalAlloc.Store(s.HeapAlloc)
	c.mappedReady.Store(s.MappedReady)
	c.consMark = s.ConsMark
	c.lastConsMark = s.LastConsMark
	return CycleRecorder{c}
}

func (r CycleRecorder) Commit(sweepDone bool) (trigger, goal, gcPercentGoal, limitGoal, sweepDist, runway uint64) {
	r.c.commit(sweepDone)
	trigger, goal = r.c.trigger()
	return trigger, goal, r.c.gcPercentHeapGoal.Load(), r.c.memoryLimitHeapGoal(), r.c.sweepDistMinTrigger.Load(), r.c.runway.Load()
}

func (r CycleRecorder) Start(live, globals uint64, procs int, periodic bool) (goal uint64, ratio float64, dedicated int64, fractional float64, idle int32) {
	kind := gcTriggerHeap
	if periodic {
		kind = gcTriggerTime
	}
	r.c.heapLive.Store(live)
	r.c.globalsScan.Store(globals)
	r.c.startCycle(0, procs, gcTrigger{kind: kind})
	return r.c.heapGoal(), r.c.assistWorkPerByte.Load(), r.c.dedicatedMarkWorkersNeeded.Load(), r.c.fractionalUtilizationGoal, int32(r.c.idleMarkWorkers.Load() >> 32)
}

func (r CycleRecorder) Revise(s CycleStep) (goal uint64, ratio float64) {
	r.c.Revise(GCControllerReviseDelta{HeapLive: s.Live, HeapScan: s.Scan, HeapScanWork: s.Heap, StackScanWork: s.Stack, GlobalsScanWork: s.Globals})
	return r.c.heapGoal(), r.c.assistWorkPerByte.Load()
}

func (r CycleRecorder) End(duration int64, procs int, assist, idle int64, marked uint64) (consMark float64, last [4]float64) {
	r.c.assistTime.Store(assist)
	r.c.idleMarkTime.Store(idle)
	r.c.endCycle(duration, procs, false)
	r.c.resetLive(marked)
	return r.c.consMark, r.c.lastConsMark
}

func (r CycleRecorder) Live() uint64 { return r.c.heapLive.Load() }
func (r CycleRecorder) Work() (heap, stack, globals int64) {
	return r.c.heapScanWork.Load(), r.c.stackScanWork.Load(), r.c.globalsScanWork.Load()
}
