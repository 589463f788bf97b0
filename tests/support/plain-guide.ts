import { MIB } from '../../src/units.ts'

interface PlainPhase {
  duration: number
  allocRate: number
  scanRate: number
  newSurvivalRate: number
  oldDeathRate: number
}

interface PlainFields {
  gogc: number | 'off' | string
  memoryLimit: number | string
  program: { initialLive: number; otherMemory: number; fixedCost: number; phases: PlainPhase[] }
}

/**
 * A second, minimal implementation of the guide's model from its description, without limiter, container or changes.
 * With those off, the real one has to equal it to the last digit.
 */
export function plainGuide({ gogc, memoryLimit, program }: PlainFields) {
  const percent = gogc === 'off' ? Infinity : Number(gogc)
  const limit = memoryLimit === 'off' ? Infinity : Number(memoryLimit)
  const goalOf = (live: number) => {
    let goal = percent === Infinity ? Infinity : live * (1 + percent / 100)
    if (goal + program.otherMemory > limit) goal = limit - program.otherMemory
    if (percent !== Infinity) goal = Math.max(goal, 4 * MIB)
    return Math.max(goal, live + MIB / 16)
  }
  let live = program.initialLive
  let goal = goalOf(live > 0 || percent === Infinity ? live : (4 * MIB) / (1 + percent / 100))
  let [fresh, pending, time, cycles] = [0, 0, 0, 0]
  for (const { duration, allocRate, scanRate, newSurvivalRate, oldDeathRate } of program.phases) {
    const net = duration * allocRate * newSurvivalRate - (live + pending) * oldDeathRate
    let remaining = duration
    for (;;) {
      const dt = (goal - (live + fresh)) / allocRate
      const isDue = dt < remaining
      const step = isDue ? dt : remaining
      fresh += allocRate * step
      pending += (net * step) / duration
      remaining -= step
      time += step
      if (!isDue) break
      live = Math.max(0, live + pending)
      pending = 0
      fresh = 0
      time += live / scanRate + program.fixedCost
      cycles++
      goal = goalOf(live)
    }
  }
  return { totalSeconds: time, cycles }
}
