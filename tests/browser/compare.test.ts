import { expect, test } from '@playwright/test'
import { openPage } from './support/page.ts'

test('one click compares the present with the recommended settings; the link has both', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&containerLimit=52MiB')
  await page.locator('.advice > summary').click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const comparison = page.locator('#comparison')
  await expect(comparison).toBeInViewport()
  await expect(comparison.locator('svg.heap-chart')).toHaveCount(2)
  await expect(comparison).toContainText(/The first difference is cycle \d+: A .*; B .* \(memory limit\)\./)
  const verdict = comparison.getByRole('row', { name: /^Verdict/ }).getByRole('cell')
  await expect(verdict.nth(0)).toHaveText(/^killed/)
  await expect(verdict.nth(1)).toHaveText(/^(healthy|tight)$/)
  // Shared axes: the same ticks.
  const ticks = comparison
    .locator('figure')
    .evaluateAll((figures) =>
      figures.map((figure) => [...figure.querySelectorAll('.axis text, .tick text')].map((text) => text.textContent)),
    )
  const [a, b] = await ticks
  expect(a).toEqual(b)
  // And as high as each other, however many lines one title has.
  const tops = await comparison.locator('figure').evaluateAll((figures) => {
    figures[0]!.querySelector('figcaption')!.textContent = 'A long name '.repeat(20)
    return figures.map((figure) => Math.round(figure.querySelector('.heap-chart')!.getBoundingClientRect().top))
  })
  expect(tops[0]).toBe(tops[1])

  // One crosshair: pointing at one chart reads all four at the same instant.
  await expect(comparison.locator('svg.cpu-chart')).toHaveCount(2)
  const readouts = comparison.locator('.readout')
  await expect(readouts.first()).toBeHidden()
  await comparison.locator('svg.cpu-chart').first().hover()
  await expect(readouts.first()).toBeVisible()
  const texts = await readouts.allTextContents()
  const times = texts.flatMap((text) => /time([\d.]+ s)/.exec(text)?.[1] ?? [])
  expect(times).toHaveLength(2)
  expect(times[0]).toBe(times[1])
  expect(texts.filter((text) => text.startsWith('GC share'))).toHaveLength(2)

  await expect(page).toHaveURL(/pin\..*compare=1|compare=1.*pin\./)
  const limit = await sawtooth.field('GOMEMLIMIT').inputValue()
  const link = new URL(page.url()).hash
  await page.goto('about:blank')
  await page.goto(`./${link}`)
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(limit)
  await expect(comparison.locator('svg.heap-chart')).toHaveCount(2)
  await expect(comparison).toContainText('killed')
  await page.getByRole('button', { name: 'Unpin', exact: true }).click()
  await expect(comparison).toHaveCount(0)
})

test('nothing of the comparison is fetched until a run is pinned', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await openPage(page)
  await expect(page.getByRole('heading', { name: 'The published figures' })).toBeVisible()
  expect(fetched.filter((url) => /compare/.test(url))).toEqual([])
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByText('The pinned run beside this one').click()
  await expect(page.locator('#comparison')).toContainText('Both runs have the same cycles.')
})
