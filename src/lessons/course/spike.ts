import type { LessonSource } from '../lesson.ts'

export const SPIKE_LESSON: LessonSource = {
  id: 'a-spike',
  title: 'A spike',
  minutes: 10,
  needs: ['what-gogc-trades'],
  notes: `
    Have somebody tell the story of a pod that died at night. Then show the second step.
    The common mistake is to size the container by the live heap of a calm day.`,
  steps: [
    {
      text: `
        Most programs are calm most of the time. Then a large request comes. The live heap jumps for a moment. We call
        that a **spike**.

        In this run the live heap is {cycleList[4].liveBytes} at first. In the spike it grows to {peakLiveBytes}, and after
        about a second it falls back. Find the highest tooth. When the heap is up there, is the spike still there?`,
      scenario: '#v=1&preset=spike',
      show: ['heap'],
      claims: ['cycleList[4].liveBytes = 20MiB', 'peakLiveBytes = 30MiB', 'peakMemoryBytes = 60MiB'],
    },
    {
      text: `
        The heap was highest when the spike was over. The chart draws the live heap that the *last* cycle found. That cycle ran in the spike and found
        {peakLiveBytes}, so it set the next goal at {peakMemoryBytes with containerLimit=off}. When the heap got there, the
        next cycle found only {cycleList[8].liveBytes with containerLimit=off}. The goal is always one cycle late.

        Now the program runs in a **container** with a limit of {containerLimit}. The limit is hard. The moment memory
        passes it, the kernel kills the program. People call that an **OOM kill**: out of memory.`,
      scenario: '#v=1&preset=spike&containerLimit=55MiB',
      show: ['heap'],
      bet: {
        kind: 'moment',
        of: 'outcome.atSeconds',
        prompt: 'When is the program killed? Drag the line. The spike begins soon after the part that you see.',
        until: 4.5,
        tolerance: 0.08,
      },
      reveal: `
        It is killed at {outcome.atSeconds}, after {outcome.progress} of its work. The live heap never passed
        {peakLiveBytes}. Most of the memory was garbage that no cycle had freed yet.`,
      claims: [
        "outcome.kind = 'oom-killed'",
        'outcome.atSeconds > 7',
        'peakLiveBytes / containerLimit < 0.6',
        'cycleList[7].liveBytes = peakLiveBytes',
        'cycleList[8].liveBytes with containerLimit=off = 15MiB',
      ],
      notes: 'After the answer, ask: what would the team see in its logs? Nothing. A kill leaves no stack trace.',
    },
    {
      text: `
        You can lower GOGC to get through. But that costs CPU time for the whole run, not only for the spike.

        Move GOGC down until the program lives.`,
      scenario: '#v=1&preset=spike&containerLimit=55MiB',
      controls: ['gogc'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        "outcome.kind with gogc=75 = 'completed'",
        'gcCpuFraction with gogc=75 > gcCpuFraction with containerLimit=off',
      ],
    },
    {
      text: `
        Survive the spike, **with the GC at 8.3 % of the CPU time or less**. You may change GOGC only.`,
      scenario: '#v=1&preset=spike&containerLimit=55MiB',
      controls: ['gogc'],
      show: ['heap', 'results'],
      goal: {
        all: [
          { of: 'outcome.kind', is: 'completed' },
          { of: 'gcCpuFraction', atMost: 0.083 },
        ],
        stars: [[{ of: 'gcCpuFraction', atMost: 0.078 }]],
        changes: ['gogc'],
        hints: [
          'The peak is the live heap of the spike, plus GOGC percent of it.',
          'The live heap of the spike is 30 MiB. How many percent of that fit below the container’s limit?',
        ],
        solution: { gogc: '82' },
      },
    },
  ],
}
