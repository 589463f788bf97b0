import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TraceLine } from '../../../src/ui/text/trace-line.tsx'

const LINE = 'gc 1 @1.906s 0%: 0.050+17+0.050 ms clock, 0.10+0.005/1.6/17+0.10 ms cpu, 39->39->20 MB, 40 MB goal, 2 P'

it('a line of gctrace is kept as it is, and is wrapped only between its fields', () => {
  const html = renderToStaticMarkup(<TraceLine text={LINE} />)
  const fields = [...html.matchAll(/<span class="kept">(.*?)<\/span>/g)].map(([, field]) => field)
  expect(fields.join(' ').replaceAll('&gt;', '>')).toBe(LINE)
  expect(fields).toContain('40 MB goal,')
  expect(fields).toContain('0.050+17+0.050 ms clock,')
})
