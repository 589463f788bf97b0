// The tables of the evidence page that show how good ranges and verdicts are, from the stored predictions.

import { AIMS } from '../../src/pages/evidence/range-coverage.ts'
import { CONTAINED, CONTAINED_FROM, KILLED, SURE_AT, SURVIVED } from './evidence-contained.ts'
import type { Exposed } from './evidence-scrapes.ts'
import {
  type Cover,
  coverLeftOut,
  coverOf,
  coverOnSameMachine,
  FIGURES,
  gcCpuApart,
  kindsOf,
  type RangedFigure,
  type RangedRow,
  reachedOf,
  type Said,
} from './evidence-services.ts'
import type { VerdictRow } from './evidence-verdicts.ts'
import { ALL_GROUPS } from './recorded-groups.ts'
import { ODD_FROM, storedSaid } from './stored-predictions.ts'

/** Groups of recordings with scrapes, by the name that the page’s tables have for them. */
export const LATER = { again: 'scraped', others: 'traffic', unseen: 'blind, scraped' } as const

/** Predictions for all programs that ranges are made from, from a log alone. */
export function saidOfLogs(): Said {
  return storedSaid(
    'log',
    ALL_GROUPS().map(({ title }) => title),
  )
}

/** All tables, rounded as the page shows them. */
export function toRanges() {
  const log = saidOfLogs()
  const measured = storedSaid('measured', ['services', 'kinds', 'quiet', 'readers'])
  const ofGroups = (...titles: readonly string[]) => measured.rows.filter(({ group }) => titles.includes(group))
  const unseen = { readers: storedSaid('log', ['readers']), blind: storedSaid('log', ['blind']) }
  const { median, p90 } = gcCpuApart()
  return {
    // Shares of recordings inside the ranges, and their width, high ÷ low. `others`: programs that calibration was
    // not built on; `leftOut`: a program left out when the ranges were made, as means by kind of setting or program.
    coverage: FIGURES.filter((figure) => log.rows.some((row) => row.figure === figure)).map((figure) =>
      toCoverage(log.rows, figure),
    ),
    // On containers a tenth smaller and larger than the RSS that was then measured. `wrong` and `right` were certain.
    containerVerdicts: toVerdictCount(log.verdicts),
    // Six programs recorded when ranges had been made of all others, and nine by testers who looked for wrong answers.
    blindPrograms: toUnseen(unseen.blind, ['cycles', 'peak heap', 'GC CPU', 'RSS', 'elapsed']),
    readerPrograms: toUnseen(unseen.readers, ['cycles', 'peak heap', 'GC CPU', 'RSS', 'elapsed']),
    // Nine programs while nothing else ran, the same while others took both CPUs, and those nine of the testers.
    reached: {
      alone: toReached(ofGroups('quiet')),
      crowded: toReached(ofGroups('services', 'kinds')),
      readers: toReached(ofGroups('readers')),
    },
    // The range of GC CPU without a limit for a machine that is as free as while the log was written.
    sameMachine: {
      alone: rounded(coverOnSameMachine(ofGroups('quiet'))),
      crowded: rounded(coverOnSameMachine(ofGroups('services', 'kinds'))),
      ...ofLater((group) => rounded(coverOnSameMachine(storedSaid('measured', [group]).rows))),
      odd: rounded(coverOnSameMachine(storedSaid('odd', ['measured']).rows)),
    },
    // Of the six new programs only the reach of verdicts was mended: 2 of their 168 were wrong at first sight.
    recordedLater: ofLater(toBlind),
    laterPredictions: ofLater((group) => countPredictions(storedSaid('measured', [group]))),
    // 24 programs without a log: from three scrapes, by the metrics that are exposed, and from one dump.
    scrapesAlone: { default: toScrapesAlone('default'), all: toScrapesAlone('all'), dump: toScrapesAlone('dump') },
    // 119 predictions for seventeen programs from which no range was made, from each kind of input.
    oddPrograms: ODD_FROM.map(toOdd),
    // Services under CPU quotas (`verdicts`), and in containers whose memory the kernel limited (`kernel`).
    contained: CONTAINED_FROM.map(toContained),
    // Realistic choices of memory, CPU quota, GOGC and GOMEMLIMIT, recorded after all ranges and rules were made.
    chosen: CONTAINED_FROM.map(toChosen),
    // Under a CPU quota, which the first run had too: other GOGC and GOMEMLIMIT.
    quota: CONTAINED_FROM.map(toUnderQuota),
    sure: SURE_AT.map(toSure),
    // From a log alone, of 54 programs; with scrapes or measured memory beside it; from three scrapes without a log.
    chances: {
      log: toChances([...log.verdicts, ...unseen.readers.verdicts, ...unseen.blind.verdicts]),
      measured: toChances([
        ...measured.verdicts,
        ...Object.values(LATER).flatMap((group) => storedSaid('measured', [group]).verdicts),
      ]),
      scrapes: toChances(storedSaid('scrapes-default').verdicts),
      kernel: toChances(CONTAINED.flatMap((contained) => storedSaid(contained).verdicts.filter(isReal))),
    },
    // The ratio of GC CPU in two recordings of one program under one setting.
    gcCpuApart: { median: toTimes(median), p90: toTimes(p90) },
  }
}

function ofLater<T>(toValue: (group: string) => T): Readonly<Record<keyof typeof LATER, T>> {
  const { again, others, unseen } = LATER
  return { again: toValue(again), others: toValue(others), unseen: toValue(unseen) }
}

function toCoverage(all: readonly RangedRow[], figure: RangedFigure) {
  const own = all.filter((row) => row.figure === figure)
  const { inside, width } = rounded(coverOf(own))
  const others = rounded(coverOf(own.filter(({ group }) => group !== 'built on'))).inside
  const leftOut = kindsOf(figure).map(([kind, isOf]) => ({ kind, ...rounded(coverLeftOut(own.filter(isOf))) }))
  return { figure, all: inside, others, width, leftOut }
}

function toVerdictCount(verdicts: readonly VerdictRow[]) {
  const wrong = verdicts.filter(({ isWrong }) => isWrong).length
  const certain = verdicts.filter(({ said }) => said !== 'could-be-killed').length
  return { all: verdicts.length, wrong, right: certain - wrong }
}

function toUnseen(said: Said, figures: readonly RangedFigure[]) {
  const inside = Object.fromEntries(figures.map((figure) => [figure, toShare(reachedOf(said.rows, figure).inside)]))
  return { predictions: countPredictions(said), inside, verdicts: toVerdictCount(said.verdicts) }
}

/** Each prediction has one row of each figure. */
function countPredictions({ rows }: Said): number {
  return rows.filter(({ figure }) => figure === 'cycles').length
}

function toReached(rows: readonly RangedRow[]) {
  return AIMS.filter((aim) => rows.some(({ figure }) => figure === aim.figure)).map(({ figure }) => {
    const { median, p90, ...cover } = reachedOf(rows, figure as RangedFigure)
    return { figure, median: toShare(median), p90: toShare(p90), ...rounded(cover) }
  })
}

function toBlind(group: string) {
  const alone = storedSaid('log', [group]).rows
  return toReached(storedSaid('measured', [group]).rows).map((reached) => ({
    ...reached,
    insideOfLog: toShare(reachedOf(alone, reached.figure as RangedFigure).inside),
  }))
}

function toOdd(from: (typeof ODD_FROM)[number]) {
  const { rows, verdicts } = storedSaid('odd', [from])
  return { from, reached: toReached(rows), verdicts: toVerdictCount(verdicts) }
}

function toContained(from: (typeof CONTAINED_FROM)[number]) {
  const { rows, verdicts } = storedSaid('contained', [from])
  const figures = FIGURES.filter((figure) => rows.some((row) => row.figure === figure))
  return {
    from,
    reached: figures.map((figure) => ({ figure, inside: toShare(reachedOf(rows, figure).inside) })),
    verdicts: toVerdictCount(verdicts.filter((one) => !isReal(one))),
    kernel: toVerdictCount(verdicts.filter(isReal)),
  }
}

/** Whether the container was real. */
function isReal({ share }: VerdictRow): boolean {
  return share === KILLED || share === SURVIVED
}

function toChosen(from: (typeof CONTAINED_FROM)[number]) {
  const { rows, verdicts } = storedSaid('chosen', [from])
  return { from, reached: toReached(rows), kernel: toVerdictCount(verdicts.filter(isReal)) }
}

function toUnderQuota(from: (typeof CONTAINED_FROM)[number]) {
  const { rows, verdicts } = storedSaid('quota', [from])
  return { from, reached: toReached(rows), verdicts: toVerdictCount(verdicts) }
}

/** Of how many services it is sure what happens in a container of so many times their memory. */
function toSure(times: number) {
  const { verdicts } = storedSaid('chosen')
  const own = verdicts.filter(({ share }) => share === times)
  const isSure = ({ said }: VerdictRow) => said === (times < 1 ? 'would-be-killed' : 'survives')
  const sure = CONTAINED_FROM.map((from) => own.filter((row) => row.group === from && isSure(row)).length)
  return { times, of: own.length / CONTAINED_FROM.length, sure }
}

function toScrapesAlone(exposed: Exposed) {
  const { rows, verdicts } = storedSaid(`scrapes-${exposed}`)
  const { all, right } = toVerdictCount(verdicts)
  return { reached: toReached(rows), verdicts: { all, right } }
}

/** Groups of “could be killed (N of 10)”, each with enough verdicts to give a share. */
const CHANCE_BINS = [
  [0, 1],
  [2, 3],
  [4, 6],
  [7, 8],
  [9, 9],
] as const

function toChances(verdicts: readonly VerdictRow[]) {
  return CHANCE_BINS.map(([least, most]) => {
    const own = verdicts.filter(({ ofTen = -1 }) => least <= ofTen && ofTen <= most)
    return { said: [least, most], verdicts: own.length, killed: own.filter(({ share }) => share < 1).length }
  })
}

function rounded({ inside, width }: Pick<Cover, 'inside' | 'width'>) {
  return { inside: toShare(inside), width: toTimes(width) }
}

function toShare(value: number): number {
  return Math.round(1000 * value) / 1000
}

function toTimes(value: number): number {
  return Math.round(100 * value) / 100
}
