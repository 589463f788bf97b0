import type { LessonSource } from '../lesson.ts'

export const LIMITER: LessonSource = {
  id: 'the-50-percent-limiter',
  title: 'The 50 % limiter',
  minutes: 10,
  needs: ['thrashing'],
  notes: `
    Since Go 1.19 this limiter is always on. We switch it off only to show what it is for.
    What goes wrong: people think that it protects memory. It protects CPU time, and pays with memory.`,
  steps: [
    {
      text: `
        Thrashing is worse than a crash. A crash is seen and restarted. A program that thrashes stays up and does
        nothing. So Go has the **GC CPU limiter**. It keeps the GC near 50 % of the CPU time. Short bursts may take more.

        When the GC has used its share, Go lets memory pass the memory limit instead.

        Without the limiter this program took {totalSeconds with cpuLimiter=off}.`,
      scenario: '#v=1&preset=thrash-capped',
      show: ['heap', 'cpu'],
      bet: {
        kind: 'number',
        of: 'totalSeconds',
        prompt: 'How long does it take with the limiter on?',
        tolerance: 0.2,
        until: 4.5,
      },
      reveal: `
        It takes {totalSeconds} in place of {totalSeconds with cpuLimiter=off}. Look at the **limiter bucket**
        in the lower chart. It fills while the GC takes more than half of the CPU time. While it is full, cycles have to
        wait: for {limiterSeconds} in all.

        This model stops the program while the GC works, so its limiter is a simple copy of Go’s. More in
        [Go’s guide](https://go.dev/doc/gc-guide#Memory_limit).`,
      claims: ['totalSeconds < 13.5', 'totalSeconds > 13.3', 'limiterSeconds > 0'],
    },
    {
      text: `
        Nothing is free: with the limiter, memory goes higher. Without it, the peak was
        {peakMemoryBytes with memoryLimit=25MiB, cpuLimiter=off}. With it, the peak was
        {peakMemoryBytes with memoryLimit=25MiB}. The memory limit was {memoryLimit with memoryLimit=25MiB}.

        Now the memory limit is only {memoryLimit}.`,
      scenario: '#v=1&preset=thrash-capped&memoryLimit=20MiB',
      show: ['heap', 'cpu', 'results'],
      bet: {
        kind: 'level',
        of: 'peakMemoryBytes',
        prompt: 'How high does memory go with this limit? Drag the line.',
        until: 4.5,
        tolerance: 0.04,
      },
      reveal: `
        It goes to {peakMemoryBytes}, as before. That is {peakMemoryBytes - memoryLimit} above the limit. The live heap needs
        its room, whatever the limit. A lower limit only costs more time: {totalSeconds} in place of
        {totalSeconds with memoryLimit=25MiB}.

        The GC takes {gcCpuFraction} of the CPU time in all. The verdict is thrashing, because it takes about half for most
        of the run.`,
      claims: [
        "verdict = 'thrashing'",
        'gcCpuFraction < 0.45',
        'peakMemoryBytes > peakMemoryBytes with cpuLimiter=off',
        'peakMemoryBytes > memoryLimit',
        'peakMemoryBytes - peakMemoryBytes with memoryLimit=25MiB < 1KiB',
        'peakMemoryBytes with memoryLimit=25MiB - peakMemoryBytes < 1KiB',
        'totalSeconds > totalSeconds with memoryLimit=25MiB',
      ],
    },
    {
      text: `
        Make the limit absurd: {memoryLimit}. Without the limiter this run would take {totalSeconds with cpuLimiter=off}.
        Now there is a ceiling for the GC: about half of the CPU time.

        Here the run takes {totalSeconds}, {totalSeconds / mutatorSeconds as times} as long as its own work. Lower the
        limit further and look at the lower chart: the share of the GC stays near half. A real program may become slower
        still, because Go also gives memory back to the system and takes it again.`,
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
        **Make it die of the limiter.** Find a container in which this program is killed *because* the limiter is on. With
        the limiter off it has to survive in the same container.`,
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
          'With the limiter on, memory goes a little higher than without it.',
          'The container’s limit has to lie between the two peaks.',
        ],
        solution: { containerLimit: '31MiB' },
      },
    },
  ],
}
