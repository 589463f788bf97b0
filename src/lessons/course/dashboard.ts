import type { LessonSource } from '../lesson.ts'
import { SERVICE } from './programs.ts'

/** Only its first minute: readers guess what the spike in the next step does. */
const CALM = { ...SERVICE, program: { ...SERVICE.program, phases: [SERVICE.program.phases[0]] } }

export const DASHBOARD: LessonSource = {
  id: 'what-a-dashboard-hides',
  title: 'What a dashboard shows and hides',
  minutes: 10,
  needs: ['reading-gctrace'],
  notes: 'Open a dashboard of your own beside this lesson. How often does it sample? Which metric does it draw?',
  steps: [
    {
      text: `
        A dashboard does not see the heap. It asks for one number every few seconds, often every {dashboard.seconds} seconds, and
        draws a line through them. The numbers are called **samples**. Here each of them is the size of the heap, with its
        garbage: \`/memory/classes/heap/objects:bytes\`.

        This is a service with a live heap of about {cycleList[2].liveBytes}. Below it is the same run as a dashboard would draw
        it. The teeth are gone: each sample hits a tooth somewhere, and nothing shows where. A sample also hides how much of
        the heap is garbage.`,
      scenario: CALM,
      show: ['heap', 'dashboard'],
      claims: ['cycles > 100', 'dashboard.peakBytes < peakHeapBytes'],
    },
    {
      text: `
        This is a longer run of the same service. One minute in, a batch of work fills a cache for ten seconds. Then the cache is dropped.

        Over the whole run, the highest sample of the heap is {dashboard.peakBytes}.`,
      scenario: SERVICE,
      show: ['heap', 'dashboard'],
      bet: {
        kind: 'level',
        of: 'peakHeapBytes',
        prompt: 'Where is the real peak of the heap? Drag the line.',
        until: 59,
        tolerance: 0.15,
      },
      reveal: `
        The real peak of the heap is {peakHeapBytes}, {peakHeapBytes / dashboard.peakBytes as times} the highest sample. The whole
        spike fits between two samples.

        A container counts all memory, not only the heap. That peaks at {peakMemoryBytes}. If the container has less, you
        see a pod that dies, and this dashboard shows no reason.`,
      claims: [
        'peakHeapBytes / dashboard.peakBytes > 2.5',
        'peakHeapBytes / dashboard.peakBytes < 3.5',
        'peakMemoryBytes > peakHeapBytes',
      ],
    },
    {
      text: `
        So what should you draw? Not the heap at an instant. These numbers have no teeth, because they are set once per cycle:

        - the **live heap after the last cycle**: \`/gc/heap/live:bytes\`
        - the **goal**: \`/gc/heap/goal:bytes\`. With a memory limit it also moves in between, as memory beside the heap does

        But each sample is still a look at one moment. In the spike, cycles found up to {cycleList[max].liveBytes} live. Between
        two samples that comes and goes, so these two miss it too. Only counters miss nothing:

        - the **number of cycles** so far, in the end {cycles}: \`/gc/cycles/total:gc-cycles\`
        - the **bytes allocated** so far: \`/gc/heap/allocs:bytes\`

        What happened between two samples is in the difference. All of them are in
        [Go’s runtime/metrics](https://pkg.go.dev/runtime/metrics#hdr-Supported_metrics).`,
      scenario: SERVICE,
      show: ['heap', 'dashboard'],
      claims: ['cycleList[max].liveBytes / cycleList[2].liveBytes > 2.5'],
    },
    {
      text: `
        Last question. The team now samples **all memory** of the program, as its container counts it. While there was no
        limit, it saw at most {dashboard.peakMemoryBytes with containerLimit=off}. So it gives the container {containerLimit}, to be safe. That looks like
        {containerLimit / dashboard.peakMemoryBytes with containerLimit=off as times} the room that it needs.`,
      scenario: { ...SERVICE, containerLimit: '450MiB' },
      show: ['heap', 'memory-dashboard'],
      bet: {
        kind: 'verdict',
        of: 'outcome.kind',
        prompt: 'What happens to the service?',
        choices: ['completed', 'oom-killed'],
        until: 59,
      },
      reveal: `
        It is killed, after {outcome.progress} of its work. Between two samples, all memory would reach
        {peakMemoryBytes with containerLimit=off}. The next lesson saves it.`,
      claims: [
        "outcome.kind = 'oom-killed'",
        'containerLimit / dashboard.peakMemoryBytes with containerLimit=off > 1.5',
        'peakMemoryBytes with containerLimit=off > containerLimit',
      ],
    },
  ],
}
