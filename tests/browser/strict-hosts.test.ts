import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { parse } from 'yaml'
import { toPictureHtml, toTechDocs } from '../../src/share/export/hosts.ts'
import { toElementHtml, toIframeHtml } from '../../src/share/export/snippets.ts'
import { createHost, findFrames } from './support/host.ts'
import { sanitizeAsGitHub, sanitizeAsTechDocs, type TechDocsSettings } from './support/hosts.ts'
import { openPage } from './support/page.ts'

const LINK = '#v=1&preset=spike&gogc=200'
const served = {
  base: 'https://example.org/sawtooth/',
  page: 'https://example.org/sawtooth/',
  link: LINK,
  embedLink: `${LINK}&hide=cpu`,
  title: 'A "spike" & more',
}
const size = { width: undefined, height: 640 }

/** The recipe’s settings, and the figures in it. */
function takeApart(recipe: string): { readonly settings: TechDocsSettings; readonly html: string } {
  const [config = '', ...html] = recipe.split(/(?=<!--)/)
  return { settings: parse(config).techdocs.sanitizer, html: html.join('') }
}

/** Elements by their names with what is left of their attributes. */
function readElements(page: Page, html: string): Promise<(readonly [string, Record<string, string>])[]> {
  return page.evaluate((text) => {
    const { body } = new DOMParser().parseFromString(text, 'text/html')
    return [...body.querySelectorAll('*')].map((element) => [
      element.localName,
      Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    ])
  }, html)
}

test('TechDocs keep the frame and the element of the recipe, with its settings', async ({ page }) => {
  const { settings, html } = takeApart(toTechDocs(served, size))
  expect(await readElements(page, await sanitizeAsTechDocs(page, html, settings))).toEqual([
    ['iframe', { src: `${served.base}embed.html${served.embedLink}`, width: '100%', height: '640' }],
    ['sawtooth-figure', { src: `${served.base}${served.embedLink}` }],
  ])
})

test('without the settings TechDocs remove both', async ({ page }) => {
  const { html } = takeApart(toTechDocs(served, size))
  expect(await readElements(page, await sanitizeAsTechDocs(page, html, {}))).toEqual([])
  const elsewhere = { allowedIframeHosts: ['example.com'] }
  expect(await readElements(page, await sanitizeAsTechDocs(page, html, elsewhere))).toEqual([])
})

test('GitHub keeps the picture with its words, its width and its link', async ({ page }) => {
  const html = toPictureHtml(served, 'sawtooth-spike.png', 'A heap that "spikes" & falls', 900)
  expect(await readElements(page, await sanitizeAsGitHub(page, html))).toEqual([
    ['a', { href: served.page + LINK }],
    ['img', { src: 'sawtooth-spike.png', alt: 'A heap that "spikes" & falls', width: '900' }],
  ])
})

test('GitHub keeps all of what `sawtooth render` writes', async ({ page }, testInfo) => {
  const file = testInfo.outputPath('figures.md')
  await writeFile(file, '```sawtooth height=300 lang=de caption="Eine Spitze"\nspike gogc=50\n```\n')
  execFileSync(process.execPath, ['dist/cli.js', 'render', file, '--base', served.base])
  const [, html = ''] = (await readFile(file, 'utf8')).split(/<!-- \/?sawtooth:picture -->/)
  const kept = await sanitizeAsGitHub(page, html)
  expect(await readElements(page, kept)).toEqual(await readElements(page, html))
  expect(kept).toContain('<em lang="de">Eine Spitze</em>')
})

test('GitHub shows no frame and no element, only the element’s link', async ({ page }) => {
  const html = toIframeHtml(served, size) + toElementHtml(served, size)
  expect((await readElements(page, await sanitizeAsGitHub(page, html))).map(([name]) => name)).toEqual(['a'])
})

/** Chooses a form of what the page shows, and reads its text. */
async function readForm(page: Page, form: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('radio', { name: form, exact: true }).check({ force: true })
  return dialog.getByRole('textbox', { name: form, exact: true }).inputValue()
}

test('Share gives each, and the plain frame works in a page', async ({ page, baseURL }) => {
  await openPage(page, LINK)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const frame = `${baseURL}embed.html${LINK}&hide=procs.other-memory`
  const gitLab = await readForm(page, 'GitLab')
  expect(gitLab).toContain(`](${frame}){width=100% height=`)
  const { settings } = takeApart(await readForm(page, 'TechDocs'))
  expect(settings.allowedIframeHosts).toEqual([new URL(baseURL ?? '').host])
  expect(await readForm(page, 'Slide')).toContain(`layout: iframe\nurl: ${frame}\n---`)
  expect(await readForm(page, 'GitHub, Slack')).toContain('alt="Transient spike (changed): the heap of a Go program')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save PNG' }).click()
  const picture = await readFile(await (await downloading).path())
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')

  const host = await createHost(await readForm(page, 'Plain frame'))
  await page.goto(host.url)
  const [figure] = await findFrames(page, 1)
  await expect(figure!.locator('input[name=gogc-text]')).toHaveValue('200')
  host.close()
})
