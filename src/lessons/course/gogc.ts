import type { LessonSource } from '../lesson.ts'

export const GOGC: LessonSource = {
  id: 'what-gogc-trades',
  title: 'What GOGC trades',
  minutes: 10,
  needs: ['the-sawtooth'],
  notes: `
    The point of this lesson is the price list in the last step but one. Let the class fill it in by hand first.
    What goes wrong: people think that a higher GOGC makes each cycle cheaper. It only makes them rarer.`,
  steps: [
    {
      text: `
        A GC cycle costs CPU time. It has to mark the live heap, so the
        cost of one cycle grows with the live heap. It does not grow with the garbage.

        This program has a short **spike**: its live heap grows to {peakLiveBytes} for a moment. GOGC is {gogc}. The GC
        takes {gcCpuFraction} of the CPU time, and memory peaks at {peakMemoryBytes}.

        The lower chart shows the share of CPU time that goes to the GC.`,
      scenario: '#v=1&preset=spike',
      show: ['heap', 'cpu', 'results'],
      claims: ['peakMemoryBytes = 60MiB', 'gcCpuFraction > 0.06', 'gcCpuFraction < 0.065'],
    },
    {
      text: `
        Here GOGC is {gogc}. Only half as much new heap may come on top of the live heap.

        With GOGC at {gogc with gogc=100} the peak was {peakMemoryBytes with gogc=100}.`,
      scenario: '#v=1&preset=spike&gogc=50',
      show: ['heap'],
      bet: { kind: 'level', of: 'peakMemoryBytes', prompt: 'Where is the peak now? Drag the line.', until: 2 },
      reveal: `
        The peak falls to {peakMemoryBytes}. The live heap was {peakLiveBytes} at most, and {gogc} % came on top of it.

        This is the formula to remember: **goal = live heap × (1 + GOGC / 100)**. It is
        [in Go’s own guide](https://go.dev/doc/gc-guide#GOGC), with some small parts left out here.`,
      claims: ['peakMemoryBytes = 45MiB', 'peakMemoryBytes / peakLiveBytes = 1.5'],
    },
    {
      text: `
        Memory is down. Now look at the price. At {gogc with gogc=100} the GC took {gcCpuFraction with gogc=100} of the CPU
        time.`,
      scenario: '#v=1&preset=spike&gogc=50',
      show: ['heap', 'cpu', 'results'],
      bet: {
        kind: 'number',
        of: 'gcCpuFraction',
        prompt: 'What share of the CPU time does the GC take at GOGC {gogc}?',
        tolerance: 0.15,
        until: 2,
      },
      reveal: `
        It takes {gcCpuFraction}, {gcCpuFraction / gcCpuFraction with gogc=100 as times} as much. There is half as much room
        for garbage, so the GC runs {cycles / cycles with gogc=100 as times} as often.`,
      claims: ['gcSeconds / gcSeconds with gogc=100 ~ 2', 'gcCpuFraction > 0.115', 'gcCpuFraction < 0.12'],
    },
    {
      text: `
        So GOGC trades memory for CPU time. Here is the price list of this program:

        - GOGC {gogc with gogc=50}: peak {peakMemoryBytes with gogc=50}, GC {gcCpuFraction with gogc=50}
        - GOGC {gogc with gogc=100}: peak {peakMemoryBytes with gogc=100}, GC {gcCpuFraction with gogc=100}
        - GOGC {gogc with gogc=200}: peak {peakMemoryBytes with gogc=200}, GC {gcCpuFraction with gogc=200}

        Each time GOGC doubles, the GC’s CPU time is cut to about half. The room for garbage doubles. Move the slider and
        check it.`,
      scenario: '#v=1&preset=spike',
      controls: ['gogc'],
      show: ['heap', 'cpu', 'results'],
      claims: [
        'gcSeconds with gogc=200 / gcSeconds ~ 0.5',
        'gcSeconds with gogc=100 / gcSeconds with gogc=50 ~ 0.5',
        'peakMemoryBytes with gogc=200 = 90MiB',
        'gcCpuFraction with gogc=200 < 0.034',
        'gcCpuFraction with gogc=200 > 0.032',
        '(peakMemoryBytes with gogc=200 - 30MiB) / (peakMemoryBytes - 30MiB) = 2',
      ],
      notes: 'Ask for a service where memory is cheap, and one where CPU time is cheap.',
    },
    {
      text: `
        Your turn. The GC may take **at most 5 % of the CPU time**. Use as little memory as you can.`,
      scenario: '#v=1&preset=spike',
      controls: ['gogc'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [{ of: 'gcCpuFraction', atMost: 0.05 }],
        stars: [[{ of: 'peakMemoryBytes', atMost: '66MiB' }], [{ of: 'peakMemoryBytes', atMost: '56MiB' }]],
        changes: ['gogc'],
        hints: [
          'Less CPU time needs more room. Which way do you move GOGC?',
          'Start at 130 and go up in small steps. A higher GOGC does not always mean a higher peak: watch it.',
          'For the third star, find a GOGC at which no cycle falls into the spike. Luck, but real.',
        ],
        solution: { gogc: '170' },
      },
    },
  ],
}
