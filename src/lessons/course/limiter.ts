import type { LessonJson } from '../lesson.ts'

export const LIMITER: LessonJson = {
  version: 1,
  id: 'the-50-percent-limiter',
  title: 'The 50 % limiter',
  minutes: 10,
  needs: ['thrashing'],
  notes: `
    Real Go always has this limiter on. We switch it off only to show what it is for.
    What goes wrong: people think that it protects memory. It protects CPU time, and pays with memory.`,
  steps: [
    {
      text: `
        Thrashing is worse than a crash. A crash is seen and restarted. A program that thrashes stays up and does
        nothing. So Go has a brake: the **GC CPU limiter**. It lets the GC take about 50 % of the CPU time, and no more.

        When the GC has used its share, Go lets memory pass the memory limit instead.

        Without the brake this program took {totalSeconds with cpuLimiter=off}.`,
      scenario: '#v=1&preset=thrash-capped',
      controls: [],
      show: ['heap', 'cpu'],
      bet: {
        kind: 'number',
        of: 'totalSeconds',
        prompt: 'How long does it take with the brake on?',
        tolerance: 0.2,
        until: 4.5,
      },
      reveal: `
        It takes {totalSeconds}, {totalSeconds / totalSeconds with cpuLimiter=off as times} as long. The limiter held cycles
        back for {limiterSeconds} in all.

        The model on this page stops the program while the GC works, so its limiter is a simple copy of Go’s. Go’s own
        words: [a GC CPU limit](https://go.dev/doc/gc-guide#Memory_limit) of roughly 50 %.`,
      claims: ['totalSeconds < 13.5', 'totalSeconds > 13.3', 'limiterSeconds > 0'],
    },
    {
      text: `
        Nothing is free. With the brake off, memory peaked at {peakMemoryBytes with cpuLimiter=off}. The limit is
        {memoryLimit}.`,
      scenario: '#v=1&preset=thrash-capped',
      controls: [],
      show: ['heap', 'cpu', 'results'],
      bet: {
        kind: 'level',
        of: 'peakMemoryBytes',
        prompt: 'How high does memory go with the brake on?',
        until: 4.5,
        tolerance: 0.04,
      },
      reveal: `
        It goes to {peakMemoryBytes}. That is {peakMemoryBytes - peakMemoryBytes with cpuLimiter=off} more, and
        {peakMemoryBytes - memoryLimit} above the limit. The time was bought with memory.`,
      claims: ['peakMemoryBytes > peakMemoryBytes with cpuLimiter=off', 'peakMemoryBytes > memoryLimit'],
    },
    {
      text: `
        Make the limit absurd: {memoryLimit}. Without the brake this run would take {totalSeconds with cpuLimiter=off}.
        Now there is a ceiling: a program may become about twice as slow, not worse.

        Here the run takes {totalSeconds}, {totalSeconds / mutatorSeconds as times} as long as its own work. Lower the
        limit further and look at the lower chart: the share of the GC stays near half.`,
      scenario: '#v=1&preset=thrash-capped&memoryLimit=10MiB',
      controls: ['memoryLimit', 'cpuLimiter'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        'totalSeconds / mutatorSeconds < 2.2',
        'totalSeconds / mutatorSeconds > 1.9',
        'totalSeconds with cpuLimiter=off > 9 * totalSeconds',
        'gcCpuFraction ~ 0.5',
        'gcCpuFraction with memoryLimit=4MiB ~ 0.5',
      ],
    },
    {
      text: `
        **Make it die of the limiter.** Find a container in which this program is killed *because* the brake is on. With
        the brake off it has to survive in the same container.`,
      scenario: '#v=1&preset=thrash-capped&containerLimit=40MiB',
      controls: ['containerLimit'],
      show: ['heap', 'results'],
      goal: {
        all: [
          { of: 'outcome.kind', is: 'oom-killed' },
          { of: 'outcome.kind with cpuLimiter=off', is: 'completed' },
        ],
        changes: ['containerLimit'],
        hints: [
          'With the brake on, memory goes a little higher than without it.',
          'The container’s limit has to lie between the two peaks.',
        ],
        solution: { containerLimit: '31MiB' },
      },
    },
  ],
}
