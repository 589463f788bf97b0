import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

export const SAMPLES = [
  'The log of a steady service',
  'The log of a cache below its limit',
  'The log of a heap that grows',
  'The log of a limit that is too low',
]

/** The page of one’s program, with the report of a log, as a person finds things on it. */
export interface LogPage {
  readonly field: Locator
  readonly alert: Locator
  readonly inputs: Locator
  readonly whatIf: Locator
  readonly simulated: Locator
  readonly table: Locator
  readonly unread: Locator
  readonly diagnosis: Locator
  readonly rawLine: Locator
  /** Types a log and has it read. */
  type(text: string): Promise<void>
  choose(name: string, text: string): Promise<void>
  sample(title: string): Promise<void>
  /** Removes the input, so that the page stands as it was opened. Loading it again would take longer than most logs. */
  again(): Promise<void>
  /** The large figure of the run: `GC cycles`, `Peak heap`, `GC CPU`, `GOGC`, `GOMEMLIMIT`. */
  fact(name: string): Locator
  /** Waits until other settings are predicted. */
  predicted(): Promise<void>
}

export async function openLogPage(page: Page): Promise<LogPage> {
  await page.goto('./log.html')
  const field = page.getByRole('textbox', { name: 'Metrics, manifest or log' })
  await expect(field).toBeVisible()
  const region = (name: string | RegExp) => page.getByRole('region', { name })
  const whatIf = region('What if')
  return {
    field,
    alert: page.getByRole('alert'),
    whatIf,
    inputs: region('Inputs'),
    simulated: page.getByRole('region', { name: 'Simulated', exact: true }),
    table: region(/^Table of cycles/),
    unread: region('What else is in the log'),
    diagnosis: region('What it shows'),
    rawLine: region(/^Cycle [\d\s]+$/),
    async type(text) {
      await field.fill(text)
      await page.getByRole('button', { name: 'Read what I typed' }).click()
    },
    choose: (name, text) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }),
    again: async () => {
      // The list of inputs folds once there is an answer, which may come while one reaches for the button.
      await page.locator('.inputs li button', { hasText: 'Remove' }).dispatchEvent('click')
      await expect(page.locator('.inputs')).toHaveCount(0)
      await expect(region('The run in figures')).toHaveCount(0)
      await expect(page.getByRole('button', { name: SAMPLES[0]! })).toBeVisible()
    },
    sample: (title) => page.getByRole('button', { name: title }).click(),
    fact: (name) =>
      region('The run in figures')
        .locator('div', { has: page.getByText(name, { exact: true }) })
        .locator('.number'),
    predicted: () => expect(answersIn(whatIf)).toBeVisible(),
  }
}

/** The table of other settings: measured, as it is, with these settings, and their range. */
export function answersIn(whatIf: Locator): Locator {
  return whatIf.getByRole('region', { name: 'As it is and with these settings' })
}

/** The row of GC cycles, which says so where forced ones are left out of it. */
export const CYCLES = /^GC cycles(, forced ones not counted)?$/

/** The row of GC's CPU time, the same. */
export const GC_TIME = /^GC CPU time, idle marking included(, without forced cycles)?$/

/** Row of a table by its first cell; its cells from left to right. */
export function row(region: Locator, name: string | RegExp): Locator {
  return region.getByRole('row').filter({ has: region.page().getByRole('rowheader', { name, exact: true }) })
}

export function recordedLog(name: string): string {
  return readFileSync(`tests/fixtures/runs/logs/${name}.log`, 'utf8')
}

/** Marking on idle CPUs among the five CPU times of a line. */
const IDLE = 3

/** What the lines of a log themselves say. */
export function countByHand(log: string) {
  const lines = [...log.matchAll(/^gc \d+ @.*clock, ([\d.+/]+) ms cpu, \d+->(\d+)->\d+ MB.*?( \(forced\))?$/gm)]
  const sumOf = (pick: (part: number) => boolean) =>
    lines
      .flatMap(([, cpu = '']) => cpu.split(/[+/]/).filter((_, i) => pick(i)))
      .reduce((sum, ms) => sum + Number(ms) / 1000, 0)
  return {
    cycles: lines.length,
    forced: lines.filter(([, , , forced]) => forced).length,
    peakMiB: Math.max(...lines.map(([, , end]) => Number(end))),
    gcSeconds: sumOf((part) => part !== IDLE),
    idleSeconds: sumOf((part) => part === IDLE),
  }
}
