import { expect, type Page, test } from '@playwright/test'
import { gcLine } from '../gctrace/support.ts'
import { openLogPage, recordedLog, SAMPLES } from './support/log.ts'
import { readViolations, recordViolations } from './support/violations.ts'
import { watch } from './support/watch.ts'

const FEW = Array.from({ length: 12 }, (_, i) => gcLine(i + 1, 1 + i)).join('\n')

/** Dispatches what the browser does for a paste or a drop of a text or a file. */
async function bring(page: Page, how: 'paste' | 'drop', what: { text?: string; file?: string }): Promise<void> {
  await page.evaluate(
    ([type, { text, file }]) => {
      const data = new DataTransfer()
      if (text !== undefined) data.setData('text/plain', text)
      if (file !== undefined) data.items.add(new File([file], 'server.log'))
      const target = document.querySelector('textarea:not([readonly])') ?? document.querySelector('main')
      const options = { bubbles: true, cancelable: true }
      target?.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    [how, what] as const,
  )
}

const BROUGHT = [
  ['pasted text', 'paste', { text: FEW }],
  ['a pasted file', 'paste', { file: FEW }],
  ['a dropped file', 'drop', { file: FEW }],
  ['a dropped text', 'drop', { text: FEW }],
] as const

test('reads what is pasted or dropped at once, a text or a file', async ({ page }) => {
  const log = await openLogPage(page)
  for (const [name, how, what] of BROUGHT)
    await test.step(name, async () => {
      await bring(page, how, what)
      await expect(log.fact('GC cycles')).toHaveText('12')
      await expect(page.getByRole('heading', { name: 'file' in what ? 'server.log' : 'pasted text' })).toBeVisible()
      await log.again()
    })
})

test('reads a file that was chosen, and what was typed', async ({ page }) => {
  const log = await openLogPage(page)
  await log.choose('api.log', FEW)
  await expect(page.getByRole('heading', { name: 'api.log' })).toBeVisible()
  await expect(log.fact('GC cycles')).toHaveText('12')
  await log.again()
  await log.type(`${gcLine(1, 1)}\n${gcLine(2, 2)}`)
  await expect(log.fact('GC cycles')).toHaveText('2')
})

test('offers sample logs, and reads each of them completely', async ({ page }) => {
  const log = await openLogPage(page)
  for (const title of SAMPLES) {
    await log.sample(title)
    await expect(log.unread).toContainText('Nothing: all lines with text were read as cycles.')
    await log.again()
  }
})

test('fetches only its own files, and nothing at all once a log is read', async ({ page, baseURL }) => {
  const { requests, complaints } = watch(page)
  await recordViolations(page)
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.predicted()
  // The report comes with the answer, in a part of its own.
  await expect(log.table).toBeVisible()
  const before = requests.length
  expect(requests.filter((url) => !url.startsWith(`${baseURL}`) && !/^(data|blob):/.test(url))).toEqual([])
  await log.whatIf.getByRole('textbox', { name: 'GOGC' }).fill('200')
  await log.whatIf.getByRole('textbox', { name: 'GOGC' }).press('Enter')
  await expect(log.whatIf.getByRole('textbox', { name: 'Settings as environment variables' })).toHaveValue(/GOGC=200/)
  await log.table.press('End')
  await page.getByText('How sure the ranges are').click()
  expect(requests.slice(before)).toEqual([])
  // A log in the address or in a form would be a log that leaves; in storage that other tabs see, one that stays.
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/gc 1|packed/)
  expect(await readViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

/** Chooses a file that is made in the page: some hundred MB are too much to send to it. */
async function chooseLarge(page: Page, repeats: number): Promise<void> {
  await page.evaluate(
    ([line, count]) => {
      const piece = new Blob([`${line}\n`.repeat(8000)])
      const transfer = new DataTransfer()
      transfer.items.add(new File(Array<Blob>(count).fill(piece), 'large.log'))
      const input = document.querySelector<HTMLInputElement>('input[type=file]')
      if (!input) throw new Error('no place for a file')
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [`${gcLine(1, 1)} INFO ${'request served '.repeat(4)}`, repeats] as const,
  )
}

test('shows its progress with a large log, and can be stopped', async ({ page }) => {
  const log = await openLogPage(page)
  await chooseLarge(page, 150)
  const progress = log.inputs.getByRole('progressbar')
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await log.inputs.getByRole('button', { name: /^(Remove|Cancel)/ }).click()
  await expect(log.inputs).toHaveCount(0)
  await log.type(FEW)
  await expect(log.fact('GC cycles')).toHaveText('12')
})

test('tells the runs of several pods and restarts apart, and shows the one that is chosen', async ({ page }) => {
  const log = await openLogPage(page)
  const pod = (name: string, count: number, heap: string) =>
    Array.from({ length: count }, (_, i) => `[pod/${name}/server] ${gcLine(i + 1, 1 + i, heap)}`)
  await log.type(
    [
      ...pod('api-1', 9, '90->97->50 MB, 100 MB goal'),
      ...pod('api-2', 5, '30->33->17 MB, 34 MB goal'),
      ...pod('api-1', 4, '70->72->40 MB, 80 MB goal'),
    ].join('\n'),
  )
  const chooser = page.getByRole('combobox', { name: '3 runs in it' })
  // The longest first.
  await expect(log.fact('GC cycles')).toHaveText('9')
  await expect(log.fact('Peak heap')).toHaveText('97 MiB')
  await expect(chooser.getByRole('option')).toHaveText([
    /Run 1 · pod\/api-1\/server · 9 cycles · lines 1 to 9/,
    /Run 2 · pod\/api-2\/server · 5 cycles · lines 10 to 14/,
    /Run 3 · pod\/api-1\/server · 4 cycles · lines 15 to 18/,
  ])
  await chooser.selectOption({ index: 1 })
  await expect(log.fact('Peak heap')).toHaveText('33 MiB')
  await chooser.selectOption({ index: 2 })
  await expect(log.fact('GC cycles')).toHaveText('4')
})

test('lists what it did not read, with the number of the first line and the reason', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(
    [
      'listening on :8080',
      gcLine(1, 1),
      gcLine(2, 2).replace('3%', '0/98%'),
      'scav 312 KiB work (bg), 0 KiB work (eager), 512 KiB now, 88% util',
      gcLine(3, 3).slice(0, 60),
      gcLine(4, 4),
      gcLine(5, 5).replace('clock', 'wall'),
      'x'.repeat(70_000),
      'GC forced',
      'request 1 done',
    ].join('\n'),
  )
  const items = log.unread.getByRole('listitem')
  await expect(items).toHaveText([
    /2 lines, the first is line 1: not from gctrace, so skipped\.listening on :8080/,
    /Line 3: expected one percentage \(this is a patched format\)/,
    /Line 5: ends where .* should follow/,
    /Line 7: expected "clock" where "wall/,
    /Line 8: longer than 65536 characters: skipped/,
    /1 line from the scavenger \(scavtrace=1\), from line 4/,
    /1 line “GC forced”: the two-minute timer, from line 9/,
  ])
})

const REFUSED = [
  ['is empty', '', /It is empty/],
  ['has empty lines alone', '\n\n \n', /It is empty/],
  ['is binary', '\u0001\u0002\u0003\u0004'.repeat(500), /It is not text: unpack it if it is compressed/],
  ['is one line without an end', 'x'.repeat(200_000), /It is not an input that we know: paste a gctrace log/],
  ['is some other log', 'GET / 200\nGET /a 404\n', /It is not an input that we know: paste a gctrace log/],
  [
    'is of a patched Go',
    'gc 1 @0.5s 0/98%: 0.02+18+0.06 ms clock\n',
    /none of them is whole\. Line 1: expected one percentage/,
  ],
  [
    'has lines of the scavenger alone',
    'scav 10 KiB work (bg), 0 KiB work (eager), 9 KiB now, 90% util\n',
    /but none of gctrace/,
  ],
  ['is of Go 1.4', 'gc8(4): 4+8+15+1 us, 8 -> 13 MB, 9 (3-2) objects, 1/2/3 sweeps\n', /Go 1\.4 or older/],
] as const

test('says in words why a file shows nothing, and takes the next', async ({ page }) => {
  const log = await openLogPage(page)
  for (const [i, [name, text, reason]] of REFUSED.entries())
    await test.step(`a file that ${name}`, async () => {
      await log.choose(`it-${i}.log`, text)
      await expect(log.inputs.getByRole('listitem').filter({ hasText: `it-${i}.log` })).toContainText(reason)
    })
  await log.type(FEW)
  await expect(log.fact('GC cycles')).toHaveText('12')
})

test('reads on its own thread if it gets no worker', async ({ page }) => {
  await page.route(/worker-[\w-]+\.js/, (route) => route.abort())
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await expect(log.fact('GC cycles')).toHaveText('37')
  await log.predicted()
})

test('says so where the worker stops in the middle, and reads the next log', async ({ page }) => {
  await page.addInitScript(() => {
    const Real = window.Worker
    let messages = 0
    window.Worker = class extends Real {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        this.addEventListener('message', () => {
          // The second message says that the log was taken.
          if (++messages !== 2) return
          this.terminate()
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { cancelable: true })), 0)
        })
      }
    }
  })
  const log = await openLogPage(page)
  await log.choose('it.log', recordedLog('steady-a'))
  await expect(log.inputs).toContainText('The worker that reads inputs has stopped')
  await log.inputs.getByRole('button', { name: /^Remove/ }).click()
  await log.type(recordedLog('steady-a'))
  await expect(log.fact('GC cycles')).toHaveText('37')
})
