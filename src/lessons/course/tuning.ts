import type { LessonSource } from '../lesson.ts'
import { SERVICE } from './programs.ts'

const IN_512 = { ...SERVICE, containerLimit: '512MiB' }

export const TUNING: LessonSource = {
  id: 'tuning-a-service',
  title: 'Tuning a service, end to end',
  minutes: 15,
  needs: ['what-a-dashboard-hides'],
  notes: `
    This is the exam. Let pairs work on the last step, and compare their settings. Several answers are good.
    Ask each pair what happens if the batch grows by a tenth.`,
  steps: [
    {
      text: `
        You know this service. It has {cycleList[2].liveBytes} live, and a batch that fills a cache once. Its container has
        {containerLimit}. It dies in every batch.

        Work in four steps: **measure, limit, price, check**. First, measure. What does the program need at least? Roughly
        its largest live heap.`,
      scenario: IN_512,
      show: ['heap', 'results'],
      bet: {
        kind: 'number',
        of: 'peakLiveBytes with containerLimit=off',
        prompt: 'The batch adds about 200 MiB to the live heap. How large does the live heap get?',
        tolerance: 0.15,
        until: 59,
      },
      reveal: `
        It gets to {peakLiveBytes with containerLimit=off}. That fits into {containerLimit}. So the container is large enough. The trouble is the
        garbage on top: at GOGC {gogc} the peak would be {peakContainerBytes with containerLimit=off}.`,
      claims: [
        "outcome.kind = 'oom-killed'",
        'peakLiveBytes with containerLimit=off < containerLimit',
        'peakContainerBytes with containerLimit=off > containerLimit',
      ],
    },
    {
      text: `
        Second, limit. Take the container and leave 5 to 10 % for what Go cannot know. That gives a memory limit of
        {memoryLimit}. GOGC stays at {gogc}.`,
      scenario: { ...IN_512, memoryLimit: '470MiB' },
      show: ['heap'],
      bet: {
        kind: 'level',
        of: 'peakContainerBytes',
        prompt: 'Where does memory peak now, as the container sees it?',
        until: 59,
      },
      reveal: `
        At {peakContainerBytes}. The service lives. There is room for the batch: {memoryLimit - peakLiveBytes} more than its live heap.`,
      claims: ["outcome.kind = 'completed'", 'peakContainerBytes < containerLimit', 'memoryLimit > peakLiveBytes'],
    },
    {
      text: `
        Third, price. What does the GC cost over the whole run? Without any limit it was {gcCpuFraction with memoryLimit=off, containerLimit=off}.`,
      scenario: { ...IN_512, memoryLimit: '470MiB' },
      show: ['heap', 'cpu', 'results'],
      bet: {
        kind: 'number',
        of: 'gcCpuFraction',
        prompt: 'What share of the CPU time used does the GC take with the limit?',
        tolerance: 0.25,
        until: 59,
      },
      reveal: `
        {gcCpuFraction}. The limit costs little: it only works for the ten seconds of the batch. Most of the price is paid in the
        calm minutes, where half of the container is empty.

        That is the share of the CPU time that was used, with all marking. Much of it ran on CPUs that had nothing else to
        do. The figure *GC CPU* leaves that marking out. It is a share of all the other time that the CPUs had, used or not:
        {compulsoryGcFraction}.`,
      claims: [
        'compulsoryGcFraction < gcCpuFraction / 2',
        'gcCpuFraction - gcCpuFraction with memoryLimit=off, containerLimit=off < 0.03',
        'cycleList[10].goalBytes < containerLimit * 0.5',
      ],
    },
    {
      text: `
        Fourth, check. A setting that only just works will fail on a bad day. Move GOMEMLIMIT down. How far can you go
        before the verdict changes? The gap is your safety.`,
      scenario: { ...IN_512, memoryLimit: '470MiB' },
      controls: ['gogc', 'memoryLimit', 'containerLimit'],
      show: ['heap', 'cpu', 'results'],
      claims: ["verdict with memoryLimit=340MiB = 'over-limit'", "verdict = 'healthy'"],
    },
    {
      text: `
        **Survive in {containerLimit}, with GC CPU at 2.6 % or less.**`,
      scenario: IN_512,
      controls: ['gogc', 'memoryLimit'],
      show: ['heap', 'cpu', 'results'],
      goal: {
        all: [
          { of: 'outcome.kind', is: 'completed' },
          { of: 'compulsoryGcFraction', atMost: 0.026 },
        ],
        stars: [[{ of: 'peakContainerBytes', atMost: '486MiB' }], [{ of: 'compulsoryGcFraction', atMost: 0.015 }]],
        changes: ['gogc', 'memoryLimit'],
        hints: [
          'Begin with a memory limit that leaves 5 to 10 % of the container.',
          'The calm minutes are the expensive part. How could they use the memory that is there?',
          'With GOGC off, the limit alone starts cycles.',
        ],
        solution: { gogc: 'off', memoryLimit: '470MiB' },
      },
    },
  ],
}
