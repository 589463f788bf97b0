import type { LessonSource } from '../lesson.ts'

export const CONTAINERS: LessonSource = {
  id: 'containers-and-headroom',
  title: 'Containers and headroom',
  minutes: 10,
  needs: ['a-memory-limit'],
  notes: 'Bring the memory settings of one real deployment. Find its two limits together at the end.',
  steps: [
    {
      text: `
        A container can have a limit of its own. It is hard: who passes it is killed. So why not set the memory limit to the
        same number?

        Here both are {memoryLimit}. The program also uses {outsideMemory} **outside Go**: memory that Go knows nothing about. A C
        library took it. The container counts it. Go’s memory limit does not.`,
      scenario: '#v=1&preset=spike&gogc=off&memoryLimit=64MiB&containerLimit=64MiB&outsideMemory=8MiB',
      show: ['heap'],
      bet: {
        kind: 'verdict',
        of: 'outcome.kind',
        prompt: 'How does it end?',
        choices: ['completed', 'oom-killed'],
        until: 1.5,
      },
      reveal: `
        It is killed at {outcome.atSeconds}. Go was happy: it was at {peakMemoryBytes}, below its limit. The container saw
        {peakContainerBytes}.`,
      claims: ["outcome.kind = 'oom-killed'", 'peakMemoryBytes < memoryLimit'],
      notes:
        'Other things that Go does not count: the page cache in some setups, and other processes in the container.',
    },
    {
      text: `
        So leave room between the two limits. We call it **headroom**. Go’s guide advises
        [5 to 10 % of the container](https://go.dev/doc/gc-guide#Suggested_uses), for small amounts that Go does
        not count. A large block outside Go comes on top.

        Lower the memory limit until the program lives.`,
      scenario: '#v=1&preset=spike&gogc=off&memoryLimit=64MiB&containerLimit=64MiB&outsideMemory=8MiB',
      controls: ['memoryLimit'],
      show: ['heap', 'results'],
      claims: ["outcome.kind with memoryLimit=55MiB = 'completed'"],
    },
    {
      text: `
        Another trap. The memory limit is {memoryLimit} this time, and GOGC is {gogc}. The container has {containerLimit}. Nothing
        is outside Go. The limit stands *above* the container.`,
      scenario: '#v=1&preset=spike&memoryLimit=70MiB&containerLimit=50MiB',
      show: ['heap'],
      bet: {
        kind: 'moment',
        of: 'outcome.atSeconds',
        prompt: 'When is the program killed? The spike begins soon after the part that you see.',
        until: 4.5,
        tolerance: 0.08,
      },
      reveal: `
        At {outcome.atSeconds}. A memory limit above the container’s does nothing. With a limit of
        45 MiB the same program runs to its end, and the GC takes {gcCpuFraction with memoryLimit=45MiB}.`,
      claims: [
        "outcome.kind = 'oom-killed'",
        'outcome.atSeconds = outcome.atSeconds with memoryLimit=off',
        "outcome.kind with memoryLimit=45MiB = 'completed'",
      ],
    },
    {
      text: `
        **Fit it in.** The container has {containerLimit}, and {outsideMemory} of it are outside Go. Let the program live, with 5 % of the container to spare.`,
      scenario: '#v=1&preset=spike&memoryLimit=off&containerLimit=48MiB&outsideMemory=8MiB',
      controls: ['gogc', 'memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [
          { of: 'outcome.kind', is: 'completed' },
          { of: 'peakContainerBytes', atMost: '45.6MiB' },
        ],
        stars: [[{ of: 'gcCpuFraction', atMost: 0.08 }], [{ of: 'gcCpuFraction', atMost: 0.06 }]],
        changes: ['gogc', 'memoryLimit'],
        hints: [
          'Take the container, take off what is outside Go, then take off the headroom.',
          'That leaves less than 38 MiB for Go.',
          'For the last star, use the room you have in the calm parts too: is GOGC needed at all?',
        ],
        solution: { gogc: 'off', memoryLimit: '37MiB' },
      },
    },
  ],
}
