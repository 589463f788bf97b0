import { expect, type Page, test } from '@playwright/test'
import { openLogPage, recordedLog } from './support/log.ts'

/** The worker never begins the first job of a kind. */
async function holdUp(page: Page, kind: 'calibrate' | 'predict', jobsBefore = 0): Promise<void> {
  await page.addInitScript(
    ([held, before]) => {
      const Real = window.Worker
      let seen = 0
      window.Worker = class extends Real {
        override postMessage(message: { job?: { kind: string } }, transfer: unknown): void {
          if (message.job?.kind === held && seen++ === before) return
          super.postMessage(message, transfer as Transferable[])
        }
      }
    },
    [kind, jobsBefore] as const,
  )
}

test('fitting the model can be cancelled: the measured run stays, and it can be fitted again', async ({ page }) => {
  await holdUp(page, 'calibrate')
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await expect(log.simulated).toContainText('Fitting the model to the log…')
  await log.simulated.getByRole('button', { name: 'Cancel' }).click()
  await expect(log.simulated).toContainText('You cancelled fitting the model to the log.')
  await expect(log.fact('GC cycles')).toHaveText('37')
  await log.simulated.getByRole('button', { name: 'Fit the model' }).click()
  await log.predicted()
})

test('the first prediction can be cancelled, and asked for again', async ({ page }) => {
  await holdUp(page, 'predict')
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.whatIf.getByRole('button', { name: 'Cancel' }).click()
  await log.whatIf.getByRole('button', { name: 'Simulate them' }).click()
  await log.predicted()
})

test('a prediction can be cancelled: the one before stays, with its settings', async ({ page }) => {
  await holdUp(page, 'predict', 1)
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.predicted()
  const field = log.whatIf.getByRole('textbox', { name: 'GOGC' })
  const before = await field.inputValue()
  await field.fill('200')
  await field.press('Enter')
  await log.whatIf.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue(before)
  await field.fill('400')
  await field.press('Enter')
  await expect(log.whatIf.locator('.measured')).toHaveAttribute('aria-busy', 'false')
  await expect(field).toHaveValue('400')
  await expect(log.whatIf.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
})
