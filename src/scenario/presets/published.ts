import type { Preset } from './preset.ts'
import { SPIKE } from './workloads.ts'

/** The guide's printed figures as presets of their own: the spike workload at the settings that the guide printed. */
export const PUBLISHED_PRESETS: readonly Preset[] = [
  {
    id: 'guide-50',
    title: 'Published figure: GOGC=50',
    look: 'Printed: 11.9 % GC CPU, a peak of 45.0 MiB, 11.35 s in all. Less memory, more cycles.',
    json: { gogc: 50, program: SPIKE },
  },
  {
    id: 'guide-100',
    title: 'Published figure: GOGC=100',
    look: 'Printed: 6.3 % GC CPU, a peak of 60.0 MiB, 10.67 s in all. Go’s default.',
    json: { gogc: 100, program: SPIKE },
  },
  {
    id: 'guide-200',
    title: 'Published figure: GOGC=200',
    look: 'Printed: 3.3 % GC CPU, a peak of 90.4 MiB, 10.34 s in all. No whole GOGC gives a peak of 90.4 MiB; the model says 90.0.',
    json: { gogc: 200, program: SPIKE },
  },
  {
    id: 'guide-thrash',
    title: 'Published figure: thrashing',
    look: 'Printed: 68.5 % GC CPU, a peak of 30.1 MiB, 31.76 s in all. The limit cannot be kept, and the attempt costs two thirds of the CPU.',
    json: { gogc: 'off', memoryLimit: '25MiB', program: SPIKE },
  },
  {
    id: 'guide-cap',
    title: 'Published without figures: the 50 % GC CPU limit',
    look: 'With the limit on the collector’s CPU the guide’s slowdown stays under two, and memory passes its limit instead.',
    json: { gogc: 'off', memoryLimit: '25MiB', cpuLimiter: true, program: SPIKE },
  },
]
