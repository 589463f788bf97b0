import { describe, expect, it } from 'vitest'
import { nameSettings } from '../../src/explore/published/published.ts'

describe('keys of a scenario in a sentence', () => {
  it('are called as controls call them, Go’s own names as they are written', () => {
    expect(nameSettings('program.stacks, procs, gogc')).toBe('goroutine stacks, GOMAXPROCS, GOGC')
  })

  it('stay where no control has them', () => {
    expect(nameSettings('bytes per line')).toBe('bytes per line')
  })
})
