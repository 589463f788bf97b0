import { describeChange } from '../scenario/describe.ts'
import { PARAMETERS, parametersOf } from '../scenario/params.ts'
import { showValue } from '../scenario/show.ts'
import type { Phase } from '../scenario/types.ts'
import type { Value } from '../scenario/value.ts'
import { useAppState } from './context.ts'

const COLUMNS = ['duration', 'allocRate', 'scanRate', 'newSurvivalRate', 'oldDeathRate'] as const

/** What the program does, and every setting of it: whatever a link has set is to be seen here. */
export function ProgramTable() {
  const program = useAppState((state) => state.scenario.program)
  const changes = useAppState((state) => state.scenario.changes)
  const model = useAppState((state) => state.scenario.model)
  const facts = parametersOf('program').filter((p) => p.model === undefined || p.model === model)
  const values = program as unknown as Record<string, Value>
  return (
    <section className="program" aria-labelledby="program-title">
      <h2 id="program-title">The program</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label="Phases of the program">
        <Phases phases={program.phases} />
      </section>
      <dl className="facts">
        {facts.map((parameter) => (
          <div key={parameter.key}>
            <dt>{parameter.label}</dt>
            <dd>{showValue(parameter, values[parameter.key])}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <>
          <h3>Events while it runs</h3>
          <ul>
            {changes.map((change, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: changes have no other identity, and never move here
              <li key={i}>{describeChange(change)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Phases({ phases }: { readonly phases: readonly Phase[] }) {
  const columns = COLUMNS.map((key) => PARAMETERS.find((parameter) => parameter.key === key)).filter((p) => !!p)
  return (
    <table>
      <caption className="visually-hidden">Phases of the program, one after another</caption>
      <thead>
        <tr>
          <th scope="col" className="column first">
            Phase
          </th>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col" className="column">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {phases.map((phase, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
          <tr key={i}>
            <th scope="row" className="first">
              {i + 1}
            </th>
            {columns.map((parameter) => (
              <td key={parameter.key}>{showValue(parameter, phase[parameter.key as keyof Phase])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
