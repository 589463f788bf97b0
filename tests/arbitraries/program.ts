import fc from 'fast-check'
import { MIB } from '../../src/units.ts'

/**
 * Scenarios as JSON fields whose runs are short enough to make by the hundred, and lively: limits near the heap,
 * rates of 0, phases that grow and shrink, settings changed on the way.
 */
const mib = (max: number) => fc.integer({ min: 0, max: max * 16 }).map((sixteenths) => (sixteenths * MIB) / 16)

const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))

export const phaseFields = fc.record({
  duration: fc.double({ min: 0.01, max: 3, noNaN: true }),
  allocRate: fc.oneof(fc.constant(0), mib(200)),
  scanRate: fc.integer({ min: 64, max: 4096 }).map((rate) => rate * MIB),
  newSurvivalRate: share,
  oldDeathRate: share,
})

const gogc = fc.oneof(fc.constantFrom('off', 100, 0, 1), fc.integer({ min: 2, max: 1000 }))
const limit = fc.oneof(fc.constant('off'), mib(100))

const programFields = fc.record({
  initialLive: fc.oneof(fc.constant(0), mib(40)),
  otherMemory: fc.oneof(fc.constant(0), mib(20)),
  outsideMemory: fc.oneof(fc.constant(0), mib(20)),
  fixedCost: fc.constantFrom(0, 0.04, 0.3),
  phases: fc.array(phaseFields, { minLength: 1, maxLength: 5 }),
})

/** No changes, no container: what the plain model knows, with the limiter as drawn. */
export const plainFields = fc.record({
  gogc,
  memoryLimit: limit,
  cpuLimiter: fc.boolean(),
  procs: fc.integer({ min: 1, max: 4 }),
  program: programFields,
})

const changeFields = fc.record(
  {
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    gogc,
    memoryLimit: limit,
    containerLimit: limit,
    cpuLimiter: fc.boolean(),
    procs: fc.integer({ min: 1, max: 8 }),
    otherMemory: mib(20),
    outsideMemory: mib(20),
    forceGC: fc.boolean(),
    freeOSMemory: fc.boolean(),
    cpuQuota: fc.oneof(fc.constant('off'), fc.constantFrom(0.5, 1, 2.5)),
  },
  { requiredKeys: ['share'] },
)

/** Everything at once, with changes at shares of the program's length. */
export const fullFields = fc
  .tuple(plainFields, fc.oneof(fc.constant('off'), limit), fc.array(changeFields, { maxLength: 5 }))
  .map(([fields, containerLimit, changes]) => {
    const end = fields.program.phases.reduce((sum, phase) => sum + phase.duration, 0)
    return { ...fields, containerLimit, changes: changes.map(({ share, ...set }) => ({ at: share * end, ...set })) }
  })
