import { expect, it } from 'vitest'
import { MIB } from '../../src/units.ts'
import { toZoomNote } from '../../src/view/zoom-note.ts'
import { createBareApp } from '../ui/support/app.ts'

it('a note mentions a zoom beyond the run, until the run reaches it or the zoom is gone', () => {
  const app = createBareApp()
  const { set, zoom } = app.store.getState()
  const note = () => toZoomNote(app.store.getState(), app)
  const container = (mib: number) => set({ containerLimit: { kind: 'bytes', bytes: mib * MIB } })
  expect(note()).toBeUndefined()
  zoom({ start: 8, end: 10 })
  expect(note()).toBeUndefined()
  // The spike is killed on its way from 20 to 60 MiB.
  container(45)
  expect(note()).toMatch(/^Zoomed to 8\.00 s to 10\.0+ s, but the run ends at [4-7]\.\d+ s/)
  container(100)
  expect(note()).toBeUndefined()
  container(45)
  zoom(undefined)
  expect(note()).toBeUndefined()
})
