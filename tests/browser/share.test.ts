import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { Window } from 'happy-dom'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { toLink } from './support/links.ts'
import { openPage } from './support/page.ts'
import { readViolations, recordViolations } from './support/violations.ts'
import { watch } from './support/watch.ts'

/** Read here: the page’s policy refuses documents made of text. */
const parseSvg = (text: string) => new new Window().DOMParser().parseFromString(text, 'image/svg+xml')

const LINK = '#v=1&preset=spike&gogc=200&memoryLimit=80MiB'

/** Opens the dialog on a link's run, and one of its forms. */
async function openForm(page: Page, form: string, link = LINK) {
  await page.goto('about:blank')
  await openPage(page, link)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('radio', { name: form, exact: true }).check({ force: true })
  const save = async (name: string) => {
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name }).click()
    const download = await downloading
    return { name: download.suggestedFilename(), content: await readFile((await download.path()) ?? '') }
  }
  return { dialog, text: dialog.getByRole('textbox', { name: form, exact: true }), save }
}

test('gives the link, frame, element and Markdown of what is on screen', async ({ page, baseURL }) => {
  const { dialog, text } = await openForm(page, 'Link')
  const choose = (form: string) => dialog.getByRole('radio', { name: form, exact: true }).check({ force: true })
  await expect(text).toHaveValue(`${baseURL}${LINK}`)
  await choose('Frame (HTML)')
  await expect(dialog.getByRole('textbox', { name: 'Frame (HTML)' })).toHaveValue(
    /<iframe[\s\S]+embed\.html#v=1&amp;preset=spike&amp;gogc=200/,
  )
  await choose('Element (HTML)')
  await expect(dialog.getByRole('textbox', { name: 'Element (HTML)' })).toHaveValue(
    /<sawtooth-figure preset="spike" gogc="200" memory-limit="80MiB"/,
  )
  await choose('Markdown')
  await expect(dialog.getByRole('textbox', { name: 'Markdown' })).toHaveValue(
    // A preset with other settings is not called by its name alone.
    `[![Transient spike \\(changed\\)](sawtooth-spike.svg)](${baseURL}${LINK})\n`,
  )
})

test('shows the frame as its author wants it, live', async ({ page }) => {
  const { dialog, text } = await openForm(page, 'Frame (HTML)')
  const preview = page.frameLocator('dialog iframe')
  await expect(preview.locator('h1')).toHaveText('Transient spike (changed)')
  await dialog.getByRole('checkbox', { name: 'Title' }).uncheck()
  await expect(preview.locator('.heap-chart')).toBeVisible()
  await expect(preview.locator('h1')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark')
  await dialog.getByRole('spinbutton', { name: 'Width' }).fill('480')
  await expect(text).toHaveValue(/hide=title\.procs\.other-memory&amp;theme=dark"[\s\S]+width:480px/)
  await expect(dialog.locator('iframe')).toHaveCSS('width', '480px')
})

test('copies, and without clipboard access uses the older API or selects the text', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
    document.addEventListener('copy', () => Reflect.set(window, 'copied', String(getSelection())))
  })
  const { dialog, text } = await openForm(page, 'Environment')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  await page.evaluate(() => Object.defineProperty(document, 'execCommand', { value: () => false }))
  await dialog.getByRole('radio', { name: 'Go', exact: true }).check({ force: true })
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByText('Press Ctrl+C')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Go', exact: true })
  const selected = await field.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  )
  expect(selected).toBe(await field.inputValue())
  await expect(text).toHaveCount(0)
})

test('saves the picture: the SVG is a document, the PNG twice its size', async ({ page }) => {
  await recordViolations(page)
  const { complaints } = watch(page)
  const { save } = await openForm(page, 'Picture')
  const svg = await save('Save SVG')
  expect(svg.name).toBe('sawtooth-spike.svg')
  const { documentElement: root } = parseSvg(svg.content.toString('utf8'))
  const name = root.localName
  const [width, height] = ['width', 'height'].map((key) => Number(root.getAttribute(key)))
  expect(name).toBe('svg')
  const png = await save('Save PNG')
  expect(png.content.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([png.content.readUInt32BE(16), png.content.readUInt32BE(20)]).toEqual([2 * width!, 2 * height!])
  // A blank picture is far smaller.
  expect(png.content.length).toBeGreaterThan(20_000)
  expect(await readViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('draws the picture in the colours of the page', async ({ page }) => {
  const { save } = await openForm(page, 'Picture')
  const svg = (await save('Save SVG')).content.toString('utf8')
  const drawn = [...parseSvg(svg).querySelectorAll('path, text, rect, tspan')]
    .flatMap((mark) => ['fill', 'stroke'].map((key) => mark.getAttribute(key) ?? ''))
    .filter((value) => value.startsWith('#'))
  const colours = await page.evaluate((drawn) => {
    const toRgb = (colour: string) => {
      const probe = document.createElement('i')
      probe.style.color = colour
      document.body.append(probe)
      return getComputedStyle(probe).color
    }
    const used = new Set(drawn.map(toRgb))
    const wanted = ['.area.live', '.area.fresh', '.line.goal', '.line.memory-limit', '.rug'].flatMap((selector) => {
      const { fill, stroke } = getComputedStyle(document.querySelector(`.first-screen .heap-chart ${selector}`)!)
      return [fill, stroke].filter((value) => value !== 'none')
    })
    return { missing: wanted.filter((value) => !used.has(value)), count: wanted.length }
  }, drawn)
  expect(colours.missing).toEqual([])
  expect(colours.count).toBeGreaterThanOrEqual(5)
})

test('saves the same values as the page shows', async ({ page }) => {
  const { dialog, save } = await openForm(page, 'Points (CSV)')
  const rows = (await save('Save CSV')).content
    .toString('utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const at = (row: string[] | undefined, name: string) => Number(row?.[rows[0]?.indexOf(name) ?? -1])
  const shown = async (result: string) =>
    Number.parseFloat((await page.locator(`.result-${result} .number`).first().textContent()) ?? '')
  expect(at(rows.at(-1), 'cpu_seconds').toFixed(2)).toBe((await shown('total-time')).toFixed(2))
  const peak = rows.slice(1).reduce((most, row) => Math.max(most, at(row, 'memory_bytes')), 0)
  expect((peak / 2 ** 20).toFixed(1)).toBe((await shown('peak-memory')).toFixed(1))
  await dialog.getByRole('radio', { name: 'Cycles (JSON)' }).check({ force: true })
  const { cycles } = JSON.parse((await save('Save JSON')).content.toString('utf8')) as {
    cycles: { why: { goal: string } }[]
  }
  expect(cycles).toHaveLength(at(rows.at(-1), 'cycles'))
  expect(cycles.every(({ why }) => why.goal.startsWith('goal '))).toBe(true)
  await dialog.getByRole('radio', { name: 'Scenario (JSON)' }).check({ force: true })
  expect(JSON.parse((await save('Save JSON')).content.toString('utf8'))).toMatchObject({
    version: 1,
    gogc: 200,
    memoryLimit: 80 * 2 ** 20,
  })
})

test('prints gctrace for the runtime model, and says why there is none for the other', async ({ page }) => {
  const { dialog } = await openForm(page, 'gctrace')
  await expect(dialog.getByText('choose the runtime model')).toBeVisible()
  const { save } = await openForm(page, 'gctrace', '#v=1&preset=steady&model=runtime')
  const lines = (await save('Save LOG')).content.toString('utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines)
    expect(line).toMatch(
      /^gc \d+ @\d+\.\d{3}s \d+%: [\d.]+\+[\d.]+\+[\d.]+ ms clock, [\d.]+\+[\d.]+\/[\d.]+\/[\d.]+\+[\d.]+ ms cpu, \d+->\d+->\d+ MB, \d+ MB goal, \d+ MB stacks, \d+ MB globals, 1 P$/,
    )
})

test('warns of a link that chat tools would cut', async ({ page }) => {
  const { dialog } = await openForm(page, 'Link')
  await expect(dialog.getByText('begin to cut links')).toHaveCount(0)
  // Rates without a pattern, which no compression makes short.
  const phases = Array.from({ length: 900 }, (_, i) => ({ duration: 1, allocRate: (i * 7919 * 104729) % 99_999_989 }))
  const long = await openForm(page, 'Link', toLink({ program: { phases } }))
  await expect(long.dialog.getByText('begin to cut links')).toBeVisible()
})

test('is a dialog: axe finds nothing, Escape closes it, focus comes back', async ({ page }) => {
  const { dialog } = await openForm(page, 'Frame (HTML)')
  expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
})

test('Escape closes the dialog alone: the zoom to be shared stays', async ({ page }) => {
  await page.goto('./#v=1&preset=spike&zoom=2~5')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/zoom=2~5/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/zoom/)
})

test('lists the forms under three headings, all in sight in a window of 1280 × 800', async ({ page }) => {
  const { dialog } = await openForm(page, 'Link')
  await expect(dialog.locator('.share-group')).toHaveText(['Link and embed', 'Picture and data', 'Settings'])
  const hidden = await dialog.locator('.share-list').evaluate((list) => list.scrollHeight - list.clientHeight)
  expect(hidden).toBeLessThanOrEqual(0)
})

test('fits 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { dialog } = await openForm(page, 'Frame (HTML)')
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await page.locator('.share-body').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})
