import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type PageId, PagesNav } from '../../../src/ui/header/pages-nav.tsx'

/** The links that are marked, as they are written. */
const marked = (current: PageId) =>
  [...renderToStaticMarkup(<PagesNav current={current} />).matchAll(/<a [^>]*aria-current[^>]*>[^<]*/g)].map(String)

describe('the links to the other pages', () => {
  it('mark the page itself, which is no link', () => {
    expect(marked('learn')).toEqual(['<a role="link" aria-disabled="true" aria-current="page">Learn'])
  })
})
