import { afterAll, describe, expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import { openLesson, parseLessonLink } from '../../src/lessons/link.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(folder.remove)

const STEP = {
  text: 'The peak is {peakMemoryBytes}.',
  scenario: '#v=1&preset=spike',
  controls: ['gogc'],
  show: ['heap'],
}
const LESSON = { version: 1, id: 'mine', title: 'Mine', minutes: 5, needs: [], steps: [STEP] }

describe('sawtooth lessons', () => {
  it('prints the course as a list of lesson documents', async () => {
    const { code, out } = await call(['lessons'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(COURSE.map(({ json }) => json))
  })
})

describe('sawtooth lesson', () => {
  it('prints a link that holds the whole lesson', async () => {
    const { code, out } = await call(['lesson', folder.write('mine.json', JSON.stringify(LESSON))])
    expect(code).toBe(0)
    expect(out).toMatch(/^learn\.html#lesson=z\.[\w-]+&step=1\n$/)
    const { lesson = '' } = parseLessonLink(out.trim().slice('learn.html'.length))
    expect(openLesson(lesson, [])).toMatchObject({ ok: true, value: { json: LESSON } })
  })

  it('takes every lesson of the course back', async () => {
    for (const { json } of COURSE) expect((await call(['lesson', '-'], { stdin: JSON.stringify(json) })).code).toBe(0)
  })

  it('lists problems with their paths: of the document, and of what its runs do not show', async () => {
    const wrong = { ...LESSON, steps: [{ ...STEP, controls: ['nothing'] }] }
    const shape = await call(['lesson', '-'], { stdin: JSON.stringify(wrong) })
    expect(shape.code).toBe(1)
    expect(shape.lines[0]).toMatchObject({ problems: [{ path: 'steps[0].controls[0]' }] })
    const untrue = { ...LESSON, steps: [{ ...STEP, claims: ['cycles > 1000'] }] }
    const run = await call(['lesson', '-'], { stdin: JSON.stringify(untrue) })
    expect(run.code).toBe(1)
    expect(run.lines[0]).toMatchObject({ problems: [{ path: 'steps[0].claims[0]' }] })
  })

  it.each([['{'], [''], ['[]']])('has a problem with %j', async (stdin) => {
    const { code, lines } = await call(['lesson', '-'], { stdin })
    expect(code).toBe(1)
    expect(lines[0]).toHaveProperty('problems')
  })
})
