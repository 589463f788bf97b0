import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { validateScenario } from '../../src/scenario/validate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { findAxeViolations } from './support/axe.ts'
import { button, field, openEditor } from './support/editor.ts'
import { openPage } from './support/page.ts'
import { watch } from './support/watch.ts'

/** The middle of something, scrolled into sight. */
async function middleOf(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

// The levels of the newcomer's program: 40 MiB, 120 MiB from 5.1 s to 5.4 s, 40 MiB again.
const PHASES = [
  ['5 s', '40MiB', '40MiB'],
  ['0.1 s', '40MiB', '120MiB'],
  ['0.3 s', '120MiB', '120MiB'],
  ['0.1 s', '120MiB', '40MiB'],
  ['4.5 s', '40MiB', '40MiB'],
]

async function expectNewcomersProgram(editor: Locator) {
  await expect(editor.getByRole('option')).toHaveCount(PHASES.length)
  for (const [i, [seconds, from, to]] of PHASES.entries()) {
    const name = `Phase ${i + 1}: ${seconds}. The live heap ${from === to ? `stays at ${to}` : `goes from ${from} to ${to}`}.`
    await expect(editor.getByRole('option', { name, exact: true })).toHaveCount(1)
  }
}

/** Opens the link that “Copy link” has copied in another page: what a colleague sees. */
async function expectShared(page: Page) {
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const href = await page.evaluate(() => navigator.clipboard.readText())
  expect(href.length).toBeLessThan(2000)
  const theirs = await page.context().newPage()
  const { sawtooth, editor } = await openEditor(theirs, new URL(href).hash)
  await expectNewcomersProgram(editor)
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('100MiB')
  // New programs have what real Go always has.
  await expect(theirs.getByRole('switch', { name: '50 % GC CPU limit' })).toBeChecked()
  await theirs.close()
}

test.describe('a newcomer draws 40 MiB live, a spike to 120 MiB at 5 s, a limit of 100 MiB, and shares it', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('by mouse', async ({ page }) => {
    const { sawtooth, editor } = await openEditor(page)
    await button(editor, 'Blank program').click()

    // The plateau is dragged, with Shift to snap (some 6 pixels to a step), until the value beside it says 40 MiB.
    const line = editor.getByRole('slider', { name: 'Live heap at the start' })
    const { x, y } = await middleOf(line)
    await page.keyboard.down('Shift')
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let up = 3; up < 80 && !(await line.getByText('40MiB', { exact: true }).isVisible()); up += 3)
      await page.mouse.move(x, y - up)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(field(editor, 'Live at the start')).toHaveValue('40MiB')

    await button(editor, 'Spike').click()
    for (const [name, text] of [
      ['Spike: At', '5'],
      ['Spike: Up to', '120'],
      ['Spike: For', '0.5'],
    ] as const) {
      await field(editor, name).click()
      await field(editor, name).fill(text)
    }
    await button(editor, 'Insert').click()
    await expectNewcomersProgram(editor)

    await sawtooth.type('GOMEMLIMIT', '100MiB')
    // A program that is made here begins with it on, as every Go program does.
    await expect(page.getByRole('switch', { name: '50 % GC CPU limit' })).toBeChecked()
    await button(page, 'Copy link').click()
    await expectShared(page)
  })

  test('by keyboard', async ({ page }) => {
    const sawtooth = await openPage(page)
    const press = async (target: Locator) => {
      await target.focus()
      await page.keyboard.press('Enter')
    }
    const type = async (target: Locator, text: string) => {
      await target.focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await press(button(page, 'Edit program'))
    const editor = page.getByRole('region', { name: 'Program editor' })
    await press(button(editor, 'Blank program'))
    await type(field(editor, 'Live at the start'), '40')
    await press(button(editor, 'Spike'))
    await type(field(editor, 'Spike: At'), '5 s')
    await type(field(editor, 'Spike: Up to'), '120 MiB')
    await type(field(editor, 'Spike: For'), '500ms')
    await press(button(editor, 'Insert'))
    await expectNewcomersProgram(editor)
    await type(sawtooth.field('GOMEMLIMIT'), '100MiB')
    await expect(page.getByRole('switch', { name: '50 % GC CPU limit' })).toBeChecked()
    await press(button(page, 'Copy link'))
    await expectShared(page)
  })
})

test('a program is drawn, corrected, undone and put together again', async ({ page }) => {
  test.slow()
  await test.step('a drawing is one undo step, and all can be undone and redone', async () => {
    const { sawtooth, editor } = await openEditor(page)
    const start = page.url()
    const line = editor.getByRole('slider', { name: 'Phase 2: live heap at its end' })
    await editor.getByRole('option').nth(1).click()
    const text = await line.getAttribute('aria-valuetext')
    const { x, y } = await middleOf(line)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 10, { steps: 5 })
    await page.mouse.move(x, y - 30, { steps: 5 })
    await page.mouse.up()
    await expect(line).not.toHaveAttribute('aria-valuetext', text ?? '')
    const drawn = await line.getAttribute('aria-valuetext')
    await expect(editor.getByText(/^edited: \d+ difference/)).toBeVisible()

    await page.keyboard.press('Control+z')
    await expect(line).toHaveAttribute('aria-valuetext', text ?? '')
    await expect(editor.getByText('as in “Transient spike”')).toBeVisible()
    await sawtooth.expectResults({ 'GC CPU': '6.3 %', 'Peak memory': '60.0 MiB' })
    await expect(button(editor, 'Undo')).toBeDisabled()
    await page.keyboard.press('Control+Shift+z')
    await expect(line).toHaveAttribute('aria-valuetext', drawn ?? '')
    expect(page.url()).not.toBe(start)
  })
  await test.step('unreadable text is discarded by undo, redo and another program, whichever value they change', async () => {
    const { editor } = await openEditor(page)
    const rate = field(editor, 'Phase 1: allocation rate')
    const wrong = editor.locator('.wrong')
    const typeNonsense = async () => {
      await rate.fill('nonsense')
      await rate.press('Enter')
      await expect(wrong).toHaveCount(1)
    }
    const before = await rate.inputValue()
    await button(editor, 'Duplicate').click()
    for (const name of ['Undo', 'Redo', 'Blank program']) {
      await typeNonsense()
      await button(editor, name).click()
      await expect(wrong).toHaveCount(0)
      if (name !== 'Blank program') await expect(rate).toHaveValue(before)
    }
  })
  await test.step('a button of the editor that its own press turns off keeps the focus', async () => {
    const { editor } = await openEditor(page)
    const [undo, remove] = [button(editor, 'Undo'), button(editor, 'Delete')]
    while (await remove.isEnabled()) await remove.press('Enter')
    await expect(editor.getByRole('option')).toHaveCount(1)
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    while (await undo.isEnabled()) await undo.press('Enter')
    await expect(undo).toBeFocused()
    await undo.press('Enter')
    await expect(button(editor, 'Redo')).toBeEnabled()
  })
  await test.step('an impossible phase is marked where it is drawn, with ways to make it possible', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'Blank program').click()
    await field(editor, 'Phase 1: duration').fill('0.5')
    await field(editor, 'Phase 1: duration').press('Enter')
    await field(editor, 'Live at its end').fill('100MiB')
    await field(editor, 'Live at its end').press('Enter')
    // 80 MiB in half a second, of 10 MiB allocated.
    await expect(editor.getByText('Phase 1 cannot reach 100MiB, only 30MiB')).toBeVisible()
    await expect(editor.getByText('The live heap goes from 20MiB to 30MiB; as drawn, it goes from')).toBeVisible()
    // On the first screen too: in the verdict and on the chart.
    const verdict = page.locator('.result.verdict')
    await expect(verdict).toContainText('not as drawn')
    await expect(verdict).toContainText('100.0 MiB live are drawn, 30.0 MiB are possible')
    await expect(page.locator('.heap-chart .remark')).toHaveText('phase 1 not as drawn: 30.0 MiB live, not 100.0 MiB')
    await button(editor, 'Allocate 160MiB/s').click()
    await expect(editor.getByText('cannot reach')).toHaveCount(0)
    await expect(verdict).not.toContainText('drawn')
    await expect(page.locator('.heap-chart .remark')).toBeHidden()
    await expect(field(editor, 'Phase 1: allocation rate')).toHaveValue('160MiB')
  })
  await test.step('an impossible replacement is said as such, not as a live heap that cannot be reached', async () => {
    const { editor } = await openEditor(page)
    const replaced = field(editor, 'Replaced')
    const wishes = editor.getByRole('list', { name: 'What cannot run as drawn' })
    await replaced.fill('1GiB')
    await replaced.press('Enter')
    await expect(wishes).toContainText(
      'Phase 1 cannot replace 1GiB: 1GiB would have to be freed, but nothing is live at its start.',
    )
    await expect(wishes.getByRole('button')).toHaveText(['Replace nothing'])
    await button(editor, 'Next phase').click()
    await replaced.fill('1GiB')
    await replaced.press('Enter')
    await expect(wishes).toContainText(
      'Phase 2 cannot replace 1GiB, only 20MiB: 1GiB would have to be freed, but only 20MiB is live at its start.',
    )
    await button(editor, 'Replace only 20MiB').click()
    await button(editor, 'Replace nothing').click()
    await expect(wishes.getByRole('listitem')).toHaveCount(0)
  })
  await test.step('phases are cut, doubled, moved and deleted with keys', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'Blank program').click()
    const phases = editor.getByRole('option')
    await phases.first().focus()
    await page.keyboard.press('s')
    await expect(phases).toHaveCount(2)
    await page.keyboard.press('d')
    await expect(phases).toHaveCount(3)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await expect(phases).toHaveCount(2)
    await expect(phases.nth(1)).toBeFocused()
    // Of the last one too the keyboard stays in the list: at the phase before.
    await page.keyboard.press('Delete')
    await expect(phases).toHaveCount(1)
    await expect(phases.first()).toBeFocused()
  })
  await test.step('an event can be dropped on the strip, is described, and can be deleted', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'SetGCPercent').dragTo(editor.locator('.lanes'))
    const row = editor.getByRole('row', { name: /Delete event 1/ })
    await expect(row).toContainText(/goal .* → .* cycles? until the end/)
    await field(editor, 'Event 1: GOGC').fill('25')
    await field(editor, 'Event 1: GOGC').press('Enter')
    await expect(editor.getByRole('slider', { name: 'Event 1' })).toHaveAttribute('aria-valuetext', /GOGC becomes 25 %/)
    await button(editor, 'Delete event 1').click()
    await expect(row).toHaveCount(0)
  })
  await test.step('a saved file opens as the identical scenario', async () => {
    const { editor } = await openEditor(page)
    const saving = page.waitForEvent('download')
    await button(editor, 'Save as .json').click()
    const path = await (await saving).path()
    const before = readFileSync(path, 'utf8')
    await button(editor, 'Blank program').click()
    await page.locator('input[name=file]').setInputFiles(path)
    await expect(editor.getByText(/is open\.$/)).toBeVisible()
    const again = page.waitForEvent('download')
    await button(editor, 'Save as .json').click()
    expect(readFileSync(await (await again).path(), 'utf8')).toBe(before)
  })
})

for (const model of ['guide', 'runtime'] as const) {
  test(`a program without phases opens in the ${model} model, says so, and offers a blank program`, async ({
    page,
  }) => {
    const made = validateScenario({ version: 1, model, program: { initialLive: '20MiB', phases: [] } })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    await openPage(page, encodeLink({ scenario: made.value }))
    await button(page, 'Edit program').click()
    const editor = page.getByRole('region', { name: 'Program editor' })
    await expect(page.getByText('Custom program: it has no phases, so nothing runs.')).toBeVisible()
    await expect(editor).toContainText('The program has no phases, so nothing runs.')
    await expect(editor).not.toContainText('Phase 1 of 0')
    await button(editor, 'Blank program').click()
    await expect(editor).toContainText('Phase 1 of 1')
  })
}

test('every value of a phase can be set, and is named below', async ({ page }) => {
  const { editor } = await openEditor(page, '#v=1&preset=spike&model=runtime')
  await editor.getByRole('checkbox', { name: 'Phase 1: Ends by the clock' }).check()
  await field(editor, 'Phase 1: Goroutines').fill('3')
  await field(editor, 'Phase 1: Goroutines').press('Enter')
  const first = page.getByRole('region', { name: 'Phases of the program' }).getByRole('row').nth(1)
  await expect(first.getByRole('cell', { name: 'on', exact: true })).toBeVisible()
  await expect(first.getByRole('cell', { name: '3', exact: true })).toBeVisible()
})

test('bad files and bad text change nothing and say what is wrong where', async ({ page }) => {
  const { complaints } = watch(page)
  const { editor } = await openEditor(page)
  const open = (name: string, text: string) =>
    page.locator('input[name=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  const problems = editor.getByRole('alert')
  const url = page.url()

  await open('broken.json', '{"version": 1,')
  await expect(problems).toContainText('this is not JSON')
  await open('wrong.json', '{"version": 1, "gogc": -3, "program": {"phases": [{"duration": 0}, {"alocRate": 1}]}}')
  for (const path of ['gogc', 'program.phases[0].duration', 'program.phases[1].alocRate', 'program.phases[1].duration'])
    await expect(problems.getByText(path, { exact: true })).toBeVisible()

  await button(editor, 'Paste JSON').click()
  await page.getByLabel('A scenario’s JSON').fill('[]')
  await button(editor, 'Open the text').click()
  await expect(problems).toContainText('a scenario is a JSON object')
  expect(page.url()).toBe(url)
  // It goes with the next change of the program.
  await button(editor, 'Split').click()
  await expect(problems).toHaveCount(0)
  await button(editor, 'Undo').click()
  await expect(problems).toHaveCount(0)

  await page
    .getByLabel('A scenario’s JSON')
    .fill('{"version": 1, "title": "Pasted", "program": {"phases": [{"duration": 3}]}}')
  await button(editor, 'Open the text').click()
  await expect(editor.getByRole('option')).toHaveCount(1)
  await expect(problems).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a link does not replace unsaved work without asking', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page)
  await button(editor, 'Blank program').click()
  const drawn = page.url()
  const goTo = () =>
    page.evaluate(() => {
      location.hash = '#v=1&preset=steady&gogc=50'
    })
  await goTo()
  await button(page, 'Keep my program').click()
  await expect(page).toHaveURL(drawn)
  await expect(editor.getByRole('option')).toHaveCount(1)
  await goTo()
  await button(page, 'Open the link').click()
  await expect(sawtooth.field('GOGC')).toHaveValue('50')
  // Back leads to what was drawn, without a question.
  await page.goBack()
  await expect(editor.getByRole('option')).toHaveCount(1)
})

test('after a reload what was drawn still counts as unsaved, and as saved once it is', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page)
  await button(editor, 'Blank program').click()
  await sawtooth.type('GOGC', '150')
  const drawn = page.url()
  await page.reload()
  await expect(sawtooth.figure).toBeVisible()
  // Nothing has been opened or drawn since: not even the editor is there.
  await page.evaluate(() => {
    location.hash = '#v=1&preset=steady&gogc=50'
  })
  await button(page, 'Keep my program').click()
  await expect(page).toHaveURL(drawn)

  await button(page, 'Edit program').click()
  await button(editor, 'Keep in this browser').click()
  await page.reload()
  await expect(sawtooth.figure).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#v=1&preset=steady&gogc=50'
  })
  await expect(sawtooth.field('GOGC')).toHaveValue('50')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a step back to what was drawn is unsaved work again', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page)
  await button(editor, 'Blank program').click()
  const drawn = page.url()
  await sawtooth.choosePreset('Steady state')
  await page.goBack()
  await expect(page).toHaveURL(drawn)
  await page.evaluate(() => {
    location.hash = '#v=1&preset=steady&gogc=50'
  })
  await button(page, 'Open the link').click()
  await expect(sawtooth.field('GOGC')).toHaveValue('50')
})

test('axe finds nothing wrong with the editor', async ({ page }) => {
  const { editor } = await openEditor(page)
  await button(editor, 'Spike').click()
  await button(editor, 'Insert').click()
  await button(editor, 'SetMemoryLimit').click()
  await editor.getByText('Machine', { exact: true }).click()
  expect(await findAxeViolations(page)).toEqual([])
})
