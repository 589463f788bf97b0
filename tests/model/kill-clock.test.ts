import { describe, expect, it } from 'vitest'
import { toVerdict } from '../../src/model/verdict.ts'
import { run } from '../support/run.ts'

const PROGRAM = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] }

describe('when a run was killed', () => {
  it('is said on the clock of the axis beside it, if there is one, with the elapsed time in the reason', () => {
    const killed = run({ model: 'runtime', procs: 4, gogc: 'off', containerLimit: '200MiB', program: PROGRAM })
    const { wallSeconds, totalSeconds } = killed.result
    const [cpu, elapsed] = [`${totalSeconds.toFixed(2)} s CPU`, `${wallSeconds.toFixed(2)} s elapsed`]
    expect(cpu).not.toContain(wallSeconds.toFixed(2))
    expect(toVerdict(killed, {}).label).toBe(`killed at ${elapsed}`)
    expect(toVerdict(killed, { clock: 'wall' }).label).toBe(`killed at ${elapsed}`)
    const byCpu = toVerdict(killed, { clock: 'cpu' })
    expect(byCpu).toMatchObject({ label: `killed at ${cpu}`, when: `at ${cpu}` })
    expect(byCpu.reason).toContain(`limit after ${elapsed}:`)
  })
})
