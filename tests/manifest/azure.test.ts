import { describe, expect, it } from 'vitest'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { GIB } from '../../src/units.ts'

function manifestIn(text: string) {
  const reader = createInputReader()
  reader.push(text)
  const read = reader.end()
  if (!read.ok) throw new Error(read.problems[0]?.message)
  if (!('manifest' in read.value)) throw new Error(read.value.kind)
  return read.value.manifest
}

const inJson = (value: unknown) => manifestIn(JSON.stringify(value, null, 2))

const ENV = [
  { name: 'GOMEMLIMIT', value: '900MiB' },
  { name: 'GOGC', secretRef: 'gogc' },
]
const app = { name: 'api', image: 'api:1', env: ENV, resources: { cpu: 0.5, memory: '1Gi', ephemeralStorage: '2Gi' } }
const showing = (type: string, containers: readonly unknown[]) => ({ type, properties: { template: { containers } } })

describe('a container app of Azure', () => {
  it.each([
    ['az containerapp show', showing('Microsoft.App/containerApps', [app])],
    ['az containerapp job show', showing('Microsoft.App/jobs', [app])],
    ['a file without its type', { properties: { template: { containers: [app] } } }],
    [
      'an ARM template',
      { $schema: 'x', resources: [{ apiVersion: '1', ...showing('Microsoft.App/containerApps', [app]) }] },
    ],
  ])('has its resources as limits: %s', (_, value) => {
    const { kind, containers } = inJson(value)
    expect(kind).toBe('azure')
    expect(containers).toMatchObject([{ name: 'api', role: 'main', memoryLimit: GIB, cpuLimit: 0.5, unread: [] }])
  })

  it('gives variables; that of a secret is unknown', () => {
    const [container] = inJson(showing('Microsoft.App/containerApps', [app])).containers
    expect(container?.env).toMatchObject([
      { name: 'GOMEMLIMIT', text: '900MiB' },
      { name: 'GOGC', text: undefined, from: 'a secret' },
    ])
  })

  it('has limits that are not known where it writes none, or where a template fills them in', () => {
    const limitsOf = (resources: object | undefined) => {
      const [one] = inJson(showing('Microsoft.App/containerApps', [{ ...app, resources }])).containers
      return [one?.memoryLimit, one?.cpuLimit, one?.unread?.map(({ of, mayBe }) => [of, mayBe])]
    }
    const open = [
      undefined,
      undefined,
      [
        ['memoryLimit', undefined],
        ['cpuLimit', undefined],
      ],
    ]
    expect(limitsOf(undefined)).toEqual(open)
    expect(limitsOf({ cpu: "[parameters('cpu')]", memory: "[parameters('memory')]" })).toEqual(open)
    expect(limitsOf({ cpu: "[json('0.25')]", memory: '0.5Gi' })).toEqual([GIB / 2, 0.25, []])
  })

  it('is read from YAML, with its init containers and its command', () => {
    const { containers } = manifestIn(
      [
        'type: Microsoft.App/containerApps',
        'properties:',
        '  template:',
        '    initContainers:',
        '    - {name: migrate, image: m, resources: {cpu: 0.25, memory: 0.5Gi}}',
        '    containers:',
        '    - image: api',
        '      name: api',
        '      command: [env, GOGC=400, /api]',
        '      resources:',
        '        cpu: 1',
        '        memory: 2Gi',
      ].join('\n'),
    )
    expect(containers).toMatchObject([
      { name: 'api', memoryLimit: 2 * GIB, env: [{ name: 'GOGC', from: 'a command' }] },
      { name: 'migrate', role: 'init' },
    ])
  })
})

describe('a container group of Azure', () => {
  const group = (resources: object, variables: readonly object[] = []) => ({
    type: 'Microsoft.ContainerInstance/containerGroups',
    properties: {
      containers: [{ name: 'api', properties: { image: 'api', environmentVariables: variables, resources } }],
    },
  })

  it('has its limits in GB, or else its requests, and says what a GB is taken for', () => {
    const requests = { cpu: 1, memoryInGB: 1.5 }
    const { containers, problems } = inJson(group({ requests }))
    expect(containers).toMatchObject([{ memoryLimit: 1.5e9, cpuLimit: 1, unread: [] }])
    expect(problems).toEqual([expect.stringMatching(/1000³ or 1024³ bytes.*--container/)])
    expect(inJson(group({ requests, limits: { memoryInGB: 2 } })).containers).toMatchObject([
      { memoryLimit: 2e9, cpuLimit: 1 },
    ])
  })

  it('is read as az container show prints it, where a secure value is missing', () => {
    const variables = [
      { name: 'GOGC', secureValue: null, value: '50' },
      { name: 'GOMEMLIMIT', secureValue: null, value: null },
    ]
    const printed = {
      containers: [
        {
          name: 'api',
          environmentVariables: variables,
          resources: { limits: null, requests: { cpu: 1, gpu: null, memoryInGb: 1.5 } },
        },
      ],
      type: 'Microsoft.ContainerInstance/containerGroups',
    }
    expect(inJson(printed).containers).toMatchObject([
      {
        memoryLimit: 1.5e9,
        env: [
          { name: 'GOGC', text: '50' },
          { name: 'GOMEMLIMIT', text: undefined, from: 'a secret' },
        ],
      },
    ])
  })
})

it('An object of Kubernetes with properties and sizes of its own is none of Azure', () => {
  const crd = 'apiVersion: core.oam.dev/v1beta1\nkind: Application\nproperties:\n  resources:\n    memory: 1Gi\n'
  expect(() => manifestIn(crd)).toThrow(/no container in it/)
})

it('Chart values with properties, or with sizes as Azure writes them, are none of Azure', () => {
  const env = 'env:\n  GOMEMLIMIT: 450MiB\n'
  for (const values of ['properties:\n  a: b\nresources:\n  memory: 512Mi\n  cpu: 1\n', 'memoryInGB: 2\n']) {
    const { kind, containers } = manifestIn(values + env)
    expect([kind, containers[0]?.env[0]?.text], values).toEqual(['kubernetes', '450MiB'])
  }
})
