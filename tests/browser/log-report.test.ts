import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { formatSeconds } from '../../src/format.ts'
import { parseSize } from '../../src/units.ts'
import { gcLine, type Invented, inventedRun } from '../gctrace/support.ts'
import { answersIn, CYCLES, countByHand, openLogPage, recordedLog, row } from './support/log.ts'

const calm = (i: number): Invented => ({ start: i + 1, heap: [190, 195, 100], goal: 200 })
const repeat = (count: number, line: (i: number) => Invented) => Array.from({ length: count }, (_, i) => line(i))
const oneOf = (count: number, at: number, odd: Partial<Invented>) =>
  repeat(count, (i) => (i === at ? { ...calm(i), ...odd } : calm(i)))

/** The simplest run that shows each, and the cycles that do. */
const FINDINGS: readonly (readonly [string, RegExp, readonly Invented[], string])[] = [
  [
    'the limiter',
    /The GC CPU limiter was on/,
    // All four processors mark: the limiter’s bucket of 4 CPU-seconds gains 152 ms a cycle, and is full after 27.
    repeat(60, (i) => ({
      start: 1 + i * 0.041,
      mark: 40,
      assist: 120,
      background: 40,
      heap: [100, 110, 100],
      goal: 100,
    })),
    'cycles 127 to 159',
  ],
  [
    'thrashing',
    /More than a third of the CPU goes to the GC/,
    repeat(8, (i) => ({
      start: 1 + i * 0.021,
      mark: 20,
      assist: 15,
      background: 16,
      heap: [100, 104, 100],
      goal: 100,
    })),
    'cycles 102 to 108',
  ],
  [
    'a memory limit',
    /A memory limit or a lower GOGC sets the goal/,
    [...repeat(3, calm), ...repeat(5, (i) => ({ start: i + 4, heap: [130, 132, 100], goal: 135 }) as Invented)],
    'cycles 104 to 108',
  ],
  [
    'cycles back to back',
    /Cycles follow each other at once/,
    repeat(5, (i) => ({ start: 1 + i * 0.011, heap: [195, 205, 100], goal: 200 })),
    'cycles 102 to 105',
  ],
  [
    'much assisting',
    /Allocating goroutines have to help/,
    repeat(4, (i) => ({ ...calm(i), assist: 20, background: 10 })),
    'cycles 101 to 104',
  ],
  ['a burst', /The heap ran past its goal/, oneOf(6, 2, { heap: [190, 260, 100] }), 'cycle 103'],
  ['forced cycles', /The program forces cycles/, oneOf(6, 1, { forced: true }), 'cycle 102'],
  [
    'an idle program',
    /Only the two-minute timer starts cycles/,
    repeat(3, (i) => ({ ...calm(i), start: 10 + i * 120.002, heap: [101, 101, 100] })),
    'cycles 102 to 103',
  ],
  [
    'a heap that is too small',
    /The heap is too small to say much/,
    repeat(3, (i) => ({ start: i, heap: [4, 4, 1], goal: 4 })),
    'cycles 101 to 103',
  ],
]

test('says in plain words what a log shows, and in which cycles', async ({ page }) => {
  const log = await openLogPage(page)
  for (const [name, title, lines, cycles] of FINDINGS)
    await test.step(name, async () => {
      await log.type(inventedRun(lines, 101))
      const finding = log.diagnosis.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
      await finding.getByRole('button', { name: cycles, exact: true }).click()
      // The first of them is then the one that is explained.
      const [, first = ''] = cycles.match(/(\d+)/) ?? []
      await expect(page.getByRole('heading', { name: `Cycle ${first}`, exact: true })).toBeVisible()
      await log.again()
    })
})

test('says so where there is nothing to remark on', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(inventedRun(repeat(12, calm), 101))
  await expect(log.diagnosis).toContainText('Nothing unusual')
  await expect(log.diagnosis).toContainText('no forced cycles.')
  await log.again()
  await log.type(inventedRun(oneOf(12, 11, { forced: true }), 101))
  await expect(log.diagnosis).toContainText('no forced cycles except the last one.')
})

test('counts only what the log covers, not the days before its first cycle', async ({ page }) => {
  const log = await openLogPage(page)
  const late = (i: number): Invented => ({ ...calm(i), start: 86_400 + i })
  await log.type(inventedRun(repeat(11, late), 101))
  await expect(log.fact('Elapsed')).toHaveText('10.01 s')
  // 8.2 ms a cycle, on four CPUs.
  await expect(log.fact('GC CPU')).toHaveText('0.2 %')
})

test('says where a limit hides GOGC', async ({ page }) => {
  const log = await openLogPage(page)
  const figures = page.getByRole('region', { name: 'The run in figures' })
  await log.choose('p.log', readFileSync('tests/fixtures/settings/parallel-gogc400-limit40MiB.log', 'utf8'))
  await expect(log.fact('GOGC')).toHaveText('400')
  await expect(figures).toContainText('from the first goal; 100 is possible too')
  await expect(figures).not.toContainText('unless GOGC was lowered')
})

test('says where a lower GOGC makes goals like those of a limit', async ({ page }) => {
  const log = await openLogPage(page)
  const lowered = repeat(9, (i): Invented => ({ start: i + 5, heap: [119, 122, 100], goal: 125 }))
  await log.type(inventedRun([...repeat(4, calm), ...lowered], 101))
  await expect(page.getByRole('region', { name: 'The run in figures' })).toContainText('unless GOGC was lowered')
})

for (const name of ['cache-a', 'grow-a', 'people-a']) {
  test(`takes a recorded log from its lines to an answer: ${name}`, async ({ page }) => {
    const text = recordedLog(name)
    const { cycles, forced, peakMiB, gcSeconds, idleSeconds } = countByHand(text)
    const log = await openLogPage(page)
    await log.choose(`${name}.log`, text)
    await expect(log.fact('GC cycles')).toHaveText(String(cycles))
    await expect(log.fact('Peak heap')).toHaveText(`${peakMiB} MiB`)
    await expect(log.fact('GC CPU')).toHaveText(/^\d+\.\d %$/)
    await expect(page.getByRole('region', { name: 'The run in figures' })).toContainText(
      `${formatSeconds(gcSeconds)}, plus ${formatSeconds(idleSeconds)} of idle CPUs`,
    )
    await expect(log.fact('GOGC')).toHaveText('100')
    for (const chart of [/Heap over time: as measured/, /GC share of CPU time: as measured/])
      await expect(page.getByRole('img', { name: chart })).toBeVisible()
    await expect(page.getByRole('heading', { level: 3, name: `All ${cycles} cycles` })).toBeVisible()

    await log.predicted()
    const answers = answersIn(log.whatIf)
    const cells = () => row(answers, CYCLES).getByRole('cell').allInnerTexts()
    const [measured, before] = await cells()
    // The last cycle is the recording program's own, and so may be the one just before it.
    expect(cycles - forced - Number(measured)).toBeLessThanOrEqual(1)
    const [share] = await row(answers, 'GC CPU share, idle marking not counted').getByRole('cell').allInnerTexts()
    expect(Number.parseFloat(share ?? '')).toBeGreaterThan(0)
    const gogc = log.whatIf.getByRole('textbox', { name: 'GOGC' })
    await gogc.fill('400')
    await gogc.press('Enter')
    await expect.poll(async () => Number((await cells())[2])).toBeLessThan(Number(before))
    const [, now, after] = await row(answers, 'Peak heap, at any time').getByRole('cell').allInnerTexts()
    expect(toBytes(after)).toBeGreaterThan(toBytes(now))
  })
}

/** A size as tables show it, in bytes. */
function toBytes(text = ''): number {
  const size = parseSize(text.replace(' ', ''))
  if (!size.ok) throw new Error(text)
  return size.value
}

test('draws the run on the clock that the log counts by, and reads it out', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  const slider = page.getByRole('slider', { name: 'Time along the run: as measured' })
  await expect(slider).toHaveAttribute('aria-valuemax', /^6\.0/)
  await expect(page.getByRole('img', { name: 'Heap over time: as measured' })).toContainText('seconds')
  await expect(page.getByRole('img', { name: 'Heap over time: as measured' })).not.toContainText('CPU seconds')
  await slider.focus()
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /s elapsed: live [\d.]+ MiB, new [\d.]+ MiB, total [\d.]+ MiB/)
  // A click on the figure chooses the cycle there.
  const box = await page.getByRole('img', { name: 'Heap over time: as measured' }).boundingBox()
  await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2)
  const [, number = ''] = (await log.rawLine.getByRole('heading').innerText()).match(/(\d+)/) ?? []
  await expect(row(log.table, number)).toBeVisible()
  // A drag zooms, and leaves the chosen cycle as it is.
  const chosen = await log.rawLine.getByRole('heading').innerText()
  await page.mouse.move(box!.x + 0.25 * box!.width, box!.y + box!.height / 2)
  await page.mouse.down()
  await page.mouse.move(box!.x + 0.4 * box!.width, box!.y + box!.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Show the whole run' }).first()).toBeVisible()
  expect(await log.rawLine.getByRole('heading').innerText()).toBe(chosen)
})

test('has every cycle in a table of pages, which turns to the page of the chosen cycle', async ({ page }) => {
  const log = await openLogPage(page)
  const lines = Array.from({ length: 5000 }, (_, i) => gcLine(i + 1, 1 + i / 2))
  await log.choose('long.log', lines.join('\n'))
  await expect(page.getByRole('heading', { name: /^All 5\s?000 cycles$/ })).toBeVisible()
  await log.table.press('End')
  const last = log.table.getByRole('row', { name: /^5\s?000/ })
  await expect(last.getByRole('cell')).toHaveText([
    '2500.500',
    '40',
    '42',
    '20',
    '44',
    '0.07',
    '5.30',
    '1.20',
    '4.40',
    '0.90',
    '',
  ])
  await expect(page.getByRole('heading', { name: /^Cycle 5\s?000$/ })).toBeVisible()
  await expect(last).toBeInViewport()
  await expect(log.table.getByRole('row')).toHaveCount(51)
  const pages = page.getByRole('navigation', { name: 'Pages of the table' })
  await pages.getByRole('button', { name: 'Earlier' }).click()
  await expect(pages).toContainText(/cycles 4\s?901 to 4\s?950 of 5\s?000/)
  await row(log.table, /^4\s?903$/)
    .getByRole('cell')
    .nth(2)
    .click()
  await expect(page.getByRole('heading', { name: /^Cycle 4\s?903$/ })).toBeVisible()
  await page.getByRole('slider', { name: 'Time along the run: as measured' }).press('PageDown')
  await expect(pages).toContainText(/cycles 4\s?[34]\d1 to/)
  await log.table.press('Home')
  await expect(page.getByRole('heading', { name: 'Cycle 1', exact: true })).toBeVisible()
})

test('explains each figure of a raw line on hover and on focus', async ({ page }) => {
  const log = await openLogPage(page)
  const line =
    'gc 7 @1.250s 3%: 0.041+5.3+0.027 ms clock, 0.16+1.2/4.4/0.9+0.10 ms cpu, 40->42->20 MB, 44 MB goal, 1 MB stacks, 0 MB globals, 4 P (forced)'
  await log.type(`api | ${line}`)
  const field = (value: string) => log.rawLine.getByRole('button', { name: value, exact: true })
  await expect(log.rawLine.locator('.raw-line')).toHaveText(`api | ${line}`)
  await field('5.3').hover()
  await expect(log.rawLine).toContainText('5.3 ms Marking, while the program runs.')
  await field('1.2').focus()
  await expect(log.rawLine).toContainText(/1\.2 ms CPU time over all processors of goroutines that had to help/)
  await page.keyboard.press('Tab')
  await expect(log.rawLine).toContainText(/4\.4 ms CPU time over all processors of the background workers/)
  // Number, start, percent, 3 clock, 5 CPU, 3 heap, goal, stacks, globals, processors, forced.
  await expect(log.rawLine.locator('.raw-line').getByRole('button')).toHaveCount(19)
  for (const one of await log.rawLine.locator('.raw-line').getByRole('button').all()) {
    await one.focus()
    await expect(log.rawLine.locator('.field-text')).toHaveText(/ \S.*\.$/)
  }
})

test('finds the raw line of a wrapped and prefixed cycle in the file again', async ({ page }) => {
  const log = await openLogPage(page)
  const whole = gcLine(2, 2)
  await log.type(`${gcLine(1, 1)}\n${whole.slice(0, 70)}\n${whole.slice(70)}\n${gcLine(3, 3)}`)
  await log.table.press('Home')
  await expect(log.rawLine.locator('.raw-line')).toHaveText(gcLine(1, 1))
  // What stands below would move if the explanation went while the line is looked up.
  await log.rawLine.evaluate((raw) => {
    const observer = new MutationObserver(() => {
      if (!raw.querySelector('.field-text')) raw.setAttribute('data-moved', '')
    })
    observer.observe(raw, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(log.rawLine).toContainText('line 2 of the log')
  await expect(log.rawLine.locator('.raw-line')).toHaveText(whole)
  await expect(log.rawLine).not.toHaveAttribute('data-moved')
})

test('names the heap shape that gctrace=2 tells, and what one CPU marks of it', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(`${recordedLog('steady-a')}scan: total 375214+69813+79350=524377 objs, 26576+4839=31415 spans\n`)
  const facts = page.getByRole('region', { name: 'The run in figures' })
  await expect(facts).toContainText('1.3 objects for each scan of a span, as in a search tree')
  // 1.4 CPU-ms for each MiB.
  await expect(facts).toContainText('One CPU marks 714.3 MiB/s of such a heap')
})
