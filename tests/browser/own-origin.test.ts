import { expect, test } from '@playwright/test'
import { simulate } from '../../src/model/simulate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { MAIN_THREAD_CYCLES } from '../../src/store/runs.ts'
import { GUIDE_CASES } from '../bench/guide-cases.ts'
import { openPage } from './support/page.ts'
import { waitForQuiet } from './support/quiet.ts'
import { useEverything } from './support/use-everything.ts'
import { readViolations, recordViolations } from './support/violations.ts'
import { watch } from './support/watch.ts'

test('requests nothing outside the folder it is served from, whatever is pressed, and logs no error', async ({
  page,
  baseURL,
}) => {
  // Over a hundred things to press, one after the other.
  test.slow()
  const { requests, complaints } = watch(page)
  await recordViolations(page)
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await useEverything(page)).toBeGreaterThan(0)
  await waitForQuiet(page)

  const isOwn = (url: string) => url.startsWith(`${baseURL}`) || /^(data|blob):/.test(url)
  expect(requests).toContain(baseURL)
  expect(requests.filter((url) => !isOwn(url))).toEqual([])
  expect(await readViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('loads its script, style and icon from below a sub-path', async ({ page, baseURL }) => {
  // As it is served: the page itself adds the styles of parts that come later, by their whole addresses.
  const html = await (await page.request.get('./')).text()
  const addresses = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]*)"/g)].map(([, to = '']) => to)
  expect(addresses.length).toBeGreaterThan(1)
  for (const address of addresses) {
    expect(address).toMatch(/^\.\//)
    const response = await page.request.get(new URL(address, baseURL).href)
    expect(response.status(), address).toBe(200)
  }
})

test('computes a long run in a worker of its own origin, within the policy', async ({ page, baseURL }) => {
  const scenario = GUIDE_CASES.at(-1)?.scenario
  if (!scenario) throw new Error('no long run')
  const { cycles } = simulate(scenario).result
  expect(cycles).toBeGreaterThan(MAIN_THREAD_CYCLES)
  const { complaints } = watch(page)
  await recordViolations(page)
  const started = page.waitForEvent('worker')
  const sawtooth = await openPage(page, encodeLink({ scenario }))
  expect((await started).url()).toMatch(new RegExp(`^${baseURL}`))
  await expect(sawtooth.result('GC cycles')).toHaveText(
    new RegExp(`^${cycles.toLocaleString('en').replace(',', '\\D?')}`),
  )
  expect(await readViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})
