import { useMemo } from 'react'
import { formatSize } from '../format.ts'
import { RunFigure } from '../log/run-figure.tsx'
import { encodeLink } from '../share/encode.ts'
import type { LinkView } from '../share/view.ts'
import { CopyText } from '../ui/share/copy-text.tsx'
import { useProgramState } from './context.ts'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { showRate } from './show.ts'

/** The program under its own settings, simulated: in the ordinary charts, beside what was measured. */
export function Simulated() {
  const answer = useProgramState((state) => state.answer)
  const problem = useProgramState((state) => state.problem)
  const isWorking = useProgramState((state) => state.isWorking)
  if (!answer && problem === undefined) return null
  return (
    <section className="simulated" aria-labelledby="simulated-title" aria-busy={isWorking}>
      <h2 id="simulated-title">Simulated</h2>
      {(problem ?? answer?.problem) !== undefined && <p role="alert">{sentence(problem ?? answer?.problem ?? '')}</p>}
      {answer?.simulated && <Run answer={answer} simulated={answer.simulated} />}
    </section>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

interface RunProps {
  readonly answer: ProgramAnswer
  readonly simulated: SimulatedProgram
}

function Run({ answer, simulated }: RunProps) {
  const { scenario, verdict, outlook, trace } = simulated
  const [link, editLink] = useMemo(() => {
    const toLink = (view: LinkView) => encodeLink({ scenario, modelVersion: trace.result.modelVersion, view })
    return [toLink({ axis: 'wall' }), toLink({ axis: 'wall', edit: true })]
  }, [scenario, trace])
  const address = new URL(`./${link}`, location.href).href
  return (
    <>
      <Verdict verdict={verdict} outlook={outlook} />
      <RunFigure run={simulated} name="simulated" />
      <Beside answer={answer} simulated={simulated} />
      <p>
        <a href={`./${link}`} className="solid">
          Open in the simulator
        </a>{' '}
        <a href={`./${editLink}`} className="solid">
          Open in the editor
        </a>
      </p>
      <CopyText text={address} label="Link to this program" isWhole rows={2} />
    </>
  )
}

/** What all programs within what is known come to, where they may be killed; and what the likely one does. */
function Verdict({ verdict, outlook }: Pick<SimulatedProgram, 'verdict' | 'outlook'>) {
  const isInDanger = outlook !== undefined && outlook.kind !== 'survives'
  return (
    <p className={`verdict-line verdict-${isInDanger ? 'killed' : verdict.kind}`} role="status">
      <b className="number">{isInDanger ? outlook.label : verdict.label}</b>{' '}
      {isInDanger && `within what is known. As simulated: ${verdict.label}. `}
      {verdict.reason}
    </p>
  )
}

/** Its own figures beside the measured ones. */
function Beside({ answer, simulated }: RunProps) {
  const { spread, trace } = simulated
  const measured = answer.known.find(({ key, sureness }) => key === 'cyclesPerSecond' && sureness !== 'typed')
  const seconds = Math.max(1e-9, trace.result.wallSeconds)
  const size = (bytes: number | undefined) => (bytes === undefined ? '–' : formatSize(bytes))
  const rows = [
    {
      name: 'GC cycles per second',
      measured: typeof measured?.value === 'number' ? showRate(measured.value) : '–',
      own: showRate(simulated.cyclesPerSecond),
      range: `${showRate(spread.cycles.low / seconds)} to ${showRate(spread.cycles.high / seconds)}`,
    },
    { name: 'Heap goal', measured: size(simulated.measuredGoal), own: size(simulated.goalBytes), range: '–' },
    {
      name: 'Counted by GOMEMLIMIT, highest',
      measured: size(simulated.measuredCounted),
      own: size(spread.peakMemoryBytes.likely),
      range: `${size(spread.peakMemoryBytes.low)} to ${size(spread.peakMemoryBytes.high)}`,
    },
    {
      name: 'Container memory, highest',
      measured: '–',
      own: size(spread.peakContainerBytes.likely),
      range: `${size(spread.peakContainerBytes.low)} to ${size(spread.peakContainerBytes.high)}`,
    },
  ]
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable */}
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
    </>
  )
}
