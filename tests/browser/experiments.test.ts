import { expect, test } from '@playwright/test'
import { COMPARISONS } from '../../src/explore/published/pairs.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'
import { QUESTIONS } from '../../src/scenario/presets/published/facts/facts.ts'
import { comparison, computeAllCards, openComparison, readShifts, recordShifts } from './support/gallery.ts'
import { watch } from './support/watch.ts'

const PAGE = './experiments.html'
const pathOf = (path: Element) => path.getAttribute('d') ?? ''
const titleOf = (preset: string) => findPreset(preset)!.title

/** How a card says that a run ended: one word of these, the same as the page's verdicts. */
const ENDINGS =
  /^(healthy|tight|thrashing|over the limit|machine too small|never collected|killed|stopped|GC CPU limited|CPU-throttled)$/

test('every published setting has its card, under its question', async ({ page }) => {
  const { complaints } = watch(page)
  await page.goto(PAGE)
  await test.step('has a group for every question, with every published setting in one of them', async () => {
    for (const [id, question] of Object.entries(QUESTIONS)) {
      const group = page.getByRole('region', { name: question })
      await expect(group.getByRole('heading', { level: 2 })).toHaveText(question)
      for (const { preset } of FACTS.filter((facts) => facts.question === id)) {
        await expect(group.locator('.card').getByRole('link', { name: titleOf(preset), exact: true })).toHaveCount(1)
      }
    }
    await expect(page.locator('.card')).toHaveCount(FACTS.length)
  })
  await test.step('all cards of a group have one width, however long a verdict is', async () => {
    const cards = page.locator('.cards').filter({ hasText: 'machine too small' }).locator('.card')
    await page.getByRole('heading', { name: QUESTIONS['too-low'] }).scrollIntoViewIfNeeded()
    const widths = () => cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().width)))
    await expect.poll(async () => (await widths()).length).toBeGreaterThan(2)
    expect(new Set(await widths()).size).toBe(1)
  })
  await test.step('the article’s import shows its progress', async () => {
    const card = page.locator('.card', { has: page.getByRole('link', { name: titleOf('weaviate-oom') }) })
    // The measure of the simulator. Its comparison with the reported 60 % of the objects goes by bytes.
    await expect(card.locator('.ending')).toHaveText(/^killed after \d{3} s elapsed, 47\.\d % of its work done$/)
    await expect(card.locator('.figures-in-brief')).toHaveText(/peak 3\.00 GiB\s*\d+ cycles\s*GC CPU \d\.\d %/)
  })
  await test.step('the anatomy has live heap, total heap and goal in one figure', async () => {
    const anatomy = page.getByRole('region', { name: 'The article’s figure 1' })
    await anatomy.scrollIntoViewIfNeeded()
    for (const part of ['.area.live', '.area.fresh', '.line.goal'])
      await expect(anatomy.locator(part).first()).toHaveAttribute('d', /M/)
  })
  expect(complaints).toEqual([])
})

test('every card is computed, in its place', async ({ page }) => {
  await recordShifts(page)
  await page.goto(PAGE)
  await computeAllCards(page)
  await test.step('every card has its chart, its sentence, and an ending: the published one where there is one', async () => {
    const published = { killed: 0, completed: 0 }
    for (const { preset, used, judged } of FACTS) {
      const card = page.locator('.card', { has: page.getByRole('link', { name: titleOf(preset), exact: true }) })
      const ending = card.locator('.ending strong')
      await expect(ending, preset).toHaveText(ENDINGS)
      // Where the simulation is known to differ, the fact says why.
      const reported = [...used, ...judged].find(({ figure, why }) => figure === 'verdict' && !why)?.reported
      if (reported === 'killed' || reported === 'completed') {
        published[reported]++
        expect((await ending.textContent()) === 'killed', preset).toBe(reported === 'killed')
      }
      await expect(card.getByRole('img', { name: `Heap over CPU time: ${titleOf(preset)}` }), preset).toBeVisible()
      await expect(card.locator('.area.live'), preset).toHaveAttribute('d', /M/)
      await expect(card.getByText(findPreset(preset)!.look, { exact: true })).toBeVisible()
    }
    expect(Math.min(...Object.values(published))).toBeGreaterThan(2)
  })
  await test.step('nothing moves while the cards and what stands below an open comparison are computed', async () => {
    expect(await readShifts(page)).toBe(0)
    await openComparison(page, 'A cache on the heap, and outside it')
    // It makes room for itself, which on a busy machine comes too late to count as the reader's doing.
    const opened = await readShifts(page)
    const anatomy = page.getByRole('region', { name: 'The article’s figure 1' })
    await anatomy.scrollIntoViewIfNeeded()
    await expect(anatomy.locator('.ending')).not.toBeEmpty()
    expect((await readShifts(page)) - opened).toBeLessThan(0.01)
  })
})

test('a card opens its preset with one click anywhere on it', async ({ page }) => {
  await page.goto(PAGE)
  const card = page.locator('.card', { has: page.getByRole('link', { name: titleOf('rpc-mmap'), exact: true }) })
  await card.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await card.locator('.card-chart').boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page).toHaveURL(/#v=1&preset=rpc-mmap$/)
  await expect(page.getByRole('button', { name: `Program: ${titleOf('rpc-mmap')}` })).toBeVisible()
})

test('and with Enter; Back leads to the card again', async ({ page }) => {
  await page.goto(PAGE)
  const link = page.locator('.card').getByRole('link', { name: titleOf('ballast'), exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#v=1&preset=ballast$/)
  await expect(page.getByRole('button', { name: `Program: ${titleOf('ballast')}` })).toBeVisible()
  await page.goBack()
  await expect(link).toBeVisible()
})

for (const half of ['first', 'second'])
  test(`every comparison has its runs side by side, on the same axes, with a table: the ${half} half`, async ({
    page,
  }) => {
    await page.goto(PAGE)
    const middle = Math.ceil(COMPARISONS.length / 2)
    for (const { title, presets, figures } of half === 'first'
      ? COMPARISONS.slice(0, middle)
      : COMPARISONS.slice(middle))
      await test.step(title, async () => {
        const opened = await openComparison(page, title)
        const runs = opened.locator('.runs > li')
        await expect(runs).toHaveCount(presets.length)
        const axes = await runs.evaluateAll((all) =>
          all.map((run) => [...run.querySelectorAll('.ticks')].map((tick) => tick.textContent).join(' ')),
        )
        expect(axes[0]).not.toBe('')
        expect(new Set(axes).size, 'axes are shared').toBe(1)
        const table = opened.getByRole('table')
        for (const id of presets)
          await expect(
            table.getByRole('columnheader', { name: titleOf(id), exact: true }).getByRole('link'),
          ).toHaveAttribute('href', new RegExp(`preset=${id}$`))
        await expect(table.locator('tbody tr')).toHaveCount(figures.length)
      })
  })

test('an open comparison is in the address, which opens it again, also after Back', async ({ page }) => {
  const { title } = COMPARISONS.find(({ id }) => id === 'lines')!
  await page.goto(PAGE)
  const opened = await openComparison(page, title)
  await expect(page).toHaveURL(/#compare-lines$/)
  await opened.getByRole('heading', { level: 4 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/preset=lines-naive/)
  await page.goBack()
  await expect(comparison(page, title)).toHaveAttribute('open', '')
  await page.goto('about:blank')
  await page.goto(`${PAGE}#compare-lines`)
  await expect(comparison(page, title)).toHaveAttribute('open', '')
  await expect(comparison(page, title).locator('summary')).toBeInViewport()
  await comparison(page, title).locator('summary').click()
  await expect(page).not.toHaveURL(/#compare/)
})

test('the crosshair is at the same instant of both runs, and a zoom applies to both', async ({ page }) => {
  await page.goto(`${PAGE}#compare-rpc`)
  const opened = await openComparison(page, 'A cache on the heap, and outside it')
  const [left, right] = await opened.locator('.run-chart').all()
  await left!.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await left!.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  for (const chart of [left!, right!]) {
    await expect(chart.locator('.crosshair')).toHaveAttribute('display', 'inline')
    await expect(chart.locator('.crosshair')).toHaveAttribute('d', await left!.locator('.crosshair').evaluate(pathOf))
  }
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(opened.getByRole('button', { name: 'Whole runs' })).toBeVisible()
  await opened.getByRole('button', { name: 'Whole runs' }).click()
  await expect(opened.getByRole('button', { name: 'Whole runs' })).toHaveCount(0)
})

test('the sweep draws its two curves, with what the article printed as circles', async ({ page }) => {
  await page.goto(PAGE)
  const sweep = page.getByRole('region', { name: 'GOGC from 100 down to 10' })
  await sweep.scrollIntoViewIfNeeded()
  await expect(sweep.getByText('All points are computed.')).toBeAttached()
  for (const curve of ['overhead', 'frequency'])
    await expect(sweep.locator(`.curve.${curve}`)).toHaveAttribute('d', /^M([\d.]+,[\d.]+ ?){16}$/)
  // 100, 50 and 10 %; 0.77, 1.3 and 6.0 cycles per second.
  await expect(sweep.locator('.measured.overhead')).toHaveCount(3)
  await expect(sweep.locator('.measured.frequency')).toHaveCount(3)
  await sweep.getByText('The numbers').click()
  await expect(sweep.getByRole('row')).toHaveCount(17)
  await sweep.getByRole('link', { name: '35', exact: true }).click()
  await expect(page).toHaveURL(/preset=rpc-sweep&gogc=35$/)
})

test('three schedules: killed, often, in time; goals that are relative: killed at 8 GB', async ({ page }) => {
  await page.goto(PAGE)
  const schedules = await openComparison(
    page,
    '4 GB live on 6 GB: no cycle, a cycle every 100 MB, cycles near the limit',
  )
  const endings = schedules.locator('.ending')
  await expect(endings.nth(0)).toHaveText(/^killed/)
  await expect(endings.nth(1)).toHaveText(/completed/)
  await expect(endings.nth(2)).toHaveText(/completed/)
  await expect(schedules.locator('.figures-in-brief').nth(0)).toContainText('no GC cycle')
  const goals = await openComparison(page, 'Goals relative to the live heap')
  const firstGoals = goals.getByRole('row', { name: /^first goal/ }).getByRole('cell')
  // 200 MB, 8 GB, 5 GB and 125 MB, written as MiB and GiB.
  await expect(firstGoals.nth(0)).toHaveText(/^200 MiB/)
  await expect(firstGoals.nth(1)).toHaveText(/^7\.81 GiB/)
  await expect(firstGoals.nth(2)).toHaveText(/^4\.88 GiB/)
  await expect(firstGoals.nth(3)).toHaveText(/^125 MiB/)
})

test('works with the keyboard alone', async ({ page }) => {
  await page.goto(PAGE)
  await page.getByRole('link', { name: QUESTIONS.gogc }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: QUESTIONS.gogc })).toBeInViewport()
  const summary = comparison(page, '30 million lines, four ways').locator('summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#compare-lines$/)
  await page.keyboard.press('Tab')
  const opened = comparison(page, '30 million lines, four ways')
  await expect(opened.getByRole('link', { name: titleOf('lines-naive'), exact: true }).first()).toBeFocused()
  await summary.focus()
  await page.keyboard.press('Space')
  await expect(comparison(page, '30 million lines, four ways')).not.toHaveAttribute('open', '')
})

test('computes without workers too, and says so', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'Worker', function refuse() {
      throw new DOMException('refused', 'SecurityError')
    })
  })
  await page.goto(PAGE)
  await expect(page.getByText('The page computes without it now')).toBeVisible()
  await expect(page.locator('.card .ending').first()).toHaveText(/^killed/)
})

test('a run that cannot be computed says why, on its card', async ({ page }) => {
  await page.route(/worker-.*\.js/, (route) => route.abort())
  await page.route(/jobs-.*\.js/, (route) => route.abort())
  await page.goto(PAGE)
  await expect(page.locator('.card').first().getByRole('alert')).toContainText('This could not be computed:')
  await expect(page.locator('.card').first().getByRole('link')).toBeVisible()
})

test('a key names what the thumbnails draw, in the same colours', async ({ page }) => {
  await page.goto('./experiments.html')
  const second = page.locator('.card').nth(1)
  await expect(second.locator('.line.memory-limit')).toHaveAttribute('d', /M/)
  for (const [name, drawn, property] of [
    ['live heap', '.area.live', 'fill'],
    ['new objects', '.area.fresh', 'fill'],
    ['memory in the container', '.line.total', 'stroke'],
    ['GOMEMLIMIT', '.line.memory-limit', 'stroke'],
    ['container limit', '.line.container-limit', 'stroke'],
  ] as const) {
    const colour = await page
      .locator('.chart-key li', { hasText: name })
      .evaluate((item) => getComputedStyle(item, '::before').borderTopColor)
    await expect(second.locator(drawn).first()).toHaveCSS(property, colour)
  }
})
