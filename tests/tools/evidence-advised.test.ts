import { describe, expect, it } from 'vitest'
import { readAdvised } from './evidence-advised.ts'

describe.each(readAdvised())('the advice for services in real containers: from $from', (advised) => {
  it('kills none of them', () => {
    const { other, asIs, nothing, killed } = advised
    expect(other + asIs + nothing).toBe(48)
    expect(other).toBeGreaterThan(25)
    expect(killed).toBe(0)
  })

  it('saves GC CPU where it raises GOGC', () => {
    expect(advised.gcCpu.times).toBeLessThan(0.9)
  })
})
