import { describeChange } from '../../scenario/describe.ts'
import type { Parameter } from '../../scenario/parameter.ts'
import { parametersOf } from '../../scenario/params.ts'
import { showValue } from '../../scenario/show.ts'
import type { ModelKind, Phase } from '../../scenario/types.ts'
import type { Value } from '../../scenario/value.ts'
import { useActions, useRested } from '../context.ts'
import { PaceSwitch } from '../pace-switch.tsx'
import { Explain } from '../text/explain.tsx'
import { FiguresTable } from './figures-table.tsx'

/** The parameters of a phase, or of the program, that a model uses. */
function readBy(place: 'phase' | 'program', model: ModelKind): readonly Parameter[] {
  return parametersOf(place).filter((parameter) => parameter.model === undefined || parameter.model === model)
}

/** The program with all its settings: a reader sees here whatever a link has set. It is updated when a drag rests. */
export function ProgramTable() {
  const program = useRested((state) => state.scenario.program)
  const changes = useRested((state) => state.scenario.changes)
  const model = useRested((state) => state.scenario.model)
  const pace = program.pace
  // The pace is a control of its own.
  const facts = readBy('program', model).filter(({ key }) => key !== 'pace')
  const columns = readBy('phase', model)
  const paced = { model, program: { pace } }
  const { phases, ...own } = program
  const values: Readonly<Record<string, Value>> = own
  return (
    <section className="program" aria-labelledby="program-title">
      <h2 id="program-title">The program</h2>
      <ProgramPace />
      <FiguresTable
        name="Phases of the program"
        first="Phase"
        columns={columns.map(toName)}
        rows={phases.map((phase, i) => [
          i + 1,
          ...columns.map((column) => showValue(column, phase[column.key as keyof Phase], paced)),
        ])}
      />
      <dl className="facts">
        {facts.map((parameter) => (
          <div key={parameter.key}>
            <dt>{toName(parameter)}</dt>
            <dd>{showValue(parameter, values[parameter.key], paced)}</dd>
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

function toName({ label, help }: Parameter) {
  return <Explain label={label}>{help}</Explain>
}

function ProgramPace() {
  const scenario = useRested((state) => state.scenario)
  const { set } = useActions()
  return <PaceSwitch name="pace" scenario={scenario} onChange={(pace) => set({ pace })} />
}
