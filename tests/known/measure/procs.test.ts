import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../../src/known/evidence.ts'
import { find, toKnown } from '../../../src/known/known.ts'
import { procsOfCaches } from '../../../src/known/measure/procs.ts'
import { readText } from '../../metrics/read.ts'

const of = (bytes: number) => procsOfCaches(new Map([['mcaches', bytes]]))

describe('GOMAXPROCS from the memory of allocation caches', () => {
  // As scrapes have them that people published: of Go 1.26, 1.25, 1.17 to 1.24, and before.
  it.each([
    [2296, 1],
    [18368, 8],
    [1208, 1],
    [9664, 8],
    [19328, 16],
    [1200, 1],
    [12000, 10],
    [38400, 32],
    [1736, 1],
    [13888, 8],
  ])('of %i bytes is %i', (bytes, procs) => {
    expect(of(bytes)).toBe(procs)
  })

  it('is not known if no cache size fits, or if several could fit', () => {
    expect(procsOfCaches(new Map())).toBeUndefined()
    for (const bytes of [0, 1, 2000, 1200 * 151, Number.NaN]) expect(of(bytes), `${bytes}`).toBeUndefined()
  })
})

describe.each(['vars-4.json', 'heap-4.txt', 'metrics-4.txt'])(
  'GOMAXPROCS of a recorded service with two CPUs: %s',
  (file) => {
    it('is that of its process', async () => {
      const read = await readText(readFileSync(`tests/fixtures/metrics/cache/${file}`, 'utf8'))
      if (!read.ok) throw new Error(read.problems[0]?.message)
      const given = (typed = {}) => toEvidence([{ name: file, read: read.value }], { typed })
      const [own, typed] = [given(), given({ procs: 8 })]
      if (!own.ok || !typed.ok) throw new Error('unreadable')
      expect(find(toKnown(own.value), 'procs')).toMatchObject({ value: 2, low: 2, high: 2, sureness: 'measured' })
      expect(find(toKnown(typed.value), 'procs')?.value).toBe(8)
    })
  },
)
