import type { LessonSource } from '../lesson.ts'
import { TINY } from './programs.ts'

export const TINY_HEAPS: LessonSource = {
  id: 'tiny-heaps',
  title: 'Tiny heaps',
  minutes: 10,
  needs: ['gogc-off'],
  notes: 'A “ballast” was common advice before Go 1.19. Some code still has one. The last step shows what replaced it.',
  steps: [
    {
      text: `
        From here on the lessons use a second model: Go’s own way of running the GC, beside the program. More on that in
        the next lesson.

        This program has a live heap of about 1 MiB. It allocates 100 MiB of garbage every second. With GOGC at {gogc} you
        might expect teeth of {initialLive * 2}. But Go has a **minimum heap** of 4 MiB at this GOGC: GOGC sets no lower goal.

        Two lines are new in the chart. A cycle starts at the **trigger**, a little below the goal. **Total memory** is all
        that the program takes up, as a container counts it.`,
      scenario: TINY,
      show: ['heap'],
      bet: {
        kind: 'number',
        of: 'cycles',
        prompt: 'The program runs for 10 seconds. How many cycles run?',
        tolerance: 0.35,
        until: 0.1,
      },
      reveal: `
        There are {cycles}. Each tooth holds only a few MiB of garbage, so it is full in no time. A small heap does not
        mean few cycles.`,
      claims: [
        'cycles > 200',
        'cycleList[-1].goalBytes = 4MiB',
        'cycleList[-1].triggerBytes < cycleList[-1].goalBytes',
        'initialLive = 1MiB',
        'wallSeconds ~ 10',
      ],
    },
    {
      text: `
        Memory is not the problem here. The machine has plenty. So give the heap more room: set GOGC to {gogc}.

        In this model, **GC CPU** is the GC’s share of all the time that the CPUs have, busy or not. Marking on a CPU that
        has nothing else to do is left out of both.`,
      scenario: { ...TINY, gogc: 400 },
      controls: ['gogc'],
      show: ['heap', 'results'],
      claims: ['cycles < cycles with gogc=100', 'gcSeconds with gogc=100 / gcSeconds > 4', 'peakHeapBytes < 16MiB'],
      bet: {
        kind: 'number',
        of: 'gcSeconds with gogc=100 / gcSeconds',
        prompt: 'GOGC went from 100 to {gogc}. How many times less CPU time does the GC take?',
        tolerance: 0.3,
        until: 1,
      },
      reveal: `
        It takes {gcSeconds with gogc=100 / gcSeconds as times} less, and the heap stays below 16 MiB. GC CPU was low
        even before: {compulsoryGcFraction with gogc=100}. Go’s minimum heap grows with GOGC, too.`,
    },
    {
      text: `
        Before the memory limit was there, people used a trick: a **ballast**. They kept one huge array that nobody used. It made
        the live heap look large, so cycles became rare. Nothing was ever written to it, so it used no real memory.

        Here the ballast is {untouched}. Look: the heap goes up to {peakHeapBytes}, but the container sees only
        {peakContainerBytes}: the line of total memory lies inside the heap. There are {cycles} cycles.

        **Peak memory** is what a memory limit would count. That includes the ballast.`,
      scenario: {
        ...TINY,
        title: 'A tiny program with ballast',
        program: { ...TINY.program, initialLive: '65MiB', untouched: '64MiB', pointerFreeLive: '64MiB' },
      },
      show: ['heap', 'results'],
      claims: ['cycles < 30', 'peakContainerBytes < peakHeapBytes', 'untouched = 64MiB'],
    },
    {
      text: `
        Today you do not need the trick. Go’s answer is GOGC=off with a memory limit.

        **Replace the ballast.** At most 30 cycles, and no more than 66 MiB for the container.`,
      scenario: TINY,
      controls: ['gogc', 'memoryLimit'],
      show: ['heap', 'results'],
      goal: {
        all: [
          { of: 'cycles', atMost: 30 },
          { of: 'peakContainerBytes', atMost: '66MiB' },
        ],
        stars: [[{ of: 'cycles', atMost: 20 }]],
        changes: ['gogc', 'memoryLimit'],
        hints: [
          'Let the limit start the cycles, not GOGC.',
          'Turn GOGC off. Then choose a limit a little below 66 MiB.',
        ],
        solution: { gogc: 'off', memoryLimit: '64MiB' },
      },
    },
  ],
}
