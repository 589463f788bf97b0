import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

const MIB = 2 ** 20

function read(text: string) {
  const kind = manifestKindOf(text)!
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) return { kind, problem: manifest.problems[0]?.message }
  const [{ memoryLimit, cpuLimit, env } = { env: [] }] = manifest.value.containers
  return {
    kind,
    memoryLimit,
    cpuLimit,
    settings: Object.fromEntries(env.map(({ name, text: value }) => [name, value])),
  }
}

describe('a part of a manifest', () => {
  it('may be the variables of a compose service', () => {
    const text =
      '# runtime\n  environment:\n    - GOMAXPROCS=8\n    - GOGC=100\n    - "GOMEMLIMIT=8GiB"\n  logging: {driver: local}\n'
    const settings = { GOMAXPROCS: '8', GOGC: '100', GOMEMLIMIT: '8GiB' }
    expect(read(text)).toMatchObject({ kind: 'compose', settings })
  })

  it('may be the limits of a container', () => {
    const text =
      '      limits:\n        cpu: "3"\n        memory: 512Mi\n      requests:\n        cpu: "2"\n        memory: 256Mi\n'
    expect(read(text)).toMatchObject({ kind: 'kubernetes', memoryLimit: 512 * MIB, cpuLimit: 3 })
    expect(read(`${text}      env:\n      - name: GOGC\n        value: "50"\n`)).toMatchObject({
      memoryLimit: 512 * MIB,
      settings: { GOGC: '50' },
    })
  })
})

it('a part may be JSON, or in one line', () => {
  const limits = { limits: { memory: '512Mi' }, requests: { cpu: '100m' } }
  for (const text of [JSON.stringify(limits), JSON.stringify(limits, null, 2), 'resources: {limits: {memory: 512Mi}}'])
    expect(read(text)).toMatchObject({ kind: 'kubernetes', memoryLimit: 512 * MIB })
  const variables = [
    { name: 'GOGC', value: '50' },
    { name: 'GOMEMLIMIT', valueFrom: {} },
  ]
  expect(read(JSON.stringify(variables))).toMatchObject({ kind: 'kubernetes', settings: { GOGC: '50' } })
})

describe('variables that were copied without their key', () => {
  it('may be those of a compose service', () => {
    const text = '# add to the service:\n- LIMIT_RESOURCES=false\n- GOMEMLIMIT=4GiB\n- "GOGC=50"\n'
    expect(read(text)).toMatchObject({ kind: 'compose', settings: { GOMEMLIMIT: '4GiB', GOGC: '50' } })
  })

  it('may be those of a container', () => {
    const text =
      '        # tuning\n        - name: GOGC\n          value: "50"\n        - name: GOMEMLIMIT\n          valueFrom:\n            resourceFieldRef:\n              resource: limits.memory\n'
    expect(read(text)).toMatchObject({ kind: 'kubernetes', settings: { GOGC: '50', GOMEMLIMIT: undefined } })
  })

  it('are not in a list of settings that explains them', () => {
    expect(manifestKindOf('Now:\n- GOGC=100 (the default)\n- GOMEMLIMIT=unlimited\n')).toBeUndefined()
  })
})

it('containers that were copied without their key are read, other lists are not', () => {
  const list = '- name: api\n  resources:\n    limits:\n      memory: 512Mi\n  env:\n  - name: GOGC\n    value: "50"\n'
  expect(read(list)).toMatchObject({ kind: 'kubernetes', memoryLimit: 512 * MIB, settings: { GOGC: '50' } })
  const pods = JSON.stringify([{ apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'api' }] } }], null, 1)
  expect(read(pods)).toMatchObject({ kind: 'kubernetes', problem: 'there is no container in it' })
})

describe('a memory limit that a variable uses', () => {
  const variables = 'env:\n- name: GOMEMLIMIT\n  valueFrom:\n    resourceFieldRef:\n      resource: limits.memory\n'

  it.each([variables, variables.slice(5), `agent:\n${variables.replace(/^/gm, '  ')}`])(
    'may be set in a part that was not copied: %j',
    (text) => {
      const manifest = parseManifest(text, 'kubernetes')
      if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
      expect(manifest.value.containers).toMatchObject([{ unread: [{ of: 'memoryLimit' }] }])
      expect(findingsIn(manifest.value)).toEqual([])
    },
  )

  it('is missing if the resources of the container have none', () => {
    const manifest = parseManifest(`${variables}resources: {limits: {cpu: 2}}\n`, 'kubernetes')
    expect(manifest.ok && findingsIn(manifest.value)).toMatchObject([{ kind: 'field-without-limit' }])
  })
})

describe('YAML whose lines have lost their indentation', () => {
  it.each([
    'apiVersion: v1\nkind: Pod\nmetadata:\nname: api\nspec:\ncontainers:\n- name: api\nimage: api:1\nresources:\nlimits:\nmemory: "512Mi"\n',
    'containers:\n- name: api\nresources:\nlimits:\nmemory: "2Gi"\nenv:\n- name: GOMEMLIMIT\nvalueFrom:\nresourceFieldRef:\nresource: limits.memory\n',
    'services:\nweb:\nimage: web:1\ndeploy:\nresources:\nlimits:\nmemory: 1G\n',
  ])('is refused: %j', (text) => {
    expect(read(text).problem).toMatch(/no indentation, .* copy it again/)
    expect(read(text.replace(/^/gm, '  ')).problem).toMatch(/no indentation/)
  })

  it('is told from chart values that have an empty key beside others', () => {
    const values = 'deploy:\nspec:\nresources:\n  limits:\n    memory: 512Mi\ncontainers: []\n'
    expect(read(values)).toMatchObject({ kind: 'kubernetes', memoryLimit: 512 * MIB })
  })
})

describe('the command above a manifest', () => {
  it.each([
    '$ kubectl get pod api -o yaml',
    'kubectl -n shop get deploy/api -o yaml',
    '[me@host ~]$ cat pod.yaml',
    'me@host:~/shop$ helm template . --set a=b',
    'me@host shop % kubectl get pod api -o yaml',
  ])('is passed over: %s', (command) => {
    const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - resources: {limits: {memory: 512Mi}}\n'
    expect(read(`${command}\n${pod}`)).toMatchObject({ kind: 'kubernetes', memoryLimit: 512 * MIB })
  })
})

describe('a hard space, as web pages have it', () => {
  const pod =
    'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: api\n      resources: {limits: {memory: 512Mi}}\n      env:\n      - name: GOGC\n        value: "50"\n'

  it('is a plain one in a margin and beside a key', () => {
    for (const text of [pod.replaceAll('  ', '\u00a0 '), pod.replaceAll(' ', '\u00a0'), `\ufeff${pod}`])
      expect(read(text)).toMatchObject({ memoryLimit: 512 * MIB, settings: { GOGC: '50' } })
  })

  it('stays as it is in a value: Go refuses that', () => {
    const kindsOf = (text: string) => {
      const manifest = parseManifest(text, manifestKindOf(text)!)
      return manifest.ok && findingsIn(manifest.value).map(({ kind }) => kind)
    }
    expect(kindsOf('GOGC=50\u00a0\nGOMEMLIMIT=400\u00a0MiB\n')).toEqual(['malformed-gogc', 'malformed-limit'])
    expect(kindsOf(pod.replace('"50"', '"50\u00a0"'))).toContain('malformed-gogc')
    expect(kindsOf(pod.replace('"50"', '“50”'))).toContain('malformed-gogc')
  })
})
