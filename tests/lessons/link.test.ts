import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import {
  findLinkProblems,
  findMapProblems,
  openLesson,
  packLesson,
  parseLessonLink,
  toLessonLink,
} from '../../src/lessons/link.ts'
import { TEMPLATES } from '../../src/lessons/templates.ts'
import { validateLesson } from '../../src/lessons/validate/validate.ts'

describe('the address of a lesson', () => {
  it('is readable by hand, as the contract has it', () => {
    expect(toLessonLink({ lesson: 'a-spike', step: 2, as: 'lesson', isPresented: false })).toBe(
      '#lesson=a-spike&step=2',
    )
    expect(parseLessonLink('#lesson=a-spike&step=2')).toEqual({
      lesson: 'a-spike',
      step: 2,
      as: 'lesson',
      isPresented: false,
    })
  })

  it('gives back every place', () => {
    for (const as of ['lesson', 'embed', 'notes', 'handout', 'answers', 'edit'] as const)
      for (const isPresented of [false, true]) {
        const place = { lesson: 'tiny-heaps', step: 3, as, isPresented }
        expect(parseLessonLink(toLessonLink(place))).toEqual(place)
      }
  })

  it.each([
    '#lesson=a-spike&amp;step=2',
    '#lesson%3Da-spike%26step%3D2',
    '#lesson=a-spike%26step=2',
    '#lesson=a-spike&step=2).',
    '#lesson=a-spike&step=2”',
    '#%23lesson=a-spike&step=2',
  ])('is understood as mail programs and chats leave it: %s', (fragment) => {
    expect(parseLessonLink(fragment)).toMatchObject({ lesson: 'a-spike', step: 2 })
    expect(findLinkProblems(fragment, 4)).toEqual([])
  })

  it('reports its ignored parts', () => {
    const said = (fragment: string) => findLinkProblems(fragment, 4).map(({ path, message }) => `${path}: ${message}`)
    const noStep = (step: string) => [`step: "${step}" is none of the 4 steps of this lesson`]
    for (const step of ['99', '5', '0', 'x', '2.5', '-1'])
      expect(said(`#lesson=a-spike&step=${step}`)).toEqual(noStep(step))
    expect(said('#lesson=a-spike&step=4')).toEqual([])
    expect(said('#lesson=a-spike')).toEqual([])
    expect(said('#lesson=a-spike&stp=2')).toEqual(['stp: unknown key, ignored; did you mean "step"?'])
    expect(said('#lesson=a-spike&step')[0]).toContain('the link may have been cut there')
    for (const as of ['lesson', 'embed', 'notes', 'handout', 'answers', 'edit', 'make'] as const)
      expect(said(toLessonLink({ lesson: 'a-spike', step: 3, as, isPresented: true }))).toEqual([])
  })

  it('has a problem where it shows the map without asking for it', () => {
    const said = (fragment: string) => findMapProblems(fragment).map(({ path, message }) => `${path}: ${message}`)
    for (const fragment of ['', '#', '#map', '#main']) expect(said(fragment)).toEqual([])
    expect(said('#lessn=a-spike')).toEqual(['lessn: unknown key, ignored; did you mean "lesson"?'])
    expect(said('#garbage')[0]).toContain('"garbage" is not key=value')
    expect(said('#lesson=')[0]).toContain('"lesson=" is not key=value')
    expect(said('#step=x')).toEqual(['lesson: is missing: the link names no lesson'])
  })

  it('gives a valid step for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { step } = parseLessonLink(`#${text}`)
        expect(Number.isInteger(step) && step >= 1).toBe(true)
      }),
    )
  })
})

describe('a lesson in a link', () => {
  it('comes back whole, every one of the course', () => {
    for (const lesson of COURSE) {
      const packed = packLesson(lesson)
      expect(packed).toMatch(/^z\.[\w-]+$/)
      const opened = openLesson(packed, [])
      expect(opened.ok && opened.value.json).toEqual(lesson.json)
    }
  })

  it('keeps its own progress, apart from the course and from other lessons of the same id', () => {
    const own = { json: { ...TEMPLATES.challenge, id: 'a-spike' } }
    const other = { json: { ...own.json, minutes: 6 } }
    const keys = [packLesson(own), packLesson(own), packLesson(other), 'a-spike'].map((value) => {
      const opened = openLesson(value, COURSE)
      return opened.ok ? opened.value.progressKey : undefined
    })
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
    expect(keys[3]).toBe('a-spike')
  })

  it('is refused where a single character was lost or changed', () => {
    const packed = packLesson(COURSE[0]!)
    fc.assert(
      fc.property(fc.integer({ min: 2, max: packed.length - 1 }), (at) => {
        expect(openLesson(packed.slice(0, at) + packed.slice(at + 1), []).ok).toBe(false)
      }),
    )
  })

  it('of a name that the course does not have is one problem', () => {
    expect(openLesson('none', COURSE)).toMatchObject({ ok: false, problems: [{ path: 'lesson' }] })
  })

  it('made today opens for ever', () => {
    // Append-only: a link that was given away once.
    const given =
      'z.fVPLSsUwEP2VMG5rQbAg3Qpu5O7cSRexHdtw8yhN6vVSAv6Gv-eXeCY-rwtXCfM6M-fMbASxZQWpvajIDNSSO573EwqwH5kqKlgw747qt9kZvyaO1DYVeeYBv_uuoph4lu9GiZ8T0m6xWipNJiqwPS7aKW0hsDJebaey5RplY89eLyYg8-wJCn9eTpzNnv_K3MgAyBHzEqzAkkgg3f0oRNLVFA7ile2GFzVXm6J4xqAttRthsNJ1eAQy9rIPjuu98QPCDSoDxM2WEw-Uy5h6EbyvjLG_ntebRfciB1J02mFpqIWmV7lDAqgDb_-06Eo8NJhwXiXubmL1EaSsRKkHtsGPsbwHcMrqm5C3l9dYl0mDxVWLnNsJQkuXjbCVc-7yOw3e9c7d11'
    expect(openLesson(given, [])).toMatchObject({ ok: true, value: { id: 'my-challenge' } })
  })

  it('may hold any of the templates', () => {
    for (const json of Object.values(TEMPLATES)) expect(validateLesson(json).ok).toBe(true)
  })
})
