import { readFileSync } from 'node:fs'
import { expect, type Locator, test } from '@playwright/test'
import { gcLine, inventedRun } from '../gctrace/support.ts'
import { answersIn, CYCLES, GC_TIME, type LogPage, openLogPage, recordedLog, row } from './support/log.ts'

async function set(log: LogPage, label: string, text: string): Promise<void> {
  const field = log.whatIf.getByRole('textbox', { name: label, exact: true })
  await field.fill(text)
  await field.press('Enter')
}

const answers = (log: LogPage) => answersIn(log.whatIf)

/** Measured, as it is, with the settings asked about, and their range. */
function cells(region: Locator, name: string | RegExp): Promise<string[]> {
  return row(region, name).getByRole('cell').allInnerTexts()
}

test('other settings of a recorded log are compared, predicted, and opened elsewhere', async ({ page }) => {
  // One page for all that begins with the prediction for this log, which takes longer than most steps.
  test.slow()
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.predicted()
  const restore = log.whatIf.getByRole('button', { name: 'Restore its own settings' })
  await test.step('draws the log over the simulation of its own settings, and compares their figures before any what-if', async () => {
    await expect(log.simulated).toContainText('Trust: good, the simulation reproduces the log.')
    const table = log.simulated.getByRole('region', { name: 'Measured and simulated' })
    for (const name of [CYCLES, 'Peak heap, as cycles end', GC_TIME, 'Elapsed'])
      await expect(row(table, name).getByRole('cell').first()).toHaveText(/^\d/)
    // Whole MiB, as the log has them.
    await expect(row(table, 'Peak heap, as cycles end').getByRole('cell').first()).toHaveText('88 to 89 MiB')
    await expect(
      row(table, /^Heap goal/)
        .getByRole('cell')
        .first(),
    ).toHaveText('91 to 92 MiB')
    await expect(log.simulated).toContainText(/Simulated against measured: GC cycles ±0 %, peak heap \+1 %/)
    await log.simulated.getByText('How sure the ranges are').click()
    await expect(log.simulated).toContainText('Pace: requests arrive by the clock (inferred).')
    await expect(log.simulated).toContainText('Paste /metrics or a MemStats dump to narrow this.')
    const chart = log.simulated.getByRole('img', { name: /^Heap over time: simulated, with the measured run/ })
    await expect(chart).toContainText('measured')
  })
  await test.step('predicts other settings beside what was measured, with a range, its reason, and what could become of it', async () => {
    const [measured = '', own = ''] = await cells(answers(log), CYCLES)
    await set(log, 'GOGC', '200')
    await expect.poll(async () => (await cells(answers(log), CYCLES))[2]).not.toBe(own)
    const [still, before, predicted = '', band] = await cells(answers(log), CYCLES)
    expect([still, before]).toEqual([measured, own])
    // With twice the room between cycles there are about half as many.
    expect(Number(predicted) / Number(own)).toBeGreaterThan(0.4)
    expect(Number(predicted) / Number(own)).toBeLessThan(0.65)
    const [low, high] = (band ?? '').split(' to ').map(Number)
    expect(low! < Number(predicted) && Number(predicted) < high!).toBe(true)
    for (const name of ['Peak heap, as cycles end', 'Container memory, highest', GC_TIME, 'Verdict'])
      await expect(row(answers(log), name)).toBeVisible()
    const mostOf = async (name: string | RegExp) =>
      Number.parseFloat(((await cells(answers(log), name))[3] ?? '').split(' to ')[1]!)
    expect(await mostOf('GC CPU time, if the machine is as free as in the log')).toBeLessThan(await mostOf(GC_TIME))
    // A limit that some of the programs pass that the log cannot tell apart, and others do not.
    await set(log, 'Container limit', '152MiB')
    await expect(log.whatIf.locator('.verdict-line')).toContainText(/could be killed \([1-9] of 10\)/)
    await expect(log.whatIf.locator('.verdict-line')).toHaveClass(/verdict-(tight|killed)/)
    const reason = await log.whatIf.locator('.verdict-line').innerText()
    const need = /Without the container’s limit the program would take (\d+) MiB to (\d+) MiB/.exec(reason)
    expect(Number(need?.[1])).toBeLessThan(152)
    expect(Number(need?.[2])).toBeGreaterThan(152)
  })
  await restore.click()
  await expect(log.whatIf.locator('.verdict-line')).toHaveCount(0)
  await test.step('answers for a memory limit, a container and processors, and gives the settings to copy', async () => {
    const verdict = log.whatIf.locator('.verdict-line')
    const copied = log.whatIf.getByRole('textbox', { name: 'Settings as environment variables' })
    await set(log, 'GOGC', 'off')
    await set(log, 'GOMEMLIMIT', '128MiB')
    await expect(copied).toHaveValue(/GOGC=off\nGOMEMLIMIT=128MiB/)
    await expect(verdict).toContainText('healthy')
    await set(log, 'GOMEMLIMIT', '48MiB')
    await expect(verdict).toContainText(/thrashing|over the limit|tight/)
    await set(log, 'Container limit', '40MiB')
    await expect(verdict).toContainText('killed')
    await restore.click()
    await expect(verdict).toHaveCount(0)
    await set(log, 'GOMAXPROCS', '8')
    await expect(copied).toHaveValue(/GOMAXPROCS=8/)
    const slider = log.whatIf.getByRole('slider', { name: 'GOGC slider' })
    const before = await slider.inputValue()
    // With Ctrl it is the browser's.
    await slider.press('Control+End')
    await expect(slider).toBeEnabled()
    await expect(slider).toHaveValue(before)
    await slider.press('End')
    await expect(copied).toHaveValue(/GOGC=off/)
    // Off is off of nothing: no unit stands behind it.
    await expect(log.whatIf.locator('.knob-gogc .value')).not.toContainText('%')
  })
  await restore.click()
  await expect(log.whatIf.locator('.verdict-line')).toHaveCount(0)
  await test.step('opens the calibrated program in Sawtooth, under the settings asked for, by a link short enough to share', async () => {
    const [, own = ''] = await cells(answers(log), CYCLES)
    await set(log, 'GOGC', '150')
    const link = log.whatIf.getByRole('link', { name: 'Open with these settings' })
    await expect(log.whatIf.getByRole('textbox', { name: 'Settings as environment variables' })).toHaveValue(/GOGC=150/)
    // A larger GOGC needs fewer cycles: another number is the one asked for.
    await expect.poll(async () => (await cells(answers(log), CYCLES))[2]).not.toBe(own)
    const [, , predicted = ''] = await cells(answers(log), CYCLES)
    expect(((await link.getAttribute('href')) ?? '').length).toBeLessThan(2000)
    await expect(link).toHaveAttribute('target', '_blank')
    await page.goto((await link.getAttribute('href')) ?? '')
    await expect(page.getByRole('textbox', { name: 'GOGC value' })).toHaveValue('150')
    await expect(
      page
        .getByRole('region', { name: 'Results' })
        .locator('.result', { has: page.getByRole('button', { name: 'GC cycles', exact: true }) })
        .locator('.number'),
    ).toHaveText(predicted)
  })
})

test('refuses a setting as Go does, and says why; under a setting that is accepted the measured run is no comparison', async ({
  page,
}) => {
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.predicted()
  await test.step('refuses a setting', async () => {
    const limit = log.whatIf.getByRole('textbox', { name: 'GOMEMLIMIT' })
    await limit.fill('lots')
    await expect(limit).toHaveAttribute('aria-invalid', 'true')
    await expect(limit).toHaveAccessibleDescription(/\S/)
    await limit.press('Escape')
    await expect(limit).toHaveValue('off')
  })
  await test.step('under another GOGC than the log’s the measured run is no comparison', async () => {
    const both = log.simulated.getByRole('img', { name: /^Heap over time: simulated, with the measured run/ })
    await expect(both).toContainText('measured')
    const gogc = page.getByRole('region', { name: 'What is known' }).getByRole('textbox', { name: 'GOGC', exact: true })
    await gogc.fill('200')
    await gogc.press('Enter')
    await expect(log.simulated.getByRole('img', { name: 'Heap over time: simulated', exact: true })).toBeVisible()
    await expect(answers(log).getByRole('columnheader', { name: 'Measured' })).toHaveCount(0)
  })
})

test('says how far to trust a calibration that does not reproduce its log, there and beside the answers', async ({
  page,
}) => {
  const log = await openLogPage(page)
  // Most cycles free next to nothing and yet start as late as the others: no GOGC explains that.
  const odd = Array.from({ length: 40 }, (_, i) => ({
    start: 1 + i * (i % 2 === 0 ? 0.9 : 0.3),
    mark: i % 3 === 0 ? 80 : 2,
    background: i % 3 === 0 ? 150 : 1,
    heap: [200, 205, i % 4 === 0 ? 20 : 180] as const,
    goal: 210,
  }))
  await log.type(inventedRun(odd, 101))
  await log.predicted()
  const trust = log.simulated.locator('.fit')
  await expect(trust).toHaveText(/^Trust: poor, do not rely on the answers: .*[+−]\d+ %/)
  // The same grade, in the same words.
  await set(log, 'GOGC', '400')
  await expect(log.whatIf.locator('.fit')).toHaveText((await trust.textContent()) ?? '')
  const advice = page.getByRole('region', { name: 'What to set' })
  await advice.getByRole('button', { name: 'Find settings' }).click()
  await expect(advice.locator('.answer').first()).toContainText(
    `${await trust.textContent()} So no option is recommended.`,
  )
  await expect(advice.locator('.option').first()).toBeVisible()
  await expect(advice.locator('.chip')).toHaveCount(0)
})

test('takes the settings of the command that was copied with the log, and says where they stand', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(`$ GOGC=101 GODEBUG=gctrace=1 ./app\n${recordedLog('steady-a')}`)
  await log.predicted()
  const known = page.getByRole('region', { name: 'What is known' })
  await expect(known.getByRole('textbox', { name: 'GOGC' })).toHaveValue('101')
  await expect(known.getByRole('row', { name: /^GOGC/ })).toContainText('command')
  await expect(log.whatIf.getByRole('textbox', { name: 'GOGC' })).toHaveValue('101')
})

test('says what to set, over all programs that the log allows, and leads to the option and to the map', async ({
  page,
}) => {
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.predicted()
  const limit = page.getByRole('region', { name: 'What is known' }).getByRole('textbox', { name: 'Container limit' })
  await limit.fill('128MiB')
  await limit.press('Enter')
  await expect(log.whatIf.getByRole('textbox', { name: 'Container limit' })).toHaveValue('128MiB')
  await log.whatIf.getByRole('button', { name: 'What to set?' }).click()
  const advice = page.getByRole('region', { name: 'What to set' })
  await expect(advice).toBeInViewport()
  // Grown by a quarter, too many of the programs that the log allows are killed; the recorded one alone would survive.
  const asIs = advice.locator('.option').filter({ hasText: 'Leave it as it is' })
  await expect(asIs).toContainText(/as far as the input shows, with 25 % more .* it could be killed \(\d of 10\)\./)
  const chosen = advice.locator('.option', { hasText: 'recommended' })
  await expect(chosen).toContainText(/GC CPU [\d.]+ % \([\d.]+ % to [\d.]+ %\), at the peak .* \(90 % ranges\)/)
  const compare = await chosen.getByRole('link', { name: 'Compare' }).getAttribute('href')
  const map = await chosen.getByRole('link', { name: 'Map' }).getAttribute('href')
  const setting = (await chosen.locator('.setting').textContent())!

  // Today stays beside what is recommended, each with its settings.
  await page.goto(compare!)
  await expect(page.locator('#comparison')).toContainText('GOMEMLIMIT')
  await page.goto('./log.html')
  await page.goto(map!)
  const handle = page.getByRole('slider', { name: 'GOGC and GOMEMLIMIT on the map' })
  await expect(handle).toHaveAttribute('aria-valuetext', setting)
})

test('says why a run cannot be calibrated on, and still shows it', async ({ page }) => {
  const log = await openLogPage(page)
  const lines = [1, 2, 3].map((n) => `${gcLine(n, n)} (forced)`)
  await log.type(lines.join('\n'))
  await expect(log.fact('GC cycles')).toHaveText('3')
  await expect(log.simulated.getByRole('alert')).toContainText('all cycles in the log were forced')
  await expect(log.whatIf).toHaveCount(0)
})

test('a limit is shown as a range if the log does not show non-heap memory exactly', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(readFileSync('tests/fixtures/services/logs/httpjson-gogc100-limit56MiB.log', 'utf8'))
  const range = /(\d+) to (\d+) MiB/
  const [, low, high] = range.exec((await log.fact('GOMEMLIMIT').textContent()) ?? '') ?? []
  expect(Number(low)).toBeLessThan(56)
  expect(Number(high)).toBeGreaterThan(56)
})

test('of a limit below the live heap only a maximum is known, not to be copied', async ({ page }) => {
  const log = await openLogPage(page)
  const times = '1%: 0.1+5+0.1 ms clock, 0.2+1/4/1+0.2 ms cpu'
  const first = `gc 1 @0.001s ${times}, 3->62->62 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P`
  const cycle = (i: number) =>
    `gc ${i + 2} @${(0.01 * (i + 1)).toFixed(3)}s ${times}, 62->63->62 MB, 62 MB goal, 0 MB stacks, 0 MB globals, 2 P`
  await log.type([first, ...Array.from({ length: 60 }, (_, i) => cycle(i))].join('\n'))
  const [, most] = /at most (\d+) MiB/.exec((await log.fact('GOMEMLIMIT').textContent()) ?? '') ?? []
  expect(Number(most)).toBeGreaterThan(62)
  await log.predicted()
  const settings = log.whatIf.getByLabel('Settings as environment variables')
  await set(log, 'GOGC', '150')
  await expect(settings).toHaveText(/# GOMEMLIMIT unknown: leave it as it is/)
  await log.whatIf.getByRole('textbox', { name: 'GOMEMLIMIT' }).fill('100')
  await log.whatIf.getByRole('textbox', { name: 'GOMEMLIMIT' }).press('Enter')
  await expect(settings).toHaveText(/GOMEMLIMIT=100MiB/)
})

test('takes an assumed GOGC for known once it is typed, even as it was', async ({ page }) => {
  const log = await openLogPage(page)
  const lines = readFileSync('src/program/samples/thrash.log', 'utf8').split('\n').slice(11, 125)
  await log.type(lines.filter((line) => !line.includes('forced')).join('\n'))
  await log.predicted()
  await expect(log.simulated).toContainText('Trust: poor')
  const known = page.getByRole('region', { name: 'What is known' })
  const gogc = known.getByRole('textbox', { name: 'GOGC', exact: true })
  await expect(gogc).toHaveValue('100')
  await gogc.focus()
  await page.keyboard.press('Tab')
  await expect(log.simulated).toContainText('Trust: poor')
  await gogc.focus()
  await page.keyboard.type('+100')
  await page.keyboard.press('Enter')
  await expect(log.simulated).toContainText('Trust: good')
})
