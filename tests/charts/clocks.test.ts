import { describe, expect, it } from 'vitest'
import { drawStill } from '../../src/charts/still/picture.ts'
import { simulate } from '../../src/model/simulate.ts'
import { onClock } from '../../src/model/wall-clock.ts'
import { validateScenario } from '../../src/scenario/validate.ts'

const PROGRAM = { initialLive: '20MiB', phases: [{ duration: 8, allocRate: '100MiB', newSurvivalRate: 0.02 }] }

function run(rest: object) {
  const scenario = validateScenario({ version: 1, program: PROGRAM, ...rest })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return { scenario: scenario.value, trace: simulate(scenario.value) }
}
const draw = (of: ReturnType<typeof run>, rest: object = {}) =>
  drawStill({ ...of, circumstances: {}, shade: 'light', isHeapOnly: true, ...rest }).svg
/** The figures of the time axis: those whose text is centred. */
const axisEnd = (svg: string) =>
  Math.max(
    ...[...(/text-anchor="middle">(.*?)<\/g>/.exec(svg)?.[1] ?? '').matchAll(/>([\d.]+)</g)].map((m) => Number(m[1])),
  )

/** The last figure of an axis to `end` is left out where the axis' name stands. */
function expectEnd(svg: string, end: number) {
  expect(axisEnd(svg)).toBeLessThanOrEqual(end)
  expect(axisEnd(svg)).toBeGreaterThan(0.85 * end)
}

describe('a picture of a run', () => {
  const four = run({ model: 'runtime', procs: 4, gogc: 'off' })

  it('has CPU time along its axis, by name', () => {
    expect(draw(four)).toContain('CPU seconds')
    expectEnd(draw(four), 8)
  })

  it('has elapsed time along its axis where that is asked for, by name', () => {
    const svg = draw(four, { clock: 'wall' })
    expect(svg).toContain('elapsed seconds')
    expect(svg).not.toContain('CPU seconds')
    expectEnd(svg, 2)
  })

  it('shows the same stretch of the run by either clock', () => {
    // CPU-seconds 4 to 8 are the second half: from 1 s to 2 s.
    expectEnd(draw(four, { window: { start: 4, end: 8 } }), 8)
    expectEnd(draw(four, { window: { start: 4, end: 8 }, clock: 'wall' }), 2)
  })

  it('has one clock in the guide model, whatever is asked for', () => {
    const guide = run({ gogc: 'off' })
    expect(draw(guide, { clock: 'wall' })).toBe(draw(guide))
  })

  it('says when a run was killed in elapsed time first, and the CPU time of its axis where there is room', () => {
    const killed = run({ model: 'runtime', procs: 4, gogc: 'off', containerLimit: '200MiB' })
    const { wallSeconds, totalSeconds } = killed.trace.result
    expect(wallSeconds).toBeLessThan(killed.trace.result.totalSeconds / 3)
    const [cpu, elapsed] = [`${totalSeconds.toFixed(2)} s of CPU time`, `${wallSeconds.toFixed(2)} s elapsed`]
    expect(draw(killed)).toContain(`>killed at ${elapsed} (${cpu})<`)
    expect(draw(killed, { clock: 'wall' })).toContain(`>killed at ${elapsed}<`)
    expect(draw(killed, { width: 340 })).toContain(`>killed at ${elapsed}<`)
  })

  it('is laid out only once per run and clock', () => {
    expect(onClock(four.trace, 'wall')).toBe(onClock(four.trace, 'wall'))
    expect(onClock(four.trace, 'cpu')).toBe(four.trace)
  })
})
