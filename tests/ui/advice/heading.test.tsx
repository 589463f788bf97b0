import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Heading } from '../../../src/ui/advice/advice.tsx'
import type { Advised } from '../../../src/ui/advice/use-advice.ts'
import { adviceOf } from '../../explore/support/options.ts'

it('the line of the closed advice answers for the settings on screen only', () => {
  const shown = (status: Advised['status']) =>
    renderToStaticMarkup(<Heading advice={adviceOf()} status={status} />).replace(/<[^>]*>/g, '')
  expect(shown('found')).toBe('leave it as it is')
  expect(shown('searching')).toBe('searching…')
  expect(shown('failed')).toBe('not searched')
  expect(shown('cancelled')).toBe('not searched')
})
