import { describe, expect, it } from 'vitest'
import { manifestsOf } from '../../src/known/evidence.ts'
import { toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

async function knownFrom(texts: readonly string[]) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  return toKnown({ runs: [], manifests: manifestsOf(inputs), typed: {} })
}

/** The container limit, in MiB, of these manifests together. */
async function limitOf(texts: readonly string[]) {
  const { quantities } = await knownFrom(texts)
  return Number(quantities.find(({ key }) => key === 'containerLimit')?.value) / MIB
}

describe('a file that adds to another', () => {
  it.each([
    ['a unit', '[Service]\nExecStart=/api\nMemoryMax=256M\n', '[Service]\nMemoryMax=512M\n'],
    ['a service', 'services:\n  api:\n    image: a\n    mem_limit: 256m\n', 'services:\n  api:\n    mem_limit: 512m\n'],
  ])('overrides it in either order: %s', async (_, whole, part) => {
    expect(await limitOf([whole, part])).toBe(512)
    expect(await limitOf([part, whole])).toBe(512)
  })

  it('overrides the earlier file if both are parts, or if both are whole', async () => {
    const part = (size: number) => `[Service]\nMemoryMax=${size}M\n`
    expect(await limitOf([part(512), part(256)])).toBe(256)
    const whole = (size: number) => `[Service]\nExecStart=/api\nMemoryMax=${size}M\n`
    expect(await limitOf([whole(256), whole(512)])).toBe(512)
  })

  it.each([
    ['a drop-in', '[Service]\nExecStart=/api\n', '[Service]\nEnvironment=GOGC=50\n'],
    ['a service', 'services:\n  api:\n    image: a\n', 'services:\n  api:\n    environment: {GOGC: 50}\n'],
  ])('has limits that are not known without the other, if it sets only variables: %s', async (_, whole, part) => {
    const openIn = async (...texts: string[]) => (await knownFrom(texts)).unread.map(({ key }) => key)
    expect(await openIn(part)).toEqual(['containerLimit', 'cpuQuota'])
    expect(await openIn(whole, part)).toEqual([])
  })
})
