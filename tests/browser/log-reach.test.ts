import { expect, type Page, test } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { answersIn, openLogPage, recordedLog } from './support/log.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  // As at 200 %, the smallest width at which the header has one row otherwise.
  { width: 640, height: 500 },
] as const

/** At every size, light and dark, on the page as it stands: axe finds no violation, and nothing is too wide. */
async function expectWell(page: Page): Promise<void> {
  for (const viewport of SIZES)
    await test.step(`${viewport.width} px wide`, async () => {
      await page.setViewportSize(viewport)
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      // Nor does a large figure reach beyond its column into the margin.
      const beyond = await page
        .locator('.figures .number')
        .evaluateAll((all) => all.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent))
      expect(beyond).toEqual([])
    })
}

test.describe('at every size, light and dark: axe finds no violation, and nothing is too wide', () => {
  test('before a log, and where none was found', async ({ page }) => {
    const log = await openLogPage(page)
    await expectWell(page)
    await log.type('GET / 200')
    await expect(log.inputs).toContainText('It is not an input that we know')
    await expectWell(page)
  })

  test('in a log that was taken apart', async ({ page }) => {
    const log = await openLogPage(page)
    await log.sample('The log of a limit that is too low')
    await log.predicted()
    await page.getByText('How sure the ranges are').click()
    await log.rawLine.locator('.raw-line').getByRole('button').first().click()
    await expectWell(page)
  })

  test('in the log that comes after another', async ({ page }) => {
    const log = await openLogPage(page)
    await log.sample('The log of a limit that is too low')
    await log.again()
    const pods = ['a', 'b'].map((pod) => recordedLog('steady-a').replace(/^/gm, `[pod/${pod}/x] `))
    await log.choose('pods.log', pods.join('\n'))
    await log.predicted()
    await expectWell(page)
  })
})

test('a log can be used with the keyboard alone, to the settings to copy and to its last cycle', async ({ page }) => {
  const log = await openLogPage(page)
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const element = document.activeElement
        const label = element?.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.textContent : ''
        return element?.getAttribute('aria-label') ?? (label || element?.textContent) ?? ''
      })
      if (name.test(at)) return
    }
    throw new Error(`no way to ${name}`)
  }
  await tabTo(/^The log of a cache below its limit$/)
  await page.keyboard.press('Enter')
  await log.predicted()
  await tabTo(/^How sure the ranges are$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nine of ten programs like those we recorded')).toBeVisible()
  await tabTo(/^Find settings$/)
  await tabTo(/^GOGC$/)
  await page.keyboard.type('300')
  await page.keyboard.press('Enter')
  await expect(log.whatIf.getByRole('textbox', { name: 'Settings as environment variables' })).toHaveValue(/GOGC=300/)
  await tabTo(/^Settings as environment variables$/)
  await tabTo(/^Open with these settings/)
  await tabTo(/^As it is and with these settings$/)
  await tabTo(/^Time along the run: as measured$/)
  await page.keyboard.press('ArrowRight')
  await tabTo(/^cycles? \d/)
  await page.keyboard.press('Enter')
  await tabTo(/^Next$/)
  await tabTo(/^\d+$/)
  await expect(log.rawLine.locator('.field-text')).toHaveText(/ \S.*\.$/)
  await tabTo(/^Table of cycles/)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(log.rawLine.getByRole('heading')).toHaveText('Cycle 2')
})

test('shows the verdict on an incident at once, and what its log shows one click away', async ({ page }) => {
  const log = await openLogPage(page)
  await log.sample('The log of a limit that is too low')
  await log.predicted()
  await expect(log.simulated.locator('.verdict')).toBeInViewport()
  await log.simulated.getByRole('button', { name: 'What the log shows' }).click()
  await expect(log.fact('GC CPU')).toBeInViewport()
  await expect(page.getByRole('img', { name: 'Heap over time: as measured' })).toBeInViewport()
  await expect(log.diagnosis.getByRole('listitem').first()).toBeInViewport()
})

test('a phone shows the settings, their answer and the links in this order, and what was found before the log’s figure', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const log = await openLogPage(page)
  await log.sample('The log of a limit that is too low')
  await log.predicted()
  const places = await Promise.all(
    [
      log.whatIf.getByRole('textbox', { name: 'GOMAXPROCS' }),
      answersIn(log.whatIf),
      log.whatIf.getByRole('link', { name: 'Open with these settings' }),
      log.diagnosis,
      page.getByRole('slider', { name: /as measured/ }),
    ].map((place) => place.boundingBox()),
  )
  const range = answersIn(log.whatIf).getByRole('columnheader', { name: '90 % range' })
  const { x, width } = (await range.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  const tops = places.map((box) => box!.y)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test('a reload, and Back from another page, bring the log and the settings asked about back', async ({ page }) => {
  const log = await openLogPage(page)
  await log.type(recordedLog('steady-a'))
  await log.predicted()
  const gogc = log.whatIf.getByRole('textbox', { name: 'GOGC', exact: true })
  await gogc.fill('50')
  await gogc.press('Enter')
  const asked = page.waitForFunction(() => sessionStorage.getItem('sawtooth-program')?.includes('"percent":50'))
  await asked
  await page.reload()
  await expect(page.getByText('Your inputs are here again, from this tab.')).toBeVisible()
  await log.predicted()
  await expect(gogc).toHaveValue('50')
  await page.getByRole('navigation').getByRole('link', { name: 'Simulator' }).click()
  await page.goBack()
  await log.predicted()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('button', { name: 'The log of a steady service' })).toBeVisible()
})
