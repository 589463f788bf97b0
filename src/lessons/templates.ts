import type { LessonJson } from './lesson.ts'

/** The first texts for an author: a lesson with one bet, and a lesson with one challenge. Both pass all checks. */
export const TEMPLATES = {
  lesson: {
    version: 1,
    id: 'my-lesson',
    title: 'My lesson',
    minutes: 10,
    needs: [],
    steps: [
      {
        text: 'This program keeps {peakLiveBytes} live at most. GOGC is {gogc}.\n\nWrite short sentences. Numbers in braces come from the run of this step.',
        scenario: '#v=1&preset=spike',
        controls: ['gogc'],
        show: ['heap', 'results'],
        bet: {
          kind: 'level',
          of: 'peakMemoryBytes',
          prompt: 'How high will memory go? Drag the line.',
          tolerance: 0.1,
          until: 3,
        },
        reveal:
          'It goes to {peakMemoryBytes}, {peakMemoryBytes / peakLiveBytes as times} the live heap. With GOGC 200 it would be {peakMemoryBytes with gogc=200}.',
        claims: ['peakMemoryBytes with gogc=200 > peakMemoryBytes'],
        notes: 'Only you see this, in the window with the notes.',
      },
    ],
  },
  challenge: {
    version: 1,
    id: 'my-challenge',
    title: 'My challenge',
    minutes: 5,
    needs: [],
    steps: [
      {
        text: 'Keep this program alive in {containerLimit}.',
        scenario: '#v=1&preset=spike&containerLimit=50MiB',
        controls: ['gogc', 'memoryLimit'],
        show: ['heap', 'results'],
        goal: {
          all: [{ of: 'outcome.kind', is: 'completed' }],
          stars: [[{ of: 'gcCpuFraction', atMost: 0.08 }]],
          changes: ['gogc', 'memoryLimit'],
          most: 1,
          hints: ['The memory limit belongs below the container’s.'],
          solution: { memoryLimit: '45MiB' },
        },
      },
    ],
  },
} as const satisfies Readonly<Record<string, LessonJson>>
