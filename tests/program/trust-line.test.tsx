import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TrustLine } from '../../src/program/answer/trust-line.tsx'

it('the trust in a log keeps each number with its unit', () => {
  const line = renderToStaticMarkup(
    <TrustLine trust={{ grade: 'poor', reasons: ['GC cycles +22 % in the simulation'] }} />,
  )
  expect(line).toContain('GC cycles +<span class="kept">22 %</span> in the simulation')
})
