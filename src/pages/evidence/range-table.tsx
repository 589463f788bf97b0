import { formatShare } from '../../format.ts'
import { ErrorTable } from './error-table.tsx'
import {
  AIMS,
  CONTAINER_VERDICTS,
  GC_CPU_APART,
  GC_CPU_BY_MACHINE,
  RANGE_COVERAGE,
  RECORDED_LAST,
} from './range-coverage.ts'

const NAMES: Readonly<Record<string, string>> = {
  cycles: 'GC cycles',
  'peak heap': 'peak heap',
  'GC CPU': 'GC CPU',
  counted: 'counted by GOMEMLIMIT',
  RSS: 'RSS',
  elapsed: 'elapsed time',
}
/** Whether what was recorded lay inside the ranges that answers give, and how wide those are. */
export function RangeTable() {
  const { all, wrong, right } = CONTAINER_VERDICTS
  return (
    <ErrorTable
      title="“What if” from a log alone: how often the 90 % range was right"
      columns={[
        'all recordings',
        'programs it was not built on',
        'high ÷ low, median',
        'each program left out in turn',
      ]}
      rows={RANGE_COVERAGE.map(({ figure, all, others, width, leftOut }) => [
        NAMES[figure],
        formatShare(all),
        formatShare(others),
        width.toFixed(2),
        leftOut.map(({ kind, inside }) => `${formatShare(inside)} ${kind}`).join(', '),
      ])}
    >
      <p className="look">
        Containers of 10 % less and 10 % more than the RSS that was then measured: {wrong} of {all} verdicts were wrong,{' '}
        {right} were right and certain, the others said “could be killed”.
      </p>
    </ErrorTable>
  )
}

/** Goals of programs that calibration was not built on, each beside what was reached. */
export function AimTable() {
  const { own, crowded } = GC_CPU_BY_MACHINE
  const share = ([aim, reached]: readonly [number, number]) => `${formatShare(reached)} (${formatShare(aim)})`
  return (
    <ErrorTable
      title="“What if” with measured memory beside the log: what was aimed for, and what it comes to"
      columns={['median error (aim)', 'nine of ten within (aim)', 'inside the 90 % range', 'high ÷ low (aim)']}
      rows={AIMS.map(({ figure, median, p90, inside, width: [aim, reached] }) => [
        NAMES[figure],
        share(median),
        share(p90),
        formatShare(inside),
        `${reached.toFixed(2)} (${aim})`,
      ])}
    >
      <p className="look">
        Of one program under one setting, two recordings differ in GC CPU {GC_CPU_APART.median.toFixed(2)} times in the
        median and {GC_CPU_APART.p90.toFixed(2)} times at the 90th percentile: no log of one of them tells the other
        closer. Six of the nine were recorded twice. On a CPU of their own GC CPU was off by {formatShare(own[0])} in
        the median, nine of ten within {formatShare(own[1])}; while others took all CPU there was, by{' '}
        {formatShare(crowded[0])} and {formatShare(crowded[1])}. The programs were recorded after calibration was built.
        Faults that they showed have been mended since, and how far ranges reach was made from these recordings.
      </p>
    </ErrorTable>
  )
}

/** What predictions came to of recordings that no range was made from. */
export function BlindTable() {
  return (
    <ErrorTable
      title="Recorded last of all: no range was made from these"
      columns={['median error', 'nine of ten within', 'inside the 90 % range', 'inside, from the log alone']}
      rows={RECORDED_LAST.map(({ figure, median, p90, inside, insideOfLog }) => [
        NAMES[figure],
        formatShare(median),
        formatShare(p90),
        formatShare(inside),
        formatShare(insideOfLog),
      ])}
    >
      <p className="look">
        Six of the nine programs on a faster machine, with a scrape of <code>/metrics</code> each second of the run with
        GOGC=100: 48 predictions. All cycle counts outside were recorded under a memory limit, most of them by programs
        that need about as much as it allows: there a small difference of the live heap changes their number most.
      </p>
    </ErrorTable>
  )
}
