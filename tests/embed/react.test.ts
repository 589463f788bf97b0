import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SawtoothFigure } from '../../src/embed/react.tsx'

describe('the React component', () => {
  it('writes its props as attributes that the element reads: lists as links have them', () => {
    const html = renderToStaticMarkup(
      createElement(SawtoothFigure, {
        src: '/sawtooth/',
        preset: 'spike',
        memoryLimit: '60MiB',
        cpuLimiter: true,
        hide: ['cpu', 'title'],
        zoom: [2, 8],
      }),
    )
    expect(html).toContain('memory-limit="60MiB"')
    expect(html).toContain('cpu-limiter="1"')
    expect(html).toContain('hide="cpu.title"')
    expect(html).toContain('zoom="2~8"')
  })
})
