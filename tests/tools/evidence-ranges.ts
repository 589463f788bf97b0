// How good ranges and verdicts are, as docs/accuracy.md shows it: from the stored predictions.

import { readAdvised } from './evidence-advised.ts'
import { CONTAINED, CONTAINED_FROM, KILLED, SURE_AT, SURVIVED, sayOfLogsUnderQuota } from './evidence-contained.ts'
import { EXPOSED } from './evidence-scrapes.ts'
import {
  coverLeftOut,
  coverOf,
  coverOnSameMachine,
  FIGURES,
  gcCpuApart,
  kindsOf,
  type RangedFigure,
  type RangedRow,
  type Reached,
  reachedOf,
  type Said,
} from './evidence-services.ts'
import type { VerdictRow } from './evidence-verdicts.ts'
import { ALL_GROUPS } from './recorded-groups.ts'
import { ODD_FROM, storedSaid } from './stored-predictions.ts'

/** Groups of recordings with scrapes, made when all ranges were, by the name that the tables have for them. */
export const LATER = { unseen: 'blind, scraped', others: 'traffic', again: 'scraped' } as const

/** How good the predictions of some recordings are. */
export interface Group {
  readonly predictions: number
  readonly reached: readonly Reached[]
  /** On containers. `wrong` and `right` were certain. */
  readonly verdicts: VerdictCount
}

interface VerdictCount {
  readonly all: number
  readonly wrong: number
  readonly right: number
}

/** Predictions for all programs that ranges are made from, from a log alone. */
export function saidOfLogs(): Said {
  return storedSaid(
    'log',
    ALL_GROUPS().map(({ title }) => title),
  )
}

/** All figures of the tables. */
export function toRanges() {
  const log = saidOfLogs()
  const unseenByLogs = { blind: storedSaid('log', ['blind']), readers: storedSaid('log', ['readers']) }
  const measuredIn = (...groups: readonly string[]) => storedSaid('measured', groups)
  const later = Object.values(LATER).map((group) => measuredIn(group))
  return {
    log: toGroup(log),
    coverage: FIGURES.filter((figure) => log.rows.some((row) => row.figure === figure)).map((figure) =>
      toCoverage(log.rows, figure),
    ),
    // Six programs recorded when ranges had been made of all others, and nine by readers who looked for wrong answers.
    unseenByLogs: { blind: toGroup(unseenByLogs.blind), readers: toGroup(unseenByLogs.readers) },
    // Nine programs while nothing else ran, the same while others took both CPUs, and those nine of the readers.
    measured: {
      alone: toGroup(measuredIn('quiet')),
      crowded: toGroup(measuredIn('services', 'kinds')),
      readers: toGroup(measuredIn('readers')),
    },
    // The range of GC CPU without a limit for a machine that is as free as while the log was written.
    sameMachine: {
      alone: coverOnSameMachine(measuredIn('quiet').rows),
      ...ofLater((group) => coverOnSameMachine(measuredIn(group).rows)),
      odd: coverOnSameMachine(storedSaid('odd', ['measured']).rows),
      crowded: coverOnSameMachine(measuredIn('services', 'kinds').rows),
    },
    gcCpuApart: gcCpuApart(),
    later: ofLater((group) => toGroup(measuredIn(group))),
    scrapes: EXPOSED.map((exposed) => ({ from: exposed, ...toGroup(storedSaid(`scrapes-${exposed}`)) })),
    limited: toGroup(storedSaid('limited')),
    odd: ODD_FROM.map((from) => ({ from, ...toGroup(storedSaid('odd', [from])) })),
    // Services under CPU quotas (`verdicts`), and in containers whose memory the kernel limited (`kernel`).
    contained: CONTAINED_FROM.map((from) => {
      const said = storedSaid('contained', [from])
      const [kernel, quotas] = [true, false].map((is) => said.verdicts.filter((one) => isReal(one) === is))
      return { from, ...toGroup({ ...said, verdicts: quotas! }), kernel: toVerdictCount(kernel!) }
    }),
    // Realistic choices of memory, CPU quota, GOGC and GOMEMLIMIT, recorded after all ranges and rules were made.
    chosen: CONTAINED_FROM.map((from) => {
      const said = storedSaid('chosen', [from])
      return { from, ...toGroup({ ...said, verdicts: said.verdicts.filter(isReal) }) }
    }),
    // Under a CPU quota, which the first run had too: other GOGC and GOMEMLIMIT.
    quota: CONTAINED_FROM.map((from) => ({ from, ...toGroup(storedSaid('quota', [from])) })),
    logsUnderQuota: toLogsUnderQuota(),
    sure: SURE_AT.map(toSure),
    advised: readAdvised(),
    // From a log alone, of 54 programs; with scrapes or measured memory beside it; from three scrapes without a log.
    chances: {
      log: toChances([log, ...Object.values(unseenByLogs)].flatMap(({ verdicts }) => verdicts)),
      measured: toChances(
        [measuredIn('services', 'kinds', 'quiet', 'readers'), ...later].flatMap(({ verdicts }) => verdicts),
      ),
      scrapes: toChances(storedSaid('scrapes-default').verdicts),
      kernel: toChances(CONTAINED.flatMap((contained) => storedSaid(contained).verdicts.filter(isReal))),
    },
  }
}
export type Ranges = ReturnType<typeof toRanges>

function ofLater<T>(toValue: (group: string) => T): Readonly<Record<keyof typeof LATER, T>> {
  const { unseen, others, again } = LATER
  return { unseen: toValue(unseen), others: toValue(others), again: toValue(again) }
}

function toGroup({ rows, verdicts }: Said): Group {
  const figures = FIGURES.filter((figure) => rows.some((row) => row.figure === figure))
  const reached = figures.map((figure) => reachedOf(rows, figure))
  // Each prediction has one row of each figure.
  const predictions = Math.max(...figures.map((figure) => rows.filter((row) => row.figure === figure).length))
  return { predictions, reached, verdicts: toVerdictCount(verdicts) }
}

/** `others`: programs that calibration was not built on; `leftOut`: a program that ranges were then not made from. */
function toCoverage(all: readonly RangedRow[], figure: RangedFigure) {
  const own = all.filter((row) => row.figure === figure)
  const others = coverOf(own.filter(({ group }) => group !== 'built on')).inside
  const leftOut = kindsOf(figure).map(([kind, isOf]) => ({ kind, ...coverLeftOut(own.filter(isOf)) }))
  return { ...reachedOf(own, figure), others, leftOut }
}

function toVerdictCount(verdicts: readonly VerdictRow[]): VerdictCount {
  const wrong = verdicts.filter(({ isWrong }) => isWrong).length
  const certain = verdicts.filter(({ said }) => said !== 'could-be-killed').length
  return { all: verdicts.length, wrong, right: certain - wrong }
}

/** Whether the container was real. */
function isReal({ share }: VerdictRow): boolean {
  return share === KILLED || share === SURVIVED
}

function toLogsUnderQuota() {
  const rows = sayOfLogsUnderQuota()
  const of = (group: string, figures: readonly RangedFigure[]) => {
    const own = rows.filter((row) => row.group === group)
    return figures.map((figure) => reachedOf(own, figure))
  }
  return {
    logs: rows.filter(({ group, figure }) => group === 'another run' && figure === 'cycles').length,
    same: of('another run', ['cycles', 'peak heap']),
    without: of('without it', ['cycles', 'peak heap', 'GC CPU']),
  }
}

/** Of how many services it is sure what happens in a container of so many times their memory. */
function toSure(times: number) {
  const own = storedSaid('chosen').verdicts.filter(({ share }) => share === times)
  const isSure = ({ said }: VerdictRow) => said === (times < 1 ? 'would-be-killed' : 'survives')
  const sure = CONTAINED_FROM.map((from) => own.filter((row) => row.group === from && isSure(row)).length)
  return { times, of: own.length / CONTAINED_FROM.length, sure }
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
  return CHANCE_BINS.map((said) => {
    const own = verdicts.filter(({ ofTen = -1 }) => said[0] <= ofTen && ofTen <= said[1])
    return { said, verdicts: own.length, killed: own.filter(({ share }) => share < 1).length }
  })
}
