import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Markdown } from '../../../src/ui/text/markdown.tsx'

it('a long name in code may be broken after a slash or a colon, and so not within a word', () => {
  const html = renderToStaticMarkup(<Markdown source="Draw `/memory/classes/heap/objects:bytes`, not `GOGC=off`." />)
  expect(html).toContain('<code>/memory/<wbr/>classes/<wbr/>heap/<wbr/>objects:<wbr/>bytes</code>')
  expect(html).toContain('<code>GOGC=off</code>')
})
