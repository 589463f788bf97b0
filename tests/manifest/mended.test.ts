import { expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

function mendedIn(text: string) {
  const manifest = parseManifest(text, 'kubernetes')
  return manifest.ok ? findingsIn(manifest.value).map(({ mended }) => mended) : []
}

it('a line is corrected in its own form: an item of a list, or a line of chart values', () => {
  const values = (env: string) => `resources:\n  limits: {memory: 512Mi}\nextraEnv:\n  ${env}\n`
  const mended = (env: string) => mendedIn(values(env))
  expect(mended('GOMEMLIMIT: 400Mi')).toEqual(['GOMEMLIMIT: "400MiB"'])
  expect(mended('- {name: GOMEMLIMIT, value: 400Mi}')).toEqual(['- name: GOMEMLIMIT\n  value: "400MiB"'])
  const tiny = 'resources:\n  limits: {memory: 512m}\nextraEnv: {GOGC: 50}\n'
  expect(mendedIn(tiny)[0]).toBe('memory: 512Mi')
})
