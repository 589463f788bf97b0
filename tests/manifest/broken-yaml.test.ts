import { expect, it } from 'vitest'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'

const POD = 'kind: Pod\nspec:\n  containers:\n  - name: api\n    env:\n    - name: GOGC\n      value: "100"\n'
const LIMIT = 'resources: {limits: {memory: 100Mi}}\n'

/** A document is refused, with the line of the error: read without its limits, it would seem to have none. */
it.each([
  ['a tab in a margin', `${POD}\t${LIMIT}`, 8],
  ['a wrong margin', `${POD}   ${LIMIT}`, 8],
  ['marks of a merge conflict', `${POD}<<<<<<< HEAD\n    ${LIMIT}=======\n>>>>>>> other\n`, 8],
  ['dots in place of lines', `${POD}    ...\n    ${LIMIT}`, 8],
  ['an open quote', `${POD.replace('100"', '100')}    ${LIMIT}`, 9],
  ['JSON that is cut off', '{"kind": "Pod", "spec": {"containers": [{"name": "api", "resources": {"lim', 1],
])('a document with an error is not read: %s', (_, text, line) => {
  const message = `line ${line}: this is not valid YAML`
  expect(parseManifest(text, 'kubernetes')).toEqual({ ok: false, problems: [{ path: '', message }] })
})

it('the other documents of a text with an error are read', () => {
  const read = parseManifest(`${POD}    ${LIMIT}---\n${POD}\t${LIMIT}`, 'kubernetes')
  expect(read).toMatchObject({ ok: true, value: { problems: [expect.stringContaining('line 17:')] } })
  expect(read.ok && read.value.containers.map(({ memoryLimit }) => memoryLimit)).toEqual([100 * MIB])
})

it('a document with too many aliases is not read', () => {
  const levels = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`)
  const bomb = `l0: &l0 [a]\n${levels.join('\n')}\nservices: {app: {image: a, environment: {GOGC: "100"}}}\n`
  expect(parseManifest(bomb, 'compose')).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining('too many aliases') }],
  })
})
