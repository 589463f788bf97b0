import type { LogSummary, MeasuredRun } from '../../../src/log/measured.ts'
import { createEngine } from '../../../src/program/engine.ts'
import type { Answer, Job } from '../../../src/program/jobs.ts'

/** An engine that does each job in one go. `onStep` is called between two steps of a job. */
export function startEngine() {
  const compute = createEngine()
  return (job: Job, onStep: () => void = () => {}): Answer => {
    const steps = compute(job)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      onStep()
    }
  }
}

/** What the page is told of a log that it reads in slices of so many bytes; the reason if it is none. */
export function readInSlices(bytes: Uint8Array<ArrayBuffer>, slice: number) {
  const run = startEngine()
  for (let from = 0; from === 0 || from < bytes.length; from += slice)
    run({ kind: 'push', input: 1, from, as: 'gctrace', bytes: bytes.slice(from, from + slice).buffer })
  const answer = run({ kind: 'end', input: 1 })
  if (answer.kind !== 'read' || !answer.log) return { problem: answer.kind === 'unread' ? answer.problem : answer.kind }
  const summary = answer.log
  const runs = summary.runs.map(({ index }): MeasuredRun => {
    const measured = run({ kind: 'measure', input: 1, run: index })
    if (measured.kind !== 'measured') throw new Error(measured.kind)
    return measured.measured
  })
  return { summary, runs }
}

export function summaryOf(bytes: Uint8Array<ArrayBuffer>, slice: number): LogSummary {
  const { summary, problem } = readInSlices(bytes, slice)
  if (!summary) throw new Error(problem)
  return summary
}
