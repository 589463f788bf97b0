import { expect, test } from '@playwright/test'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { PARTS } from '../../src/share/parts.ts'
import { findAxeViolations } from './support/axe.ts'
import { freshTest } from './support/fresh.ts'
import { createHost, findFrames, frameHtml, readSaid } from './support/host.ts'
import { watch } from './support/watch.ts'

/** The guide's published figures for the spike workload at GOGC=100 and 200 (at 200 the model's own peak). */
const AT_100 = ['6.3 %', '60.0 MiB', '10.67 s']

test('draws in a sandbox that allows scripts alone, from a server without CORS headers', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike'))
  const { requests, complaints } = watch(page)
  const cors: string[] = []
  page.on('response', (response) => {
    if (response.headers()['access-control-allow-origin']) cors.push(response.url())
  })
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await expect(frame!.locator('.number')).toContainText(AT_100)
  expect(await frame!.evaluate(() => self.origin)).toBe('null')
  await expect(frame!.evaluate(() => localStorage.length)).rejects.toThrow('sandboxed')
  const ours = requests
    .filter((url) => url.startsWith(`${baseURL}`))
    .map((url) => new URL(url).pathname.split('/').pop())
  expect(ours.sort()).toEqual(['embed-frame.css', 'embed-frame.js', 'embed.html'])
  expect(cors).toEqual([])
  expect(complaints).toEqual([])
  host.close()
})

test('loads runtime model and map only if a link asks for them, and says so if loading one fails', async ({
  page,
  baseURL,
}) => {
  const host = await createHost(
    frameHtml(baseURL, '#v=1&preset=spike&model=runtime') + frameHtml(baseURL, '#v=1&preset=spike&show=map'),
  )
  const { requests, complaints } = watch(page)
  await page.goto(host.url)
  await expect.poll(() => page.frames().filter((frame) => frame.url().includes('/embed.html')).length).toBe(2)
  const [runtime, map] = page.frames().filter((frame) => frame.url().includes('/embed.html'))
  await expect(runtime!.locator('.heap-chart .area.live')).toHaveAttribute('d', /M/)
  await expect(map!.getByRole('slider', { name: 'GOGC and GOMEMLIMIT on the map' })).toBeVisible()
  const parts = requests.filter((url) => /embed-(?!frame)/.test(url)).map((url) => url.replace(/.*\//, ''))
  expect(parts.sort()).toEqual(['embed-map.js', 'embed-runtime.js'])
  expect(complaints).toEqual([])

  const blocked = /embed-(map|runtime)/
  await page.route(blocked, (route) => route.abort())
  await page.goto(`${baseURL}embed.html#v=1&preset=spike&model=runtime`)
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  await page.unroute(blocked)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.heap-chart .area.live')).toHaveAttribute('d', /M/)
  host.close()
})

test('unpacks and packs the link of a custom program, with a part loaded only for that', async ({ page, baseURL }) => {
  const own = { ...toScenario(findPreset('spike')!), title: 'Our nightly import' }
  const link = encodeLink({ scenario: own, view: { theme: 'dark' } }, 'embed')
  expect(link).toContain('&z=')
  const host = await createHost(frameHtml(baseURL, link))
  const { requests, complaints } = watch(page)
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await expect(frame!.getByRole('heading', { level: 1 })).toHaveText('Our nightly import')
  await expect(frame!.locator('html')).toHaveAttribute('data-theme', 'dark')
  const parts = requests.filter((url) => /embed-(?!frame)/.test(url)).map((url) => url.replace(/.*\//, ''))
  expect(parts.sort()).toEqual(['embed-packed.js', 'embed-presets.js'])
  await frame!.locator('input[name=gogc-text]').fill('200')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await readSaid(page)).findLast(({ type }) => type === 'sawtooth:change')?.link ?? '')
    .toContain('&z=')
  const { link: changed = '' } = (await readSaid(page)).findLast(({ type }) => type === 'sawtooth:change') ?? {}
  expect(decodeLink(changed).scenario).toEqual({ ...own, gogc: { kind: 'percent', percent: 200 } })
  expect(complaints).toEqual([])

  await page.route(/embed-packed/, (route) => route.abort())
  await page.goto(`${baseURL}embed.html${link}`)
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  await page.unroute(/embed-packed/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our nightly import')
  host.close()
})

test('fetches the published experiments with a link that names one of them, and shows nothing else meanwhile', async ({
  page,
  baseURL,
}) => {
  const published = findPreset('weaviate-limit')!
  const { requests, complaints } = watch(page)
  const partsAsked = () => requests.filter((url) => /embed-(?!frame)/.test(url)).map((url) => url.replace(/.*\//, ''))
  let giveFree = () => {}
  const held = new Promise<void>((resolve) => {
    giveFree = resolve
  })
  await page.route(/embed-presets/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`./embed.html#v=1&preset=${published.id}&gogc=50`)
  await expect.poll(() => partsAsked().sort()).toEqual(['embed-presets.js', 'embed-runtime.js'])
  await expect(page.locator('#embed')).toBeEmpty()
  giveFree()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${published.title} (changed)`)
  await expect(page.locator('.heap-chart .area.live')).toHaveAttribute('d', /M/)
  await expect(page.locator('.notice')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open in Sawtooth' })).toHaveAttribute(
    'href',
    `${baseURL}#v=1&preset=${published.id}&gogc=50&modelVersion=runtime-9`,
  )
  expect(complaints).toEqual([])

  await page.goto('about:blank')
  await page.goto(`./embed.html#v=1&preset=${published.id}&modelVersion=runtime-1`)
  await expect(page.locator('.notice')).toHaveText('Made with another runtime model (runtime-1): figures may differ.')

  await page.goto('about:blank')
  await page.goto('./embed.html#v=1&preset=weaviate-limits')
  await expect(page.getByRole('alert')).toContainText('there is no preset "weaviate-limits"; did you mean')
})

for (const link of [
  '#v=1&preset=spike',
  '#v=1&preset=thrash-capped',
  '#v=1&preset=steady&hide=explained&axis=wall',
  '#v=1&preset=hash-2g',
])
  test(`paints the whole figure at once, and leaves it as it is: ${link}`, async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      // Called behind each task, so before anything of it is painted.
      new MutationObserver(() => {
        if (document.querySelector('.frame')) seen.push(document.body.innerHTML)
      }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    await page.goto(`./embed.html${link}`)
    await expect(page.locator('.heap-chart .area.live')).toHaveAttribute('d', /M/)
    // Whatever else waits for a frame or for an idle moment has had several.
    await page.evaluate(async () => {
      for (let i = 0; i < 5; i++)
        await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 })))
    })
    const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
    expect(seen).toHaveLength(1)
    expect(seen[0]).toContain('<h1>')
  })

test('loads one classic script and one stylesheet, and nothing that asks for CORS', async ({ page, baseURL }) => {
  const html = await (await page.request.get(`${baseURL}embed.html`)).text()
  const script = await (await page.request.get(`${baseURL}embed-frame.js`)).text()
  expect(html.match(/<script\b[^>]*>/g)).toEqual(['<script defer nonce="figure" src="./embed-frame.js">'])
  // Frames have no icon; a figure in a tab of its own would ask its host for one at the root.
  expect(html.match(/<link\b[^>]*>/g)).toEqual([
    '<link rel="icon" type="image/svg+xml" href="./favicon.svg" />',
    '<link rel="stylesheet" nonce="figure" href="./embed-frame.css" />',
  ])
  expect(html).not.toMatch(/crossorigin|type="module"/)
  expect(script).not.toMatch(/\bimport\s*\(|\bimport\.meta\b|new Worker\(/)
})

test('hides each part that its author has hidden, and shows the others', async ({ page }) => {
  const find: Readonly<Record<string, string>> = {
    title: 'h1',
    results: '.results',
    cpu: '.cpu-chart',
    explained: '.explained',
    play: '.playback',
    gogc: 'input[name=gogc]',
    'memory-limit': 'input[name=memoryLimit]',
    'container-limit': 'input[name=containerLimit]',
    'cpu-limiter': 'input[name=cpuLimiter]',
    procs: 'input[name=procs]',
    'other-memory': 'input[name=otherMemory]',
  }
  expect(Object.keys(find).sort()).toEqual(PARTS.map(({ name }) => name).sort())
  for (const name of ['', ...Object.keys(find)]) {
    await page.goto('about:blank')
    await page.goto(`./embed.html#v=1&preset=spike${name && `&hide=${name}`}`)
    await expect(page.locator('.heap-chart')).toBeVisible()
    for (const [part, selector] of Object.entries(find))
      await expect(page.locator(selector), `${part} with hide=${name}`).toHaveCount(part === name ? 0 : 1)
  }
})

test('explains the largest heap with its goal, and the rest on request', async ({ page }) => {
  await page.goto('./embed.html#v=1&preset=spike&model=runtime')
  await expect(page.locator('.explained .goal')).toContainText(/^goal 62\.8\sMiB\s=/)
  const rest = page.getByText('cons/mark')
  await expect(rest).toBeHidden()
  await page.getByText('Details').click()
  await expect(rest).toBeVisible()
})

test('can hide everything but the figure and the way to the app', async ({ page }) => {
  await page.goto(`./embed.html#v=1&preset=spike&hide=${PARTS.map(({ name }) => name).join('.')}`)
  await expect(page.locator('.heap-chart')).toBeVisible()
  await expect(page.locator('input, h1, dl, .explained, .cpu-chart, .playback')).toHaveCount(1) // the hidden field of the address
  await expect(page.getByRole('link', { name: 'Open in Sawtooth' })).toBeVisible()
})

test('says in its own frame what is wrong with a damaged link', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spke&gogc=200&hide=results.foo'))
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const notice = frame!.getByRole('alert')
  await expect(notice).toContainText('preset: there is no preset "spke"; did you mean "spike"?')
  await expect(notice).toContainText('there is no part "foo"')
  // What was refused is not among what is shown.
  await expect(notice).toContainText(/Shown here: [^.]*“Transient spike”[^.]*, gogc=200, hide=results\. /)
  await expect(notice.getByRole('link')).toHaveAttribute('href', `${baseURL}#v=1&preset=spike&gogc=200`)
  await expect(frame!.locator('input[name=gogc-text]')).toHaveValue('200')
  host.close()
})

test('links to the app with the reader’s settings', async ({ page, context }) => {
  await page.goto('./embed.html#v=1&preset=spike&hide=procs')
  await page.locator('input[name=gogc-text]').fill('200')
  await page.keyboard.press('Enter')
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in Sawtooth' }).click()
  const app = await opening
  await expect(app.locator('input[name=gogc-text]')).toHaveValue('200')
  expect(new URL(app.url()).hash).toBe('#v=1&preset=spike&gogc=200')
})

test('shows the address as text where the sandbox allows no popups', async ({ page, baseURL, context }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike&gogc=50', { height: 900 }))
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await frame!.getByRole('link', { name: 'Open in Sawtooth' }).click()
  await expect(frame!.getByRole('textbox', { name: 'Address in Sawtooth' })).toHaveValue(
    `${baseURL}#v=1&preset=spike&gogc=50`,
  )
  expect(context.pages()).toHaveLength(1)
  expect(page.url()).toBe(host.url)
  host.close()
})

test('tells its host the height it would like, taller and shorter, and again when asked', async ({ page, baseURL }) => {
  const host = await createHost(frameHtml(baseURL, '#v=1&preset=spike'))
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const heights = async () =>
    (await readSaid(page)).filter(({ type }) => type === 'sawtooth:resize').map((m) => m.height ?? 0)
  // Given what it wishes for, it is content: nothing to scroll. The first wish may come before its texts are there.
  const giveWish = async () => {
    const wish = (await heights()).at(-1) ?? 0
    await page.locator('iframe').evaluate((iframe, height) => iframe.style.setProperty('height', `${height}px`), wish)
    return frame!.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  }
  await expect.poll(giveWish).toBeLessThanOrEqual(0)
  const wide = (await heights()).at(-1) ?? 0
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(wide)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(async () => (await heights()).at(-1)).toBe(wide)
  const before = (await heights()).length
  await page.evaluate(() => frames[0]?.postMessage({ type: 'sawtooth:ask', v: 1 }, '*'))
  await expect.poll(async () => (await heights()).slice(before)).toEqual([wide])
  host.close()
})

test('fits 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 })
  await page.goto('./embed.html#v=1&preset=thrash-capped&containerLimit=64MiB')
  await expect(page.locator('.heap-chart')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // The flag of a run that is killed at its end is whole: Play begins right of it.
  await page.goto('./embed.html#v=1&preset=spike&containerLimit=50MiB')
  const [flag, play] = [page.locator('.flag.kill'), page.getByRole('button', { name: 'Play' })]
  await expect(flag).toHaveText('killed at 7.05 s')
  await expect(play).toBeVisible()
  const [flagBox, playBox] = [(await flag.boundingBox())!, (await play.boundingBox())!]
  expect(playBox.x).toBeGreaterThanOrEqual(flagBox.x + flagBox.width)
  // In the usual width all results stand in one row, so that the figure has the height.
  await page.setViewportSize({ width: 640, height: 480 })
  const tops = await page.locator('.result').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops.length).toBe(5)
  expect(new Set(tops).size).toBe(1)
})

freshTest('takes nothing of the page around it: no history, no wheel, no focus', async ({ page, baseURL }) => {
  const host = await createHost(
    `${frameHtml(baseURL, '#v=1&preset=spike', { height: 900 })}<div style="height:3000px"></div>`,
  )
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  const before = await page.evaluate(() => history.length)
  const gogc = frame!.locator('input[type=range][name=gogc]')
  await gogc.focus()
  for (const key of ['End', 'Home', 'ArrowRight']) await page.keyboard.press(key)
  await frame!.locator('input[name=memoryLimit-text]').fill('40MiB')
  await page.keyboard.press('Enter')
  await page.evaluate(() => frames[0]?.postMessage({ type: 'sawtooth:set', v: 1, link: '#v=1&preset=steady' }, '*'))
  await expect(frame!.locator('h1')).toHaveText('Steady state')
  expect(await page.evaluate(() => history.length)).toBe(before)
  const chart = await page.locator('iframe').boundingBox()
  await page.mouse.move(chart!.x + 300, chart!.y + 250)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  host.close()
})

test('has the theme of its link, or the reader’s', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('./embed.html#v=1&preset=spike&theme=dark')
  expect(await paper()).toBe('dark')
  const dark = await background()
  await page.goto('./embed.html#v=1&preset=spike')
  await expect.poll(background).not.toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).toBe(dark)
})

test('has no animations, and prints the figure without its sliders', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./embed.html#v=1&preset=spike')
  await expect(page.locator('.heap-chart')).toBeVisible()
  await page.locator('input[name=cpuLimiter]').click()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('.heap-chart')).toBeVisible()
  await expect(page.locator('.slider').first()).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

test('passes axe in light, in dark, and with a damaged link', async ({ page }) => {
  for (const link of ['#v=1&preset=spike', '#v=1&preset=thrash-capped&theme=dark', '#v=1&preset=spke']) {
    await page.goto('about:blank')
    await page.goto(`./embed.html${link}`)
    await expect(page.locator('.heap-chart')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
  }
})

test('at every width a long verdict stays within the frame', async ({ page }) => {
  await page.goto('./embed.html#v=1&preset=weaviate-oom')
  const verdict = page.locator('.verdict .number')
  await expect(verdict).toHaveText(/killed at/)
  for (const width of [320, 484, 600, 640, 700, 800]) {
    await page.setViewportSize({ width, height: 700 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(over, `${width}`).toBe(0)
    expect.soft(await verdict.evaluate((node) => node.scrollWidth - node.clientWidth), `${width}`).toBe(0)
  }
})

test('at every width there is a clear gap between two figures', async ({ page }) => {
  await page.goto('./embed.html#v=1&preset=rpc')
  await expect(page.locator('.number').nth(1)).toHaveText('133.2 MiB')
  for (const width of [320, 460, 480, 520, 599, 600, 640, 900]) {
    await page.setViewportSize({ width, height: 700 })
    const boxes = await page.locator('.number').evaluateAll((numbers) =>
      numbers.map((number) => {
        const words = document.createRange()
        words.selectNodeContents(number)
        const { left, right, top } = words.getBoundingClientRect()
        return { left, right, top }
      }),
    )
    for (const [i, { right, top }] of boxes.entries()) {
      const next = boxes[i + 1]
      if (next && Math.abs(next.top - top) < 4) expect(next.left - right, `at ${width}`).toBeGreaterThan(12)
    }
  }
})
