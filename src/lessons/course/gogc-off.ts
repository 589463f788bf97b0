import type { LessonSource } from '../lesson.ts'

export const GOGC_OFF: LessonSource = {
  id: 'gogc-off',
  title: 'GOGC=off with a limit',
  minutes: 10,
  needs: ['containers-and-headroom', 'the-50-percent-limiter'],
  notes: `
    Ten minutes. What goes wrong: people copy GOGC=off and forget the limit. The first step shows what comes of it.
    Ask: which of your services has its memory to itself?`,
  steps: [
    {
      text: `
        GOGC can be **off**. Then no cycle starts because of GOGC. With no memory limit either, Go starts no cycle on its own.

        This program allocates {peakMemoryBytes with containerLimit=off} in its run. Its container has {containerLimit}.`,
      scenario: '#v=1&preset=spike&gogc=off&containerLimit=120MiB',
      show: ['heap'],
      bet: {
        kind: 'moment',
        of: 'outcome.atSeconds',
        prompt: 'When is it killed? It allocates 20 MiB every second.',
        until: 2,
      },
      reveal: `
        At {outcome.atSeconds}, after {outcome.progress} of its work. Memory only grew. There were {cycles} cycles.`,
      claims: ["outcome.kind = 'oom-killed'", 'cycles = 0'],
    },
    {
      text: `
        Now add a memory limit of {memoryLimit}. The heap grows until it is near the limit. Then a cycle runs. So the
        program uses *all the memory it may have*, and runs the GC as rarely as it can.

        With GOGC at {gogc with gogc=100} the same program ran {cycles with gogc=100} cycles.`,
      scenario: '#v=1&preset=spike&gogc=off&memoryLimit=60MiB',
      show: ['heap', 'results'],
      bet: { kind: 'number', of: 'cycles', prompt: 'How many cycles run now?', tolerance: 0.25, until: 2 },
      reveal: `
        Only {cycles}. The GC takes {gcCpuFraction}. With GOGC at {gogc with gogc=100} it took
        {gcCpuFraction with gogc=100}, {gcSeconds with gogc=100 / gcSeconds as times} as much CPU time. The peak is the same: {peakMemoryBytes}.`,
      claims: ['peakMemoryBytes with gogc=100 = peakMemoryBytes', 'gcSeconds with gogc=100 / gcSeconds ~ 3'],
    },
    {
      text: `
        That looks like a gift. Here is the catch. Memory goes up to the limit before *every* cycle, not only in a spike. And
        if the live heap comes near the limit, little room is left between the two: the GC runs more and more often.

        Move the limit down, towards the live heap, and watch the verdict.`,
      scenario: '#v=1&preset=spike&gogc=off&memoryLimit=60MiB&cpuLimiter=1',
      controls: ['memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        "verdict = 'healthy'",
        'cycles = 4',
        'cycleList[0].heapStartBytes = memoryLimit',
        'cycleList[1].heapStartBytes = memoryLimit',
        'cycleList[2].heapStartBytes = memoryLimit',
        'cycleList[3].heapStartBytes = memoryLimit',
        'cycles with memoryLimit=40MiB > cycles',
        'cycles with memoryLimit=34MiB > cycles with memoryLimit=40MiB',
        "verdict with memoryLimit=32MiB = 'tight'",
        'gcCpuFraction with memoryLimit=25MiB > 0.25',
      ],
    },
    {
      text: `
        Rule of thumb: use GOGC=off with a limit when the program has its memory to itself, such as one service in one
        container. Keep GOGC when it shares a machine with others.

        **Two changes, no more.** Bring this run to a GC share of 1.5 % or less, inside its container.`,
      scenario: '#v=1&preset=spike&containerLimit=100MiB',
      controls: ['gogc', 'memoryLimit', 'cpuLimiter'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [
          { of: 'outcome.kind', is: 'completed' },
          { of: 'gcCpuFraction', atMost: 0.015 },
        ],
        stars: [[{ of: 'peakContainerBytes', atMost: '95MiB' }]],
        changes: ['gogc', 'memoryLimit', 'cpuLimiter'],
        most: 2,
        hints: ['GOGC off alone is not enough: why?', 'Leave 5 to 10 % of the container as headroom.'],
        solution: { gogc: 'off', memoryLimit: '92MiB' },
      },
    },
  ],
}
