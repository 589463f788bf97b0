import { IntakeField, type Take, useWholePage } from '../log/intake/intake-field.tsx'
import { useProgram, useProgramState } from './context.ts'

const PLACEHOLDER = `Paste here, or drop files: one after another, or several at once

/metrics · an answer of Prometheus · /debug/vars · a heap profile · a Kubernetes manifest · a gctrace log · kubectl top · ps`

/** One field for input of any kind. */
export function Intake() {
  const session = useProgram()
  const count = useProgramState(({ inputs }) => inputs.length)
  const take: Take = (files, text) => {
    if (files.length > 0)
      session.add(files.map((file) => ({ name: file.name, blob: file, fileSeconds: file.lastModified / 1000 })))
    else if (text.trim() !== '') session.add([{ blob: new Blob([text]) }])
  }
  const isOver = useWholePage(take)
  return (
    <section className={count > 0 ? 'intake brief' : 'intake'} aria-labelledby="intake-title">
      <h2 id="intake-title" className={count > 0 ? 'visually-hidden' : undefined}>
        Your program, from whatever numbers you have
      </h2>
      {count === 0 && (
        <p className="lead">
          Paste what you have, or type the five numbers below. Your program is simulated at once, with ranges for
          unknown values.
        </p>
      )}
      <IntakeField
        label="Metrics, manifest or log"
        fileLabel="Files"
        button="Choose files"
        placeholder={count > 0 ? 'Paste more' : PLACEHOLDER}
        className={isOver ? 'intake-area over' : 'intake-area'}
        isMultiple
        take={take}
      >
        Nothing leaves your browser{count === 0 && <span>, and secrets in manifests are not kept</span>}.
      </IntakeField>
    </section>
  )
}
