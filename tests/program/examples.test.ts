import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseManifest } from '../../src/manifest/parse.ts'
import { EXAMPLES } from '../../src/program/examples.ts'
import { readLog } from '../gctrace/support.ts'

const RECORDED = 'tests/fixtures/metrics/cache'

it('the example of metrics is a recorded service, scraped when it was, in a container that its manifest limits to 512 MiB', async () => {
  const [manifest, ...scrapes] = await EXAMPLES[0]!.load()
  const times = JSON.parse(readFileSync(`${RECORDED}/at.json`, 'utf8')) as Record<string, number>
  const files = ['0', '4'].map((name) => ({ time: times[name], path: `${RECORDED}/metrics-${name}.txt` }))
  expect(scrapes.map(({ fileSeconds }) => fileSeconds)).toEqual(files.map(({ time }) => time))
  const texts = await Promise.all(scrapes.map(({ blob }) => blob.text()))
  expect(texts).toEqual(files.map(({ path }) => readFileSync(path, 'utf8')))
  const parsed = parseManifest(await manifest!.blob.text(), 'kubernetes')
  expect(parsed).toMatchObject({ ok: true, value: { containers: [{ memoryLimit: 512 * 2 ** 20, env: [] }] } })
})

it.each(EXAMPLES.slice(1))('$name has GC cycles', async ({ load }) => {
  const [log] = await load()
  expect(readLog(await log!.blob.text()).columns.count).toBeGreaterThan(10)
})
