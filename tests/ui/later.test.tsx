import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { later } from '../../src/ui/later.ts'

const load = () => Promise.resolve(() => <p>The part</p>)

it('a part that loads later shows what stands in for it, unless it was loaded before it is shown', async () => {
  const Part = later('The part', load, <p>Loading</p>)
  expect(renderToStaticMarkup(<Part />)).toContain('Loading')
  Part.preload()
  await expect.poll(() => renderToStaticMarkup(<Part />)).toBe('<p>The part</p>')
})
