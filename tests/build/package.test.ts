import { describe, expect, it } from 'vitest'
import { DOORS, listExports } from '../tools/api.ts'

/** Public. A name that goes takes a new major version with it (a minor one before 1.0); one that comes, a minor one. */
const VALUES = {
  sawtooth: [
    'PRESETS',
    'decodeLink',
    'encodeLink',
    'findPreset',
    'parseScenario',
    'simulate',
    'simulateResult',
    'toCycleEntry',
    'toCycleList',
    'toScenario',
    'toScenarioJson',
    'toVerdict',
    'validateScenario',
  ],
  'sawtooth/react': ['SawtoothFigure'],
  'sawtooth/remark': ['remarkSawtooth'],
}

const TYPES = {
  sawtooth: [
    'Change',
    'CountedOutline',
    'CpuQuota',
    'CycleEntry',
    'Cycles',
    'Decoded',
    'GcPercent',
    'Limit',
    'LinkState',
    'LinkView',
    'ModelKind',
    'Outcome',
    'Phase',
    'Points',
    'Preset',
    'Problem',
    'Program',
    'Result',
    'RunResult',
    'Scenario',
    'ScenarioJson',
    'Segment',
    'Settings',
    'SimulateOptions',
    'Source',
    'Trace',
    'Verdict',
    'VerdictKind',
  ],
  'sawtooth/react': ['FigureValue', 'SawtoothFigureProps'],
  'sawtooth/remark': ['RemarkSawtoothOptions'],
}

describe('what the package offers', () => {
  it.each(DOORS)('is frozen: $name', ({ name, path }) => {
    const entries = listExports(path)
    const namesOf = (isValue: boolean) => entries.filter((entry) => entry.isValue === isValue).map(({ name }) => name)
    expect(namesOf(true)).toEqual(VALUES[name])
    expect(namesOf(false)).toEqual(TYPES[name])
  })

  it.each(DOORS)('has a doc comment on each function: $name', ({ path }) => {
    const bare = listExports(path).filter(({ declaration, text }) => /^function/.test(declaration) && text === '')
    expect(bare.map(({ name }) => name)).toEqual([])
  })
})
