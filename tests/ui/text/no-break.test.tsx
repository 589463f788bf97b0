import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { NoBreak } from '../../../src/ui/text/no-break.tsx'

describe('a sentence with figures', () => {
  const keptIn = (text: string) =>
    [...renderToStaticMarkup(<NoBreak text={text} />).matchAll(/<span class="kept">(.*?)<\/span>/g)].map(
      ([, one]) => one,
    )

  it.each([
    ['by 6.4 MiB for 2.85 s.', ['6.4 MiB', '2.85 s']],
    ['54.6 ms of CPU, 100 µs, 7.4 % to 12.9 %', ['54.6 ms', '100 µs', '7.4 %', '12.9 %']],
    ['150.0 MiB/CPU-s for 4 CPU-s, or 99.1 MiB/s', ['150.0 MiB/CPU-s', '4 CPU-s', '99.1 MiB/s']],
    ['(7 658 s of CPU time), 12 MiB', ['7 658 s', '12 MiB']],
    // Words that begin as a unit does, and numbers of nothing that is measured.
    ['12 seconds, 3 MiBs, 28 of 54 cycles, 5 CPU-seconds', []],
  ])('"%s" keeps each number with its unit', (text, kept) => {
    expect(keptIn(text)).toEqual(kept)
  })

  it('says what it said', () => {
    const text = 'Memory passed GOMEMLIMIT, a soft limit, by 6.4 MiB for 2.85 s.'
    expect(renderToStaticMarkup(<NoBreak text={text} />).replace(/<[^>]*>/g, '')).toBe(text)
  })
})
