import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations, findAxeViolationsInBothSchemes } from './support/axe.ts'
import { watch } from './support/watch.ts'

const STEP = './learn.html#lesson=the-sawtooth&step=2'

const slider = (page: Page) => page.getByRole('slider', { name: 'Your bet' })

test('a bet by mouse: the line is dragged, then the run and the gap are shown', async ({ page }) => {
  const { complaints } = watch(page)
  await page.goto(STEP)
  await expect(page.getByRole('button', { name: 'Run it' })).toBeDisabled()
  const { x, y, width, height } = (await page.locator('.catch').boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 4, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Run it' }).click()
  const outcome = page.locator('.outcome')
  await expect(outcome).toContainText('The run says 40.0 MiB')
  await expect(outcome).toContainText('too high')
  await expect(page.locator('.gap-drawn .gap')).toHaveAttribute('d', /^M/)
  // Dark words over a dark area need an edge as wide as those of the names at the ends of lines.
  const edgeOf = (words: string) =>
    page
      .locator(words)
      .first()
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).strokeWidth))
  expect(await edgeOf('.gap-drawn text')).toBeGreaterThanOrEqual(await edgeOf('.heap-chart .end-label'))
  await expect(page.locator('.reveal')).toContainText('twice the live heap')
  expect(complaints).toEqual([])
})

test('the chart keeps its place and its size as the results come', async ({ page }) => {
  for (const [width, link] of [
    [1280, 'a-memory-limit&step=2'],
    [1024, 'what-gogc-trades&step=3&present=1'],
    [390, 'thrashing&step=2'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`./learn.html#lesson=${link}`)
    const results = page.locator('.results-row')
    await expect(results).toContainText('?')
    const place = () =>
      page.locator('.heap-chart').evaluate((chart) => {
        const { top, height } = chart.getBoundingClientRect()
        return { top: top + scrollY, height }
      })
    const before = await place()
    await page.getByRole('button', { name: 'Show without a bet' }).click()
    await expect(results).not.toContainText('?')
    expect(await place(), link).toEqual(before)
  }
})

test('what a step says, asks and answers', async ({ page }) => {
  test.slow()
  await test.step('the axes before a bet do not reveal the answer', async () => {
    // The run is killed before three seconds, at 64 MiB; the program would take ten.
    await page.goto('./learn.html#lesson=containers-and-headroom&step=1')
    const ticks = async () => (await page.locator('.heap-host text').allTextContents()).map(Number)
    await expect(page.getByRole('button', { name: 'Run it' })).toBeVisible()
    await expect.poll(ticks).toContain(10)
    await page.getByRole('button', { name: 'Show without a bet' }).click()
    await expect.poll(ticks).toContain(2.5)
  })
  await test.step('no GC CPU limit that is off is drawn: a later lesson explains it', async () => {
    const limit = page.locator('.cpu-chart .half:visible')
    await page.goto('./learn.html#lesson=what-gogc-trades&step=1')
    await expect(page.locator('.cpu-chart .end-label.gc')).toBeVisible()
    await expect(limit).toHaveCount(0)
    await page.goto('./learn.html#lesson=the-50-percent-limiter&step=3')
    await expect(limit.filter({ hasText: 'GC CPU limit' })).toHaveCount(1)
  })
  await test.step('a dashboard is drawn on the axes of the chart above it', async () => {
    await page.goto('./learn.html#lesson=what-a-dashboard-hides&step=4')
    await expect(page.getByRole('button', { name: 'Run it' })).toBeVisible()
    const ends = () =>
      page.evaluate(() =>
        ['.heap-host', '.dashboard-host'].map((host) => {
          const box = document.querySelector(`${host} path.live`)!.getBoundingClientRect()
          return [box.left, box.right] as const
        }),
      )
    await expect(async () => {
      const [[left, right] = [0, 0], [from, to] = [0, 0]] = await ends()
      expect(right - left).toBeGreaterThan(20)
      expect(Math.abs(from - left)).toBeLessThan(2)
      // The last sample is the last one before the end.
      expect(to).toBeLessThanOrEqual(right + 1)
    }).toPass()
    // A byte is the same share of the height of both.
    const share = (host: string) =>
      page.locator(host).evaluate((chart) => {
        const plot = chart.querySelector('.plot')!
        const [top, height] = ['y', 'height'].map((name) => Number(plot.getAttribute(name)))
        return [...chart.querySelectorAll('.ticks.end text')].map((text) => {
          const at = Number(text.getAttribute('y')) - 0.35 * Number.parseFloat(getComputedStyle(text).fontSize)
          return (top! + height! - at) / height! / (Number(text.textContent) || 1)
        })
      })
    const [above = [], below = []] = [await share('.heap-host'), await share('.dashboard-host')]
    expect(below.length).toBeGreaterThan(1)
    expect(below.at(-1)! / above.at(-1)!).toBeCloseTo(1, 1)
  })
  await test.step('a step opened on its own says what its words mean, and where they come from', async () => {
    await page.goto('./learn.html#lesson=trigger-runway-assists&step=2')
    await page.getByText('Words used here').click()
    const word = page.locator('.words-used div', { has: page.getByText('trigger', { exact: true }) })
    await expect(word).toContainText('The heap size at which a cycle starts')
    await expect(word.getByRole('link', { name: 'Tiny heaps, step 1' })).toHaveAttribute(
      'href',
      '#lesson=tiny-heaps&step=1',
    )
    expect(await findAxeViolations(page)).toEqual([])
  })
  await test.step('a link to a step that the lesson does not have says so, until another step is chosen', async () => {
    await page.goto('./learn.html#lesson=a-spike&step=99')
    await expect(page.locator('[aria-current="step"]')).toHaveText('4')
    const note = page.locator('.damaged-link')
    await expect(note).toContainText('Shown is step 4.')
    await expect(note.getByRole('alert')).toHaveText('step: "99" is none of the 4 steps of this lesson')
    await page.getByRole('link', { name: '← Back' }).click()
    await expect(page.locator('[aria-current="step"]')).toHaveText('3')
    await expect(note).toHaveCount(0)
    await page.goto('./learn.html#lessn=a-spike')
    await expect(note).toContainText('Shown is the map of all lessons.')
    await expect(note.getByRole('alert')).toHaveText('lessn: unknown key, ignored; did you mean "lesson"?')
    await page.goto('./learn.html#map')
    await expect(note).toHaveCount(0)
  })
  await test.step('a comma in a typed bet says how it is read, and the bet is that number', async () => {
    await page.goto('./learn.html#lesson=the-sawtooth&step=4')
    const field = page.getByRole('textbox', { name: 'Your number' })
    await field.fill('2,5')
    await expect(page.locator('.number-field')).toContainText('2,5 is read as 2.5: the comma is a decimal point.')
    await field.fill('1,000')
    await expect(page.locator('.number-field')).toContainText('1,000 is read as 1000: the comma separates thousands.')
    await page.getByRole('button', { name: 'Run it' }).click()
    await expect(page.locator('.outcome')).toContainText(/You said 1.000 cycles\. The run says 7/)
  })
  await test.step('a bet of more than all of the CPU time is refused, and says why', async () => {
    await page.goto('./learn.html#lesson=what-gogc-trades&step=3')
    const field = page.getByRole('textbox', { name: 'Your number' })
    await field.fill('150')
    await expect(page.locator('.number-field')).toContainText('“150” is more than 100 %; type a share from 0 to 100')
    await expect(page.getByRole('button', { name: 'Run it' })).toBeDisabled()
    await field.fill('15')
    await expect(page.getByRole('button', { name: 'Run it' })).toBeEnabled()
  })
  await test.step('the last step of a lesson leads to the next lesson, and that of the course to its map', async () => {
    const turns = page.getByRole('navigation', { name: 'Steps', exact: true })
    await page.goto('./learn.html#lesson=the-sawtooth&step=5')
    await expect(turns.getByRole('link', { name: 'To the map of the course' })).toBeVisible()
    await turns.getByRole('link', { name: 'Next lesson: What GOGC trades →' }).click()
    await expect(page.getByRole('main', { name: 'What GOGC trades, step 1 of' })).toBeFocused()
    await page.goto('./learn.html#lesson=tuning-a-service&step=5')
    await expect(turns.getByRole('link', { name: 'To the map of the course' })).toBeVisible()
    await expect(turns.getByRole('link', { name: /^Next/ })).toHaveCount(0)
  })
  await test.step('a bet on a line of a gctrace may have the unit that the line prints', async () => {
    await page.goto('./learn.html#lesson=reading-gctrace&step=1')
    await page.getByRole('textbox', { name: 'Your number' }).fill('20 MB')
    await page.getByRole('button', { name: 'Run it' }).click()
    await expect(page.locator('.outcome')).toContainText('Well judged.')
  })
  await test.step('the dashboard says of which part of the run its figures are, before the bet and after', async () => {
    await page.goto('./learn.html#lesson=what-a-dashboard-hides&step=2')
    const text = page.locator('.step-text').getByText('Over the whole run, the highest sample of the heap is')
    const [, highest] = /(\d+(?:\.\d+)? MiB)\.$/.exec((await text.textContent())!.trim())!
    const caption = page.locator('.dashboard figcaption')
    await expect(caption).toContainText('The heap of the run so far on a dashboard: ')
    await expect(caption).not.toContainText(`highest ${highest}`)
    await page.getByRole('button', { name: 'Show without a bet' }).click()
    await expect(caption).toContainText('The heap of the same run on a dashboard: ')
    await expect(caption).toContainText(`highest ${highest}`)
  })
})

test('the name of a setting keeps to one line beside its value, on a large screen too', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const more of ['', '&present=1']) {
    await page.goto(`./learn.html#lesson=the-50-percent-limiter&step=4${more}`)
    const name = page.getByRole('group').getByRole('button', { name: 'Container limit' })
    await expect(name).toBeVisible()
    expect(await name.evaluate((button) => button.getClientRects().length), more).toBe(1)
    const lines = await name.evaluate(
      (button) => button.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(button).fontSize),
    )
    expect(lines, more).toBeLessThan(2)
  }
})

test('the line of a bet begins clear of the names in the chart', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const step of ['a-memory-limit&step=1', 'the-50-percent-limiter&step=2', 'tuning-a-service&step=2']) {
    await page.goto('about:blank')
    await page.goto(`./learn.html#lesson=${step}`)
    const { y } = (await page.locator('.bet-line .knob').boundingBox())!
    const line = y + (await page.locator('.bet-line .knob').boundingBox())!.height / 2
    await expect(page.locator('.heap-chart text').filter({ hasText: 'live' })).toBeVisible()
    const crossed = await page.locator('.heap-chart text').evaluateAll((all, at) => {
      const plot = document.querySelector('.overlay .catch')!.getBoundingClientRect()
      return all
        .map((node) => ({ text: node.textContent, box: node.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.left > plot.left && box.top < at && box.bottom > at)
        .map(({ text }) => text)
    }, line)
    expect(crossed, step).toEqual([])
  }
})

test('the line of a bet is not drawn over the values at the crosshair', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./learn.html#lesson=a-spike&step=2')
  const line = page.getByRole('slider', { name: 'Your bet' })
  await line.press('Home')
  for (let i = 0; i < 10; i++) await line.press('ArrowRight')
  await page.getByRole('slider', { name: 'Time along the run' }).press('Home')
  const readout = page.locator('.heap-host .readout > rect').first()
  const [values, upright] = [(await readout.boundingBox())!, (await line.locator('.line').boundingBox())!]
  expect(upright.x).toBeGreaterThan(values.x)
  expect(upright.x).toBeLessThan(values.x + values.width)
  // Without the border of the box, which may share its pixels with the line.
  const clip = { x: values.x + 2, y: values.y + 2, width: values.width - 4, height: values.height - 4 }
  const seen = await page.screenshot({ clip })
  await page.locator('.overlay').evaluate((overlay: SVGElement) => overlay.style.setProperty('visibility', 'hidden'))
  expect((await page.screenshot({ clip })).equals(seen)).toBe(true)
})

test('each of several quick key presses turns one page', async ({ page }) => {
  await page.goto('./learn.html#lesson=the-sawtooth&step=1')
  await expect(page.locator('.step')).toBeVisible()
  await page.evaluate(() => {
    for (let i = 0; i < 3; i++) dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
  })
  await expect(page.locator('[aria-current="step"]')).toHaveText('4')
})

test('a lesson from start to end by keyboard, with progress kept in this browser', async ({ page }) => {
  await page.goto('./learn.html')
  await page.getByRole('link', { name: 'Start with lesson 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'The sawtooth' })).toBeVisible()
  const first = page.getByRole('link', { name: /^Step 1/ })
  await expect(first).toHaveAccessibleName('Step 1')
  await page.keyboard.press('n')
  await expect(first).toHaveAccessibleName('Step 1, done')
  await slider(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(slider(page)).not.toHaveAttribute('aria-valuetext', /not placed/)
  await page.keyboard.press('Enter')
  await expect(page.locator('.outcome')).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Your number' }).focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page.locator('.outcome')).toContainText('Well judged.')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/step=5$/)
  const solved = page.locator('.stars')
  await expect(solved).toContainText('Not solved yet.')
  await page.getByRole('textbox', { name: 'GOGC value' }).fill('250')
  await expect(solved).toContainText('Solved, 3 stars of 3.')
  await expect(page.getByRole('button', { name: /hint/ })).toHaveCount(0)
  await page.goto('./learn.html')
  await expect(page.locator('.done-so-far').first()).toContainText('3 stars')
  await expect(page.getByRole('link', { name: /^Go on with lesson/ })).toHaveAttribute('href', /^#lesson=/)
})

test('a reader who turns the page and back finds the bet and its run again', async ({ page }) => {
  const current = page.locator('[aria-current="step"]')
  const outcome = page.locator('.outcome')
  await page.goto('./learn.html#lesson=the-sawtooth&step=4')
  await page.getByRole('textbox', { name: 'Your number' }).fill('12')
  await page.keyboard.press('Enter')
  await expect(outcome).toContainText('You said 12 cycles. The run says 7 cycles: you were 5 too high.')
  await page.getByRole('link', { name: 'Next step →' }).click()
  await expect(current).toHaveText('5')
  await page.getByRole('link', { name: '← Back' }).click()
  await expect(outcome).toContainText('You said 12 cycles.')
  await expect(page.locator('main')).toBeFocused()
  await expect(page.locator('.results-row')).not.toContainText('?')
  // A step that was shown without a bet stays shown, too.
  await page.goto('./learn.html#lesson=the-sawtooth&step=2')
  await page.getByRole('button', { name: 'Show without a bet' }).click()
  await page.keyboard.press('n')
  await expect(current).toHaveText('3')
  await page.keyboard.press('p')
  await expect(outcome).toHaveText('No bet this time. Here is the run.')
})

test('a reader who comes back to a lesson sees the earlier results, and may try again', async ({ page }) => {
  const again = async (number: number) => {
    await page.goto('./learn.html#map')
    await expect(page.locator('.course-map')).toBeVisible()
    await page.goto(`./learn.html#lesson=the-sawtooth&step=${number}`)
    await expect(page.locator('[aria-current="step"]')).toHaveText(String(number))
  }
  const before = page.locator('.bet .before')
  await page.goto('./learn.html#lesson=the-sawtooth&step=4')
  await expect(page.getByRole('button', { name: 'Run it' })).toBeVisible()
  await expect(before).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Your number' }).fill('30')
  await page.getByRole('button', { name: 'Run it' }).click()
  await expect(page.locator('.outcome')).toContainText('Not quite.')
  await again(4)
  await expect(before).toContainText('Your first bet was not right. It stays as it is')
  await page.getByRole('button', { name: 'Show without a bet' }).click()
  await expect(page.locator('.outcome')).toContainText('Here is the run.')
  await page.goto('./learn.html#lesson=the-sawtooth&step=2')
  await page.getByRole('button', { name: 'Show without a bet' }).click()
  await again(2)
  await expect(before).toHaveText('You have seen the answer before.')
  await page.goto('./learn.html#lesson=the-sawtooth&step=5')
  const stars = page.locator('.stars')
  await page.getByRole('textbox', { name: 'GOGC value' }).fill('250')
  await expect(stars).toContainText('Solved, 3 stars of 3.')
  await again(5)
  await expect(stars).toHaveText('Solved before, 3 stars of 3. The settings as they are now do not solve it.')
})

test('a star that is within its bound says that it counts once the challenge is solved, not that it misses', async ({
  page,
}) => {
  await page.goto('./learn.html#lesson=the-sawtooth&step=5')
  const second = page.locator('.star-part').first()
  await expect(second.getByRole('heading')).toHaveText('For a second star, once it is solved')
  await expect(second.getByRole('listitem')).toHaveText(/now 40.0 MiB, counts once the challenge is solved$/)
  await page.getByRole('textbox', { name: 'GOGC value' }).fill('500')
  await expect(second.getByRole('heading')).toHaveText('For a second star')
  await expect(second.getByRole('listitem')).toHaveText(/, not met$/)
  await page.getByRole('textbox', { name: 'GOGC value' }).fill('250')
  await expect(second.getByRole('listitem')).toHaveText(/^✓.*now 70.0 MiB, met$/)
})

test('a slider shows its focus, and its marks stay readable', async ({ page }) => {
  await page.goto('./learn.html#lesson=heap-shape&step=3')
  const slider = page.locator('.lesson-controls .slider')
  const [input, mark] = [slider.locator('input'), slider.getByText('4GiB')]
  const [whole, text] = [await slider.screenshot(), await mark.screenshot()]
  // From where the keyboard is before it, so that the focus is one to be seen.
  await page.getByRole('textbox', { name: 'Pointer-free live data value' }).focus()
  await page.keyboard.press('Tab')
  await expect(input).toBeFocused()
  expect((await mark.screenshot()).equals(text)).toBe(true)
  expect((await slider.screenshot()).equals(whole)).toBe(false)
})

for (const path of ['./learn.html', STEP, './learn.html#lesson=the-sawtooth&step=5', './learn.html#lesson=none'])
  test(`axe finds nothing, wide or narrow, light or dark, and nothing overflows: ${path}`, async ({ page }) => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      if (page.url() === 'about:blank') await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      expect(await findAxeViolationsInBothSchemes(page), `${viewport.width} px wide`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    }
  })
