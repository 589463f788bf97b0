import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'
import { MANIFEST, paste } from './support/pasted.ts'

const FOLDER = 'tests/fixtures/metrics/steady'
const SCRAPES = ['metrics-0.txt', 'metrics-4.txt'].map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
const CACHE = 'tests/fixtures/metrics/cache'

const link = (page: Page) => page.getByRole('link', { name: 'Open in simulator' })

test('a pasted manifest and two scrapes give findings, what is known, and a link; axe finds nothing, before and after', async ({
  page,
}) => {
  await page.goto('./program.html')
  await expect(page.getByRole('main')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const said = page.getByRole('main').locator('> [role="status"]')
  await expect(said).toBeEmpty()
  for (const text of [MANIFEST, ...SCRAPES]) await paste(page, text)
  await expect(said).toHaveText(/^\d findings? on its settings\. Simulated: /)
  await expect(
    page.getByText('Read: Kubernetes manifest · /metrics, scrape 1 of 2 · /metrics, scrape 2 of 2'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'GOMEMLIMIT=512 is 512 bytes' })).toBeVisible()
  await expect(page.getByText('value: "460MiB"')).toBeVisible()
  await expect(link(page)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const effect = page.getByRole('region', { name: 'Settings to correct' }).getByRole('definition')
  await expect(effect.first()).toBeHidden()
  await page.getByText('Simulated effect').first().click()
  await expect(effect.first()).toContainText('GC cycles a second')
  await page.getByRole('region', { name: 'Settings to correct' }).getByRole('link', { name: 'What to set' }).click()
  await expect(page.getByRole('heading', { name: 'What to set' })).toBeInViewport()
  await expect(field(page, 'Allocation rate')).toHaveValue(/^19\d/)
  await expect(field(page, 'Container limit')).toHaveValue('512MiB')
  expect(await page.content()).not.toContain('s3cr3t')
  // In a new tab: the page does not keep what was pasted.
  const [tab] = await Promise.all([page.waitForEvent('popup'), link(page).click()])
  await expect(tab.getByRole('heading', { name: 'Sawtooth' })).toBeAttached()
  await expect(tab.getByRole('textbox', { name: 'Container limit' })).toHaveValue(/512/)
  // The simulator shows the likely program alone.
  await expect(tab.getByText(/^Your program, one of many that fit/)).toHaveCount(2)
  await tab.close()
})

test('a reader without numbers tries an example by the keyboard, and finds a verdict and advice', async ({ page }) => {
  await page.goto('./program.html')
  await page.getByRole('button', { name: 'A cache with metrics' }).press('Enter')
  await expect(page.getByText(/^Read: deployment\.yaml, Kubernetes manifest · metrics-1\.txt, /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Simulated', exact: true })).toContainText('could be killed')
  await expect(page.getByRole('button', { name: 'A cache with metrics' })).toHaveCount(0)
  // What was pressed is gone: the keyboard goes on nearby.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await page.getByRole('button', { name: 'Find settings' }).click()
  await expect(page.getByText(/GOMEMLIMIT=\d+MiB/).first()).toBeVisible()
  // No option repeats what “Simulated” says of every setting.
  const shown = page.locator('.option-whole')
  await expect(shown).toContainText('no simulated program is killed, also with 25 % more live heap and allocation')
  await expect(shown.getByText(/^The warnings on the simulation hold for this setting too\.$/)).toBeVisible()
  await expect(page.getByText(/^The process had run for only [\d.]+ s when it was scraped/)).toHaveCount(1)
})

test('a manifest that the process did not start with is shown beside the process’s value, and can be chosen', async ({
  page,
}) => {
  await page.goto('./program.html')
  for (const text of [MANIFEST.replace('"512"', '300MiB'), ...SCRAPES]) await paste(page, text)
  await expect(page.getByRole('heading', { name: 'The process runs with another GOMEMLIMIT' })).toBeVisible()
  // There is no line to correct.
  await expect(page.getByRole('region', { name: 'Settings that differ' })).not.toContainText('correct')
  const limit = field(page, 'GOMEMLIMIT')
  await expect(limit).toHaveValue('off')
  await page.getByRole('button', { name: 'Use 300MiB for GOMEMLIMIT' }).click()
  await expect(limit).toHaveValue('300MiB')
  await expect(page.getByRole('heading', { name: 'The process runs with another' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Use off for GOMEMLIMIT' }).click()
  await expect(limit).toHaveValue('off')
})

test('a limit that a manifest takes from elsewhere allows no verdict until it is typed', async ({ page }) => {
  const from = 'valueFrom: {configMapKeyRef: {name: tuning, key: limit}}'
  await page.goto('./program.html')
  const [scrape, later] = SCRAPES.map((text) => text.replaceAll(/^.*go_gc_gomemlimit_bytes.*$/gm, ''))
  for (const text of [MANIFEST.replace('value: "512"', from), scrape!, later!]) await paste(page, text)
  const simulated = page.getByRole('region', { name: 'Simulated', exact: true })
  await expect(simulated).toContainText('from a ConfigMap (line 8), so its value is not known')
  await expect(simulated.locator('.verdict')).toHaveCount(0)
  const advice = page.getByRole('region', { name: 'What to set' })
  await expect(advice).toContainText('so its value is not known')
  const limit = field(page, 'GOMEMLIMIT')
  await expect(limit).toHaveValue('')
  await limit.fill('off')
  await limit.press('Enter')
  await expect(simulated.locator('.verdict')).toBeVisible()
  await expect(advice.getByRole('button', { name: 'Find settings' })).toBeVisible()
})

test('one of several services in a manifest can be chosen', async ({ page }) => {
  await page.goto('./program.html')
  const pod = (name: string, memory: string) =>
    MANIFEST.replace('name: app', `name: ${name}`).replace('512Mi', memory).replace('"512"', '100MiB')
  await paste(page, `${pod('api', '256Mi')}---\n${pod('worker', '2Gi')}`)
  await expect(field(page, 'Container limit')).toHaveValue('256MiB')
  await page.getByRole('combobox', { name: 'Container' }).selectOption('worker')
  await expect(field(page, 'Container limit')).toHaveValue('2GiB')
})

test('five typed numbers are enough, by keyboard alone', async ({ page }) => {
  await page.goto('./program.html')
  await expect(field(page, 'GC share of all CPU time')).toBeInViewport({ ratio: 1 })
  await field(page, 'Live heap after GC').focus()
  for (const text of ['2GiB', '500MiB/s', '4GiB', '64', '']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    // A value that was typed can be undone: the button stands behind its field.
    if (text !== '') await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toBeVisible()
  await expect(
    page.getByText(/^Nothing measured shows what marking costs, .* Go counts the time that GC waits for a CPU/),
  ).toBeVisible()
  await expect(field(page, 'GOMAXPROCS')).toHaveValue('64')
  await expect(field(page, 'Container limit')).toHaveValue('4GiB')
  await expect(link(page)).toHaveAttribute('href', /#v=1/)
  // GOGC=100 doubles 2 GiB: whether 4 GiB hold that depends on what is only assumed.
  const simulated = page.locator('.simulated')
  await expect(simulated.getByText('could be killed', { exact: true })).toBeVisible()
  await expect(simulated.getByText(/^\d of 10 simulated programs are killed; the likely one is /)).toBeVisible()
})

test('an assumed value counts as typed once it is typed, even as it was', async ({ page }) => {
  await page.goto('./program.html')
  await field(page, 'Live heap after GC').fill('2GiB')
  await field(page, 'Allocation rate').fill('500MiB/s')
  const procs = page.locator('tr', { hasText: 'GOMAXPROCS' })
  await field(page, 'GOMAXPROCS').focus()
  await expect(field(page, 'GOMAXPROCS')).toHaveValue('4')
  await expect(procs).toContainText('assumed')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(procs).toContainText('typed')
  await expect(procs).not.toContainText('assumed')
})

test('lines to paste leave out a GOMAXPROCS that is only assumed', async ({ page }) => {
  await page.goto('./program.html')
  await field(page, 'Live heap after GC').fill('180MiB')
  await field(page, 'Allocation rate').fill('300MiB/s')
  await field(page, 'Allocation rate').press('Enter')
  await page.getByRole('button', { name: 'Find settings' }).click()
  await page.getByRole('button', { name: 'Lines to paste' }).click()
  await expect(page.getByRole('textbox', { name: 'Environment' })).toHaveText(/GOMAXPROCS unknown: leave it as it is/)
  await expect(page.getByRole('textbox', { name: 'Environment' })).not.toHaveText(/GOMAXPROCS=/)
})

test('a value that is assumed while its field has the focus is replaced by what is typed', async ({ page }) => {
  await page.goto('./program.html')
  await field(page, 'Live heap after GC').fill('2GiB')
  await field(page, 'Allocation rate').fill('500MiB/s')
  await field(page, 'Container limit').focus()
  await expect(field(page, 'Container limit')).toHaveValue('off')
  await page.keyboard.type('4GiB')
  await expect(field(page, 'Container limit')).toHaveValue('4GiB')
})

test('the user can change how an input is read, and can remove it', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, 'GOMEMLIMIT=512\n')
  const kind = page.getByRole('combobox', { name: 'read as' })
  await expect(kind).toHaveValue('env-file')
  await kind.selectOption('kubernetes')
  await expect(page.getByRole('alert')).toContainText('There is no container in it.')
  await page.getByRole('button', { name: 'Remove Kubernetes manifest' }).click()
  await expect(kind).toHaveCount(0)
})

test('an env file without a setting of Go gets a note, and is not called free of mistakes', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, 'PORT=80\n')
  await expect(page.getByText('It sets none of GOGC, GOMEMLIMIT and GOMAXPROCS')).toBeVisible()
  await expect(page.getByText('We found no mistake')).toHaveCount(0)
  await paste(page, MANIFEST.replace('"512"', '400MiB'))
  await expect(page.getByText('We found no mistake in the manifest’s GOGC')).toBeVisible()
})

test('an unknown input gets a message, and a manifest alone says what is missing', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, 'GET / 200 in 3 ms\n')
  await expect(page.getByRole('alert')).toContainText('It is not an input that we know: paste')
  await expect(page.getByText('Not used: pasted text')).toBeVisible()
  // The examples are still there: they help most where nothing could be read.
  await expect(page.getByRole('button', { name: 'A cache with metrics' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove pasted text' }).click()
  await paste(page, MANIFEST.replace('"512"', '400MiB'))
  await expect(page.getByRole('button', { name: 'A cache with metrics' })).toHaveCount(0)
  await expect(page.getByText('We found no mistake in the manifest’s GOGC')).toBeVisible()
  await expect(page.getByText('type Live heap after GC and Allocation rate')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Simulated' })).toHaveCount(0)
  for (const [name, text] of [
    ['Live heap after GC', '100MiB'],
    ['Allocation rate', '50MiB/s'],
  ] as const) {
    await field(page, name).fill(text)
    await field(page, name).press('Enter')
  }
  await expect(link(page)).toBeVisible()
})

test('the known program opens in the editor', async ({ page }) => {
  await page.goto('./program.html')
  for (const text of SCRAPES) await paste(page, text)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open in editor' }).click(),
  ])
  const editor = tab.getByRole('region', { name: 'Program editor' })
  await expect(editor.getByRole('option').first()).toBeVisible()
  await expect(editor.getByRole('option')).toHaveCount(1)
  await expect(editor.getByRole('button', { name: 'Close editor' })).toBeVisible()
  await expect(tab.getByRole('textbox', { name: 'GOMAXPROCS value', exact: true })).toHaveValue('2')
  await tab.close()
})

/** The answer to the manifest and both scrapes, not to those that were read first. */
async function expectAll(page: Page): Promise<void> {
  await expect(page.getByText(/^Read: .*scrape 2 of 2/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seconds between scrapes' })).toBeVisible()
  await expect(field(page, 'Container limit')).toHaveValue('512MiB')
  await expect(link(page)).toBeVisible()
}

/** Presses Tab until what is called so has the focus. @returns how many presses that took */
async function tabTo(page: Page, name: string): Promise<number> {
  for (let presses = 1; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    if (focused === name) return presses
  }
  throw new Error(`no Tab leads to ${name}`)
}

test.describe('by keyboard alone', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('a manifest and two scrapes lead to a copied link, early in the order of Tab', async ({ page }) => {
    await page.goto('./program.html')
    // Past the header: what is pasted is taken wherever the focus is.
    await tabTo(page, 'Skip to the content')
    await page.keyboard.press('Enter')
    for (const text of [MANIFEST, ...SCRAPES]) {
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
      await page.keyboard.press('ControlOrMeta+v')
    }
    await expectAll(page)
    // The field to paste into, the files, what was read, the seconds between scrapes, the advice, and there it is.
    expect(await tabTo(page, 'Copy link')).toBe(6)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Copied', { exact: true })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(copied).hash).toMatch(/^#v=1&/)
    expect(copied).not.toContain('hunter2')
    await page.goto(copied)
    await expect(page.getByRole('textbox', { name: 'Container limit value' })).toHaveValue('512MiB')
  })
})

test('on a phone the answer and what one does with it stand on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./program.html')
  for (const text of [MANIFEST, ...SCRAPES]) await paste(page, text)
  const bottomOf = async (locator: ReturnType<typeof link>) => {
    const box = await locator.boundingBox()
    return (box?.y ?? Infinity) + (box?.height ?? 0)
  }
  await expectAll(page)
  const figures = page.locator('.range-figures')
  await expect(figures).toContainText(/Container memory\s*[\d.]+–[\d.]+ MiB\s*of 512 MiB; 90 % range/)
  expect(await bottomOf(page.locator('.simulated .verdict'))).toBeLessThan(620)
  expect(await bottomOf(figures)).toBeLessThan(700)
  expect(await bottomOf(page.getByRole('button', { name: 'Copy link' }))).toBeLessThan(844)
  // Between the figures and the chart are only the links.
  const chart = (await page.locator('.simulated > .figure').boundingBox())!
  expect(chart.y - (await bottomOf(figures))).toBeLessThan(130)
  expect(await bottomOf(field(page, 'Live heap after GC'))).toBeGreaterThan(844)
})

test('dropped files are read together, and one more after them; the user can change how it is read', async ({
  page,
}) => {
  await page.goto('./program.html')
  await expect(page.getByRole('main')).toBeVisible()
  const drop = (files: [name: string, text: string][]) =>
    page.evaluate((given) => {
      const dataTransfer = new DataTransfer()
      for (const [name, text] of given) dataTransfer.items.add(new File([text], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, files)
  await drop([
    ['after.txt', SCRAPES[1] ?? ''],
    ['before.txt', SCRAPES[0] ?? ''],
  ])
  await expect(
    page.getByText(/after.txt, \/metrics, scrape 2 of 2 · before.txt, \/metrics, scrape 1 of 2/),
  ).toBeVisible()
  await expect(field(page, 'Container limit')).toHaveValue('off')
  await drop([['deploy.yaml', MANIFEST]])
  await expect(field(page, 'Container limit')).toHaveValue('512MiB')
  await page.getByText(/^Read: /).click()
  await page.getByRole('combobox', { name: /deploy.yaml/ }).selectOption('env-file')
  await expect(field(page, 'Container limit')).toHaveValue('off')
  await page.getByRole('button', { name: /^Remove deploy.yaml/ }).click()
  await expect(page.getByRole('combobox')).toHaveCount(2)
})

test('the known programs lead to advice for all of them, in the typed container', async ({ page }) => {
  await page.goto('./program.html')
  // It collects least often: thousands of runs take a fifth of the time.
  for (const name of ['metrics-0.txt', 'metrics-4.txt']) await paste(page, readFileSync(`${CACHE}/${name}`, 'utf8'))
  const container = field(page, 'Container limit')
  await container.fill('512MiB')
  await container.press('Enter')
  await page.getByRole('button', { name: 'What to set?' }).first().click()
  // It stands below the answer, beside the long table.
  const left = (name: string) =>
    page.getByRole('heading', { name, exact: true }).evaluate((one) => one.getBoundingClientRect().left)
  expect(await left('What to set')).toBe(await left('Simulated'))
  expect(await left('What to set')).toBeGreaterThan(await left('What is known'))
  const options = page.locator('.own-advice .option')
  await expect(options.first()).toBeVisible()
  await expect(page.locator('.own-advice')).toContainText(/at the peak .* \(90 % ranges\)/)
})

/** A field among what is known: other settings under “What if” have the same names. */
function field(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'What is known' }).getByRole('textbox', { name })
}
