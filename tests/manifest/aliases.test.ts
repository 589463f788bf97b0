import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

describe('aliases and merge keys', () => {
  it('are replaced by the values to which they refer', () => {
    const compose = `x-env: &env
  GOMEMLIMIT: "512"
x-limits: &limits {memory: 512M}
services:
  app:
    deploy: {resources: {limits: *limits}}
    environment:
      <<: *env
      GOGC: "50%"
`
    const kinds = findingsIn(manifestOf('compose', compose)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['bare-bytes', 'malformed-gogc']))
    expect(manifestOf('compose', compose).containers[0]?.memoryLimit).toBe(512 * MIB)
  })

  it('do not override the map’s own pairs', () => {
    const compose = `x-env: &env {GOGC: "off"}
services: {app: {environment: {<<: *env, GOGC: "100"}}}
`
    expect(findingsIn(manifestOf('compose', compose)).map(({ kind }) => kind)).not.toContain('off-without-limit')
  })

  it('that refer to each other do not loop forever', () => {
    const levels = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`)
    const bomb = `l0: &l0 [a]\n${levels.join('\n')}\nservices: {app: {environment: {GOMEMLIMIT: "512"}}}\n`
    expect(() => parseManifest(bomb, 'compose')).not.toThrow()
  })
})
