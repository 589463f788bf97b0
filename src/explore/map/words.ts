import { countOf, formatShare, formatSize, formatSizeText } from '../../format.ts'
import type { Danger } from '../../model/judgement/dangers.ts'
import type { Cell } from './cell.ts'

/** What a pattern on the map means. */
export const DANGER_WORDS: Readonly<Record<Danger, string>> = {
  killed: 'killed',
  // Also of a run that uses more than the machine has.
  'could-be-killed': 'could be killed: uses 95 % of memory or more',
  limiter: 'GC CPU limit at work',
  'over-limit': 'memory over GOMEMLIMIT',
  stopped: 'too many cycles to simulate here',
}

/** `GOGC=100 GOMEMLIMIT=60MiB`, as Go reads them. */
export function toSettingText({ gogc, memoryLimit }: Pick<Cell, 'gogc' | 'memoryLimit'>): string {
  return `GOGC=${Number.isFinite(gogc) ? gogc : 'off'} GOMEMLIMIT=${formatSizeText(memoryLimit)}`
}

export function toFiguresText({ result, verdict, dangers }: Cell): string {
  const { compulsoryGcFraction, gcCpuFraction, peakMemoryBytes, peakContainerBytes, cycles, outcome } = result
  // The figures of an unfinished run do not describe the setting.
  if (outcome.kind === 'stopped') return DANGER_WORDS.stopped
  const isTooLarge = verdict.kind === 'over-machine'
  const isSaid = (danger: Danger) =>
    ['killed', 'over-limit', ...(isTooLarge ? ['could-be-killed'] : [])].includes(danger)
  const known = dangers.filter((danger) => !isSaid(danger))
  const parts = [
    `GC CPU ${formatShare(compulsoryGcFraction)}`,
    ...(Math.abs(compulsoryGcFraction - gcCpuFraction) < 5e-4
      ? []
      : [`${formatShare(gcCpuFraction)} of the CPU time used`]),
    `peak memory ${formatSize(peakMemoryBytes)}`,
    ...(peakContainerBytes === peakMemoryBytes ? [] : [`container ${formatSize(peakContainerBytes)}`]),
    countOf(cycles, 'cycle'),
    verdict.label,
    ...known.map((danger) => DANGER_WORDS[danger]),
  ]
  return parts.join(' · ')
}

/** The columns of a map's table. Scripts depend on the names: shares are 0…1, sizes bytes, times CPU-seconds. */
const COLUMNS: Readonly<Record<string, (cell: Cell) => number | string>> = {
  gogc: ({ gogc }) => orOff(gogc),
  memoryLimit: ({ memoryLimit }) => orOff(memoryLimit),
  outcome: ({ result }) => result.outcome.kind,
  gcCpuFraction: ({ result }) => result.gcCpuFraction,
  compulsoryGcFraction: ({ result }) => result.compulsoryGcFraction,
  peakMemoryBytes: ({ result }) => result.peakMemoryBytes,
  peakContainerBytes: ({ result }) => result.peakContainerBytes,
  cycles: ({ result }) => result.cycles,
  totalSeconds: ({ result }) => result.totalSeconds,
  limiterSeconds: ({ result }) => result.limiterSeconds,
}

export const MAP_HEADER = `${Object.keys(COLUMNS).join(',')}\n`

export function toMapLine(cell: Cell): string {
  const fields = Object.values(COLUMNS).map((fieldOf) => fieldOf(cell))
  return `${fields.join(',')}\n`
}

function orOff(value: number): number | string {
  return Number.isFinite(value) ? value : 'off'
}
