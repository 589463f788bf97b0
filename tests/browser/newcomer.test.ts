import { expect, type Locator, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

/** What somebody who sees the page for the first time does, counted: a click, a drag, or a value that is typed. */
function countActions(page: Page) {
  let count = 0
  return {
    count: () => count,
    async click(target: Locator) {
      count++
      await target.click()
    },
    async type(label: string, text: string) {
      count++
      const field = page.getByRole('textbox', { name: label, exact: true })
      await field.fill(text)
      await field.press('Enter')
    },
  }
}

for (const model of ['guide', 'runtime'] as const) {
  test(`six actions show that 100 MiB kill a spike to 120 MiB live, and what saves it: ${model} model`, async ({
    page,
  }) => {
    const sawtooth = await openPage(page, model === 'guide' ? '' : '#v=1&preset=spike&model=runtime')
    const { click, type, count } = countActions(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await click(button('Edit program'))
    await click(button('Spike'))
    await type('Spike: Up to', '120MiB')
    await click(button('Insert'))
    await type('Container limit value', '100MiB')
    // Who dies: the program, in its spike, which begins after 5 s of its own time.
    await expect(sawtooth.result('Verdict')).toContainText(/^killed/)
    await expect(page.locator('.result.verdict')).toContainText('Memory passed the container’s limit')
    const summary = page.locator('.advice summary')
    await expect(summary).toContainText('a larger container')

    await click(summary)
    expect(count()).toBeLessThanOrEqual(6)
    const advice = page.locator('.advice')
    // What does not save it, and why; what does.
    await expect(advice).toContainText('Not this one: the program is killed')
    await expect(advice).toContainText('The live heap alone reaches 120.0 MiB')
    const would = /GOMEMLIMIT=(\d+)MiB in a container of (\d+)MiB/
    await expect(advice).toContainText(would)

    // And it is so: that container with that limit, tried.
    const [, limit = '', container = ''] = would.exec((await advice.textContent()) ?? '') ?? []
    expect(Number(container)).toBeGreaterThan(120)
    await type('Container limit value', `${container}MiB`)
    await type('GOMEMLIMIT value', `${limit}MiB`)
    await expect(sawtooth.result('Verdict')).toHaveText(/^(healthy|tight)/)
  })
}

test('a spike drawn by hand says what it lacks, and gets advice in as many actions', async ({ page }) => {
  const sawtooth = await openPage(page)
  const { click, type, count } = countActions(page)
  await click(page.getByRole('button', { name: 'Edit program', exact: true }))
  await click(page.getByRole('option', { name: /^Phase 3: / }))
  await type('Live at its end', '120MiB')
  // 100 MiB more in half a second, of 20 MiB/s.
  await expect(page.getByText('Phase 3 cannot reach 120MiB')).toBeVisible()
  await click(page.getByRole('button', { name: /^Allocate 200MiB/ }))
  await type('Container limit value', '100MiB')
  await expect(sawtooth.result('Verdict')).toContainText(/^killed/)
  await click(page.locator('.advice summary'))
  await expect(page.locator('.advice')).toContainText('The live heap alone reaches 120.0 MiB')
  expect(count()).toBeLessThanOrEqual(6)
})
