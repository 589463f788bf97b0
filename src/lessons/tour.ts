import type { LessonJson } from './lesson.ts'

/** The first two minutes, on the simulator itself: no bets, four steps. */
export const TOUR: LessonJson = {
  version: 1,
  id: 'tour',
  title: 'Two-minute tour',
  minutes: 2,
  needs: [],
  steps: [
    {
      text: 'This is the heap of a Go program. The **live heap**, dark, is what the program still uses: {peakLiveBytes}. New memory comes on top until the garbage collector runs: that is one **GC cycle**. It ran {cycles as whole} times. Press Play to watch it.',
      scenario: '#v=1&preset=steady',
      controls: [],
      show: ['heap'],
      claims: ['cycles > 3'],
    },
    {
      text: '**GOGC** says how much new memory may come on top of the live heap: {gogc} % of it. So the heap climbs to {peakMemoryBytes}. Drag GOGC to 200: it climbs to {peakMemoryBytes with gogc=200}, and the GC takes {gcSeconds with gogc=200 / gcSeconds as times} the CPU time.',
      scenario: '#v=1&preset=steady',
      controls: ['gogc'],
      show: ['heap'],
      claims: ['peakMemoryBytes with gogc=200 > peakMemoryBytes', 'gcSeconds with gogc=200 < gcSeconds'],
    },
    {
      text: 'Most programs are not that steady. Here the live heap grows to {peakLiveBytes} for a moment, and the heap climbs to {peakMemoryBytes}: GOGC doubles the spike too. In a container with less memory than that, the program would be killed.',
      scenario: '#v=1&preset=spike',
      controls: [],
      show: ['heap'],
      claims: ['peakMemoryBytes / peakLiveBytes = 2'],
    },
    {
      text: '**GOMEMLIMIT** makes the collector run earlier where memory gets tight, and only there. With a limit of {memoryLimit} memory never gets above it, for {cycles as whole} cycles in place of {cycles with memoryLimit=off as whole}. Drag the limit towards the live heap and see what that costs.',
      scenario: '#v=1&preset=spike&memoryLimit=45MiB',
      controls: ['memoryLimit'],
      show: ['heap'],
      claims: [
        'peakMemoryBytes <= memoryLimit',
        'peakMemoryBytes with memoryLimit=off > memoryLimit',
        'cycles with memoryLimit=off < cycles',
      ],
    },
  ],
}
