import { countOf, formatSeconds, formatShare, formatSize, formatSizeText } from '../../format.ts'
import { hasTwoClocks } from '../../model/clock.ts'
import type { Trace } from '../../model/trace.ts'
import { type Circumstances, toVerdict } from '../../model/verdict.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import type { Scenario } from '../../scenario/types.ts'
import { textEms } from '../layout.ts'

/** The settings of a scenario in one line, with Go's names. What is off or 0 is left out, except Go's own three. */
export function toSettingsText(scenario: Scenario): string {
  const { gogc, memoryLimit, containerLimit, cpuLimiter, procs, program, changes } = scenario
  const parts = [
    `GOGC=${gogc.kind === 'off' ? 'off' : gogc.percent}`,
    `GOMEMLIMIT=${toGoMemLimit(memoryLimit)}`,
    ...(containerLimit.kind === 'off' ? [] : [`container limit ${formatSizeText(containerLimit.bytes)}`]),
    `GC CPU limit ${cpuLimiter ? 'on' : 'off'}`,
    `GOMAXPROCS=${procs}`,
    ...(program.otherMemory > 0 ? [`other memory ${formatSizeText(program.otherMemory)}`] : []),
    ...(program.outsideMemory > 0 ? [`outside Go ${formatSizeText(program.outsideMemory)}`] : []),
    ...(changes.length > 0 ? [`${countOf(changes.length, 'change')} while it runs`] : []),
  ]
  return parts.join(' · ')
}

/** The result of a run in one line. */
export function toResultsText(trace: Trace, circumstances: Circumstances): string {
  return [...toResultParts(trace), toVerdict(trace, circumstances).label].join(' · ')
}

export function toResultParts(trace: Trace): readonly string[] {
  const { compulsoryGcFraction, peakMemoryBytes, totalSeconds, wallSeconds, cycles } = trace.result
  return [
    `GC CPU ${formatShare(compulsoryGcFraction)}`,
    `peak memory ${formatSize(peakMemoryBytes)}`,
    ...(hasTwoClocks(trace) ? [`elapsed time ${formatSeconds(wallSeconds)}`] : []),
    `total CPU time ${formatSeconds(totalSeconds)}`,
    countOf(cycles, 'cycle'),
  ]
}

/** Breaks a text into lines of at most `ems`: between words, and within a word that is longer than a line. */
export function wrapText(text: string, ems: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  const push = (word: string) => {
    const longer = line === '' ? word : `${line} ${word}`
    if (textEms(longer) <= ems) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
    for (let length = fitting(line, ems); length < line.length; length = fitting(line, ems)) {
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  for (const word of text.split(' ')) push(word)
  return line === '' ? lines : [...lines, line]
}

/** The length of the beginning of a text that fits into `ems`; at least one letter. */
function fitting(text: string, ems: number): number {
  let length = 0
  let width = 0
  for (const letter of text) {
    width += textEms(letter)
    if (width > ems && length > 0) break
    length += letter.length
  }
  return length
}

/** The picture of a run in a sentence, for users who do not see it. */
export function toAlt(scenario: Scenario, trace: Trace, circumstances: Circumstances): string {
  return `${titleOf(scenario)}: the heap of a Go program over time. ${toSettingsText(scenario)}. ${toResultsText(trace, circumstances)}.`
}
