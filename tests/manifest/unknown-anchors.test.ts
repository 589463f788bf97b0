import { expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

type Kind = Parameters<typeof manifestOf>[0]

function openIn(kind: Kind, text: string) {
  return manifestOf(kind, text).containers.map(({ unread = [] }) => unread.map(({ of }) => of).sort())
}

const ALL = ['cpuLimit', 'memoryLimit', 'variables']
const LIMITS = ['cpuLimit', 'memoryLimit']

it.each<[Kind, string, string[]]>([
  ['compose', 'services: {api: {<<: *common, image: a}}\n', ALL],
  ['compose', 'services: {api: {<<: [*common, *limits], image: a, environment: {GOGC: "100"}}}\n', LIMITS],
  ['compose', 'x-a: &a {<<: *common}\nservices: {api: {<<: *a, image: a}}\n', ALL],
  ['compose', 'services: {api: {image: a, deploy: *deploy}}\n', LIMITS],
  ['compose', 'services: {api: {image: a, deploy: {resources: {limits: {<<: *limits}}}}}\n', LIMITS],
  ['compose', 'services: {api: {image: a, environment: {<<: *env, GOGC: "100"}}}\n', ['variables']],
  ['compose', 'services: {api: {image: a, environment: *env}}\n', ['variables']],
  ['compose', 'services: {api: {image: a, mem_limit: *limit}}\n', ['memoryLimit']],
  ['kubernetes', 'kind: Pod\nspec: {containers: [{name: a, <<: *common}]}\n', ALL],
  ['kubernetes', 'kind: Pod\nspec: {containers: [{name: a, resources: *resources}]}\n', LIMITS],
  ['kubernetes', 'kind: Pod\nspec: {resources: *resources, containers: [{name: a}]}\n', LIMITS],
  [
    'kubernetes',
    'kind: Pod\nspec: {containers: [{name: a, resources: {limits: {<<: *limits, cpu: 1}}}]}\n',
    ['memoryLimit'],
  ],
  [
    'kubernetes',
    'kind: Pod\nspec: {containers: [{name: a, env: [*one, {name: GOGC, value: "100"}]}]}\n',
    ['variables'],
  ],
  ['kubernetes', 'resources: {limits: *limits}\nenv: *env\n', ALL],
  ['kubernetes', 'resources: {limits: *limits}\nextraEnv: {<<: *env}\n', ALL],
])('an alias whose anchor is not in the text leaves open what it stands for: %s, %s', (kind, text, open) => {
  expect(openIn(kind, text)).toEqual([open])
})

it('values beside such an alias are read', () => {
  const text = 'services: {api: {<<: *common, image: a, mem_limit: 100m, environment: {<<: *env, GOGC: "off"}}}\n'
  const manifest = manifestOf('compose', text)
  expect(manifest.containers).toMatchObject([{ memoryLimit: 100 * MIB, env: [{ name: 'GOGC', text: 'off' }] }])
  expect(findingsIn(manifest).map(({ kind }) => kind)).not.toContain('off-without-limit')
})
