import { expect, type FrameLocator, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'
import { createHost, readSaid, type Said } from './support/host.ts'

test('notes in a second window follow the class and can turn its steps; the class does not see them', async ({
  context,
  page,
}) => {
  await page.goto('./learn.html#lesson=the-sawtooth&step=1')
  const other = await context.newPage()
  await other.goto('./learn.html#lesson=a-spike&step=2')
  const notes = await context.newPage()
  await notes.goto('./learn.html#lesson=the-sawtooth&step=1&notes=1')
  await expect(notes.getByRole('status')).toContainText('Step 1 of 5')
  await expect(notes.getByRole('heading', { level: 1 })).toHaveText('Notes: The sawtooth')
  // Another tab with another lesson turns no page of the notes.
  await other.keyboard.press('n')
  await expect(other).toHaveURL(/step=3$/)
  await expect(notes.getByRole('heading', { level: 1 })).toHaveText('Notes: The sawtooth')
  await page.keyboard.press('n')
  await expect(notes.getByRole('status')).toContainText('Step 2 of 5')
  await expect(notes.getByText('Answer: 40.0 MiB')).toBeVisible()
  await expect(page.getByText('Ask one of the highest bets')).toHaveCount(0)
  expect(await findAxeViolations(notes)).toEqual([])
  await notes.keyboard.press('PageDown')
  await expect(page).toHaveURL(/step=3$/)
  await notes.getByRole('button', { name: '← Back' }).click()
  await expect(page).toHaveURL(/step=2$/)
  await expect(notes.getByRole('status')).toContainText('Step 2 of 5')
  await notes.close()
})

test('handouts and answer sheets', async ({ page }) => {
  test.slow()
  await test.step('the handout asks, the answer sheet answers', async () => {
    await page.goto('./learn.html#lesson=the-sawtooth&step=1&handout=1')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5)
    await expect(page.locator('.answer')).toHaveCount(0)
    await expect(page.locator('.fill-in')).not.toHaveCount(0)
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('./learn.html#lesson=the-sawtooth&step=1&answers=1')
    await expect(page.getByText('Answer: 40.0 MiB')).toBeVisible()
    await expect(page.getByText('One solution: GOGC = 250')).toBeVisible()
  })
  await test.step('each window of a class has its own title, and the map gets its title back', async () => {
    const names = [
      ['step=2', 'A spike, step 2 · Sawtooth'],
      ['handout=1', 'A spike, handout · Sawtooth'],
      ['answers=1', 'A spike, answers · Sawtooth'],
      ['step=2&notes=1', 'Notes: A spike, step 2 · Sawtooth'],
    ] as const
    for (const [end, name] of names) {
      await page.goto(`./learn.html#lesson=a-spike&${end}`)
      await expect(page).toHaveTitle(name)
    }
    await page.goto('./learn.html#lesson=a-spike&step=3')
    await page.getByRole('link', { name: 'All lessons' }).click()
    await expect(page).toHaveTitle('Sawtooth: learn')
  })
  await test.step('a handout says “draw” instead of “drag”, and where to move settings', async () => {
    await page.goto('./learn.html#lesson=a-spike&step=1&handout=1')
    await expect(page.getByText('When is the program killed? Draw the line.')).toBeVisible()
    await expect(page.getByText('Move settings and play runs in the lesson on screen.')).toBeVisible()
    await expect(page.getByText('Drag')).toHaveCount(0)
  })
  await test.step('a handout says how many settings a challenge lets the class change', async () => {
    await page.goto('./learn.html#lesson=trigger-runway-assists&step=1&handout=1')
    await expect(page.getByText('At most 1 setting changed')).toBeVisible()
  })
  await test.step('a handout has the log lines and dashboards of its steps, cut where their bets begin', async () => {
    await page.goto('./learn.html#lesson=reading-gctrace&step=1&handout=1')
    const lines = page.locator('.gctrace-lines pre')
    // The second and the fourth step have the lines of the one before.
    await expect(lines).toHaveCount(2)
    await expect(page.getByText(/^Its lines are those of step [13]\.$/)).toHaveCount(2)
    // The first bets are on the fifth cycle; the third is on all of the run.
    await expect(lines.first()).toContainText('gc 5 ')
    await expect(lines.first()).not.toContainText('gc 8 ')
    await expect(lines.nth(1)).toContainText('gc 40 ')
    const clipped = await lines.nth(1).evaluate((element) => element.scrollHeight > element.clientHeight + 1)
    expect(clipped).toBe(false)
    // On a projector a page key scrolls what has the focus, before it turns to the next step.
    await page.goto('./learn.html#lesson=reading-gctrace&step=3&present=1')
    await lines.focus()
    await page.keyboard.press('PageDown')
    await expect.poll(() => lines.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    expect(page.url()).toContain('step=3')
    await page.goto('./learn.html#lesson=what-a-dashboard-hides&step=1&handout=1')
    await expect(page.locator('.dashboard .dashboard-host:has(svg)')).toHaveCount(4)
    await expect(page.locator('.dashboard').nth(1)).toContainText('The heap of the run so far on a dashboard')
  })
  await test.step('a handout leaves earlier answers blank, the answer sheet shows them', async () => {
    await page.goto('./learn.html#lesson=what-gogc-trades&step=1&handout=1')
    const list = page.getByRole('listitem').filter({ hasText: /^GOGC 50:/ })
    await expect(list).toHaveText('GOGC 50: peak …………, GC …………')
    await page.goto('./learn.html#lesson=what-gogc-trades&step=1&answers=1')
    await expect(list).toHaveText(/^GOGC 50: peak [\d.]+ MiB, GC [\d.]+ %/)
    // A limit that the step gives stays, though the first bet asked for a peak as high.
    await page.goto('./learn.html#lesson=a-memory-limit&step=1&handout=1')
    await expect(page.getByText(/How many cycles run with the limit of 40\.0 MiB\?/)).toBeVisible()
  })
  await test.step('a handout hides the runs that its bets ask about, the answer sheet shows them', async () => {
    // The second step bets on when the program is killed; the third and the fourth have the same run.
    await page.goto('./learn.html#lesson=a-spike&step=1&handout=1')
    await expect(page.locator('.handout-figure:not(.cpu):has(svg)')).toHaveCount(4)
    expect((await page.locator('.handout-figure').allTextContents()).filter((text) => /killed/.test(text))).toEqual([])
    await page.goto('./learn.html#lesson=a-spike&step=1&answers=1')
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
    await expect(page.locator('.handout-figure').filter({ hasText: /killed at 7.30 s/ })).toHaveCount(3)
  })
  await test.step('the notes of a step that has none are what the class reads, with the answer', async () => {
    await page.goto('./learn.html#lesson=what-gogc-trades&step=2&notes=1')
    await expect(page.getByRole('heading', { name: 'What the class reads' })).toBeVisible()
    await expect(page.getByText(/^Here GOGC is 50/)).toBeVisible()
    await expect(page.getByText('Where is the peak now? Drag the line.')).toBeVisible()
    await expect(page.getByText(/^Answer: /)).toBeVisible()
    await expect(page.getByText('No notes')).toHaveCount(0)
  })
})

test('a lesson is written, and opens from its link in another profile', async ({ browser, page, baseURL }) => {
  await page.goto('./learn.html#edit=1')
  const json = page.getByRole('textbox', { name: 'The lesson as JSON' })
  const text = (await json.inputValue()).replace('"My lesson"', '"Lesson of a stranger"')
  await json.fill(text.replace('"heap",', '"pie",'))
  await expect(page.getByRole('alert')).toContainText('steps[0].show[0]')
  await json.fill(text.replace('peakMemoryBytes with gogc=200 > peakMemoryBytes', 'cycles > 1000'))
  await expect(page.getByRole('alert')).toContainText('steps[0].claims[0]')
  await json.fill(text)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Lesson of a stranger')
  expect(await findAxeViolations(page)).toEqual([])
  const link = await page.getByRole('textbox', { name: 'Link to this lesson' }).inputValue()
  const stranger = await browser.newContext({ ...(baseURL && { baseURL }) })
  const opened = await stranger.newPage()
  await opened.goto(link)
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Lesson of a stranger')
  await expect(opened.getByText('This program keeps 30.0 MiB live at most.')).toBeVisible()
  await stranger.close()
})

type LessonSaid = Said & { readonly event: string }

test('a teacher’s page with a step in a frame receives messages about what happens in it', async ({ page }) => {
  await page.goto('./learn.html#lesson=the-sawtooth&step=4')
  await page.getByText('For teachers').click()
  const host = await createHost(await page.getByRole('textbox', { name: 'This step in another page' }).inputValue())
  await page.goto(host.url)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('textbox', { name: 'Your number' }).fill('7')
  await frame.getByRole('button', { name: 'Run it' }).click()
  const step = { type: 'sawtooth:lesson', v: 1, lesson: 'the-sawtooth', step: 4 }
  const heard = async () => ((await readSaid(page)) as LessonSaid[]).filter(({ type }) => type === 'sawtooth:lesson')
  await expect.poll(async () => (await heard()).at(-1)).toEqual({ ...step, event: 'revealed' })
  const events = await heard()
  expect(events[0]).toEqual({ ...step, event: 'opened' })
  expect(events.at(-2)).toEqual({ ...step, event: 'bet', value: 7, correct: true })
  // By keyboard, too.
  await page.reload()
  await frame.getByRole('textbox', { name: 'Your number' }).fill('30')
  await frame.getByRole('textbox', { name: 'Your number' }).press('Enter')
  await expect.poll(async () => (await heard()).map(({ event }) => event)).toEqual(['opened', 'bet', 'revealed'])
  host.close()
})

test('a step in another page’s frame is as high as it needs, before its answer and after', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 800 })
  await page.goto('./learn.html#lesson=a-spike&step=2')
  await expect(page.getByRole('button', { name: 'Run it' })).toBeVisible()
  await page.getByText('For teachers').click()
  const html = await page.getByRole('textbox', { name: 'This step in another page' }).inputValue()
  const host = await createHost(html + html)
  await page.goto(host.url)
  const frame = page.frameLocator('iframe').first()
  const hiddenIn = (of: FrameLocator) => () =>
    of.locator('html').evaluate((root) => root.scrollHeight - root.clientHeight)
  const heightOf = async (i: number) => (await page.locator('iframe').nth(i).boundingBox())!.height
  await expect(frame.getByRole('button', { name: 'Run it' })).toBeVisible()
  await expect.poll(hiddenIn(frame)).toBe(0)
  const before = await heightOf(0)
  await frame.getByRole('button', { name: 'Show without a bet' }).click()
  await expect.poll(() => heightOf(0)).toBeGreaterThan(before)
  await expect.poll(hiddenIn(frame)).toBe(0)
  // Another frame has a height of its own, for which it asks once it is in sight.
  await page.locator('iframe').nth(1).scrollIntoViewIfNeeded()
  await expect.poll(hiddenIn(page.frameLocator('iframe').nth(1))).toBe(0)
  expect(await heightOf(1)).toBeLessThan(await heightOf(0))
  host.close()
})

test('a challenge is made without JSON: its author solves it, and the link holds goal, start and controls', async ({
  page,
}) => {
  await page.goto('./learn.html')
  await page.getByRole('link', { name: 'Make a challenge of your own' }).click()
  await expect(page.getByRole('alert')).toContainText('do not meet every goal yet')
  await page.getByRole('button', { name: 'Add a goal' }).click()
  await page.getByRole('checkbox', { name: 'GOGC' }).uncheck()
  await page.getByRole('textbox', { name: 'GOMEMLIMIT value' }).fill('45MiB')
  const link = await page.getByRole('textbox', { name: 'Link to this challenge' }).inputValue()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.locator('.stars')).toContainText('Not solved yet.')
  await expect(page.getByRole('textbox', { name: 'GOGC value' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'GOMEMLIMIT value' }).fill('45MiB')
  await expect(page.locator('.stars')).toContainText('Solved, 1 star of 1.')
})

test('the form for challenges keeps what its author has set, and shows no program in place of one it cannot read', async ({
  page,
}) => {
  await page.goto('./learn.html#make=1')
  const limit = page.getByRole('textbox', { name: 'GOMEMLIMIT value' })
  const link = page.getByRole('textbox', { name: 'Link to this challenge' })
  await limit.fill('45MiB')
  await expect(link).toBeVisible()
  await page.getByRole('checkbox', { name: 'GOMAXPROCS' }).check()
  await expect(page.getByRole('textbox', { name: 'GOMAXPROCS value' })).toBeVisible()
  await expect(limit).toHaveValue('45MiB')
  await expect(link).toBeVisible()
  // What may no longer be changed cannot be a part of the solution.
  await page.getByRole('checkbox', { name: 'GOMEMLIMIT' }).uncheck()
  await expect(page.getByRole('alert')).toContainText('do not meet every goal yet')
  await page.getByRole('checkbox', { name: 'GOMEMLIMIT' }).check()
  await expect(limit).toHaveValue('off')
  const remove = page.getByRole('button', { name: 'Remove this goal' })
  await page.getByRole('button', { name: 'Add a goal' }).click()
  await remove.last().press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await expect(page.getByRole('button', { name: 'Add a goal' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Add a goal.')
  await page.getByRole('textbox', { name: 'Start' }).fill('#v=1&preset=nope')
  await expect(page.getByRole('alert')).toHaveText('The start: there is no preset "nope".')
  await expect(page.locator('.charts')).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
})

test('a copy of a lesson is edited from the top of the page, wherever its link was', async ({ page }) => {
  await page.goto('./learn.html#lesson=the-sawtooth&step=1')
  await page.getByText('For teachers').click()
  await page.getByRole('link', { name: 'Edit a copy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Write a lesson' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})
