import type { Effect } from '../known/effect.ts'
import type { Finding } from '../known/findings.ts'
import { SETS_NONE } from '../manifest/manifest.ts'
import { NoBreak } from '../ui/text/no-break.tsx'
import { useProgramState } from './context.ts'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'

type AdvisedAnswer = ProgramAnswer & { readonly simulated: SimulatedProgram }

/** Whether the page gives advice: not for a log that shows too little. “Simulated” then says so. */
export function isAdvised(answer: ProgramAnswer | undefined): answer is AdvisedAnswer {
  return answer?.simulated !== undefined && answer.simulated.trust?.tooLittle === undefined
}

/** Each mistake in a manifest: the reason why it matters, the corrected line, and its effect for those who doubt it. */
export function Findings() {
  const findings = useProgramState(({ answer }) => answer?.findings)
  const hasAdvice = useProgramState(({ answer }) => isAdvised(answer))
  const hasManifest = useProgramState(({ answer }) => (answer?.containers.length ?? 0) > 0)
  const isRead = useProgramState(
    ({ inputs, answer }) =>
      answer?.unread.length === 0 &&
      inputs.every(({ state }) => state.kind === 'read' && state.notes.every((note) => note === SETS_NONE)),
  )
  if (!findings || (findings.length === 0 && !hasManifest)) return null
  if (findings.length === 0)
    return (
      <p className="no-findings soft">
        We found no mistake in {isRead ? 'the' : 'the readable part of the'} manifest’s GOGC, GOMEMLIMIT and limits.
      </p>
    )
  const areMended = findings.some(({ mended }) => mended !== undefined)
  return (
    <section className="manifest-findings" aria-labelledby="findings-title">
      <h2 id="findings-title">{areMended ? 'Settings to correct' : 'Settings that differ'}</h2>
      <ol>
        {findings.map((finding) => (
          <Item key={`${finding.kind} ${finding.line} ${finding.title}`} finding={finding} />
        ))}
      </ol>
      {hasAdvice && (
        <p className="beside-findings soft">
          {areMended && 'These lines correct the mistakes. '}
          <a href="#advice-title">What to set</a> finds the best settings for the program.
        </p>
      )}
    </section>
  )
}

function Item({ finding: { title, text, effect, line, mended } }: { readonly finding: Finding }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>
        {line !== undefined && <span className="line">Line {line}. </span>}
        <NoBreak text={text} />
      </p>
      {mended !== undefined && (
        <pre>
          <code>{mended}</code>
        </pre>
      )}
      {effect && <Simulation of={title} effect={effect} />}
    </li>
  )
}

function Simulation({ of, effect: { program, runs } }: { readonly of: string; readonly effect: Effect }) {
  return (
    <details className="effect">
      <summary>
        Simulated effect<span className="visually-hidden">: {of}</span>
      </summary>
      <dl>
        {runs.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <NoBreak text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="footnote">Simulated with {program}.</p>
    </details>
  )
}
