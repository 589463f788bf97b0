import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'

const FOLDER = 'tests/fixtures/metrics/steady'
const SCRAPES = ['metrics-0.txt', 'metrics-4.txt'].map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
const MANIFEST = `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: app
      resources: {limits: {memory: 512Mi, cpu: "2"}}
      env:
        - {name: GOMEMLIMIT, value: "512"}
        - {name: DB_PASSWORD, value: s3cr3t-hunter2}
`

/** Pastes into the page, while no field has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}

const link = (page: Page) => page.getByRole('textbox', { name: 'Link to this program' })

test('a pasted manifest and two scrapes give findings, what is known, and a link', async ({ page }) => {
  await page.goto('./program.html')
  for (const text of [MANIFEST, ...SCRAPES]) await paste(page, text)
  await expect(page.getByRole('combobox', { name: 'taken for' })).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'GOMEMLIMIT=512 is 512 bytes' })).toBeVisible()
  await expect(page.getByText('value: "460MiB"')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Allocation rate' })).toHaveValue(/^19\d/)
  await expect(page.getByRole('textbox', { name: 'Container limit' })).toHaveValue('512MiB')
  const address = await link(page).inputValue()
  expect(await page.content()).not.toContain('s3cr3t')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Sawtooth' })).toBeAttached()
  await expect(page.getByRole('textbox', { name: 'Container limit' })).toHaveValue(/512/)
})

test('five typed numbers are enough, by keyboard alone', async ({ page }) => {
  await page.goto('./program.html')
  await page.getByRole('textbox', { name: 'Live heap after GC' }).focus()
  for (const text of ['2GiB', '500MiB/s', '4GiB', '64', '']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    // A value that was typed can be undone: the button stands behind its field.
    if (text !== '') await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'GOMAXPROCS' })).toHaveValue('64')
  await expect(page.getByRole('textbox', { name: 'Container limit' })).toHaveValue('4GiB')
  await expect(link(page)).toHaveValue(/#v=1/)
  // GOGC=100 doubles 2 GiB: whether 4 GiB hold that depends on what is only assumed.
  await expect(page.getByText(/^could be killed \(\d of 10\)/)).toBeVisible()
})

test('what an input was taken for can be corrected, and it can be taken away', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, 'GOMEMLIMIT=512\n')
  const kind = page.getByRole('combobox', { name: 'taken for' })
  await expect(kind).toHaveValue('env-file')
  await kind.selectOption('kubernetes')
  await expect(page.getByRole('alert')).toContainText('there is no container in it')
  await page.getByRole('button', { name: 'Remove pasted text' }).click()
  await expect(kind).toHaveCount(0)
})

test('a gctrace log leads to its report', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, readFileSync(`${FOLDER}/gctrace.log`, 'utf8'))
  await expect(page.getByRole('combobox', { name: 'taken for' })).toHaveValue('gctrace')
  await expect(page.getByRole('region', { name: 'What it shows' })).toBeVisible()
})

test('axe finds no violation, before and after', async ({ page }) => {
  await page.goto('./program.html')
  await expect(page.getByRole('main')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  for (const text of [MANIFEST, ...SCRAPES]) await paste(page, text)
  await expect(link(page)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('what is known opens in the editor', async ({ page }) => {
  await page.goto('./program.html')
  for (const text of SCRAPES) await paste(page, text)
  await page.getByRole('link', { name: 'Open in the editor' }).click()
  const editor = page.getByRole('region', { name: 'Program editor' })
  await expect(editor.getByRole('option').first()).toBeVisible()
  await expect(editor.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Close editor' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'GOMAXPROCS value', exact: true })).toHaveValue('2')
})
