// CPU time of whole maps on one thread of Node, after a first map that warms the compiler up.
import { freeRun, toAxes } from '../../src/explore/map/axes.ts'
import { createSharedCells } from '../../src/explore/map/cell.ts'
import { fitResolution, RESOLUTIONS } from '../../src/explore/map/resolution.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { withModel } from '../../src/scenario/with-model.ts'
import { CELL_BOUNDS } from '../../src/store/map/cells.ts'

const SIZES = [
  { columns: 16, rows: 12 },
  { columns: 64, rows: 48 },
]

const spike = toScenario(findPreset('spike')!)
/** One cycle a second at GOGC=100, for 3,000 of them. */
const long: Scenario = {
  ...spike,
  program: {
    ...spike.program,
    phases: spike.program.phases
      .slice(0, 1)
      .concat({ ...spike.program.phases[1]!, duration: 3000, newSurvivalRate: 0 }),
  },
}

const table: Record<string, object> = {}
for (const [name, scenario] of Object.entries({ default: spike, '3,000 cycles': long })) {
  for (const model of ['guide', 'runtime'] as const) {
    const base = withModel(scenario, model)
    // The second is the one that the page begins with.
    const sizes = name === 'default' ? SIZES : [SIZES[0]!, RESOLUTIONS[fitResolution(model, freeRun(base))]!]
    for (const size of sizes) {
      if (name === 'default') simulateMap(base, size)
      const before = process.cpuUsage()
      const { cells, cycles } = simulateMap(base, size)
      const { user, system } = process.cpuUsage(before)
      table[`${name}, ${model}, ${size.columns} × ${size.rows}`] = {
        'cycles per cell': Math.round(cycles / cells),
        'CPU ms': Math.round((user + system) / 1000),
        'µs per cell': Math.round((user + system) / cells),
      }
    }
  }
}
console.table(table)

function simulateMap(scenario: Scenario, size: (typeof SIZES)[number]) {
  const { gogcs, limits } = toAxes(scenario, size)
  const cellOf = createSharedCells(scenario, {}, CELL_BOUNDS)
  let cycles = 0
  for (const limit of limits) for (const gogc of gogcs) cycles += cellOf(gogc, limit).result.cycles
  return { cells: gogcs.length * limits.length, cycles }
}
