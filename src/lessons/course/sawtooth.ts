import type { LessonSource } from '../lesson.ts'

export const SAWTOOTH: LessonSource = {
  id: 'the-sawtooth',
  title: 'The sawtooth',
  minutes: 10,
  needs: [],
  notes: `
    Start with a question: who frees the memory of a Go program? Let two or three people answer. Then open the first step.
    Plan ten minutes, three of them for the bet. What goes wrong: people bet on the live heap itself.
    Ask them where new objects would go.`,
  steps: [
    {
      text: `
        A Go program asks for memory all the time. It never gives it back by hand. The **garbage collector**, or GC, does
        that. One run of it is a **GC cycle**.

        Memory that the program allocates is on the **heap**. Part of it is still in use: we call that the **live heap**.
        The rest is **garbage**: nothing points to it any more. A cycle visits all that is in use, which is called
        **marking**. Then it frees the rest.

        In the chart the live heap is dark. Above it is what is **new** since the last cycle. The line over both is the
        **goal**: the heap may grow up to it. Move along the chart, or press Play below it, and read the numbers.`,
      scenario: '#v=1&preset=steady&gogc=50',
      show: ['heap'],
      claims: ['cycles > 3'],
      notes: 'Point at one tooth. Ask: what happens on the way up, and what happens at the drop?',
    },
    {
      text: `
        The heap grows until a GC cycle runs. Then the garbage is gone. So the chart looks like the teeth of a saw.

        How far may the heap grow before a cycle runs? Go has one main setting for this, **GOGC**. It says how much new
        heap may come on top of the live heap, in percent of the live heap.

        In the step before, GOGC was {gogc with gogc=50}, and the heap climbed to {peakMemoryBytes with gogc=50}. Here
        GOGC is {gogc}, the default.`,
      scenario: '#v=1&preset=steady',
      show: ['heap'],
      bet: {
        kind: 'level',
        of: 'peakMemoryBytes',
        prompt: 'The live heap grows to 20 MiB and then stays there. How high will the heap climb? Drag the line.',
        until: 0.9,
      },
      reveal: `
        The heap climbs to {peakMemoryBytes}. That is {peakMemoryBytes / peakLiveBytes as times} the live heap: the live
        heap, plus {gogc} % of it.

        That height is the **goal**: when the heap is there, a cycle must be done. Go’s guide has
        [more about it](https://go.dev/doc/gc-guide#GOGC).`,
      claims: [
        'peakMemoryBytes / peakLiveBytes = 2',
        'peakLiveBytes = 20MiB',
        'peakMemoryBytes with gogc=50 < peakMemoryBytes',
      ],
      notes: 'Most people bet between the live heap and the answer. Ask one of the highest bets for a reason.',
    },
    {
      text: `
        Now you are in charge. Change GOGC and look at two things: the height of the teeth, and how many there are.

        The row above the chart sums up the run. **GC CPU** is the share of the **CPU time** that goes to the GC: CPU time
        is time that processors work. The **verdict** is the result in a word.

        Try {gogc} first, then {gogc / 2}, then {gogc * 2}.`,
      scenario: '#v=1&preset=steady',
      controls: ['gogc'],
      show: ['heap', 'results'],
      claims: ['cycles with gogc=200 < cycles', 'cycles with gogc=50 > cycles'],
      notes: 'Let somebody else move the slider.',
    },
    {
      text: `
        A higher GOGC means higher teeth, and fewer of them. How many fewer?

        With GOGC at {gogc with gogc=100} there were {cycles with gogc=100} cycles. Now GOGC is {gogc}.`,
      scenario: '#v=1&preset=steady&gogc=200',
      show: ['heap', 'results'],
      bet: {
        kind: 'number',
        of: 'cycles',
        prompt: 'How many GC cycles run in the same program now?',
        tolerance: 0.25,
        until: 0.9,
      },
      reveal: `
        There are {cycles} cycles in place of {cycles with gogc=100}. Each tooth is higher, so it takes
        longer to fill. The same amount of garbage fits into fewer teeth.

        Each cycle costs CPU time. Fewer cycles cost less. The next lesson puts a price on that.`,
      claims: ['cycles < cycles with gogc=100', 'gcSeconds < gcSeconds with gogc=100'],
    },
    {
      text: `
        Your turn. Make the GC run **at most six times**, and keep the peak of memory as low as you can.`,
      scenario: '#v=1&preset=steady',
      controls: ['gogc'],
      show: ['heap', 'results'],
      goal: {
        all: [{ of: 'cycles', atMost: 6 }],
        stars: [[{ of: 'peakMemoryBytes', atMost: '80MiB' }], [{ of: 'peakMemoryBytes', atMost: '72MiB' }]],
        changes: ['gogc'],
        hints: ['Fewer cycles need higher teeth.', 'Raise GOGC, step by step, and watch the count.'],
        solution: { gogc: '250' },
      },
    },
  ],
}
