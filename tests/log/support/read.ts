import { createEngine } from '../../../src/log/engine/engine.ts'
import type { EngineAnswer, EngineJob, LogSummary } from '../../../src/log/engine/jobs.ts'

/** An engine that does each job in one go. `onStep` is called between two steps of a job. */
export function startEngine() {
  const compute = createEngine()
  return (job: EngineJob, onStep: () => void = () => {}): EngineAnswer => {
    const steps = compute(job)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      onStep()
    }
  }
}

/** Has an engine read a file in slices of so many bytes. */
export function readInto(
  run: ReturnType<typeof startEngine>,
  bytes: Uint8Array<ArrayBuffer>,
  slice: number,
): LogSummary {
  for (let from = 0; from === 0 || from < bytes.length; from += slice)
    run({ kind: 'push', from, bytes: bytes.slice(from, from + slice).buffer })
  return run({ kind: 'end' }) as LogSummary
}
