import { runForLesson } from './experiment.ts'
import type { Step } from './lesson.ts'

/**
 * How far the run of each step is drawn on paper, in seconds of the program’s own time; undefined for the whole run. A
 * class sees all steps of a sheet at once, so a run with several bets is drawn as far as the last `until` of them.
 * Scenarios may differ and still have the same run, as with a container that is never full.
 */
export function shownOnPaper(steps: readonly Step[]): readonly (number | undefined)[] {
  const runs = steps.map(({ scenario }) => JSON.stringify(runForLesson(scenario).result))
  return runs.map((run) => {
    const untils = steps.flatMap(({ bet }, i) => (bet && runs[i] === run ? [bet.until] : []))
    return untils.length === 0 ? undefined : Math.max(...untils)
  })
}
