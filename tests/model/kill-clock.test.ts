import { describe, expect, it } from 'vitest'
import { toVerdict } from '../../src/model/verdict.ts'
import { onClock } from '../../src/model/wall-clock.ts'
import { run } from '../support/run.ts'

const PROGRAM = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] }

describe('when a run was killed', () => {
  it('is said in elapsed time, as in the figure of the time, by either clock of the axis', () => {
    const killed = run({ model: 'runtime', procs: 4, gogc: 'off', containerLimit: '200MiB', program: PROGRAM })
    const { wallSeconds, totalSeconds } = killed.result
    const when = `at ${wallSeconds.toFixed(2)} s elapsed`
    expect(wallSeconds).toBeLessThan(totalSeconds / 3)
    for (const clock of ['cpu', 'wall'] as const)
      expect(toVerdict(onClock(killed, clock), {})).toMatchObject({ label: `killed ${when}`, when })
  })
})
