import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { parseScenario } from '../../../src/scenario/json.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { exportText, TEXT_FORMATS, type TextFormat } from '../../../src/share/export/formats.ts'
import { LINES } from '../../../src/share/export/lines.ts'
import { scenarioOf } from '../../support/run.ts'

const PROGRAM = { initialLive: '10MiB', phases: [{ duration: 1, allocRate: '100MiB' }] }
const guide = scenarioOf({ program: PROGRAM })
const runtime = scenarioOf({ model: 'runtime', program: PROGRAM })

function textOf(format: TextFormat, scenario: Scenario): string {
  const pieces = exportText(format, { scenario, trace: simulate(scenario) })
  if (!pieces.ok) throw new Error(JSON.stringify(pieces.problems))
  return [...pieces.value].join('')
}

describe('a run in a format', () => {
  it.each(TEXT_FORMATS)('%s ends its last line', (format) => expect(textOf(format, runtime)).toMatch(/.\r?\n$/))

  it.each(LINES)('as lines has the lines of the requested format: $id', ({ id, toText }) => {
    expect(textOf(id, runtime)).toBe(toText(runtime))
  })

  it('as a scenario is the one that ran', () => {
    expect(parseScenario(textOf('scenario', guide))).toEqual({ ok: true, value: guide })
  })

  it('as gctrace has a line per cycle, and is a problem in the guide’s model', () => {
    const { cycles } = simulate(runtime).result
    expect(cycles).toBeGreaterThan(2)
    expect(textOf('gctrace', runtime).match(/^gc \d+ @/gm)).toHaveLength(cycles)
    const refused = exportText('gctrace', { scenario: guide, trace: simulate(guide) })
    expect(refused).toMatchObject({ ok: false, problems: [{ path: 'model' }] })
  })
})
