import { expect, it } from 'vitest'
import { FORMS } from '../../../src/ui/share/forms.ts'

it('saves texts of different content under different names', () => {
  const endings = FORMS.flatMap(({ text, preview, files = [] }) => (text && !preview ? files : [])).map(
    ({ ending }) => ending,
  )
  expect(endings).toEqual(expect.arrayContaining(['yaml', 'alerts.yaml', 'go', 'automemlimit.go', 'cycles.json']))
  expect(endings).toHaveLength(new Set(endings).size)
})
