import fc from 'fast-check'
import type { Parameter } from '../../src/scenario/parameter.ts'
import { PARAMETERS, parametersOf } from '../../src/scenario/params.ts'
import type { ModelKind, Scenario } from '../../src/scenario/types.ts'
import { scenarioOf } from '../support/run.ts'

/** The smallest number there is. */
const LEAST = 5e-324

/**
 * Scenarios at the edges of what is valid: the smallest and the largest of each value beside ordinary ones, phases that
 * last next to no time or for days, 1 to 4096 processors, and changes a hair before or after a phase's end.
 */
export function extremeScenario(model: ModelKind): fc.Arbitrary<Scenario> {
  const drawn = (parameter: Parameter) => drawnFrom(parameter, model)
  const phase = fieldsOf(parametersOf('phase'), drawn, ['duration', 'allocRate'])
  return fc
    .record({
      settings: fieldsOf(
        parametersOf('scenario').filter(({ key }) => key !== 'model'),
        drawn,
      ),
      program: fieldsOf(parametersOf('program'), drawn),
      phases: fc.array(phase, { minLength: 1, maxLength: 5 }),
      changes: fc.array(changeOf(drawn), { maxLength: 5 }),
    })
    .map(({ settings, program, phases, changes }) => {
      const ends = [0]
      for (const { duration } of phases) ends.push((ends.at(-1) ?? 0) + (duration as number))
      return scenarioOf({
        model,
        ...settings,
        program: { ...program, phases },
        changes: changes.map(({ place, ...change }) => ({ at: toInstant(place as Place, ends), ...change })),
      })
    })
}

/** Near the end of which phase, and how: a factor and seconds. Or a share of the whole, where `share` is there. */
interface Place {
  readonly end: number
  readonly factor: number
  readonly seconds: number
  readonly share?: number | undefined
}

const place: fc.Arbitrary<Place> = fc.record({
  end: fc.nat({ max: 5 }),
  factor: fc.constantFrom(1, 1 - 1e-13, 1 - 1e-12, 1 + 1e-12, 1 - 2 ** -52, 1 - 1e-9),
  seconds: fc.constantFrom(0, LEAST, -LEAST, 1e-15, -1e-15),
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
})

function toInstant({ end, factor, seconds, share }: Place, ends: readonly number[]): number {
  const last = ends.at(-1) ?? 0
  const near = (ends[Math.min(end, ends.length - 1)] ?? 0) * factor + seconds
  return Math.min(last, Math.max(0, share === undefined ? near : share * last))
}

function changeOf(drawn: (parameter: Parameter) => fc.Arbitrary<unknown>) {
  const settings = PARAMETERS.filter((parameter) => parameter.changes)
  return fc.tuple(place, fieldsOf(settings, drawn)).map(([at, fields]) => ({ place: at, ...fields }))
}

function fieldsOf(
  parameters: readonly Parameter[],
  drawn: (parameter: Parameter) => fc.Arbitrary<unknown>,
  requiredKeys: readonly string[] = [],
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(parameters.map((parameter) => [parameter.key, drawn(parameter)]))
  return fc.record(fields, { requiredKeys: requiredKeys.filter((key) => key in fields) }) as fc.Arbitrary<
    Record<string, unknown>
  >
}

function drawnFrom({ key, kind, min, max, choices }: Parameter, model: ModelKind): fc.Arbitrary<unknown> {
  const edges = fc.constantFrom(min, max)
  switch (kind) {
    case 'percent-or-off': {
      const percent = fc.oneof(edges, between(1, 1e4))
      return fc.oneof(fc.constant('off'), model === 'runtime' ? percent.map(Math.round) : percent)
    }
    case 'size-or-off':
      return fc.oneof(fc.constant('off'), fc.constantFrom(0, LEAST, 1, max), between(1e4, 1e10))
    case 'cpus-or-off':
      return fc.oneof(fc.constant('off'), fc.constantFrom(1e-3, max), between(1e-2, 10))
    case 'size':
      return fc.oneof(fc.constantFrom(0, LEAST, 1, max), between(1e3, 3e9))
    case 'rate':
      return fc.oneof(
        fc.constantFrom(key === 'scanRate' ? LEAST : 0, LEAST, 1, max),
        key === 'scanRate' ? between(1e5, 1e11) : between(1e3, 1e10),
      )
    case 'seconds':
      return key === 'duration'
        ? fc.oneof(
            { weight: 1, arbitrary: fc.constantFrom(LEAST, 1e-12, 1e-5, max) },
            { weight: 4, arbitrary: between(1e-3, 100) },
          )
        : fc.oneof(fc.constantFrom(0, LEAST, max), between(1e-6, 1))
    case 'share':
      return fc.oneof(fc.constantFrom(0, LEAST, 1 - 2 ** -53, 1), fc.double({ min: 0, max: 1, noNaN: true }))
    case 'number':
      return fc.oneof(
        edges,
        between(1e-3, 10).map((more) => min + more),
      )
    case 'count':
      return fc.oneof(edges, fc.integer({ min: Math.max(1, min), max: 8 }))
    case 'flag':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...(choices ?? []))
  }
}

/** Evenly over the orders of magnitude. */
function between(least: number, most: number): fc.Arbitrary<number> {
  return fc.double({ min: Math.log(least), max: Math.log(most), noNaN: true }).map(Math.exp)
}
