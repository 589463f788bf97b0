import { expect, type Page, test } from '@playwright/test'
import { type PublishedRow, summarizePublished } from '../../src/explore/published/published.ts'
import { runPublished } from '../../src/explore/published/run.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { SOURCES } from '../../src/scenario/presets/published/facts/sources.ts'
import { toPublishedText } from '../tools/published-text.ts'
import { readShifts, recordShifts } from './support/gallery.ts'
import { findOverlaps } from './support/overlaps.ts'
import { watch } from './support/watch.ts'

const PAGE = './evidence.html'
const rows = [...runPublished()].flat()
const titleOf = (preset: string) => findPreset(preset)!.title
const totals = summarizePublished(rows)

const lines = (page: Page) => page.locator('.figures .line')
/** The fold of an article. */
const article = (page: Page, author: string) => page.locator('details.source', { hasText: author })
const dots = (page: Page) => page.locator('.ratio-chart circle.dot')
const named = (page: Page) => page.locator('.ratios figcaption')
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
    await expect(region).toContainText(`${totals.used} figures that set the presets up`)
    await expect(region).toContainText(`${totals.shown} that are only shown`)
  })
  await test.step('counts a run that ends unlike its article, says why, and names the goal as ours', async () => {
    const region = page.getByRole('region', { name: 'Totals' })
    await expect(region).toContainText('Of 11 endings, killed or completed, 10 are as reported')
    await expect(region).toContainText('our goal')
    await expect(region.locator('.other-ending')).toHaveText(
      /^Ends differently\. 49 million records .* completed as reported, killed as simulated\. /,
    )
  })
  await test.step('shows in every line what was simulated, to the digit that the command prints', async () => {
    const shown = await lines(page).evaluateAll((all) =>
      all.map((line) => {
        const title = line.parentElement?.querySelector('.setting')?.textContent ?? ''
        return [title, ...[...line.children].map((cell) => cell.textContent?.trim() ?? '')]
      }),
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
    const source = article(page, 'Dilocker')
    await source.locator('summary').first().click()
    await source.getByText('What the source gives, and what was chosen').click()
    await expect(source.getByText('given: import, 400,000 objects, each with a vector of 768 dimensions')).toBeVisible()
    await expect(source.getByText(/^chosen: CPUs the program keeps busy, 10\. 16 less the 4 that mark/)).toBeVisible()
  })
  await test.step('headings stay in sight down the longest table', async () => {
    await article(page, 'Patharlagadda').locator('summary').first().click()
    await page
      .getByRole('link', { name: titleOf('people-table-5.5g') })
      .first()
      .scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'Simulated' }).first()).toBeInViewport()
  })
  await test.step('shows how near predictions for recorded programs came, with a table for each kind of input', async () => {
    const recorded = page.getByRole('region', { name: 'How far to trust it', exact: true })
    const chapter = recorded.locator('#odd-programs')
    await chapter.getByRole('heading', { name: 'Odd programs' }).click()
    await chapter.getByText(/^5 rows: \d+ to \d+ % inside; \d+ of [\d\s]+ verdicts wrong$/).click()
    const table = chapter.getByRole('table', { name: 'Odd programs' })
    // The heading, and for each of five inputs its name and four figures.
    await expect(table.getByRole('row')).toHaveCount(26)
    await expect(table.getByRole('rowheader', { name: /^a log alone/ })).toBeVisible()
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

test('one figure stands above all tables: a dot for each number, named by pointer, keys and touch', async ({
  page,
}) => {
  await openEvidence(page)
  const off = rows.filter(({ isWithin, kind }) => isWithin === false && kind !== 'verdict')
  await expect(dots(page)).toHaveCount(totals.judged - totals.verdicts.judged)
  await expect(page.locator('.ratio-chart circle.off')).toHaveCount(off.length)
  await test.step('the pointer names the dot below it, and leaves', async () => {
    await page.locator('.ratio-chart circle.off').nth(3).hover()
    await expect(named(page)).toContainText('100 MiB per request, limit 2 GiB: Sys, reported 8192 MiB')
    await page.getByRole('heading', { name: 'Evidence', exact: true }).hover()
    await expect(named(page)).toContainText('Each dot is a figure')
  })
  await test.step('arrow keys go from dot to dot, and a screen reader hears the name', async () => {
    const figure = page.getByRole('slider', { name: /simulated ÷ reported/ })
    await figure.focus()
    await page.keyboard.press('ArrowRight')
    await expect(figure).toHaveAttribute('aria-valuetext', /^25 million records, limit 5\.5 GB: GC cycles, reported/)
    await expect(named(page)).toHaveText((await figure.getAttribute('aria-valuetext'))!)
    await page.keyboard.press('End')
    await expect(figure).toHaveAttribute('aria-valuenow', String(totals.judged - totals.verdicts.judged))
  })
  await test.step('a tap names a dot until the next', async () => {
    const box = (await page.locator('.ratio-chart circle.off').nth(3).boundingBox())!
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerType: 'touch' }
    const figure = page.getByRole('slider')
    await figure.dispatchEvent('pointerdown', at)
    await figure.dispatchEvent('pointerout', at)
    await expect(named(page)).toContainText('Sys, reported 8192 MiB')
  })
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

test('figures are found, and reached by the keyboard', async ({ page }) => {
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
  await test.step('stand by article, each folded to its totals', async () => {
    await expect(page.locator('.source > summary')).toContainText(
      SOURCES.map(({ author, year }) => `${author}, ${year}`),
    )
    await expect(lines(page).first()).toBeHidden()
  })
  await test.step('works with the keyboard alone', async () => {
    await page.getByRole('searchbox', { name: 'Find' }).focus()
    await page.keyboard.type('anatomy')
    await expect(lines(page)).toHaveCount(1)
    // Two choices, and the fold that is open.
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: titleOf('anatomy'), exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/preset=anatomy/)
  })
})

test('each article is folded to its totals, unless a search finds it', async ({ page }) => {
  await openEvidence(page)
  const source = article(page, 'Etienne Dilocker, 2022')
  const table = source.getByRole('table')
  await expect(table).toBeHidden()
  await source.getByText(/\d+ figures; \d+ of \d+ predicted are within tolerance$/).click()
  await expect(table).toBeVisible()
  const other = article(page, 'Yuri Fenyuk, 2024')
  await expect(other.getByRole('table')).toBeHidden()
  await page.getByRole('searchbox').fill('Yuri')
  await expect(other.getByRole('table')).toBeVisible()
})

test('a line leads to its scenario', async ({ page }) => {
  await openEvidence(page, '#find=hash')
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

test('an address of a place within a fold unfolds it', async ({ page }) => {
  await page.goto(`${PAGE}#at=settings-chosen-together`)
  await expect(page.getByRole('heading', { name: 'Settings chosen together' })).toBeInViewport()
  await page.goto(`${PAGE}#at=source-rpc`)
  await expect(article(page, 'Chris Frost').getByRole('table')).toBeVisible()
})

test('who arrives with a search sees what it finds, not the figure above it', async ({ page }) => {
  await openEvidence(page, '#find=ballast')
  await expect(lines(page).first()).toBeInViewport()
})

for (const width of [1920, 1280, 390])
  test(`at ${width} px no name in the figures lies over another, folded or not`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openEvidence(page)
    await expect(dots(page).first()).toBeVisible()
    await expect(page.locator('.trust .dot').first()).toBeAttached()
    expect(await findOverlaps(page)).toEqual([])
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    expect(await findOverlaps(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
