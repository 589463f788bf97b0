import { expect, type Page, test } from '@playwright/test'
import { type PublishedRow, summarizePublished } from '../../src/explore/published/published.ts'
import { runPublished } from '../../src/explore/published/run.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { SOURCES } from '../../src/scenario/presets/published/facts/sources.ts'
import { toPublishedText } from '../tools/published-text.ts'
import { readShifts, recordShifts } from './support/gallery.ts'
import { watch } from './support/watch.ts'

const PAGE = './evidence.html'
const rows = [...runPublished()].flat()
const titleOf = (preset: string) => findPreset(preset)!.title
const totals = summarizePublished(rows)

const lines = (page: Page) => page.locator('.figures tbody tr:not(.why)')
const found = (page: Page) => page.locator('.found')

/** Opens the page and waits until all settings are computed. */
async function openEvidence(page: Page, fragment = ''): Promise<void> {
  await page.goto(PAGE + fragment)
  await expect(page.locator('.headline')).toContainText('predicted figures are within tolerance')
}

test('every figure is computed when the page opens, in its place, and names its source', async ({ page }) => {
  const { complaints } = watch(page)
  await recordShifts(page)
  await openEvidence(page)
  await test.step('computes every figure as it opens, and its totals are those of the command', async () => {
    await expect(lines(page)).toHaveCount(rows.length)
    const printed = toPublishedText(rows)
    const region = page.getByRole('region', { name: 'Totals' })
    const [, within = '', judged = ''] = /(\d+) of (\d+) judged figures within tolerance/.exec(printed) ?? []
    await expect(region.getByRole('status')).toContainText(`${within} of ${judged}`)
    for (const { kind, within, judged } of totals.byKind) {
      expect(printed).toMatch(new RegExp(`${kind} +${within} of +${judged} within`))
      await expect(region.locator('dd').nth(totals.byKind.findIndex((one) => one.kind === kind))).toHaveText(
        `${within} of ${judged}`,
      )
    }
    await expect(region).toContainText(`Used in set-up never judged${totals.used}`)
    await expect(region).toContainText(`Shown not judged${totals.shown}`)
  })
  await test.step('counts a run that ends unlike its article, says why, and names the goal as ours', async () => {
    const region = page.getByRole('region', { name: 'Totals' })
    await expect(region).toContainText('10 of 11')
    await expect(region).toContainText('our goal')
    await expect(region.locator('.other-ending')).toHaveText(
      /^Ends differently\. 49 million records .* completed as reported, killed as simulated\. /,
    )
  })
  await test.step('shows in every line what was simulated, to the digit that the command prints', async () => {
    const shown = await lines(page).evaluateAll((all) =>
      all.map((line) => [...line.children].map((cell) => cell.textContent?.trim() ?? '')),
    )
    const printed = toPublishedText(rows).split('\n')
    for (const [title = '', label = '', , simulated = '', , difference = '', role = ''] of shown) {
      const preset = PRESETS.find((known) => known.title === title)?.id
      const line = printed.find((text) => text.startsWith(`${preset} `) && text.includes(` ${label} `))
      expect(line, `${title}: ${label}`).toBeDefined()
      expect(line).toContain(` ${simulated.replaceAll(/\s/g, '')} `)
      if (difference !== '–') expect(line).toContain(difference)
      expect(line).toContain(role.split(/[:,]/)[0])
    }
  })
  await test.step('nothing moves while it computes', async () => {
    expect(await readShifts(page)).toBeLessThan(0.01)
  })
  await test.step('says of each source what it gives and what was chosen, and why', async () => {
    const source = page.getByRole('region', { name: /Dilocker/ })
    await source.getByText('What the source gives, and what was chosen').click()
    await expect(source.getByText('given: import, 400,000 objects, each with a vector of 768 dimensions')).toBeVisible()
    await expect(source.getByText(/^chosen: CPUs the program keeps busy, 10\. 16 less the 4 that mark/)).toBeVisible()
  })
  await test.step('headings stay in sight down the longest table', async () => {
    await page
      .getByRole('link', { name: titleOf('people-table-5.5g') })
      .first()
      .scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'Simulated' }).first()).toBeInViewport()
  })
  await test.step('shows how near predictions for recorded programs came, with a table for each kind of input', async () => {
    const recorded = page.getByRole('region', { name: 'How far to trust it', exact: true })
    const table = recorded.getByRole('table', { name: 'Odd programs' })
    await expect(table.getByRole('row')).toHaveCount(6)
    await expect(table.getByRole('rowheader', { name: /^a log alone/ })).toBeAttached()
    // What only the Markdown is to have: marks, and links to other documents.
    await expect(recorded).not.toContainText(/<!--|<br>|\]\(|\*\*|`/)
  })
  await test.step('a link in it leads to its section, and the search stays', async () => {
    await page.getByRole('searchbox', { name: 'Find' }).fill('weaviate')
    await page.getByRole('link', { name: 'first sight' }).click()
    await expect(page.getByRole('heading', { name: 'Programs seen for the first time' })).toBeInViewport()
    await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('weaviate')
  })
  expect(complaints).toEqual([])
})

test('is shown at once, shows its progress, and responds while it computes', async ({ page }) => {
  // A worker that waits for the test: nothing is computed until it is let go.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/worker-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(PAGE)
  await expect(page.locator('.headline')).toHaveText(/^Computing: 0 of \d+ settings$/)
  await expect(page.getByRole('progressbar', { name: 'Settings computed' })).toBeVisible()
  await expect(lines(page)).toHaveCount(rows.length)
  await page.getByRole('searchbox', { name: 'Find' }).fill('weaviate')
  await expect(found(page)).not.toHaveText(`${rows.length} figures`)
  await expect(lines(page).first()).toContainText('…')
  release()
  await expect(page.locator('.headline')).toContainText('predicted figures are within tolerance')
  await expect(lines(page).first()).not.toContainText('…')
  await expect(page.getByRole('progressbar')).toBeHidden()
})

test('stops computing on Cancel, keeps what it has, and computes all when asked', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/worker-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(page.locator('.headline')).toHaveText(/^Stopped at 0 of \d+ settings$/)
  release()
  await page.getByRole('button', { name: 'Compute all' }).first().click()
  await expect(page.locator('.headline')).toContainText('predicted figures are within tolerance')
  await expect(page.getByRole('button', { name: 'Compute all' })).toHaveCount(0)
})

test('computes outside the page’s own thread', async ({ page }) => {
  const started = page.waitForEvent('worker')
  await page.goto(PAGE)
  await started
  await expect(page.locator('.headline')).toContainText('predicted figures are within tolerance')
  await expect(page.locator('.work-notice')).toBeEmpty()
})

test('figures are found, sorted, and reached by the keyboard', async ({ page }) => {
  await openEvidence(page)
  await test.step('finds by words, by source and by role', async () => {
    const count = (test: (row: PublishedRow) => boolean) => `${rows.filter(test).length} of ${rows.length} figures`
    await page.getByRole('searchbox', { name: 'Find' }).fill('FENYUK average')
    await expect(found(page)).toHaveText(count(({ source, label }) => source === 'hash' && label === 'heap on average'))
    await page.getByRole('searchbox', { name: 'Find' }).fill('')
    await page.getByRole('combobox', { name: 'Source' }).selectOption('lines')
    await expect(found(page)).toHaveText(count(({ source }) => source === 'lines'))
    await page.getByRole('combobox', { name: 'Source' }).selectOption('')
    for (const role of ['predicted', 'used', 'shown'] as const) {
      await page.getByRole('combobox', { name: 'Show' }).selectOption(role)
      await expect(found(page)).toHaveText(count((row) => row.role === role))
    }
    await page.getByRole('combobox', { name: 'Show' }).selectOption('off')
    await expect(lines(page)).toHaveCount(totals.judged - totals.within)
    for (const line of await lines(page).all()) await expect(line).toContainText('predicted, off')
    await expect(page.locator('.figures tr.why')).toHaveCount(totals.judged - totals.within)
    await page.getByRole('searchbox', { name: 'Find' }).fill('nothing has this')
    await expect(page.getByText('No figure has all of these words.')).toBeVisible()
  })
  await page.getByRole('searchbox', { name: 'Find' }).fill('')
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ index: 0 })
  await expect(found(page)).toHaveText(`${rows.length} figures`)
  await test.step('is sorted by source, or by difference with the largest first', async () => {
    const headings = page.locator('.source h2')
    await expect(headings).toHaveText(SOURCES.map(({ author, year }) => `${author}, ${year}`))
    await page.getByRole('combobox', { name: 'Order' }).selectOption('difference')
    await expect(headings).toHaveCount(0)
    const differences = await page
      .locator('.figures tbody tr:not(.why) td:nth-child(6)')
      .evaluateAll((all) => all.map((cell) => Math.abs(Number.parseFloat((cell.textContent ?? '').replace('−', '-')))))
    const numbers = differences.filter((difference) => !Number.isNaN(difference))
    expect(numbers.length).toBeGreaterThan(50)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  })
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ index: 0 })
  await test.step('works with the keyboard alone', async () => {
    await page.getByRole('searchbox', { name: 'Find' }).focus()
    await page.keyboard.type('anatomy')
    await expect(lines(page)).toHaveCount(1)
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: titleOf('anatomy'), exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/preset=anatomy/)
  })
})

test('on a phone each source is folded to its totals, unless a search finds it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openEvidence(page)
  const source = page.getByRole('region', { name: 'Etienne Dilocker, 2022' })
  const table = source.getByRole('table')
  await expect(table).toBeHidden()
  await source.getByText(/^\d+ figures; \d+ of \d+ predicted are within tolerance$/).click()
  await expect(table).toBeVisible()
  const other = page.getByRole('region', { name: 'Yuri Fenyuk, 2024' })
  await expect(other.getByRole('table')).toBeHidden()
  await page.getByRole('searchbox').fill('Yuri')
  await expect(other.getByRole('table')).toBeVisible()
})

test('a line leads to its scenario', async ({ page }) => {
  await openEvidence(page)
  await page
    .getByRole('link', { name: titleOf('hash-5g'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/#v=1&preset=hash-5g$/)
  await expect(page.getByRole('button', { name: 'Program: 100 MiB per request, limit 5 GiB' })).toBeVisible()
})

test('the address has the search text; a new address changes it', async ({ page }) => {
  await openEvidence(page, '#find=weaviate%20goal')
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('weaviate goal')
  await page.evaluate(() => {
    location.hash = '#find=ballast'
  })
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('ballast')
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('weaviate goal')
})

test('a broken worker is reported, and the page computes without it', async ({ page }) => {
  await page.route(/worker-.*\.js/, (route) => route.abort())
  await openEvidence(page)
  await expect(page.getByText('The page computes without it now')).toBeVisible()
  await expect(page.locator('.headline')).toContainText(`${totals.within} of ${totals.judged}`)
})

test('if nothing can be computed it says so, and still shows the reported figures', async ({ page }) => {
  await page.route(/(worker|jobs)-.*\.js/, (route) => route.abort())
  await page.goto(PAGE)
  await expect(page.getByRole('alert').first()).toContainText('This could not be computed:')
  await expect(lines(page)).toHaveCount(rows.length)
})

for (const [width, columns] of [
  [1280, 7],
  [1000, 6],
  [390, 2],
] as const)
  test(`at ${width} px the totals stand in ${columns} columns, their numbers in lines`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('./evidence.html')
    const numbers = page.locator('.by-kind dd')
    await expect(numbers).toHaveCount(7)
    const places = await numbers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(new Set(places.map(({ left }) => Math.round(left))).size).toBe(columns)
    expect(new Set(places.map(({ top }) => Math.round(top))).size).toBe(Math.ceil(7 / columns))
  })
