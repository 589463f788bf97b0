import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { MANIFEST, paste } from './support/pasted.ts'

const LOG = readFileSync('tests/fixtures/metrics/steady/gctrace.log', 'utf8')

test('a gctrace log leads to its report, and to answers about other settings over all that is known', async ({
  page,
}) => {
  await page.goto('./program.html')
  await paste(page, LOG)
  await expect(page.getByText('Read: gctrace log')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What it shows' })).toBeVisible()
  await expect(page.getByText(/^Trust: /)).toHaveCount(1)
  // On a narrow screen, no line breaks between a number and its unit.
  const differences = page.locator('.footnote', { hasText: 'Simulated against measured' })
  await expect(differences.locator('.kept')).toHaveText(Array(5).fill(/^\d+ %$/))
  const whatIf = page.getByRole('region', { name: 'What if' })
  const memory = whatIf.getByRole('row', { name: /^Container memory/ }).getByRole('cell')
  const before = await memory.allInnerTexts()
  // A log does not measure it. At first, the settings asked about are its own.
  expect(before.slice(0, 3)).toEqual(['–', before[1], before[1]])
  const copied = whatIf.getByRole('heading', { name: 'Settings to copy' })
  await expect(copied).toBeHidden()
  const gogc = whatIf.getByRole('textbox', { name: 'GOGC', exact: true })
  await gogc.fill('50')
  await gogc.press('Enter')
  await expect(memory.nth(2)).not.toHaveText(before[2]!)
  await expect(memory.nth(1)).toHaveText(before[1]!)
  await expect(whatIf.getByRole('img', { name: /^Heap over time/ })).toContainText('as it is')
  await expect(copied).toBeVisible()
  const alone = await memory.allInnerTexts()
  // Metrics and a manifest beside the log count here too.
  await paste(page, readFileSync('tests/fixtures/metrics/steady/metrics-1.txt', 'utf8'))
  await expect(memory.nth(3)).not.toHaveText(alone[3]!)
  await paste(page, MANIFEST)
  await expect(whatIf.getByRole('textbox', { name: 'Container limit' })).toHaveValue('512MiB')
  await expect(gogc).toHaveValue('50')
  await whatIf.getByRole('button', { name: 'Restore its own settings' }).click()
  await expect(gogc).toHaveValue('100')
  await expect(copied).toBeHidden()
  const quota = whatIf.getByRole('slider', { name: 'CPU quota' })
  await expect(quota).toHaveAttribute('aria-valuetext', '2 CPUs')
  await quota.press('ArrowRight')
  await expect(quota).not.toHaveAttribute('aria-valuetext', '2 CPUs')
})

test('a description says that the kernel killed the program, and the answers say it too', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, LOG)
  await paste(
    page,
    'Containers:\n  api:\n    Last State:  Terminated\n      Reason:  OOMKilled\n    Limits:\n      memory:  1Gi\n',
  )
  const simulated = page.getByRole('region', { name: 'Simulated', exact: true })
  await expect(simulated.getByRole('listitem').filter({ hasText: 'the kernel killed it' })).toBeVisible()
  const verdict = page.getByRole('region', { name: 'What if' }).getByRole('row', { name: /^Verdict/ })
  await expect(verdict.getByRole('cell', { name: 'could be killed' })).toHaveCount(2)
})

test('scrapes without a log lead to answers about other settings too', async ({ page }) => {
  await page.goto('./program.html')
  for (const name of ['metrics-1.txt', 'metrics-3.txt'])
    await paste(page, readFileSync(`tests/fixtures/metrics/steady/${name}`, 'utf8'))
  await page.getByRole('button', { name: 'What if?' }).click()
  const whatIf = page.getByRole('region', { name: 'What if' })
  await expect(whatIf).toBeInViewport()
  const limit = whatIf.getByRole('textbox', { name: 'Container limit' })
  await limit.fill('50MiB')
  await limit.press('Enter')
  await expect(whatIf.getByRole('status').filter({ hasText: 'killed' })).toContainText('would be killed')
  await expect(page.getByRole('region', { name: 'Simulated', exact: true })).not.toContainText('killed')
  await whatIf.getByRole('button', { name: 'Restore its own settings' }).click()
  // These scrapes show the CPU time of the process: it needs more than this quota.
  const stopped = whatIf.getByRole('row', { name: /^Time stopped by the CPU quota/ }).getByRole('cell')
  await expect(stopped).toHaveCount(0)
  const quota = whatIf.getByRole('textbox', { name: 'CPU quota' })
  await expect(quota).toHaveValue('off')
  await quota.fill('0.1')
  await quota.press('Enter')
  await expect(stopped.nth(0)).toHaveText('0.0 %')
  await expect(stopped.nth(1)).toHaveText(/^[5-9]\d\.\d %$/)
  await expect(whatIf.getByRole('textbox', { name: 'GOMAXPROCS' })).toHaveValue('2')
})

test('a log with a manifest in the same text is read, and a note says to paste the manifest separately', async ({
  page,
}) => {
  await page.goto('./program.html')
  await paste(page, `It is killed:\n\`\`\`yaml\n${MANIFEST}\n\`\`\`\nand prints\n\`\`\`\n${LOG}\n\`\`\`\n`)
  // The note stays when the answer arrives.
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeEnabled()
  await expect(page.getByText('it has other parts, which were skipped: paste them separately')).toBeVisible()
  await paste(page, MANIFEST)
  await expect(
    page.getByRole('region', { name: 'What is known' }).getByRole('row', { name: /Container limit/ }),
  ).toContainText('from the Kubernetes manifest')
})

test('a log of two cycles gets the reason why nothing is recommended, and no way to a search', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, LOG.split('\n').slice(0, 2).join('\n'))
  await expect(page.getByRole('region', { name: 'Simulated', exact: true })).toContainText(
    /Two GC cycles are too few for a prediction\. .* we do not compare or recommend settings\./,
  )
  await expect(page.getByText('What if')).toHaveCount(0)
  await expect(page.getByText('What to set')).toHaveCount(0)
  await expect(page.getByText('Type a container limit')).toHaveCount(0)
})

test('one of several logs and runs is used, and choosing another, there or in the report, changes the whole page', async ({
  page,
}) => {
  const logs = 'tests/fixtures/services/quiet/logs'
  const [two, other] = [
    ['queue-gogc100-limitoff.log', 'queue-gogc200-limitoff.log'],
    ['cache-gogc100-limitoff.log'],
  ].map((names) => names.map((name) => readFileSync(`${logs}/${name}`, 'utf8')).join(''))
  await page.goto('./program.html')
  await paste(page, two!)
  const counts = page.getByRole('combobox', { name: 'All answers are for' })
  const report = page.getByRole('combobox', { name: '2 runs in it' })
  const gogc = page.getByRole('region', { name: 'What is known' }).getByRole('textbox', { name: 'GOGC' })
  await expect(report).toBeVisible()
  await report.selectOption({ index: 1 })
  await expect(gogc).toHaveValue('200')
  await expect(counts.locator('option:checked')).toContainText('run 2')
  await counts.selectOption({ index: 0 })
  await expect(gogc).toHaveValue('100')
  await expect(report).toHaveValue('0')
  await paste(page, other!)
  await expect(counts.locator('option')).toHaveCount(3)
  await expect(page.getByText('Other logs and runs are not used.')).toBeVisible()
  const simulated = page.getByRole('region', { name: 'Simulated', exact: true })
  const figures = await simulated.getByRole('table').innerText()
  await counts.selectOption({ index: 2 })
  await expect(report).toHaveCount(0)
  await expect(async () => expect(await simulated.getByRole('table').innerText()).not.toBe(figures)).toPass()
})

test('a run that is chosen before the first one has been measured counts on the whole page', async ({ page }) => {
  const logs = 'tests/fixtures/services/quiet/logs'
  const names = ['queue-gogc100-limitoff.log', 'queue-gogc200-limitoff.log']
  await page.goto('./program.html')
  // Chosen in the very moment in which it can be: the other answers of the worker are still to come.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const select = [...document.querySelectorAll('select')].find(({ labels }) =>
        labels[0]?.textContent?.includes('2 runs in it'),
      )
      if (!select) return
      observer.disconnect()
      select.selectedIndex = 1
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await paste(page, names.map((name) => readFileSync(`${logs}/${name}`, 'utf8')).join(''))
  const known = page.getByRole('region', { name: 'What is known' })
  await expect(known.getByRole('textbox', { name: 'GOGC' })).toHaveValue('200')
})

test('a manifest that Go refuses is said to be so before the verdict', async ({ page }) => {
  await page.goto('./program.html')
  await paste(page, MANIFEST.replace('"512"', '1Gi'))
  await paste(page, LOG)
  const simulated = page.getByRole('region', { name: 'Simulated', exact: true })
  await expect(simulated.locator('p').first()).toContainText('does not start the program: Go refuses')
})

test('beside a log settings can be typed, and what only the log gives cannot', async ({ page }) => {
  await page.goto('./program.html')
  // Typed before there is a log: from then on the log gives it.
  await page.getByRole('textbox', { name: 'Live heap after GC' }).fill('3GiB')
  await paste(page, LOG)
  const known = page.getByRole('region', { name: 'What is known' })
  const live = known.getByRole('row', { name: /^Live heap after GC/ })
  await expect(known).toContainText('type it, except for values that only the log can give')
  await expect(live).toContainText('from the gctrace log: the largest')
  await expect(live).not.toContainText('3 GiB')
  await expect(live.getByRole('textbox')).toHaveCount(0)
  await expect(live.getByRole('button')).toHaveCount(0)
  const procs = known.getByRole('row', { name: /^GOMAXPROCS/ })
  await procs.getByRole('textbox').fill('1')
  await procs.getByRole('textbox').press('Enter')
  await expect(procs.getByRole('button', { name: 'Undo GOMAXPROCS' })).toBeVisible()
})

test('a manifest that cannot have made the goals of the log is shown beside what the goals show', async ({ page }) => {
  await page.goto('./program.html')
  await paste(
    page,
    MANIFEST.replace('"512"', '40MiB').replace('{name: DB', '{name: GOGC, value: "400"}\n        - {name: DB'),
  )
  await paste(page, readFileSync('src/program/samples/steady.log', 'utf8'))
  const differ = page.getByRole('heading', { name: 'The log shows another GOGC and GOMEMLIMIT than the manifest has' })
  await expect(differ).toBeVisible()
  await expect(page.getByText('But 100 from the gctrace log')).toBeVisible()
  await expect(page.getByText('The simulation does not match the measurements')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use 100 for GOGC' }).click()
  const known = page.getByRole('region', { name: 'Quantities' })
  await expect(known.getByRole('textbox', { name: 'GOGC' })).toHaveValue('100')
})

test('a log and metrics of two programs are said to differ, and the trust of the log alone is not shown', async ({
  page,
}) => {
  await page.goto('./program.html')
  await paste(page, readFileSync('tests/fixtures/metrics/wave/metrics-1.txt', 'utf8'))
  await paste(page, readFileSync('tests/fixtures/services/kinds/logs/cache-gogc100-limitoff.log', 'utf8'))
  const simulated = page.getByRole('region', { name: 'Simulated', exact: true })
  await expect(
    simulated.getByText(/^The simulation does not match the measurements: heap goal, .*container memory/),
  ).toBeVisible()
  await expect(simulated.getByText(/^Trust: /)).toHaveCount(0)
})
