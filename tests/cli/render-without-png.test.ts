import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runRender } from '../../src/cli/render/render.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(() => folder.remove())

/** `sawtooth render --check` where the package that draws PNGs is not installed. */
async function checkWithoutPackage(path: string) {
  let out = ''
  const io = {
    stdin: async function* () {},
    write: async (text: string) => {
      out += text
    },
    warn: () => undefined,
  }
  const code = await runRender({ paths: [path], isCheck: true, base: undefined }, io, async () => undefined)
  return { code, out }
}

it('judges no PNG with --check where the package that draws them is not installed', async () => {
  const path = folder.write('limits.md', '```sawtooth\nspike gogc=50\n```\n')
  await call(['render', path])
  for (const name of readdirSync(folder.path)) if (name.endsWith('.png')) rmSync(join(folder.path, name))
  expect(await checkWithoutPackage(path)).toEqual({ code: 0, out: '' })

  folder.write('limits.md', '```sawtooth\nspike gogc=60\n```\n')
  const { code, out } = await checkWithoutPackage(path)
  expect(code).toBe(3)
  expect(out).toMatch(/^stale: .*\.svg$/m)
  expect(out).not.toContain('.png')
})
