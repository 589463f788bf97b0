import { describe, expect, it } from 'vitest'
import { nameSettings } from '../../src/explore/published/published.ts'

describe('keys of a scenario in a sentence', () => {
  it('are named as the controls are, with Go’s own names unchanged', () => {
    expect(nameSettings('program.stacks, procs, gogc')).toBe('goroutine stacks, GOMAXPROCS, GOGC')
  })

  it('stay as they are where no control has them', () => {
    expect(nameSettings('bytes per line')).toBe('bytes per line')
  })
})
