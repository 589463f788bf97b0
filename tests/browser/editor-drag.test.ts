import { expect, type Locator, type Page, test } from '@playwright/test'
import { field, openEditor } from './support/editor.ts'

/** Everything that a screen reader hears of a handle, and the value that the eye sees beside it. */
function readHandle(handle: Locator) {
  return handle.evaluate((element) => ({
    text: element.getAttribute('aria-valuetext') ?? '',
    now: Number(element.getAttribute('aria-valuenow')),
    shown: element.querySelector('.value')?.textContent ?? '',
  }))
}

const slider = (editor: Locator, name: string) => editor.getByRole('slider', { name, exact: true })

/** Takes hold of a handle and moves it by so many pixels, in steps; the pointer stays down. */
async function drag(page: Page, handle: Locator, dx: number, dy: number) {
  const sign = handle.locator('.dot, .grip')
  // Waits until it stands still, too.
  await sign.scrollIntoViewIfNeeded()
  const box = await sign.boundingBox()
  if (!box) throw new Error('not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + dy, { steps: 12 })
  return { x: x + dx, y: y + dy }
}

// The page does not glide on under the pointer when the editor opens.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('texts that wait during a drag are up to date when the pointer is lifted', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page)
  const cells = page.getByRole('region', { name: 'Phases of the program' }).getByRole('row').nth(2).getByRole('cell')
  const advice = page.locator('.advice .found')
  await page.locator('.advice summary').click()
  // What it says of the program: how much memory that uses as it is.
  const answer = page.locator('.advice').getByText(/^(Now|With this): healthy.* MiB at the peak\.$/)
  await expect(answer).toBeVisible()
  await expect(editor.getByText('as in “Transient spike”')).toBeVisible()
  const [peak, found, table] = [
    sawtooth.result('Peak memory'),
    await answer.textContent(),
    await cells.allTextContents(),
  ]
  const before = (await peak.textContent()) ?? ''
  const { text: drawn } = await readHandle(slider(editor, 'Phase 2: live heap at its end'))
  await expect(page.locator('#announcer')).toContainText(`peak memory ${before}`)

  const level = slider(editor, 'Phase 2: live heap at its end')
  await drag(page, level, 0, -25)
  // Results follow the finger, and that the advice is of another program is seen at once.
  await expect(peak).not.toHaveText(before)
  await expect(advice).toHaveClass(/stale/)
  await page.mouse.up()

  const { text, shown } = await readHandle(level)
  expect(text).not.toBe(drawn)
  expect(shown).toBe(text)
  await expect(field(editor, 'Live at its end')).toHaveValue(text)
  await expect(editor.getByText(`to ${text}.`)).toBeVisible()
  await expect(editor.getByText(/^edited: [1-9]\d* differences? from “Transient spike”/)).toBeVisible()
  await expect(page.getByText('changed', { exact: true })).toBeVisible()
  await expect.poll(() => cells.allTextContents()).not.toEqual(table)
  await expect(advice).not.toHaveClass(/stale/)
  await expect(answer).not.toHaveText(found ?? '')
  await expect(page.locator('#announcer')).toContainText(`peak memory ${await peak.textContent()}`)

  await page.keyboard.press('Control+z')
  await expect(editor.getByText('as in “Transient spike”')).toBeVisible()
  await expect.poll(() => cells.allTextContents()).toEqual(table)
  await expect(page.getByText('changed', { exact: true })).toHaveCount(0)
})

/** Left and right end of each of some elements on the screen. */
const endsOf = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]))

/** How far the handles of all phases, and where they are taken hold of, lie from the phases' own ends, in pixels. */
async function findOffsets(editor: Locator) {
  const [phases, rates, lines, levels] = await Promise.all([
    endsOf(editor.getByRole('option')),
    endsOf(editor.locator('.handle.rate .hit')),
    endsOf(editor.locator('.handle.line .hit')),
    endsOf(editor.locator('.handle.level .hit')),
  ])
  return phases.flatMap(([left = 0, right = 0], i) => {
    const [from = 0, to = 0] = levels[i + 1] ?? []
    const spans = [rates[i], lines[i]].flatMap((span) => [(span?.[0] ?? 0) - left, (span?.[1] ?? 0) - right])
    return [...spans, (from + to) / 2 - right]
  })
}

async function expectWhole(editor: Locator, phases: number) {
  await expect(editor.getByRole('option')).toHaveCount(phases)
  // A level more than phases; a line, a rate and an end of each.
  const handles = editor.locator('.lanes .handle')
  await expect(handles).toHaveCount(4 * phases + 1)
  await expect(handles.and(editor.locator('[aria-valuenow][aria-valuetext][aria-label]'))).toHaveCount(4 * phases + 1)
  await expect.poll(async () => Math.max(...(await findOffsets(editor)).map(Math.abs))).toBeLessThan(1)
}

test('everything new on the strip is at its place at once, and shows its value', async ({ page }) => {
  const { editor } = await openEditor(page)
  const count = await editor.getByRole('option').count()
  await expectWhole(editor, count)
  await editor.getByRole('button', { name: 'Split', exact: true }).click()
  await expectWhole(editor, count + 1)
  await page.keyboard.press('Control+z')
  await expectWhole(editor, count)
  await editor.getByRole('button', { name: 'Blank program', exact: true }).click()
  await expectWhole(editor, 1)
  await page.locator('.editor').getByRole('button', { name: 'Close editor' }).click()
  await page.getByRole('button', { name: 'Edit program' }).click()
  await expectWhole(editor, 1)
})

test('handles are dragged, and everything new is at its place at once', async ({ page }) => {
  test.slow()
  await test.step('a level follows the pointer, and all its figures follow the level', async () => {
    const { editor } = await openEditor(page)
    const level = slider(editor, 'Phase 2: live heap at its end')
    const phases = editor.getByRole('option')
    const line = editor.locator('.wanted-line')
    const [before, drawn] = [await readHandle(level), (await line.getAttribute('d')) ?? '']
    const { y } = await drag(page, level, 0, -25)

    const distance = async () => {
      const box = await level.locator('.hit').boundingBox()
      return box ? Math.abs(box.y + box.height / 2 - y) : Number.POSITIVE_INFINITY
    }
    await expect.poll(distance).toBeLessThan(1)
    const { text, now, shown } = await readHandle(level)
    expect(shown).toBe(text)
    expect(now).toBeGreaterThan(before.now)
    await expect(level.locator('.value')).toBeVisible()
    await expect(phases.nth(1)).toHaveAttribute('aria-label', new RegExp(`to ${text}\\.$`))
    await expect(phases.nth(2)).toHaveAttribute('aria-label', new RegExp(`from ${text} to`))
    await expect(slider(editor, 'Phase 2: slope of the live heap')).toHaveAttribute('aria-valuetext', text)
    await expect(field(editor, 'Live at its end')).toHaveValue(text)
    await expect(line).not.toHaveAttribute('d', drawn)

    await page.mouse.up()
    expect(await readHandle(level)).toEqual({ text, now, shown })
  })
  await test.step('the end of a phase and its rate can be dragged, and show their value', async () => {
    const { editor } = await openEditor(page)
    for (const [name, dx, dy] of [
      ['Phase 1: duration', -40, 0],
      ['Phase 1: allocation rate', 0, -20],
    ] as const) {
      const handle = slider(editor, name)
      const before = await readHandle(handle)
      await drag(page, handle, dx, dy)
      await expect(handle).not.toHaveAttribute('aria-valuetext', before.text)
      await page.mouse.up()
      const { shown } = await readHandle(handle)
      expect(shown).not.toBe(before.shown)
      // `4.5 s` beside the handle, `4.5` in the field.
      await expect(field(editor, name)).toHaveValue(shown.replace(/( s|\/s)$/, ''))
    }
  })
  await test.step('an event is still held after it passes another', async () => {
    const { editor } = await openEditor(page)
    for (const [i, [name, at]] of [
      ['SetGCPercent', '3'],
      ['GOMAXPROCS', '4'],
    ].entries()) {
      await editor.getByRole('button', { name, exact: true }).click()
      await editor.getByRole('button', { name: /^Insert at / }).click()
      await field(editor, `Event ${i + 1}: at`).fill(at ?? '')
      await field(editor, `Event ${i + 1}: at`).press('Enter')
    }
    const marks = [slider(editor, 'Event 1'), slider(editor, 'Event 2')] as const
    await expect(marks[0]).toHaveAttribute('aria-valuetext', /GOGC/)
    await expect(marks[1]).toHaveAttribute('aria-valuetext', /GOMAXPROCS/)
    await drag(page, marks[0], 200, 0)
    await expect(marks[0]).toHaveAttribute('aria-valuetext', /GOMAXPROCS/)
    await expect(marks[1]).toHaveAttribute('aria-valuetext', /GOGC/)
    await page.mouse.up()
    await expect(field(editor, 'Event 1: at')).toHaveValue('4')
    await expect(field(editor, 'Event 2: at')).toHaveValue((await marks[1].getAttribute('aria-valuenow')) ?? '')
  })
  await test.step('after a drag, every handle is where it is drawn', async () => {
    const { editor } = await openEditor(page)
    const count = await editor.getByRole('option').count()
    await expectWhole(editor, count)
    const before = await endsOf(editor.getByRole('option'))
    await drag(page, slider(editor, 'Phase 1: duration'), -40, 0)
    await page.mouse.up()
    await expect.poll(() => endsOf(editor.getByRole('option'))).not.toEqual(before)
    await expectWhole(editor, count)
    // And again with the keyboard, whose gesture ends by itself.
    await slider(editor, 'Phase 2: live heap at its end').focus()
    await page.keyboard.press('PageUp')
    await expectWhole(editor, count)
  })
  await test.step('the effect of an event is updated after the drag of a level', async () => {
    const { editor } = await openEditor(page)
    await editor.getByRole('button', { name: 'SetGCPercent', exact: true }).click()
    await editor.getByRole('button', { name: 'Insert at 5 s' }).click()
    const did = editor.getByRole('row', { name: /Delete event 1/ }).locator('.did')
    await expect(did).toHaveText(/^goal .* → .*/)
    const before = (await did.textContent()) ?? ''
    const level = slider(editor, 'Phase 2: live heap at its end')
    await drag(page, level, 0, -25)
    await page.mouse.up()
    await expect(did).not.toHaveText(before)
    const drawn = (await did.textContent()) ?? ''
    // The event itself is told of as it moves.
    await drag(page, slider(editor, 'Event 1'), -150, 0)
    await expect(did).not.toHaveText(drawn)
    await page.mouse.up()
    await expect(did).toHaveText(/^goal .* → .*/)
  })
})
