import type { LessonSource } from '../lesson.ts'

export const LIMIT: LessonSource = {
  id: 'a-memory-limit',
  title: 'A limit instead of a guess',
  minutes: 10,
  needs: ['a-spike'],
  notes: `
    Ten minutes, four of them for the last step. What goes wrong: people take the limit for a promise. It is a wish that
    Go tries to keep. Ask: what can Go not free, however hard it tries?`,
  steps: [
    {
      text: `
        GOGC asks you to guess. How high will the spike be? Go has a second setting that answers another question: how
        much memory is there? It is called **GOMEMLIMIT**, the **memory limit** (Go 1.19 and later).

        The memory limit is *soft*. Go never kills the program for it. It runs the GC more often when memory comes near it.

        Here GOGC is {gogc}, as before, and the memory limit is {memoryLimit}. Before, the peak was
        {peakMemoryBytes with memoryLimit=off}.`,
      scenario: '#v=1&preset=spike&memoryLimit=40MiB',
      show: ['heap'],
      bet: { kind: 'level', of: 'peakMemoryBytes', prompt: 'Where is the peak now? Drag the line.', until: 2 },
      reveal: `
        Memory stops at {peakMemoryBytes}: the limit. Go’s rule is simple. The goal is the *lower* of two: what GOGC asks
        for, and what the limit leaves. More in
        [Go’s guide on the memory limit](https://go.dev/doc/gc-guide#Memory_limit).`,
      claims: ['peakMemoryBytes = 40MiB', "verdict = 'healthy'"],
    },
    {
      text: `
        What did that cost? Without the limit, the GC ran {cycles with memoryLimit=off} times and took
        {gcCpuFraction with memoryLimit=off} of the CPU time.`,
      scenario: '#v=1&preset=spike&memoryLimit=40MiB',
      show: ['heap', 'results'],
      bet: {
        kind: 'number',
        of: 'cycles',
        prompt: 'How many cycles run with the limit of {memoryLimit}?',
        tolerance: 0.1,
        until: 2,
      },
      reveal: `
        Just {cycles - cycles with memoryLimit=off} more: {cycles}. The limit only works while memory is near it. In the calm parts
        GOGC is in charge, and they cost what they cost before. The GC takes {gcCpuFraction}.

        Compare: to get the same peak with GOGC alone, GOGC has to be {gogc with gogc=33}. Then the GC takes
        {gcCpuFraction with gogc=33, memoryLimit=off}, all day long.`,
      claims: [
        'peakMemoryBytes with gogc=33, memoryLimit=off <= 40MiB',
        'peakMemoryBytes with gogc=34, memoryLimit=off > 40MiB',
        'gcCpuFraction with gogc=33, memoryLimit=off > gcCpuFraction * 2',
      ],
      notes: 'This is the step to dwell on: the limit is paid for only when it is needed.',
    },
    {
      text: `
        Change both settings. When does the goal follow GOGC? When does it follow the limit? The line of the goal shows it.

        Set the limit to 70 MiB. It is never reached: the run is the same as without a limit.`,
      scenario: '#v=1&preset=spike&memoryLimit=40MiB',
      controls: ['gogc', 'memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        'cycles with memoryLimit=70MiB = cycles with memoryLimit=off',
        'peakMemoryBytes with memoryLimit=70MiB = peakMemoryBytes with memoryLimit=off',
      ],
    },
    {
      text: `
        **Same CPU with a third less memory.** Someone set GOGC to {gogc}. The GC takes {gcCpuFraction} of the CPU time, and
        memory peaks at {peakMemoryBytes}. Cut the peak to 60 MiB, and let the GC take no more than it does now.`,
      scenario: '#v=1&preset=spike&gogc=200',
      controls: ['gogc', 'memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      claims: ['peakMemoryBytes = 90MiB', 'peakMemoryBytes - peakMemoryBytes / 3 = 60MiB', 'gcCpuFraction < 0.034'],
      goal: {
        all: [
          { of: 'peakMemoryBytes', atMost: '60MiB' },
          { of: 'gcCpuFraction', atMost: 0.034 },
        ],
        stars: [[{ of: 'gcCpuFraction', atMost: 0.025 }], [{ of: 'peakMemoryBytes', atMost: '56MiB' }]],
        changes: ['gogc', 'memoryLimit'],
        hints: [
          'The memory limit can keep the peak down, whatever GOGC is.',
          'In the calm parts, a higher GOGC saves CPU time. How high may it be if the limit is there?',
          'GOGC can be off.',
        ],
        solution: { gogc: 'off', memoryLimit: '56MiB' },
      },
    },
  ],
}
