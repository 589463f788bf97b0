import { describe, expect, it } from 'vitest'
import { tellChanges } from '../../src/embed/changes.ts'
import { encodeLink } from '../../src/share/encode.ts'
import type { AppState } from '../../src/store/state.ts'
import { createBareApp } from '../ui/support/app.ts'

const percent = (value: number) => ({ kind: 'percent', percent: value }) as const

function createTold() {
  const { store } = createBareApp()
  const said: string[] = []
  let made = 0
  const toLink = ({ scenario, presetId, view }: AppState) => {
    made++
    return encodeLink({ scenario, presetId, view: view.window ? { zoom: view.window } : {} }, 'embed')
  }
  const changes = tellChanges(store, toLink, (link) => said.push(link))
  return { ...store.getState(), said, changes, made: () => made }
}

describe('changes that a frame reports', () => {
  it('a setting, and the Reset that takes it back', () => {
    const { set, reset, said } = createTold()
    set({ gogc: percent(50) })
    reset()
    expect(said).toEqual(['#v=1&preset=spike&gogc=50', '#v=1&preset=spike'])
  })

  it('include a drag when it ends, unless it ends where it began', () => {
    const { preview, settle, said } = createTold()
    preview({ gogc: percent(50) })
    preview({ gogc: percent(70) })
    expect(said).toEqual([])
    settle()
    preview({ gogc: percent(90) })
    preview({ gogc: percent(70) })
    settle()
    expect(said).toEqual(['#v=1&preset=spike&gogc=70'])
  })

  it('makes no link before something has changed: fifty frames would make as many', () => {
    const { changes, moveCursor, set, made } = createTold()
    changes.quietly(() => set({ gogc: percent(50) }))
    moveCursor(2.5)
    expect(made()).toBe(0)
  })

  it('include zooming in and out, but no crosshair moves', () => {
    const { zoom, moveCursor, said } = createTold()
    zoom({ start: 2, end: 3 })
    moveCursor(2.5)
    zoom(undefined)
    expect(said).toEqual(['#v=1&preset=spike&zoom=2~3', '#v=1&preset=spike'])
  })

  it('do not include what the host set, only what differs from it', () => {
    const { set, changes, said } = createTold()
    changes.quietly(() => set({ gogc: percent(50) }))
    set({ gogc: percent(50) })
    expect(said).toEqual([])
    set({ gogc: percent(100) })
    expect(said).toEqual(['#v=1&preset=spike'])
  })
})
