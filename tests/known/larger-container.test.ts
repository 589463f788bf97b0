import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

// It had 89 MiB resident at most.
const LOG = readFileSync('tests/fixtures/services/chosen/logs/api-gogc100-limitoff.log', 'utf8')
const ps = (mib: number) => `PID RSS\n4711 ${mib * 1024}\n`
const top = (mib: number) => `NAME CPU(cores) MEMORY(bytes)\napi-7d9f 250m ${mib}Mi\n`

async function saidIn(mib: number, ...texts: readonly string[]) {
  const known = toKnown(await readEvidence([LOG, ...texts]))
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const toScenario = (one: typeof program.value.scenario) => ({ ...one, containerLimit: toLimit(mib * MIB) })
  const prediction = finish(searchKnown(program.value, toScenario))
  return { known, outlook: toOutlook(prediction)?.kind, why: toWarnings(prediction).join() }
}

describe('a container whose working set is larger than the memory of its process', () => {
  it('counts as a whole, whichever input comes first', async () => {
    for (const texts of [
      [ps(85), top(400)],
      [top(400), ps(85)],
    ]) {
      const { known, outlook } = await saidIn(200, ...texts)
      expect(known.scraped?.lastResident).toBe(400 * MIB)
      expect(outlook).toBe('could-be-killed')
    }
    expect((await saidIn(1200, ps(85), top(400))).outlook).toBe('survives')
  })

  it('does not surely kill the program: it may be pages of files, which the kernel takes back before it kills', async () => {
    const { outlook, why } = await saidIn(200, ps(85), top(400))
    expect(outlook).toBe('could-be-killed')
    expect(why).toContain('pages of files')
    // The process alone does not fit.
    expect((await saidIn(40, ps(85), top(400))).outlook).toBe('would-be-killed')
  })

  it('is that of the process if it is smaller', async () => {
    const { known } = await saidIn(200, ps(85), top(80))
    expect(known.scraped?.lastResident).toBe(85 * MIB)
    expect(Number(find(known, 'outsideMemory')?.value ?? 0)).toBeLessThan(20 * MIB)
  })
})
