import type { LessonSource } from '../lesson.ts'
import { RUSH } from './programs.ts'

/** Only its calm part: readers guess what the rush in the next step does. */
const CALM = { ...RUSH, program: { ...RUSH.program, phases: [RUSH.program.phases[0]] } }

const IN_CONTAINER = { ...RUSH, containerLimit: '800MiB' } as const

export const CONCURRENT: LessonSource = {
  id: 'trigger-runway-assists',
  title: 'Trigger, runway and assists',
  minutes: 12,
  needs: ['tiny-heaps'],
  notes: `
    Draw the race on a board: the heap runs towards the goal, the GC runs towards its end. Who is there first?
    The words trigger, runway and assist are the ones of Go’s source; there runway is what the pacer wants.`,
  steps: [
    {
      text: `
        In the first lessons the program stopped while the GC worked. Real Go does not stop it. Both run **at the same
        time**. Only two very short **pauses** stop everything.

        So a cycle takes a while, and the heap grows during it. To be done at the goal, it has to start earlier: at the
        **trigger**. From the trigger to the goal is the **runway**.

        In this run the third cycle started at {cycleList[2].triggerBytes as tenths}. Its goal was
        {cycleList[2].goalBytes as tenths}.`,
      scenario: CALM,
      show: ['heap'],
      claims: ['cycleList[2].triggerBytes < cycleList[2].goalBytes'],
      bet: {
        kind: 'number',
        of: 'cycleList[2].goalBytes - cycleList[2].triggerBytes',
        prompt: 'How long was its runway, in MiB?',
        tolerance: 0.1,
        until: 2.5,
      },
      reveal: `
        The runway was {cycleList[2].goalBytes - cycleList[2].triggerBytes}: the goal less the trigger. Go chooses it by what it saw
        in the last cycles: how fast the program allocates, and how fast the GC marks.`,
    },
    {
      text: `
        After four seconds a rush of requests comes. The program allocates fifteen times as fast. The same runway would now
        be gone fifteen times sooner. The container has {containerLimit}.`,
      scenario: IN_CONTAINER,
      show: ['heap'],
      bet: {
        kind: 'verdict',
        of: 'outcome.kind',
        prompt: 'The heap races to its goal. Can it outrun the GC, so that the container kills the program?',
        choices: ['completed', 'oom-killed'],
        until: 4.2,
      },
      reveal: `
        It runs to its end. Go has a remedy: the **assist**. A goroutine that allocates during a cycle
        has to help with marking first. The faster it allocates, the more it has to help.

        In the whole run, assists took {cycleList[sum].assistSeconds} of CPU time. The GC’s own workers, in the
        **background**, took {cycleList[sum].backgroundSeconds}.`,
      claims: [
        "outcome.kind = 'completed'",
        'cycleList[sum].assistSeconds > cycleList[sum].backgroundSeconds',
        'cycleList[max].heapEndBytes < cycleList[max].goalBytes * 1.3',
      ],
    },
    {
      text: `
        Who pays for assists? Your requests do. They wait until their share of the marking is done. In a calm cycle, such as the
        fourth, assists took {cycleList[3].assistSeconds}. In the worst cycle of the rush they took {cycleList[max].assistSeconds}.

        Go reacts. It starts later cycles earlier, so that there is more runway.

        The lower chart shows who marks. Here that is assists and background workers. CPUs that are **idle** would mark as
        well. This program leaves none of its four idle while a cycle runs.`,
      scenario: RUSH,
      show: ['heap', 'cpu', 'results'],
      bet: {
        kind: 'number',
        of: '(cycleList[-1].goalBytes - cycleList[-1].triggerBytes) / (cycleList[3].goalBytes - cycleList[3].triggerBytes)',
        prompt: 'At the end of the rush, how many times as long is the runway as in the calm part?',
        tolerance: 0.3,
        until: 4.2,
      },
      reveal: `
        It grew from {cycleList[3].goalBytes - cycleList[3].triggerBytes} to {cycleList[-1].goalBytes - cycleList[-1].triggerBytes}. Go would start
        even sooner, but it keeps to a rule: not in the first seven tenths of the way from the live heap to the goal. The
        runway that it **wanted** was {cycleList[-1].runwayBytes}. The simulator shows that one.`,
      claims: [
        'cycleList[-1].runwayBytes > cycleList[-1].goalBytes - cycleList[-1].triggerBytes',
        'cycleList[-1].goalBytes - cycleList[-1].triggerBytes > cycleList[3].goalBytes - cycleList[3].triggerBytes',
        'cycleList[max].assistSeconds / cycleList[3].assistSeconds > 100',
        'procs = 4',
        'cycleList[max].idleSeconds = 0',
        'cycleList[max].idleSeconds with procs=8 > 0',
        '(cycleList[-1].triggerBytes - cycleList[-2].liveBytes) / (cycleList[-1].goalBytes - cycleList[-2].liveBytes) ~ 0.7',
      ],
    },
    {
      text: `
        **Take the weight off the requests.** Bring the CPU time of assists down to half a second or less. You may change one setting. The container still has {containerLimit}.
        **GOMAXPROCS** is the number of CPUs that the program may use.`,
      scenario: IN_CONTAINER,
      controls: ['gogc', 'procs'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [
          { of: 'outcome.kind', is: 'completed' },
          { of: 'cycleList[sum].assistSeconds', atMost: 0.5 },
        ],
        stars: [[{ of: 'peakContainerBytes', atMost: '330MiB' }]],
        changes: ['gogc', 'procs'],
        most: 1,
        hints: [
          'Fewer cycles, fewer assists.',
          'A higher GOGC makes cycles rare. More CPUs give the workers more time. You may change one of them.',
        ],
        solution: { procs: '8' },
      },
    },
  ],
}
