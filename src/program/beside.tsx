import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { fromTo, showRate, showSize } from './show.ts'

interface BesideProps {
  readonly answer: ProgramAnswer
  readonly simulated: SimulatedProgram
}

/** Simulated figures of the program beside the measured ones. */
export function Beside({ answer, simulated }: BesideProps) {
  const { spread, cycleRate } = simulated
  const measured = answer.known.find(({ key, sureness }) => key === 'cyclesPerSecond' && sureness !== 'typed')
  const size = (bytes: number | undefined) => (bytes === undefined ? '–' : showSize(bytes))
  const rows = [
    {
      name: 'GC cycles per second',
      measured: typeof measured?.value === 'number' ? showRate(measured.value) : '–',
      own: showRate(simulated.cyclesPerSecond),
      range: fromTo(showRate(cycleRate.low), showRate(cycleRate.high)),
    },
    { name: 'Heap goal', measured: size(simulated.measuredGoal), own: size(simulated.goalBytes), range: '–' },
    {
      name: 'Counted by GOMEMLIMIT, highest',
      measured: size(simulated.measuredCounted),
      own: size(spread.peakMemoryBytes.likely),
      range: fromTo(size(spread.peakMemoryBytes.low), size(spread.peakMemoryBytes.high)),
    },
    {
      name: 'Container memory, highest',
      measured: size(simulated.measuredContainer),
      own: size(spread.peakContainerBytes.likely),
      range: fromTo(size(spread.peakContainerBytes.low), size(spread.peakContainerBytes.high)),
    },
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <section className="scrolls answers" tabIndex={0} aria-label="Measured and simulated">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Measured</th>
            <th scope="col">Simulated</th>
            <th scope="col">90 % range</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, measured: was, own, range }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{was}</td>
              <td className="after">{own}</td>
              <td>{range}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
