import { describe, expect, it } from 'vitest'
import { RESULT_NOTES } from '../../src/ui/results/note.tsx'

describe('the metric of a result', () => {
  it('of the GC CPU limit: Go stores the cycle as the limiter comes on, not while it stays on', () => {
    expect(RESULT_NOTES.limited?.metric).toContain('names the cycle in which the limiter last came on; 0: never')
  })

  it('of container memory leaves out pages of files, which the kernel takes back before it kills', () => {
    expect(RESULT_NOTES.container?.metric).toMatch(/^no Go metric: the highest container_memory_working_set_bytes; /)
  })
})
