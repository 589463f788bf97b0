import type { Preset } from './preset.ts'
import { SPIKE } from './workloads.ts'

/** The figures that the source printed. Shares in percent, sizes in MiB, times in CPU-seconds. */
export interface PublishedFigure {
  readonly gcCpuPercent: number
  readonly peakMiB: number
  readonly totalSeconds: number
}

/** The guide's printed figures as presets of their own: the spike workload at the settings that the guide printed. */
export const PUBLISHED_PRESETS: readonly (Preset & { readonly printed?: PublishedFigure })[] = [
  {
    id: 'guide-50',
    title: 'Published figure: GOGC=50',
    look: 'Printed: 11.9 % GC CPU, a peak of 45.0 MiB, 11.35 s in all. Less memory, more cycles.',
    json: { gogc: 50, program: SPIKE },
    printed: { gcCpuPercent: 11.9, peakMiB: 45.0, totalSeconds: 11.35 },
  },
  {
    id: 'guide-100',
    title: 'Published figure: GOGC=100',
    look: 'Printed: 6.3 % GC CPU, a peak of 60.0 MiB, 10.67 s in all. Go’s default.',
    json: { gogc: 100, program: SPIKE },
    printed: { gcCpuPercent: 6.3, peakMiB: 60.0, totalSeconds: 10.67 },
  },
  {
    id: 'guide-200',
    title: 'Published figure: GOGC=200',
    look: 'Printed: 3.3 % GC CPU, a peak of 90.4 MiB, 10.34 s in all. No whole GOGC gives a peak of 90.4 MiB; the model says 90.0.',
    json: { gogc: 200, program: SPIKE },
    printed: { gcCpuPercent: 3.3, peakMiB: 90.4, totalSeconds: 10.34 },
  },
  {
    id: 'guide-thrash',
    title: 'Published figure: thrashing',
    look: 'Printed: 68.5 % GC CPU, a peak of 30.1 MiB, 31.76 s in all. The limit cannot be kept, and trying to costs two thirds of the CPU.',
    json: { gogc: 'off', memoryLimit: '25MiB', program: SPIKE },
    printed: { gcCpuPercent: 68.5, peakMiB: 30.1, totalSeconds: 31.76 },
  },
  {
    id: 'guide-cap',
    title: 'Published in words: the 50 % GC CPU limit',
    look: 'With the limit on the collector’s CPU the slowdown stays under two, and memory passes its limit instead.',
    json: { gogc: 'off', memoryLimit: '25MiB', cpuLimiter: true, program: SPIKE },
  },
]
