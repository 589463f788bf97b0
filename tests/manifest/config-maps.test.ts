import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { withConfigMaps } from '../../src/manifest/kubernetes/kube-references.ts'
import { call, createFolder } from '../cli/harness.ts'
import { manifestOf } from './settings-in.ts'

const mapOf = (data: string, namespace = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: t, namespace: "${namespace}"}\ndata: ${data}\n`
const pod = (container: string, namespace = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: "${namespace}"}
spec: {containers: [{name: api, resources: {limits: {memory: 256Mi}}, ${container}}]}\n`

/** The container of the last text, with what the others give to it. */
function containerIn(...texts: readonly string[]) {
  const all = withConfigMaps(texts.map((text) => manifestOf('kubernetes', text)))
  const { containers } = all.at(-1)!
  const [{ env, unread = [] }] = containers as [(typeof containers)[number]]
  const findings = findingsIn({ kind: 'kubernetes', containers, problems: [] }).map(({ kind }) => kind)
  return { env: env.map(({ name, text }) => `${name}=${text}`), open: unread.map(({ from }) => from), findings }
}

// kubernetes.io, “Configure a Pod to Use a ConfigMap”: a file of its own is the usual place of one.
describe('a ConfigMap of another file', () => {
  const ALL = 'envFrom: [{configMapRef: {name: t}}]'

  it('gives all its variables, which those of the container override', () => {
    const own = `${ALL}, env: [{name: GOGC, value: "200"}]`
    expect(containerIn(mapOf('{GOGC: "50", GOMEMLIMIT: 200MiB, TOKEN: x}'), pod(own))).toMatchObject({
      env: ['GOGC=50', 'GOMEMLIMIT=200MiB', 'GOGC=200'],
      open: [],
    })
  })

  it('gives them with a prefix', () => {
    const own = 'envFrom: [{prefix: GO, configMapRef: {name: t}}]'
    const map = mapOf('{MEMLIMIT: 200MiB, GOGC: "20"}')
    expect(containerIn(map, pod(own))).toMatchObject({ env: ['GOMEMLIMIT=200MiB'], open: [] })
  })

  it('gives no value under a short key, or one that Go does not read: it may be private', () => {
    const own = 'envFrom: [{prefix: GO, configMapRef: {name: t}}]'
    expect(containerIn(mapOf('{GC: "50"}'), pod(own))).toMatchObject({ env: ['GOGC=undefined'], findings: [] })
    const kept = (data: string) => JSON.stringify(manifestOf('kubernetes', mapOf(data)).configMaps)
    expect(kept('{T: "4815162342108", C: "99887766", PIN: 4815162K, LIMIT: 4815m}')).not.toMatch(/4815|9988/)
    expect(kept('{limit: 512Mi, other: 400MiB, GOGC: "50"}')).toMatch(/512Mi.*400MiB.*"50"/)
  })

  it('gives one value, if that is a size or a setting: any other may be private', () => {
    const own = (key: string) => `env: [{name: GOMEMLIMIT, valueFrom: {configMapKeyRef: {name: t, key: ${key}}}}]`
    const map = mapOf('{limit: 200MiB, GOMEMLIMIT: 100MiB, pin: "123456"}')
    expect(containerIn(map, pod(own('limit'))).env).toEqual(['GOMEMLIMIT=200MiB'])
    expect(containerIn(map, pod(own('GOMEMLIMIT'))).env).toEqual(['GOMEMLIMIT=100MiB'])
    expect(containerIn(map, pod(own('pin'))).env).toEqual(['GOMEMLIMIT=undefined'])
  })

  it('must match in name and namespace; otherwise all values stay unknown', () => {
    expect(containerIn(mapOf('{GOGC: "50"}', 'prod'), mapOf('{GOGC: "60"}', 'dev'), pod(ALL, 'prod')).env).toEqual([
      'GOGC=50',
    ])
    expect(containerIn(mapOf('{GOGC: "50"}', 'dev'), pod(ALL, 'prod'))).toMatchObject({ env: [], open: ['envFrom'] })
    expect(containerIn(mapOf('{GOGC: "50"}'), pod(ALL.replace('name: t', 'name: u'))).open).toEqual(['envFrom'])
    expect(containerIn(mapOf('{GOGC: "50"}'), pod('envFrom: [{secretRef: {name: t}}]')).open).toEqual(['envFrom'])
  })

  // Pod API, envFrom: “When a key exists in multiple sources, the value associated with the last source will take precedence.”
  it('counts in the order of the sources; the last one wins', () => {
    const from = (...names: string[]) =>
      `envFrom: [${names.map((name) => `{configMapRef: {name: ${name}}}`).join(', ')}]`
    const here = mapOf('{GOGC: "50"}').replace('name: t', 'name: here')
    const settings = (...names: string[]) =>
      containerIn(mapOf('{GOGC: "200"}'), `${here}---\n${pod(from(...names))}`).env
    expect(settings('here', 't')).toEqual(['GOGC=50', 'GOGC=200'])
    expect(settings('t', 'here')).toEqual(['GOGC=200', 'GOGC=50'])
    expect(settings('here', 't', 'here')).toEqual(['GOGC=50', 'GOGC=200', 'GOGC=50'])
  })

  it('with a template as a value leaves the value unknown, as in the same file', () => {
    const map = mapOf('{GOMEMLIMIT: "$MEM", GOGC: "{{ .Values.gogc }}"}')
    const other = { env: ['GOMEMLIMIT=undefined', 'GOGC=undefined'], open: [], findings: [] }
    expect(containerIn(map, pod(ALL))).toEqual({ ...other, env: expect.arrayContaining(other.env) })
    expect(containerIn(`${map}---\n${pod(ALL)}`)).toEqual({ ...other, env: expect.arrayContaining(other.env) })
  })

  it('with a value that Go refuses is found, and the value is not shown', () => {
    const { env, findings } = containerIn(mapOf('{GOMEMLIMIT: hunter2}'), pod(ALL))
    expect(env).toEqual(['GOMEMLIMIT=undefined'])
    expect(findings).toEqual(['malformed-limit'])
  })
})

it('a ConfigMap and a manifest are two inputs of one question, in any order', async () => {
  const folder = createFolder()
  const files = [
    folder.write('map.yaml', mapOf('{GOGC: "50", GOMEMLIMIT: 300MiB}')),
    folder.write('pod.yaml', pod('envFrom: [{configMapRef: {name: t}}]')),
  ]
  for (const inputs of [files, files.toReversed()]) {
    const { out } = await call(['estimate', ...inputs])
    const answer = JSON.parse(out) as { known: { key: string; value: unknown }[]; findings: { kind: string }[] }
    expect(answer.known.find(({ key }) => key === 'gogc')?.value).toBe(50)
    expect(answer.findings.map(({ kind }) => kind)).toContain('above-container')
  }
  folder.remove()
})

it('a limit that Go refuses keeps the program from starting, even if a ConfigMap of another file sets it', async () => {
  const folder = createFolder()
  const map = folder.write('map.yaml', mapOf('{GOMEMLIMIT: 200Mi}'))
  const { out } = await call(['estimate', folder.write('pod.yaml', pod('envFrom: [{configMapRef: {name: t}}]')), map])
  folder.remove()
  const { findings } = JSON.parse(out) as { findings: unknown[] }
  expect(findings[0]).toMatchObject({ kind: 'malformed-limit', isFatal: true, mended: 'GOMEMLIMIT: "200MiB"' })
})

it('a ConfigMap without a container is a problem, unless a container of another file names it', async () => {
  const folder = createFolder()
  const map = folder.write('map.yaml', mapOf('{GOGC: "50"}'))
  const all = folder.write('all.yaml', pod('envFrom: [{configMapRef: {name: t}}]'))
  const one = folder.write('one.yaml', pod('env: [{name: GOGC, valueFrom: {configMapKeyRef: {name: t, key: GOGC}}}]'))
  const other = folder.write('other.yaml', pod('envFrom: [{configMapRef: {name: u}}]'))
  const isProblem = async (...files: readonly string[]) =>
    (await call(['estimate', ...files])).out.includes('only ConfigMaps')
  const found = [
    await isProblem(map, all),
    await isProblem(one, map),
    await isProblem(map, other),
    await isProblem(map),
  ]
  folder.remove()
  expect(found).toEqual([false, false, true, true])
})
