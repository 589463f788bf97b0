import { formatShare } from '../../format.ts'
import { CONTAINER_VERDICTS, RANGE_COVERAGE } from './range-coverage.ts'

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
