import type { LessonSource } from '../lesson.ts'

export const THRASHING: LessonSource = {
  id: 'thrashing',
  title: 'When the limit is too low',
  minutes: 10,
  needs: ['a-memory-limit'],
  notes: `
    Take your time over the third step: the run hardly gets worse for a long while, and then all at once.
    In this lesson the 50 % limit of the next one is switched off.`,
  steps: [
    {
      text: `
        A memory limit cannot make the live heap smaller. The GC only frees garbage. So what happens if the limit is
        below the live heap?

        This program has a live heap of {peakLiveBytes} in the spike. GOGC is off, so the limit alone starts cycles. The
        limit is {memoryLimit}. Go’s limit on GC CPU is off here. Without any GC the program takes {mutatorSeconds} of CPU
        time.`,
      scenario: '#v=1&preset=thrash',
      show: ['heap', 'cpu'],
      bet: {
        kind: 'verdict',
        of: 'verdict',
        prompt: 'What happens?',
        choices: ['healthy', 'killed', 'thrashing'],
        until: 4.5,
      },
      reveal: `
        The GC starts a cycle, finds almost nothing to free, and starts again at once. The program hardly moves. We call
        this **thrashing**.

        There are {cycles} cycles. The GC takes {gcCpuFraction} of the CPU time. The run takes {totalSeconds},
        {totalSeconds / mutatorSeconds as times} as long as the work itself. Memory still peaks at {peakMemoryBytes}.
        All that work could not keep it below the limit.`,
      claims: [
        "verdict = 'thrashing'",
        'cycles > 300',
        'mutatorSeconds ~ 10',
        'memoryLimit < peakLiveBytes',
        'totalSeconds > 31',
        'totalSeconds < 32',
        'peakMemoryBytes > 25MiB',
      ],
    },
    {
      text: `
        Now the limit is {memoryLimit}, just {memoryLimit - peakLiveBytes} above the live heap of the spike.`,
      scenario: '#v=1&preset=thrash&memoryLimit=32MiB',
      show: ['heap', 'cpu', 'results'],
      bet: {
        kind: 'number',
        of: 'gcCpuFraction',
        prompt: 'What share of the CPU time does the GC take now?',
        tolerance: 0.2,
        until: 4.5,
      },
      reveal: `
        It takes {gcCpuFraction}, and the run is over after {totalSeconds}. So little room makes such a difference.`,
      claims: ['gcCpuFraction with memoryLimit=25MiB / gcCpuFraction > 6', 'memoryLimit - peakLiveBytes = 2MiB'],
    },
    {
      text: `
        Now move the limit. Watch the share of the GC. From {memoryLimit} down to 35 MiB it rises slowly, to
        {gcCpuFraction with memoryLimit=35MiB}. Then it goes up like a wall.

        - {memoryLimit with memoryLimit=60MiB}: GC {gcCpuFraction with memoryLimit=60MiB}
        - {memoryLimit with memoryLimit=40MiB}: GC {gcCpuFraction with memoryLimit=40MiB}
        - {memoryLimit with memoryLimit=32MiB}: GC {gcCpuFraction with memoryLimit=32MiB}
        - {memoryLimit with memoryLimit=30MiB}: GC {gcCpuFraction with memoryLimit=30MiB}`,
      scenario: '#v=1&preset=thrash&memoryLimit=60MiB',
      controls: ['memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        'gcCpuFraction with memoryLimit=35MiB < 0.1',
        'gcCpuFraction with memoryLimit=30MiB / gcCpuFraction with memoryLimit=32MiB > 5',
      ],
      notes: 'Ask how much room above the live heap they would leave. There is no single right answer.',
    },
    {
      text: `
        Save this program. Memory may **not pass 36 MiB**, and the GC may take **at most 9 % of the CPU time**.`,
      scenario: '#v=1&preset=thrash',
      controls: ['memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [
          { of: 'peakMemoryBytes', atMost: '36MiB' },
          { of: 'gcCpuFraction', atMost: 0.09 },
        ],
        stars: [[{ of: 'peakMemoryBytes', atMost: '34MiB' }], [{ of: 'verdict', is: 'healthy' }]],
        changes: ['memoryLimit'],
        hints: ['The limit has to be above the live heap of the spike.', 'A few MiB of room above it are enough.'],
        solution: { memoryLimit: '34MiB' },
      },
    },
  ],
}
