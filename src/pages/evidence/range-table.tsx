import { formatShare } from '../../format.ts'
import { AIMS, CONTAINER_VERDICTS, GC_CPU_APART, RANGE_COVERAGE } from './range-coverage.ts'

const NAMES: Readonly<Record<string, string>> = {
  cycles: 'GC cycles',
  'peak heap': 'peak heap',
  'GC CPU': 'GC CPU',
  counted: 'counted by GOMEMLIMIT',
  RSS: 'RSS',
  elapsed: 'elapsed time',
}
const TITLE = '“What if” from a log alone: how often the 90 % range was right'

/** Whether what was recorded lay inside the ranges that answers give, and how wide those are. */
export function RangeTable() {
  const { all, wrong, right } = CONTAINER_VERDICTS
  return (
    <div className="error-table">
      <h3>{TITLE}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label={TITLE}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">all recordings</th>
              <th scope="col">programs it was not built on</th>
              <th scope="col">high ÷ low, median</th>
              <th scope="col">each program left out in turn</th>
            </tr>
          </thead>
          <tbody>
            {RANGE_COVERAGE.map(({ figure, all, others, width, leftOut }) => (
              <tr key={figure}>
                <th scope="row">{NAMES[figure]}</th>
                <td>{formatShare(all)}</td>
                <td>{formatShare(others)}</td>
                <td>{width.toFixed(2)}</td>
                <td>{leftOut.map(({ kind, inside }) => `${formatShare(inside)} ${kind}`).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="look">
        Containers of 10 % less and 10 % more than the RSS that was then measured: {wrong} of {all} verdicts were wrong,{' '}
        {right} were right and certain, the others said “could be killed”.
      </p>
    </div>
  )
}

const AIMED = '“What if” with measured memory beside the log: what was aimed for, and what it comes to'

/** Goals of programs that calibration was not built on, each beside what was reached. */
export function AimTable() {
  const share = ([aim, reached]: readonly [number, number]) => `${formatShare(reached)} (${formatShare(aim)})`
  return (
    <div className="error-table">
      <h3>{AIMED}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label={AIMED}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">median error (aim)</th>
              <th scope="col">nine of ten within (aim)</th>
              <th scope="col">inside the 90 % range</th>
              <th scope="col">high ÷ low (aim)</th>
            </tr>
          </thead>
          <tbody>
            {AIMS.map(({ figure, median, p90, inside, width: [aim, reached] }) => (
              <tr key={figure}>
                <th scope="row">{NAMES[figure]}</th>
                <td>{share(median)}</td>
                <td>{share(p90)}</td>
                <td>{formatShare(inside)}</td>
                <td>
                  {reached.toFixed(2)} ({aim})
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="look">
        Of one program under one setting, two recordings differ in GC CPU {GC_CPU_APART.median.toFixed(2)} times in the
        median and {GC_CPU_APART.p90.toFixed(2)} times at the 90th percentile: no log of one of them tells the other
        closer.
      </p>
    </div>
  )
}
