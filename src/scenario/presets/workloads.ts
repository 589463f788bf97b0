/** The workloads of the published figures: ten seconds of mutator time each, one CPU marking 1 GiB per second. */
const phase = (duration: number, allocRate: string, newSurvivalRate: number, oldDeathRate: number) => ({
  duration,
  allocRate,
  scanRate: '1GiB',
  newSurvivalRate,
  oldDeathRate,
})

const FIXED_COST = 0.04

/** A live heap of 20 MiB, built in the first second; after that, everything allocated is garbage. */
export const STEADY = {
  fixedCost: FIXED_COST,
  phases: [phase(1, '20MiB', 1, 0), phase(9, '20MiB', 0, 0)],
}

/** A live heap that shrinks and grows, then allocates ten times as fast. */
export const DYNAMIC = {
  fixedCost: FIXED_COST,
  phases: [
    phase(1, '20MiB', 1, 0),
    phase(1, '20MiB', 0, 0.5),
    phase(1, '20MiB', 0.5, 0),
    phase(1, '20MiB', 0, 0.5),
    phase(1, '20MiB', 0.5, 0),
    phase(5, '200MiB', 0.02, 1),
  ],
}

/** A live heap of 20 MiB that rises to 30 MiB for half a second. */
export const SPIKE = {
  fixedCost: FIXED_COST,
  phases: [
    phase(1, '20MiB', 1, 0),
    phase(4, '20MiB', 0, 0),
    phase(0.5, '20MiB', 1, 0),
    phase(0.5, '20MiB', 0, 0),
    phase(0.5, '20MiB', 0, 0.5),
    phase(3.5, '20MiB', 0, 0),
  ],
}
