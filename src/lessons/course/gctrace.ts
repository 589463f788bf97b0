import type { LessonSource } from '../lesson.ts'
import { LEAK } from './programs.ts'

export const GCTRACE: LessonSource = {
  id: 'reading-gctrace',
  title: 'Reading a gctrace line',
  minutes: 12,
  needs: ['trigger-runway-assists'],
  notes: 'Have a terminal at hand. Run any Go program with GODEBUG=gctrace=1 and compare its lines with these.',
  steps: [
    {
      text: `
        Start any Go program with \`GODEBUG=gctrace=1\`. It prints one **gctrace** line for each cycle:

        \`\`\`
        {gctrace[4]}
        \`\`\`

        Look for the three numbers with arrows. They are the heap in MiB, which the line calls MB: **as the cycle started**, **as it ended**, and
        **what it found live**. The next one is the goal. This program had filled its heap before its first line. In one that
        just starts, the first goal is 4 MB.`,
      scenario: LEAK,
      show: ['gctrace'],
      bet: {
        kind: 'number',
        of: 'cycleList[4].liveBytes',
        prompt: 'How much heap did this cycle find live?',
        tolerance: 0.06,
        until: 12,
      },
      reveal: `
        It found {cycleList[4].liveBytes} live. The line rounds down to whole MiB. As the cycle ended, the heap had
        {cycleList[4].heapEndBytes}, so it freed about {cycleList[4].heapEndBytes - cycleList[4].liveBytes}. The full list of fields is in
        [the documentation of Go’s runtime](https://pkg.go.dev/runtime#hdr-Environment_Variables).`,
    },
    {
      text: `
        \`\`\`
        {gctrace[4]}
        \`\`\`

        After \`gc\` comes the number of the cycle. After \`@\` comes the time since the program started. The percentage is
        the GC’s share of all the time that the CPUs had, used or not. It counts **since the start**, not in this cycle. Go
        does not count marking on idle CPUs as time of the GC here.

        The \`ms clock\` part has three times: a pause, the marking beside the program, and a second pause.`,
      scenario: LEAK,
      show: ['gctrace'],
      bet: {
        kind: 'number',
        of: 'cycleList[4].startWallSeconds - cycleList[3].startWallSeconds',
        prompt: 'Read the lines. How many seconds passed between the fourth cycle and the fifth?',
        tolerance: 0.06,
        until: 12,
      },
      reveal: `
        It was {cycleList[4].startWallSeconds - cycleList[3].startWallSeconds}. A steady program has steady gaps. Gaps that get longer or shorter tell you that
        the allocation rate or the live heap has changed.`,
    },
    {
      text: `
        Now be a detective. Here are all the lines of a run. Each cycle finds a live heap. In a healthy program the
        number goes up and down. In one with a **leak** its lowest values rise, and never fall again.`,
      scenario: LEAK,
      show: ['gctrace'],
      bet: {
        kind: 'number',
        of: 'cycleList[21].startWallSeconds',
        prompt:
          'The number after @ is the start of a cycle, in seconds. Which is the first that finds clearly more than all before it?',
        tolerance: 0.02,
        until: 160,
      },
      reveal: `
        It is the cycle at {cycleList[21].startWallSeconds}. The leak begins a little earlier, after 40 seconds. Up to then every
        cycle finds {cycleList[10].liveBytes}. The last one finds {cycleList[-1].liveBytes as tenths}, which its line
        rounds down.`,
      claims: [
        'cycleList[0].liveBytes ~ 20.2MiB',
        'cycleList[19].liveBytes - cycleList[0].liveBytes < 1MiB',
        'cycleList[21].liveBytes - cycleList[0].liveBytes > 1MiB',
        'cycleList[-1].liveBytes > cycleList[30].liveBytes',
        'cycleList[30].liveBytes > cycleList[24].liveBytes',
      ],
    },
    {
      text: `
        How bad is it? Take two cycles near the end. Compare their live heaps and their times. In the chart, **other** is memory of Go beside the heap and the stacks, such as its own tables.`,
      scenario: LEAK,
      show: ['heap', 'gctrace'],
      bet: {
        kind: 'number',
        of: '(cycleList[-1].liveBytes - cycleList[-3].liveBytes) / (cycleList[-1].startWallSeconds - cycleList[-3].startWallSeconds)',
        prompt: 'How many MiB does this program leak per second?',
        tolerance: 0.2,
        until: 160,
      },
      reveal: `
        It leaks {(cycleList[-1].liveBytes - cycleList[-3].liveBytes) / (cycleList[-1].startWallSeconds - cycleList[-3].startWallSeconds)}. No setting repairs a leak. But settings decide how long you have to
        find it.`,
    },
    {
      text: `
        **Buy time.** The container has {containerLimit}. As it is, the program is killed before the run ends. Let it live
        to the end of this run.`,
      scenario: { ...LEAK, containerLimit: '160MiB' },
      controls: ['gogc', 'memoryLimit'],
      show: ['heap', 'results'],
      goal: {
        all: [{ of: 'outcome.kind', is: 'completed' }],
        stars: [[{ of: 'peakContainerBytes', atMost: '152MiB' }], [{ of: 'cycles', atMost: 40 }]],
        changes: ['gogc', 'memoryLimit'],
        hints: [
          'Keep the heap close to what is live, but only when memory is short.',
          'A memory limit below the container’s does that.',
          'For the last star, GOGC can be off.',
        ],
        solution: { gogc: 'off', memoryLimit: '150MiB' },
      },
    },
  ],
}
