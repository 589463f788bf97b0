import { countOf, formatShare, formatSize, formatSizeText } from '../../format.ts'
import type { Danger } from '../../model/judgement/dangers.ts'
import type { Cell } from './cell.ts'

/** What a pattern on the map means. */
export const DANGER_WORDS: Readonly<Record<Danger, string>> = {
  killed: 'killed',
  // A run that exceeds the machine’s memory has 0 % left.
  'could-be-killed': 'could be killed: 0 to 5 % of memory left',
  limiter: 'GC CPU limit at work',
  'over-limit': 'memory over GOMEMLIMIT',
  stopped: 'too many cycles to simulate here',
}

/** `GOGC=100 GOMEMLIMIT=60MiB`, as Go reads them. */
export function toSettingText({ gogc, memoryLimit }: Pick<Cell, 'gogc' | 'memoryLimit'>): string {
  return `GOGC=${Number.isFinite(gogc) ? gogc : 'off'} GOMEMLIMIT=${formatSizeText(memoryLimit)}`
}

/** A cell's figures in a line. */
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
