import { describe, expect, it } from 'vitest'
import { loadOnce } from '../../src/work/load-once.ts'

describe('a part that is loaded once', () => {
  it('is the same for all who ask, also while it is on its way', async () => {
    let loads = 0
    const load = loadOnce('The engine', async () => ({ number: ++loads }))
    const [first, second] = await Promise.all([load(), load()])
    expect(second).toBe(first)
    expect(await load()).toBe(first)
    expect(loads).toBe(1)
  })

  it('says in words that it could not be loaded, and is tried again when it is asked for again', async () => {
    let isDown = true
    const load = loadOnce('The engine', async () => {
      if (isDown) throw new TypeError('Failed to fetch dynamically imported module: https://example.org/engine.js')
      return 'engine'
    })
    await expect(load()).rejects.toThrow(/^The engine could not be loaded\. The connection may be down/)
    isDown = false
    expect(await load()).toBe('engine')
  })
})
