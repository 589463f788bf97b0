import fc from 'fast-check'
import type { Parameter } from '../../src/scenario/parameter.ts'
import { PARAMETERS, parametersOf } from '../../src/scenario/params.ts'
import type { ModelKind, Scenario } from '../../src/scenario/types.ts'
import { SCENARIO_VERSION, validateScenario } from '../../src/scenario/validate.ts'
import { GIB, KIB, MIB } from '../../src/units.ts'

/** What a value of a parameter is drawn from, as JSON. */
type Values = (parameter: Parameter) => fc.Arbitrary<unknown>

interface ScenarioOptions {
  readonly model?: ModelKind
  readonly maxPhases?: number
  readonly maxChanges?: number
}

/**
 * Any valid scenario of either model: every parameter from its whole range, sizes to the last bit, titles in any
 * script, from no phase to `maxPhases`. For codecs and validation; a simulation of these may well be `stopped`.
 */
export function anyScenario(options: ScenarioOptions = {}): fc.Arbitrary<Scenario> {
  return scenarioOf(anyValue, fc.string({ unit: 'grapheme', maxLength: 40 }), {
    maxPhases: 6,
    maxChanges: 4,
    ...options,
  })
}

/**
 * A valid scenario of ordinary magnitudes, such as a person would draw: seconds of phases, MiB per second. Some limits
 * are off, some bite. Its run takes thousands of cycles at most, unless a limit makes it thrash.
 */
export function plausibleScenario(options: ScenarioOptions = {}): fc.Arbitrary<Scenario> {
  return scenarioOf(plausibleValue, fc.constant('Drawn by a test'), { maxPhases: 6, maxChanges: 4, ...options })
}

function scenarioOf(
  values: Values,
  title: fc.Arbitrary<string>,
  options: Required<Omit<ScenarioOptions, 'model'>> & ScenarioOptions,
) {
  const { maxPhases, maxChanges } = options
  const model =
    options.model === undefined ? fc.constantFrom<ModelKind>('guide', 'runtime') : fc.constant(options.model)
  return model.chain((kind) => {
    const drawn = (parameter: Parameter) =>
      parameter.key === 'gogc' && kind === 'runtime' ? wholeGogc(values(parameter)) : values(parameter)
    return fc
      .record({
        title,
        settings: fieldsOf(
          parametersOf('scenario').filter(({ key }) => key !== 'model'),
          drawn,
        ),
        program: fieldsOf(parametersOf('program'), drawn),
        phases: fc.array(fieldsOf(parametersOf('phase'), drawn), { maxLength: maxPhases }),
        changes: fc.array(changeOf(drawn), { maxLength: maxChanges }),
      })
      .map(({ title, settings, program, phases, changes }) => {
        const end = phases.reduce((sum, phase) => sum + (phase.duration as number), 0)
        return toScenario({
          version: SCENARIO_VERSION,
          title,
          model: kind,
          ...settings,
          program: { ...program, phases },
          changes: changes.map(({ share, ...change }) => ({ at: (share as number) * end, ...change })),
        })
      })
  })
}

/** Fields of which each may be left to its default, as in scenarios that people write. */
function fieldsOf(parameters: readonly Parameter[], values: Values): fc.Arbitrary<Record<string, unknown>> {
  const required = parameters.filter(({ key }) => key === 'duration').map(({ key }) => key)
  const model = Object.fromEntries(parameters.map((parameter) => [parameter.key, values(parameter)]))
  return fc.record(model, { requiredKeys: required }) as fc.Arbitrary<Record<string, unknown>>
}

function changeOf(values: Values): fc.Arbitrary<Record<string, unknown>> {
  const settings = PARAMETERS.filter((parameter) => parameter.changes)
  return fc
    .tuple(fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })), fieldsOf(settings, values))
    .map(([share, fields]) => ({ share, ...fields }))
}

function anyValue(parameter: Parameter): fc.Arbitrary<unknown> {
  const { kind, min, max, above } = parameter
  const number = fc.oneof(
    fc.double({ min, max, minExcluded: above ?? false, noNaN: true }),
    fc.integer({ min: above ? min + 1 : min, max: Math.min(max, 1e15) }),
  )
  switch (kind) {
    case 'percent-or-off':
    case 'size-or-off':
    case 'cpus-or-off':
      return fc.oneof(fc.constant('off'), number)
    case 'size':
    case 'rate':
    case 'seconds':
    case 'number':
    case 'share':
      return number
    case 'count':
      return fc.integer({ min, max })
    case 'flag':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...(parameter.choices ?? []))
  }
}

function plausibleValue(parameter: Parameter): fc.Arbitrary<unknown> {
  const { kind, key } = parameter
  const mib = (min: number, max: number) =>
    fc.integer({ min: 4 * min, max: 4 * max }).map((quarters) => (quarters * MIB) / 4)
  switch (kind) {
    case 'percent-or-off':
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant('off') },
        { weight: 4, arbitrary: fc.integer({ min: 10, max: 800 }) },
      )
    case 'size-or-off':
      return fc.oneof(fc.constant('off'), mib(8, 400))
    case 'cpus-or-off':
      return fc.oneof(
        fc.constant('off'),
        fc.integer({ min: 5, max: 80 }).map((n) => n / 10),
      )
    case 'size':
      return key === 'stacks' || key === 'globals' ? fc.integer({ min: 0, max: 8 * MIB }) : mib(0, 40)
    case 'rate':
      return key === 'scanRate' || key === 'peakAllocRate'
        ? fc.integer({ min: 256, max: 4096 }).map((n) => n * MIB)
        : rate
    case 'seconds':
      return key === 'duration'
        ? fc.integer({ min: 1, max: 100 }).map((n) => n / 10)
        : fc.integer({ min: 0, max: 50 }).map((n) => n / 1000)
    case 'number':
      return fc.integer({ min: 0, max: 80 }).map((n) => parameter.min + n / 10)
    case 'share':
      return key === 'heapOverhead'
        ? fc.integer({ min: 0, max: 30 }).map(hundredths)
        : fc.integer({ min: 0, max: 100 }).map(hundredths)
    case 'count':
      return fc.integer({ min: 1, max: 16 })
    case 'flag':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...(parameter.choices ?? []))
  }
}

const rate = fc.oneof(
  fc.integer({ min: 0, max: 200 }).map((n) => n * MIB),
  fc.constantFrom(0, 64 * KIB, GIB),
)

function hundredths(n: number): number {
  return n / 100
}

function wholeGogc(gogc: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return gogc.map((value) => (typeof value === 'number' ? Math.round(value) : value))
}

function toScenario(json: unknown): Scenario {
  const result = validateScenario(json)
  if (result.ok) return result.value
  throw new Error(
    `the arbitrary drew an invalid scenario: ${JSON.stringify(result.problems)} in ${JSON.stringify(json)}`,
  )
}
