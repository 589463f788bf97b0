import { describe, expect, it } from 'vitest'
import { type Build, cacheNameOf, isOutdated, toKeptPath, toPrecache } from '../../../src/work/offline/kept.ts'

const SCOPE = 'https://example.com/docs/sawtooth/'
const BUILD: Build = {
  version: 'b',
  named: { 'index.html': 'sha256-i', 'log.html': 'sha256-l' },
  assets: ['assets/index-1.js', 'assets/worker-1.js'],
}
const keptFor = (url: string, method = 'GET') => toKeptPath({ method, url }, SCOPE, BUILD)

describe('what answers a request', () => {
  it.each([
    ['', 'index.html'],
    ['#v=1&preset=spike&gogc=50', 'index.html'],
    ['?from=mail', 'index.html'],
    ['index.html', 'index.html'],
    ['log.html#run=2', 'log.html'],
    ['assets/index-1.js', 'assets/index-1.js'],
    ['assets/worker-1.js', 'assets/worker-1.js'],
  ])('for "%s" of the folder is the kept %s', (path, kept) => {
    expect(keptFor(SCOPE + path)).toBe(kept)
  })

  it.each([
    ['a file of another build', `${SCOPE}assets/index-2.js`],
    ['the embedded figure', `${SCOPE}embed.html`],
    ['what is not there', `${SCOPE}nothing`],
    ['a folder', `${SCOPE}assets/`],
    ['the service worker itself', `${SCOPE}service-worker.js`],
    ['what every object has', `${SCOPE}constructor`],
    ['a folder beside it', 'https://example.com/docs/'],
    ['another host', 'https://elsewhere.example/docs/sawtooth/'],
  ])('for %s is the network', (_, url) => {
    expect(keptFor(url)).toBeUndefined()
  })

  it('is the network for a POST', () => {
    expect(keptFor(SCOPE, 'POST')).toBeUndefined()
  })
})

describe('what is kept before it is asked for', () => {
  it('is all of the build; files whose names stay are held to their content', () => {
    expect(toPrecache(BUILD)).toEqual([
      ['index.html', 'sha256-i'],
      ['log.html', 'sha256-l'],
      ['assets/index-1.js', undefined],
      ['assets/worker-1.js', undefined],
    ])
  })
})

describe('the caches of other builds', () => {
  it('are outdated, and nobody else’s are', () => {
    const other = cacheNameOf({ ...BUILD, version: 'a' })
    const caches = [cacheNameOf(BUILD), other, 'someone-elses']
    expect(caches.filter((name) => isOutdated(name, BUILD))).toEqual([other])
  })
})
