import { expect, type Page, test } from '@playwright/test'
import { createElsewhere } from './support/elsewhere.ts'
import { OFFENCES, type Offence } from './support/offences.ts'
import { readViolations, recordViolations } from './support/violations.ts'

const POLICY = 'meta[http-equiv="Content-Security-Policy"]'

test('declares a policy that allows its own origin and nothing else', async ({ page }) => {
  await page.goto('./')
  const content = await page.locator(POLICY).getAttribute('content')
  const directives = (content ?? '').split(';').map((directive) => directive.trim().split(/\s+/))
  expect(Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources.join(' ')]))).toEqual({
    'default-src': "'self'",
    // What the build has written into the page itself, by its hash.
    'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/=]{44}'$/),
    'style-src': expect.stringMatching(/^'self' 'sha256-[\w+/=]{44}'$/),
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  })
})

test('declares it before all scripts and styles', async ({ page }) => {
  await page.goto('./')
  const before = await page.locator(POLICY).evaluate((meta) => {
    const all = [...document.querySelectorAll('script, link, style')]
    return all.filter((one) => one.compareDocumentPosition(meta) & Node.DOCUMENT_POSITION_FOLLOWING).length
  })
  expect(before).toBe(0)
})

/** Runs an offence in a task of its own: what the debugger evaluates directly is exempt from the policy. */
async function commit(page: Page, offence: Offence, address: string): Promise<void> {
  await page.evaluate(`void setTimeout(${offence.commit}, 0, ${JSON.stringify(address)})`)
}

const hasRun = (page: Page) => page.evaluate(() => Reflect.has(window, 'offenceRan'))

// One page for all of them: what is refused leaves it as it was.
test('refuses every offence, and only that', async ({ page }) => {
  await recordViolations(page)
  await page.goto('./')
  await expect(page.getByRole('main')).toBeVisible()
  const refused: string[] = []
  for (const offence of OFFENCES)
    await test.step(offence.what, async () => {
      const elsewhere = await createElsewhere()
      refused.push(offence.directive)
      await commit(page, offence, elsewhere.url)
      await expect.poll(() => readViolations(page)).toEqual(refused)
      expect(await hasRun(page)).toBe(false)
      expect(elsewhere.asked).toEqual([])
      elsewhere.close()
    })
})

test('refuses scripts that were written into the page itself', async ({ page }) => {
  const elsewhere = await createElsewhere()
  const scripts = [
    '<script>offenceRan = 1</script>',
    `<script src="${elsewhere.url}"></script>`,
    '<button onclick="offenceRan = 1">A button</button>',
  ]
  await page.route('**/sub/path/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${scripts.join('')}</body>`) })
  })
  await recordViolations(page)
  await page.goto('./')
  await page.getByRole('button', { name: 'A button' }).dispatchEvent('click')
  await expect.poll(() => readViolations(page)).toEqual(['script-src-elem', 'script-src-elem', 'script-src-attr'])
  expect(await hasRun(page)).toBe(false)
  expect(elsewhere.asked).toEqual([])
  elsewhere.close()
})

test.describe('without the policy', () => {
  test.use({ bypassCSP: true })

  test('every offence succeeds', async ({ page }) => {
    await page.goto('./')
    await expect(page.getByRole('main')).toBeVisible()
    for (const offence of OFFENCES)
      await test.step(offence.what, async () => {
        const elsewhere = await createElsewhere()
        // None of them does what the one before it has done.
        await page.evaluate(() => Reflect.deleteProperty(window, 'offenceRan'))
        await commit(page, offence, elsewhere.url)
        const harm = async () => elsewhere.asked.length > 0 || (await hasRun(page))
        await expect.poll(harm).toBe(true)
        elsewhere.close()
      })
  })
})

test('allows images that the page makes itself', async ({ page }) => {
  await recordViolations(page)
  await page.goto('./')
  const widths = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
    const load = async (src: string) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return image.naturalWidth === canvas.width
    }
    return [await load(canvas.toDataURL()), blob !== null && (await load(URL.createObjectURL(blob)))]
  })
  expect(widths).toEqual([true, true])
  expect(await readViolations(page)).toEqual([])
})
