import { Window } from 'happy-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeOnceLeft, placeBeside } from '../../../src/ui/text/place-beside.ts'

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

describe('an open note', () => {
  const open = () => {
    const window = new Window()
    const document = window.document as unknown as Document
    const send = (place: Element, type: string) => place.dispatchEvent(new window.Event(type) as unknown as Event)
    document.body.innerHTML = '<main><button>GOGC</button><div><a href="#">More</a></div><input type="range"></main>'
    const [word, note, inside, slider, main] = ['button', 'div', 'a', 'input', 'main'].map(
      (name) => document.querySelector<HTMLElement>(name)!,
    )
    let top = 100
    word!.getBoundingClientRect = () => ({ top }) as DOMRect
    const hidePopover = vi.fn(() => send(note!, 'beforetoggle'))
    closeOnceLeft(Object.assign(note!, { hidePopover }), word!)
    const scroll = (to: number) => {
      top = to
      send(main!, 'scroll')
    }
    return { word: word!, inside: inside!, slider: slider!, hidePopover, scroll }
  }

  it('stays while the focus is on its word or in it, and closes when the focus goes elsewhere', () => {
    const { word, inside, slider, hidePopover } = open()
    word.focus()
    inside.focus()
    expect(hidePopover).not.toHaveBeenCalled()
    slider.focus()
    word.focus()
    slider.focus()
    expect(hidePopover).toHaveBeenCalledOnce()
  })

  it('closes when its word scrolls away, and stays while something else scrolls', () => {
    const { hidePopover, scroll } = open()
    scroll(100)
    expect(hidePopover).not.toHaveBeenCalled()
    scroll(60)
    scroll(20)
    expect(hidePopover).toHaveBeenCalledOnce()
  })
})
