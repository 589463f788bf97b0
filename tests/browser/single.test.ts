import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { toLink } from './support/links.ts'
import { readViolations, recordViolations } from './support/violations.ts'
import { watch } from './support/watch.ts'

const FILE = resolve('dist/sawtooth.html')
const address = pathToFileURL(FILE).href

test('works from a file, on its own, in both models', async ({ page }) => {
  const { requests, complaints } = watch(page)
  await recordViolations(page)
  await page.goto(`${address}#v=1&preset=spike`)
  await expect(page.locator('.result-peak-memory .number')).toContainText('60.0')
  await page.locator('input[name=gogc-text]').fill('50')
  await page.keyboard.press('Enter')
  await expect(page.locator('.result-peak-memory .number')).toContainText('45.0')
  expect(new URL(page.url()).hash).toBe('#v=1&preset=spike&gogc=50')
  await page.goto('about:blank')
  await page.goto(`${address}#v=1&preset=spike&model=runtime`)
  await expect(page.locator('.heap-chart .line.trigger')).toHaveAttribute('d', /M/)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/^file:.*sawtooth\.html#v=1/)
  const others = requests.filter((url) => !url.startsWith(address) && url !== 'about:blank' && !url.startsWith('data:'))
  expect(others).toEqual([])
  expect(await readViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('computes a long run without a worker', async ({ page }) => {
  // A cycle per 80 KiB, at 1 GiB/s for 10 s, are some 130,000, and 50,000 are computed at once.
  const phases = [{ duration: 10, allocRate: '1GiB', scanRate: '1TiB' }]
  await page.goto(address + toLink({ gogc: 1, program: { fixedCost: 0, initialLive: '8MiB', phases } }))
  const cycles = async () => Number((await page.locator('.result-cycles .number').textContent())?.replace(/\D/g, ''))
  await expect.poll(cycles).toBeGreaterThan(50_000)
  await expect(page.locator('.charts.stale')).toHaveCount(0)
})

test('is one classic script and one style, allowed by their hashes and nothing else', () => {
  const html = readFileSync(FILE, 'utf8')
  expect(html.match(/<script\b[^>]*>/g)).toEqual(['<script>'])
  expect(html.match(/<style\b[^>]*>/g)).toEqual(['<style>'])
  const head = html.slice(0, html.indexOf('<style>'))
  expect(head).toMatch(/default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'/)
  expect(head).not.toMatch(/(?:src|href)="(?!data:)/)
  expect(html).not.toContain('new Worker(')
})

test('runs no injected script', async ({ page }) => {
  const html = readFileSync(FILE, 'utf8').replace('<div id="root">', '<script>injected = 1</script><div id="root">')
  await page.route('http://127.0.0.1/wiki', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('http://127.0.0.1/wiki')
  await expect(page.locator('.result-peak-memory .number')).toContainText('60.0')
  expect(await page.evaluate(() => Reflect.has(window, 'injected'))).toBe(false)
})
