import { afterEach, describe, expect, it, vi } from 'vitest'
import { allowOwnWorkers, allowScripts } from '../../src/work/own-scripts.ts'

type Rule = (url: string) => string | null

/** What the browser asks about the address of a script, on a page at `address`. */
function ruleAt(address: string, allow = allowOwnWorkers): Rule {
  const createPolicy = vi.fn((_name: string, _rules: { createScriptURL: Rule }) => ({}))
  vi.stubGlobal('document', { baseURI: address })
  vi.stubGlobal('trustedTypes', { defaultPolicy: null, createPolicy })
  allow()
  expect(createPolicy).toHaveBeenCalledTimes(1)
  return createPolicy.mock.calls[0]![1].createScriptURL
}

describe('what may become a worker', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is a script of the build, wherever that is hosted', () => {
    const rule = ruleAt('https://example.com/docs/sawtooth/log.html#run=2')
    for (const own of ['https://example.com/docs/sawtooth/assets/worker-1.js', './assets/worker-1.js'])
      expect(rule(own)).toBe(own)
  })

  it('is the service worker of the build, by that name alone', () => {
    const rule = ruleAt('https://example.com/docs/sawtooth/')
    expect(rule('./service-worker.js')).toBe('./service-worker.js')
    expect(rule('https://evil.test/service-worker.js')).toBeNull()
    expect(rule('../service-worker.js')).toBeNull()
  })

  it('is nothing else: not of the same host, not of another, and no text', () => {
    const rule = ruleAt('https://example.com/docs/sawtooth/')
    for (const other of [
      'https://example.com/upload/worker.js',
      'https://example.com/docs/sawtooth/assets/../../../upload/worker.js',
      'https://example.com.evil.test/docs/sawtooth/assets/worker.js',
      'https://evil.test/assets/worker.js',
      'blob:https://example.com/docs/sawtooth/assets/1',
      'data:text/javascript,postMessage(0)',
      'javascript:alert(1)',
    ])
      expect(rule(other), other).toBeNull()
  })

  it('is what a frame names, and nothing else', () => {
    const rule = ruleAt('https://example.com/docs/', () => allowScripts((url) => url === './embed-map.js'))
    expect(rule('./embed-map.js')).toBe('./embed-map.js')
    expect(rule('../embed-map.js')).toBeNull()
    expect(rule('https://evil.test/embed-map.js')).toBeNull()
  })

  it('changes nothing if a policy exists, or without trusted types', () => {
    const createPolicy = vi.fn()
    vi.stubGlobal('trustedTypes', { defaultPolicy: {}, createPolicy })
    allowOwnWorkers()
    expect(createPolicy).not.toHaveBeenCalled()
    vi.stubGlobal('trustedTypes', undefined)
    expect(allowOwnWorkers).not.toThrow()
  })
})
