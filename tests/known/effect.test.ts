import { expect, it } from 'vitest'
import { withEffect, withEffectInText } from '../../src/known/effect.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

const POD = `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: app
      resources: {limits: {memory: 512Mi}}
      env: [{name: GOGC, value: "50%"}]
`

it('a finding says its reason apart from its simulated effect, and both as one text', () => {
  const manifest = parseManifest(POD, 'kubernetes')
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  const [finding] = findingsOf([manifest.value], toKnown({ runs: [], manifests: [manifest.value], typed: {} }))
  expect(finding!.text).toMatch(/without a message\.$/)
  expect(finding!.effect?.runs.map(({ name }) => name)).toEqual(['As written', 'Corrected'])
  expect(withEffect(finding!)).toMatch(
    /without a message\. Simulated with an example program .*\. As written: .* GC cycles .*\. Corrected: .*\.$/,
  )
  expect(withEffectInText(finding!)).toMatchObject({ text: withEffect(finding!), kind: finding!.kind })
  expect(withEffectInText(finding!)).not.toHaveProperty('effect')
  expect(withEffect({ text: 'No run can show it.' })).toBe('No run can show it.')
})

it('of thousands of containers, alike ones are simulated once, and at most a hundred different ones', () => {
  const pod = (gogc: number) => POD.replace('50%', `${gogc}%`).replace('512Mi', `${512 + gogc}Mi`)
  const findingsFor = (gogcs: readonly number[]) => {
    const manifest = parseManifest(gogcs.map(pod).join('---\n'), 'kubernetes')
    if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
    return findingsOf([manifest.value], toKnown({ runs: [], manifests: [manifest.value], typed: {} }))
  }
  const [, second, third] = findingsFor([50, 60, 60])
  expect(second!.effect).toBeDefined()
  expect(second!.effect).toBe(third!.effect)
  const many = findingsFor(Array.from({ length: 120 }, (_, i) => 50 + i))
  expect(many.filter(({ effect }) => effect)).toHaveLength(101)
})
