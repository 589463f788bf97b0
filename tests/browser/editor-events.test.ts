import { expect, type Locator, type Page, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'
import { button, field, openEditor } from './support/editor.ts'
import { watch } from './support/watch.ts'

const row = (editor: Locator, event: number) => editor.getByRole('row', { name: new RegExp(`Delete event ${event}$`) })
const mark = (editor: Locator, event: number) => editor.getByRole('slider', { name: `Event ${event}`, exact: true })

async function type(target: Locator, text: string) {
  await target.fill(text)
  await target.press('Enter')
}

/** Puts something of the palette in by keyboard alone, and types when it happens. */
async function placeByKeyboard(page: Page, editor: Locator, name: string, at: string) {
  await button(editor, name).focus()
  await page.keyboard.press('Enter')
  // The keyboard is where the time is typed, with what stands there selected.
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Event \d+: at$/)
  await page.keyboard.type(at)
  await page.keyboard.press('Enter')
}

/** What each event of the palette is called, says of itself, and did to the spike in the guide's model. */
const PLAIN = [
  ['SetGCPercent', /GOGC becomes 50 %/, /^goal .* → .* until the end/],
  ['SetMemoryLimit', /GOMEMLIMIT becomes 64\.0 MiB/, /^goal .* until the end/],
  ['runtime.GC()', /runtime\.GC\(\) is called/, /^cycle \d+: .* of which .* live · .* until the end/],
  [
    'Native memory: step',
    /Memory outside Go becomes 32\.0 MiB/,
    /^\d.* MiB in all, no container limit · .* until the end/,
  ],
  ['GOMAXPROCS', /GOMAXPROCS becomes 2/, /^no effect: .* · .* until the end/],
] as const

test('events are placed, moved and deleted, by mouse and by keyboard', async ({ page }) => {
  test.slow()
  await test.step('a dropped event has a time, and shows its effect', async () => {
    const { editor } = await openEditor(page)
    for (const [name, said, did] of PLAIN)
      await test.step(name, async () => {
        await button(editor, name).dragTo(editor.locator('.lanes'))
        await expect(mark(editor, 1)).toHaveAttribute('aria-valuetext', said)
        await expect(row(editor, 1).locator('.did')).toHaveText(did)
        await expect(field(editor, 'Event 1: at')).not.toHaveValue('0')
        await page.keyboard.press('Control+z')
        await expect(mark(editor, 1)).toHaveCount(0)
      })
  })
  await test.step('an event is placed and moved by keyboard', async () => {
    const { editor } = await openEditor(page)
    for (const [name, said] of PLAIN)
      await test.step(name, async () => {
        await placeByKeyboard(page, editor, name, '3')
        await expect(field(editor, 'Event 1: at')).toHaveValue('3')
        await expect(mark(editor, 1)).toHaveAttribute('aria-valuetext', said)
        await mark(editor, 1).focus()
        await page.keyboard.press('PageUp')
        await expect(field(editor, 'Event 1: at')).not.toHaveValue('3')
        await button(editor, 'Delete event 1').click()
        await expect(mark(editor, 1)).toHaveCount(0)
      })
  })
  await test.step('Ctrl+Z in a field undoes the drawing, and first what is being typed', async () => {
    const { editor } = await openEditor(page)
    const at = field(editor, 'Event 1: at')
    const insert = async () => {
      await button(editor, 'SetGCPercent').press('Enter')
      await expect(at).toBeFocused()
    }
    await insert()
    await page.keyboard.press('Control+z')
    await expect(mark(editor, 1)).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(mark(editor, 1)).toHaveCount(1)
    await page.keyboard.press('Control+z')

    await insert()
    const suggested = await at.inputValue()
    await page.keyboard.type('3')
    await page.keyboard.press('Control+z')
    await expect(at).toHaveValue(suggested)
    await expect(mark(editor, 1)).toHaveCount(1)

    for (const leave of ['Enter', 'Escape']) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type('3')
      await page.keyboard.press(leave)
      await page.keyboard.press('Control+z')
      await expect(mark(editor, 1)).toHaveCount(leave === 'Enter' ? 1 : 0)
      if (leave === 'Enter') await expect(at).toHaveValue(suggested)
    }
  })
  await test.step('memory outside Go grows along a line and shrinks again: two rows, moved and deleted as one', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'Native memory: ramp').dragTo(editor.locator('.lanes'))
    const form = 'Native memory: ramp'
    for (const [name, text] of [
      ['At', '2'],
      ['From', '4MiB'],
      ['To', '36MiB'],
      ['Over', '2'],
    ] as const)
      await type(field(editor, `${form}: ${name}`), text)
    await editor.getByRole('combobox', { name: `${form}: Then it` }).selectOption('goes back')
    await type(field(editor, `${form}: After`), '1')

    await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(2)
    for (const [event, at, from, to] of [
      [1, '2', '4MiB', '36MiB'],
      [2, '5', '36MiB', '4MiB'],
    ] as const) {
      await expect(field(editor, `Event ${event}: at`)).toHaveValue(at)
      await expect(field(editor, `Event ${event}: Memory outside Go from`)).toHaveValue(from)
      await expect(field(editor, `Event ${event}: to`)).toHaveValue(to)
      await expect(field(editor, `Event ${event}: over`)).toHaveValue('2')
    }
    await expect(row(editor, 1)).toContainText('in 8 steps')
    await expect(row(editor, 1).locator('.did')).toHaveText(
      /^\d.* MiB in all, no container limit · .* until the next event$/,
    )

    await type(field(editor, 'Event 2: over'), '4')
    await expect(mark(editor, 2)).toHaveAttribute(
      'aria-valuetext',
      /goes from 36\.0 MiB to 4\.0 MiB in 8 steps over 4 s/,
    )
    await mark(editor, 1).focus()
    await page.keyboard.press('PageDown')
    await expect(field(editor, 'Event 1: at')).not.toHaveValue('2')
    await expect(field(editor, 'Event 1: over')).toHaveValue('2')
    await button(editor, 'Delete event 1').click()
    await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(1)
    await expect(field(editor, 'Event 1: to')).toHaveValue('4MiB')
  })
  await test.step('an event pressed with the mouse is placed by the next click', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'GOMAXPROCS').click()
    await expect(editor.getByText('GOMAXPROCS: click in the drawing where it happens.')).toBeVisible()
    const lanes = editor.locator('.lanes')
    await lanes.scrollIntoViewIfNeeded()
    const box = (await lanes.boundingBox())!
    const [x, y] = [box.x + 0.6 * box.width, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await expect(editor.getByText(/^GOMAXPROCS at [\d.]+ s$/)).toBeVisible()
    await page.mouse.click(x, y)
    const dot = (await mark(editor, 1).locator('.dot').boundingBox())!
    expect(Math.abs(dot.x + dot.width / 2 - x)).toBeLessThanOrEqual(2)
    // One event, and the drawing can be dragged again.
    await page.mouse.click(x + 100, y)
    await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(1)
  })
  await test.step('deleting an event moves the focus to the next, the previous, or the control that adds', async () => {
    const { editor } = await openEditor(page)
    const remove = (event: number) => button(editor, `Delete event ${event}`)
    for (const count of [1, 2, 3]) {
      await button(editor, 'runtime.GC()').press('Enter')
      await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(count)
    }
    await remove(2).press('Enter')
    await expect(remove(3)).toHaveCount(0)
    await expect(remove(2)).toBeFocused()
    await remove(2).press('Enter')
    await expect(remove(2)).toHaveCount(0)
    await expect(remove(1)).toBeFocused()
    await remove(1).press('Enter')
    await expect(editor.getByRole('table', { name: /^Events/ })).toHaveCount(0)
    await expect(editor.locator('.palette button:focus')).toHaveCount(1)
  })
  await test.step('a pressed profile is placed by a click, and its form still adjusts it', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'Spike').click()
    const lanes = editor.locator('.lanes')
    await lanes.scrollIntoViewIfNeeded()
    const box = (await lanes.boundingBox())!
    await page.mouse.click(box.x + 0.3 * box.width, box.y + 40)
    await expect(editor.getByText('Inserted. Change the values to adjust it.')).toBeVisible()
    const at = Number(await field(editor, 'Spike: At').inputValue())
    expect(at).toBeGreaterThan(1)
    expect(at).toBeLessThan(4)
  })
  await test.step('Escape cancels an event that is not placed yet', async () => {
    const { editor } = await openEditor(page)
    await button(editor, 'GOMAXPROCS').click()
    await page.keyboard.press('Escape')
    await editor.locator('.lanes').click()
    await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(0)
  })
  await test.step('the focus stays on an event moved past another by key', async () => {
    const { editor } = await openEditor(page)
    await placeByKeyboard(page, editor, 'SetGCPercent', '3')
    await placeByKeyboard(page, editor, 'GOMAXPROCS', '3.1')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAttribute('aria-label', 'Event 2: at')
    await mark(editor, 1).focus()
    await page.keyboard.press('PageUp')
    await expect(focused).toHaveAttribute('aria-label', 'Event 2')
    await expect(focused).toHaveAttribute('aria-valuetext', /GOGC becomes/)
    await page.keyboard.press('PageDown')
    await expect(focused).toHaveAttribute('aria-label', 'Event 1')

    await field(editor, 'Event 1: at').focus()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(focused).toHaveAttribute('aria-label', 'Event 2: at')
    await expect(focused).toHaveValue('7')
  })
  await test.step('a moved event takes no focus that is elsewhere by then', async () => {
    const { editor } = await openEditor(page)
    await placeByKeyboard(page, editor, 'SetGCPercent', '3')
    await placeByKeyboard(page, editor, 'GOMAXPROCS', '5')
    await field(editor, 'Event 1: at').focus()
    await page.keyboard.type('7')
    const other = button(editor, 'GOMAXPROCS')
    // In one task: before the next frame.
    await field(editor, 'Event 1: at').evaluate(
      (input, other) => {
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
        ;(other as HTMLElement).focus()
        requestAnimationFrame(() => requestAnimationFrame(() => document.body.setAttribute('data-framed', '')))
      },
      await other.elementHandle(),
    )
    await expect(page.locator('body[data-framed]')).toHaveCount(1)
    await expect(other).toBeFocused()
  })
})

test('the message about an inserted event disappears with the event', async ({ page }) => {
  const { editor } = await openEditor(page)
  const said = editor.getByText('SetGCPercent is event 1, at 5 s.')
  const insert = async () => {
    await button(editor, 'SetGCPercent').click()
    await button(editor, 'Insert at 5 s').click()
    await expect(said).toBeVisible()
  }
  for (const name of ['Undo', 'Delete event 1', 'Reset program', 'Blank program']) {
    await insert()
    await button(editor, name).click()
    await expect(said).toHaveCount(0)
  }
  // From the blank program back to the spike without an event.
  await button(editor, 'Undo').click()
  await button(editor, 'Undo').click()
  await insert()
  await type(field(editor, 'Event 1: at'), '3')
  await expect(said).toHaveCount(0)
})

test('runtime.GC(): the forced cycle is marked in the figure, explained, listed, and not counted', async ({ page }) => {
  const { complaints } = watch(page)
  const { sawtooth, editor } = await openEditor(page)
  await sawtooth.expectResults({ 'GC cycles': '12' })
  const forced = page.locator('.heap-chart path.forced')
  await expect(forced).not.toHaveAttribute('d', /M/)
  // At the end nothing follows: all else stays as it was.
  await placeByKeyboard(page, editor, 'runtime.GC()', '10')
  await expect(forced).toHaveAttribute('d', /^M[^M]*$/)
  await sawtooth.expectResults({ 'GC cycles': '12' })
  await expect(row(editor, 1).locator('.did')).toHaveText(/^cycle 13: .* no cycle until the end$/)

  await type(field(editor, 'Event 1: at'), '4.5')
  await expect(page.locator('.heap-chart .forced-name').first()).toHaveText('runtime.GC()')
  await sawtooth.figure.focus()
  const told = page.getByText(/Cycle \d+ of \d+, forced, at/).first()
  for (let i = 0; i < 13 && !(await told.isVisible()); i++) await page.keyboard.press('.')
  await expect(page.getByText('forced: the program called runtime.GC(), whatever the goal').first()).toBeVisible()
  await page.getByText('The run as a table').click()
  await expect(page.getByRole('rowheader', { name: /^\d+ forced$/ })).toHaveCount(1)
  expect(complaints).toEqual([])
})

test.describe('a pod resized in place, from 128 MiB to 50 MiB', () => {
  /** The spike needs 60 MiB with GOGC=100: only a memory limit that is set in time keeps it below 50 MiB. */
  async function resize(page: Page, order: string, delay?: string) {
    const { sawtooth, editor } = await openEditor(page, '#v=1&preset=spike&containerLimit=128MiB')
    await button(editor, 'Pod resized in place').focus()
    await page.keyboard.press('Enter')
    const form = editor.getByRole('group', { name: 'Pod resized in place' })
    await type(field(editor, 'Pod resized in place: At'), '4')
    await type(field(editor, 'Pod resized in place: Container limit'), '50MiB')
    // Nine tenths, until another is written.
    await expect(field(editor, 'Pod resized in place: GOMEMLIMIT')).toHaveValue('45MiB')
    await form.getByRole('combobox', { name: 'Pod resized in place: GOMEMLIMIT follows' }).selectOption(order)
    if (delay) await type(form.getByRole('textbox', { name: /: (Stale for|Ahead by)$/ }), delay)
    await button(editor, 'Insert').focus()
    await page.keyboard.press('Enter')
    await expect(editor.getByText('Inserted. Change the values to adjust it.')).toBeVisible()
    return { sawtooth, editor }
  }

  test('survives if GOMEMLIMIT is first', async ({ page }) => {
    const { sawtooth, editor } = await resize(page, 'before it', '1')
    await expect(sawtooth.result('Verdict')).not.toHaveText(/killed/)
    await expect(field(editor, 'Event 1: at')).toHaveValue('3')
    await expect(field(editor, 'Event 1: GOMEMLIMIT')).toHaveValue('45MiB')
    await expect(field(editor, 'Event 2: Container limit')).toHaveValue('50MiB')
    await expect(row(editor, 2).locator('.did')).toHaveText(
      / MiB in a container of 50\.0 MiB · \d+ cycles until the end$/,
    )
  })

  test('is killed without GOMEMLIMIT, and its form then has no GOMEMLIMIT field', async ({ page }) => {
    const { sawtooth, editor } = await resize(page, 'never')
    await expect(sawtooth.result('Verdict')).toHaveText(/killed/)
    await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(1)
    await expect(row(editor, 1).locator('.did')).toHaveText(/ · killed \d\.\d+ s later$/)
    await expect(field(editor, 'Pod resized in place: GOMEMLIMIT')).toHaveCount(0)
  })

  test('is killed if GOMEMLIMIT changes too late, and survives once the table sets it earlier', async ({ page }) => {
    const { sawtooth, editor } = await resize(page, 'after it', '5.5')
    await expect(sawtooth.result('Verdict')).toHaveText(/killed/)
    await expect(row(editor, 2).locator('.did')).toHaveText('the run was killed before it')
    await type(field(editor, 'Event 2: at'), '4.5')
    await expect(sawtooth.result('Verdict')).not.toHaveText(/killed/)
    await expect(row(editor, 2).locator('.did')).toHaveText(/^goal .* until the end$/)
    // And again as a stale one, by its form, which is of no use once something else was changed.
    await expect(editor.getByText('Inserted. Change the values to adjust it.')).toHaveCount(0)
  })
})

test('the form of a dropped pod resize can still move it', async ({ page }) => {
  const { editor } = await openEditor(page, '#v=1&preset=spike&containerLimit=128MiB&memoryLimit=100MiB')
  await button(editor, 'Pod resized in place').dragTo(editor.locator('.lanes'))
  await expect(field(editor, 'Event 1: Container limit')).toHaveValue('64MiB')
  await expect(field(editor, 'Event 2: GOMEMLIMIT')).toHaveValue('57.6MiB')
  await expect(row(editor, 1).locator('.did')).toHaveText(/GOMEMLIMIT 100\.0 MiB is more than the container has for Go/)
  await type(field(editor, 'Pod resized in place: At'), '2')
  await type(field(editor, 'Pod resized in place: Stale for'), '3')
  await expect(field(editor, 'Event 1: at')).toHaveValue('2')
  await expect(field(editor, 'Event 2: at')).toHaveValue('5')
  await button(editor, 'Done').click()
  await expect(editor.getByRole('group', { name: 'Pod resized in place' })).toHaveCount(0)
  await expect(field(editor, 'Event 2: at')).toHaveValue('5')
})

test('by keyboard an event is inserted at the crosshair of the charts', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page)
  // A mouse that rests on the charts moves the crosshair, too, as the page scrolls under it.
  await page.mouse.move(1270, 790)
  await sawtooth.figure.focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await button(editor, 'SetGCPercent').focus()
  await page.keyboard.press('Enter')
  // A fifth of 10.67 CPU-seconds, of which the collector took some.
  const at = Number(await field(editor, 'Event 1: at').inputValue())
  expect(at).toBeGreaterThan(1.5)
  expect(at).toBeLessThan(2.14)
})

test('a link keeps every kind of event, and the other model runs them', async ({ page }) => {
  const { complaints } = watch(page)
  const { sawtooth, editor } = await openEditor(page, '#v=1&preset=spike&containerLimit=1GiB')
  for (const [name] of PLAIN) {
    await button(editor, name).click()
    await button(editor, 'Insert at 5 s').click()
  }
  for (const name of ['Pod resized in place', 'Native memory: ramp']) {
    await button(editor, name).click()
    await button(editor, 'Insert').click()
  }
  const count = PLAIN.length + 2 + 1
  await expect(editor.getByRole('row', { name: /Delete event/ })).toHaveCount(count)
  await expect.poll(() => page.url()).toContain('z=')
  const theirs = await page.context().newPage()
  const opened = await openEditor(theirs, new URL(page.url()).hash)
  await expect(opened.editor.getByRole('row', { name: /Delete event/ })).toHaveCount(count)
  await theirs.close()

  await page.getByRole('radio', { name: 'Runtime' }).check({ force: true })
  await expect(row(editor, 1).locator('.did')).toHaveText(/until the (next event|end)/)
  await expect(editor.getByText(/its mark phase ended .* after the call/)).toBeVisible()
  await expect(sawtooth.result('Verdict')).not.toHaveText('')
  expect(complaints).toEqual([])
})

test('axe finds nothing wrong with forms and rows of events', async ({ page }) => {
  const { editor } = await openEditor(page)
  await button(editor, 'Native memory: ramp').click()
  await button(editor, 'Insert').click()
  await button(editor, 'runtime.GC()').click()
  await button(editor, 'Insert at 5 s').click()
  await button(editor, 'Pod resized in place').click()
  expect(await findAxeViolations(page)).toEqual([])
})
