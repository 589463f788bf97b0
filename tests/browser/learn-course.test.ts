import { expect, type Locator, type Page, test } from '@playwright/test'
import { COURSE } from '../../src/lessons/course/all.ts'
import type { Step } from '../../src/lessons/lesson.ts'
import { findAxeViolations } from './support/axe.ts'
import { watch } from './support/watch.ts'

/** Places a bet as the step asks for it, and runs it. */
type Bettor = (page: Page, bet: NonNullable<Step['bet']>) => Promise<void>

const run = (page: Page) => page.getByRole('button', { name: 'Run it' })

const byMouse: Bettor = async (page, bet) => {
  if (bet.kind === 'verdict') await page.getByRole('radio').first().check()
  else if (bet.kind === 'number') await page.getByRole('textbox', { name: 'Your number' }).fill('12')
  else await page.locator('.catch').click({ position: { x: 60, y: 60 } })
  await run(page).click()
}

const byKeyboard: Bettor = async (page, bet) => {
  if (bet.kind === 'verdict') {
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
  } else if (bet.kind === 'number') {
    await page.getByRole('textbox', { name: 'Your number' }).focus()
    await page.keyboard.type('12')
  } else {
    await page.getByRole('slider', { name: 'Your bet' }).focus()
    await page.keyboard.press('PageUp')
  }
  await page.keyboard.press('Enter')
}

/** Where the gap between a bet and the run is drawn. */
const GAP = {
  level: '.gap-drawn .gap',
  moment: '.gap-drawn .gap',
  number: '.gap-line .gap',
  verdict: '.gap-choices .truth',
} as const

type Presser = (button: Locator) => Promise<void>

const click: Presser = (button) => button.click()
const enter: Presser = (button) => button.press('Enter')

const solveByHelp = async (page: Page, hints: number, press = click) => {
  for (let i = 0; i < hints; i++) await press(page.getByRole('button', { name: /hint/ }))
  await press(page.getByRole('button', { name: 'Show a solution' }))
  await expect(page.locator('.stars')).toHaveText('Solution shown: no stars.')
}

const WAYS = [
  { how: 'by mouse', bet: byMouse, press: click, viewport: { width: 1280, height: 800 } },
  { how: 'by keyboard, on the narrowest phone', bet: byKeyboard, press: enter, viewport: { width: 320, height: 700 } },
] as const

/** Lessons that are taken one after another, on one page: loading it takes as long as a lesson. */
const SITTINGS = COURSE.flatMap((_, i) => (i % 5 === 0 ? [COURSE.slice(i, i + 5)] : []))

for (const { how, bet, press, viewport } of WAYS) {
  test.describe(how, () => {
    test.use({ viewport })
    for (const lessons of SITTINGS)
      test(`${lessons.map(({ id }) => id).join(', ')} from start to end`, async ({ page }) => {
        const { complaints } = watch(page)
        for (const { id, steps } of lessons)
          await test.step(id, async () => {
            await page.goto(`./learn.html#lesson=${id}&step=1`)
            for (const [i, step] of steps.entries()) {
              await expect(page.locator('[aria-current="step"]')).toHaveText(String(i + 1))
              await expectNoWiderThan(page, viewport)
              await takeStep(page, step, { bet, press })
              await expectNoWiderThan(page, viewport)
              if (i === steps.length - 1) expect(await findAxeViolations(page)).toEqual([])
              else await page.keyboard.press('n')
            }
          })
        expect(complaints).toEqual([])
      })
  })
}

async function expectNoWiderThan(page: Page, viewport: { readonly width: number }): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
}

async function takeStep(page: Page, step: Step, { bet, press }: { bet: Bettor; press: Presser }): Promise<void> {
  if (step.bet) {
    await bet(page, step.bet)
    await expect(page.locator('.outcome')).toContainText('The run says')
    await expect(page.locator(GAP[step.bet.kind])).toBeAttached()
  }
  if (step.goal) await solveByHelp(page, step.goal.hints.length, press)
}

/** Presents every step of some lessons, and calls back before its answer and after. */
async function presentAll(page: Page, lessons: typeof COURSE, note: (what: string) => Promise<void>): Promise<void> {
  for (const { id, steps } of lessons)
    for (const [i, step] of steps.entries()) {
      await page.goto(`./learn.html#lesson=${id}&step=${i + 1}&present=1`)
      await expect(page.locator('[aria-current="step"]')).toHaveText(String(i + 1))
      await note(`${id} ${i + 1}`)
      if (step.goal) {
        await solveByHelp(page, step.goal.hints.length)
        await note(`${id} ${i + 1}, solved with every hint`)
      }
      if (!step.bet) continue
      await page.getByRole('button', { name: 'Show without a bet' }).click()
      await note(`${id} ${i + 1}, answered`)
    }
}

const PROJECTORS = [
  [1280, 720],
  [1024, 768],
  [1920, 1080],
] as const

test.describe('presenting on any projector, nothing is below the edge or beside it, before the answer and after', () => {
  for (const lessons of SITTINGS)
    test(lessons.map(({ id }) => id).join(', '), async ({ page }) => {
      const below: string[] = []
      const order = [...PROJECTORS]
      await presentAll(page, lessons, async (what) => {
        // Every second time the other way round: on the one that it stands on already, nothing has to be laid out anew.
        for (const [width, height] of order.reverse()) {
          await page.setViewportSize({ width, height })
          const over = await page.evaluate(async () => {
            // What is drawn anew for the size is drawn in the next frame.
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
            const { scrollHeight, scrollWidth } = document.documentElement
            return Math.max(scrollHeight - innerHeight, scrollWidth - innerWidth)
          })
          if (over > 0) below.push(`${what}, ${width} × ${height}: ${over} px`)
        }
      })
      expect(below).toEqual([])
    })
})

test('with forced colours a bar of progress has an outline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('./learn.html')
  const bar = page.locator('.done-so-far progress').first()
  await expect(bar).toHaveCSS('border-top-width', '1px')
})

test('forgotten progress can be brought back', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('sawtooth.learn', '{"version":1,"lessons":{"the-sawtooth":{"1":{"isDone":true}}}}'),
  )
  await page.goto('./learn.html')
  const done = page.locator('.done-so-far').first()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(done).toContainText('1 of')
  await expect(undo).toHaveCount(0)
  await page.getByRole('button', { name: 'Forget it' }).dblclick()
  await expect(done).toContainText('0 of')
  await undo.click()
  await expect(done).toContainText('1 of')
  await expect(page.getByText('Your progress is back.')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Forget it' })).toBeFocused()
})

test('progress that is loaded from a file adds to what is there', async ({ page }) => {
  const progressOf = (step: number) => `{"version":1,"lessons":{"the-sawtooth":{"${step}":{"isDone":true}}}}`
  await page.addInitScript((text) => localStorage.setItem('sawtooth.learn', text), progressOf(1))
  await page.goto('./learn.html')
  const done = page.locator('.done-so-far').first()
  await expect(done).toContainText('1 of')
  const buffer = Buffer.from(progressOf(2))
  await page
    .locator('input[name="progress"]')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer })
  await expect(done).toContainText('2 of')
})
