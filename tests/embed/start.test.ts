// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerPart } from '../../src/embed/part-registry.ts'
import { startEmbed } from '../../src/embed/start.ts'

const createMap = vi.fn(() => {
  const node = document.createElement('div')
  return { node, stretch: node, start() {}, update() {}, destroy() {} }
})

/** Starts a frame whose link has this fragment, and brings it into sight. */
function open(fragment: string): HTMLElement {
  location.hash = fragment
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  startEmbed(host)
  dispatchEvent(new Event('beforeprint'))
  return host
}

describe('the link of a frame', () => {
  beforeEach(() => {
    createMap.mockClear()
    registerPart('map', createMap)
  })

  it.each(['show=map', 'map=1', 'show=map&map=1'])('%s shows the map', (pair) => {
    open(`#v=1&preset=spike&${pair}`)
    expect(createMap).toHaveBeenCalledTimes(1)
  })

  it.each(['map=0', 'hide=cpu'])('%s shows the charts', (pair) => {
    open(`#v=1&preset=spike&${pair}`)
    expect(createMap).not.toHaveBeenCalled()
  })

  it('with map=1 and a mistake says once that the map is kept', () => {
    const notice = open('#v=1&preset=spike&gogc=x&map=1').querySelector('.notice')
    expect(notice?.textContent).toContain('Shown here: “Transient spike”, show=map.')
  })
})
