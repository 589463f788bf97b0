import { describe, expect, it } from 'vitest'
import { call } from './harness.ts'

const LOG = 'tests/fixtures/services/kinds/logs/cache-gogc100-limitoff.log'
/** Of another program. */
const METRICS = 'tests/fixtures/metrics/wave/metrics-1.txt'

describe('how far to trust a log, beside metrics that it does not explain', () => {
  const missed = /the simulation does not match the measurements: heap goal, .*container memory/

  it('is said by what-if', async () => {
    const trustOf = async (...inputs: string[]) => {
      const { lines } = await call(['what-if', ...inputs, '--gogc', '50', '--container', '1GiB'])
      const { calibration } = lines[0] as { calibration: { trust: { grade: string; reasons: string[] } } }
      return calibration.trust
    }
    expect(await trustOf(LOG)).toMatchObject({ grade: 'good' })
    const both = await trustOf(LOG, METRICS)
    expect(both.grade).toBe('fair')
    expect(both.reasons[0]).toMatch(missed)
  })

  it('is said by check and by advise', async () => {
    for (const command of ['check', 'advise']) {
      const { err } = await call([command, LOG, METRICS, '--container', '1GiB'])
      expect(err, command).toMatch(missed)
    }
  })
})
