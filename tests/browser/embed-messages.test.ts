import { expect, test } from '@playwright/test'
import { createHost, findFrames, frameHtml, readSaid } from './support/host.ts'
import { watch } from './support/watch.ts'

/** What a host might say to gain something: run in the host's page, each posted to the frame. */
const HOSTILE = `[
  null, undefined, 0, NaN, '', 'sawtooth:set', [], [1], {}, new Date(), new Map([['type', 'sawtooth:set']]), /x/, 10n,
  new ArrayBuffer(8), new Blob(['x']), new Error('x'),
  { type: 'sawtooth:set' }, { type: 'sawtooth:set', v: '1', theme: 'dark' }, { type: 'sawtooth:set', v: 2, theme: 'dark' },
  { type: 'sawtooth:set', v: 1, theme: 'pink' }, { type: 'sawtooth:set', v: 1, theme: ['dark'] },
  { type: 'sawtooth:set', v: 1, link: 7 }, { type: 'sawtooth:set', v: 1, link: { toString: 1 } },
  { type: 'sawtooth:set', v: 1, href: 'javascript:hacked = 1' }, { type: 'sawtooth:set', v: 1, theme: 'dark', extra: 1 },
  { type: 'sawtooth:set', v: 1, __proto__: { theme: 'dark' }, constructor: 'x' },
  { type: 'sawtooth:open', v: 1, link: '#v=1' }, { type: 'sawtooth:eval', v: 1, code: 'hacked = 1' },
  { type: 'sawtooth:ask', v: 1, link: '#v=1&preset=steady' },
  { type: '__proto__', v: 1 }, { type: 'sawtooth:set', v: 1, link: 'x'.repeat(500000) },
]`

/** Links that are texts and so may be shown, but must stay texts. */
const HOSTILE_LINKS = [
  'javascript:hacked=1',
  'https://evil.example/#v=1&preset=spike',
  '#v=1&preset=<img src=x onerror=hacked=1>',
  '#v=1&preset=spike&hide=<script>hacked=1</script>',
  '#v=1&title="><svg onload=hacked=1>',
  `#v=1&z=${'A'.repeat(10_000)}`,
]

test('only our own kinds of messages change anything', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike'))
  const { complaints } = watch(page)
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const look = () =>
    frame!.evaluate(() => [location.href, document.body.innerHTML, document.documentElement.outerHTML.length])
  const before = await look()
  const said = (await readSaid(page)).length
  await page.evaluate(`for (const data of ${HOSTILE}) frames[0].postMessage(data, '*')`)
  // Messages arrive in order: once this one is answered, all the others have been read.
  await page.evaluate(() => frames[0]?.postMessage({ type: 'sawtooth:ask', v: 1 }, '*'))
  await expect.poll(async () => (await readSaid(page)).length).toBeGreaterThan(said)
  expect((await readSaid(page)).slice(said).map(({ type }) => type)).toEqual(['sawtooth:resize'])
  expect(await look()).toEqual(before)
  expect(complaints).toEqual([])
  host.close()
})

test('a host’s link sets the figure, and is never run or opened', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike'))
  const { requests, complaints } = watch(page)
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const address = frame!.url()
  const asked = requests.length
  for (const link of HOSTILE_LINKS) {
    await page.evaluate((text) => frames[0]?.postMessage({ type: 'sawtooth:set', v: 1, link: text }, '*'), link)
    await expect(frame!.locator('.heap-chart .area').first()).toBeAttached()
  }
  await page.evaluate(() => frames[0]?.postMessage({ type: 'sawtooth:set', v: 1, link: '#v=1&preset=steady' }, '*'))
  await expect(frame!.locator('h1')).toHaveText('Steady state')
  expect(frame!.url()).toBe(address)
  expect(await frame!.evaluate(() => Reflect.has(window, 'hacked'))).toBe(false)
  expect(requests.slice(asked)).toEqual([])
  expect(complaints).toEqual([])
  host.close()
})

test('messages count only if the host sends them', async ({ page, baseURL }) => {
  const stranger = `<iframe srcdoc="<script>parent.frames[0].postMessage({type:'sawtooth:set',v:1,theme:'dark'},'*');parent.done=1</script>"></iframe>`
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike&theme=light'))
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), stranger)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'done'))).toBe(1)
  const theme = () => frame!.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('light')
  await page.evaluate(() => frames[0]?.postMessage({ type: 'sawtooth:set', v: 1, theme: 'dark' }, '*'))
  await expect.poll(theme).toBe('dark')
  host.close()
})

test('reports a reader’s change once it is complete', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike&hide=procs', { height: 900 }))
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await frame!.locator('input[name=gogc-text]').fill('200')
  await page.keyboard.press('Enter')
  const changes = async () =>
    (await readSaid(page)).filter(({ type }) => type === 'sawtooth:change').map(({ link }) => link)
  await expect.poll(changes).toEqual(['#v=1&preset=spike&gogc=200&hide=procs'])
  host.close()
})

test('also reports a Reset, and a zoom by keyboard', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike&gogc=60&hide=procs', { height: 900 }))
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const last = async () => (await readSaid(page)).filter(({ type }) => type === 'sawtooth:change').at(-1)?.link
  await frame!.locator('input[name=gogc-text]').fill('200')
  await page.keyboard.press('Enter')
  await expect(frame!.locator('#message-gogc')).not.toBeEmpty()
  await frame!.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(last).toBe('#v=1&preset=spike&gogc=60&hide=procs')
  await frame!.locator('.charts').focus()
  await page.keyboard.press('+')
  await expect.poll(last).toMatch(/^#v=1&preset=spike&gogc=60&zoom=[\d.]+~[\d.]+&hide=procs$/)
  host.close()
})

test('a figure ends if its new link cannot be loaded: no messages, no playback; the next link is shown', async ({
  page,
  baseURL,
}) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike'))
  const { requests } = watch(page)
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await expect(frame!.locator('.heap-chart .area').first()).toBeAttached()
  const post = (message: object) => page.evaluate((data) => frames[0]?.postMessage({ v: 1, ...data }, '*'), message)
  const heights = async () => (await readSaid(page)).flatMap(({ height }) => height ?? [])
  const ask = async () => {
    const { length } = await heights()
    await post({ type: 'sawtooth:ask' })
    await expect.poll(async () => (await heights()).length).toBeGreaterThan(length)
  }
  await ask()
  const before = await heights()
  await page.route(/embed-runtime/, (route) => route.abort())
  await post({ type: 'sawtooth:set', link: '#v=1&preset=spike&model=runtime' })
  await expect(frame!.getByRole('alert')).toContainText('could not be loaded')
  // The figure that is gone would answer with a height of its own, and play.
  await post({ type: 'sawtooth:ask' })
  await frame!.locator('body').press('Space')
  await post({ type: 'sawtooth:set', link: '#v=1&preset=spike' })
  await expect(frame!.locator('h1')).toHaveText('Transient spike')
  await ask()
  expect((await heights()).slice(before.length)).toEqual([before.at(-1)])
  expect(requests.filter((url) => url.includes('embed-player'))).toEqual([])
  host.close()
})
