import type { LessonSource } from '../lesson.ts'
import { shape } from './programs.ts'

export const HEAP_SHAPE: LessonSource = {
  id: 'heap-shape',
  title: 'Same MiB, thirty times the cost',
  minutes: 10,
  needs: ['trigger-runway-assists'],
  notes: 'Ask who has a cache in their service, and what is in it: maps of pointers, or bytes?',
  steps: [
    {
      text: `
        Marking means following **pointers**. The GC starts at what the program holds, and visits all that it points to. A
        large block of bytes has no pointers in it. The GC has to note it once, and is done.

        Here are two programs with the same {initialLive} of live heap. In this one, all of it is small objects
        with pointers. It runs {cycles} cycles. The GC takes {gcSeconds} of CPU time, marking on
        idle CPUs included. The figure *GC CPU* leaves that marking out. It is a share of all the other time that the CPUs
        had, used or not.`,
      scenario: shape('Small objects with pointers', '0'),
      show: ['heap', 'cpu', 'results'],
      claims: ['cycles > 10', 'compulsoryGcFraction < gcCpuFraction / 2'],
    },
    {
      text: `
        In the second program almost all of the live heap is one buffer: {pointerFreeLive} of bytes, with no pointers. All the rest
        is the same: the same MiB, the same garbage, {cycles} cycles.

        The GC of the first program took {gcSeconds with pointerFreeLive=0}.`,
      scenario: shape('One large buffer', '248MiB'),
      show: ['heap'],
      bet: {
        kind: 'number',
        of: 'gcSeconds with pointerFreeLive=0 / gcSeconds',
        prompt: 'How many times less CPU time does the GC take now?',
        tolerance: 0.4,
        until: 5,
      },
      reveal: `
        {gcSeconds with pointerFreeLive=0 / gcSeconds as whole} times less: {gcSeconds} in place of {gcSeconds with pointerFreeLive=0}. The heap
        chart changes far less. There are as many cycles. But marking is over sooner. What is allocated while the GC marks
        counts as live, so there is less of that. The goal ends up at {cycleList[-1].goalBytes}, in place of
        {cycleList[-1].goalBytes with pointerFreeLive=0}.

        What counts for the GC is not how large the live heap is. It is how much of it the GC has to look through.`,
      claims: [
        'cycles = cycles with pointerFreeLive=0',
        'gcSeconds with pointerFreeLive=0 / gcSeconds ~ 30',
        'initialLive = initialLive with pointerFreeLive=0',
        'cycleList[sum].endSeconds - cycleList[sum].startSeconds < (cycleList[sum].endSeconds - cycleList[sum].startSeconds) with pointerFreeLive=0',
        'cycleList[-1].liveBytes < cycleList[-1].liveBytes with pointerFreeLive=0',
        'cycleList[-1].goalBytes < cycleList[-1].goalBytes with pointerFreeLive=0',
        'peakMemoryBytes > peakMemoryBytes with pointerFreeLive=0 * 0.8',
      ],
    },
    {
      text: `
        Most programs are in between. Change how much of the {initialLive} of live heap is free of pointers. There are
        {cycles} cycles at every value. The less there is to mark, the lower the teeth. *GC CPU* moves far more: from
        {compulsoryGcFraction with pointerFreeLive=0} to nearly 0 %.

        This is why a cache of bytes costs so little, and a map of pointers or strings so much. Go’s guide has
        [more ways to help the GC](https://go.dev/doc/gc-guide#Implementation-specific_optimizations).`,
      scenario: shape('A mixture', '128MiB'),
      controls: ['pointerFreeLive'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        ...['0', '1MiB', '64MiB', '192MiB', '248MiB', '256MiB', '4GiB'].map(
          (value) => `cycles with pointerFreeLive=${value} = cycles`,
        ),
        'initialLive = 256MiB',
        'peakMemoryBytes with pointerFreeLive=0 > peakMemoryBytes',
        'peakMemoryBytes > peakMemoryBytes with pointerFreeLive=256MiB',
        'peakMemoryBytes with pointerFreeLive=256MiB > peakMemoryBytes with pointerFreeLive=0 * 0.8',
        'compulsoryGcFraction with pointerFreeLive=0 > compulsoryGcFraction',
        'compulsoryGcFraction > compulsoryGcFraction with pointerFreeLive=256MiB * 10',
        'compulsoryGcFraction with pointerFreeLive=256MiB < 0.001',
        'compulsoryGcFraction with pointerFreeLive=256MiB > 0',
      ],
    },
    {
      text: `
        **Half the price, the same memory.** Bring *GC CPU* to 2.2 % or less. You may change the shape of the heap,
        or GOGC, but not both. Memory may not pass 720 MiB.`,
      scenario: shape('A mixture', '32MiB'),
      controls: ['pointerFreeLive', 'gogc'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [
          { of: 'compulsoryGcFraction', atMost: 0.022 },
          { of: 'peakMemoryBytes', atMost: '720MiB' },
        ],
        stars: [[{ of: 'compulsoryGcFraction', atMost: 0.01 }]],
        changes: ['pointerFreeLive', 'gogc'],
        most: 1,
        hints: ['GOGC would have to use more memory.', 'Move more of the live heap into buffers without pointers.'],
        solution: { pointerFreeLive: '230MiB' },
      },
    },
  ],
}
