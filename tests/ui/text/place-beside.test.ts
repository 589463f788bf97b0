import { afterEach, expect, it, vi } from 'vitest'
import { placeBeside } from '../../../src/ui/text/place-beside.ts'

afterEach(() => vi.unstubAllGlobals())

it('a note stays clear of the scroll bar', () => {
  vi.stubGlobal('document', { documentElement: { clientWidth: 985 } })
  vi.stubGlobal('innerWidth', 1000)
  vi.stubGlobal('innerHeight', 800)
  const note = { style: {} as Record<string, string> }
  const word = { getBoundingClientRect: () => ({ left: 900, top: 100, bottom: 120 }) }
  placeBeside(note as unknown as HTMLElement, word as unknown as Element)
  expect(Number.parseInt(note.style.left!, 10) + Number.parseInt(note.style.width!, 10)).toBe(985 - 8)
})
