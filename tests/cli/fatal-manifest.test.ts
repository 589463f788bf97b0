import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const LOG = 'src/program/samples/steady.log'
const folder = createFolder()
afterAll(folder.remove)

const pod = (name: string, limit: string, goLimit: string) =>
  folder.write(
    name,
    `apiVersion: v1
kind: Pod
spec:
  containers:
  - name: app
    resources: {limits: {memory: ${limit}}}
    env: [{name: GOMEMLIMIT, value: ${goLimit}}]
`,
  )

// Go exits with "malformed GOMEMLIMIT" (Go 1.26, mgcpacer.go, readGOMEMLIMIT); Kubernetes reads 512m as 0.512 bytes.
const FATAL = [
  [pod('refused.yaml', '256Mi', '1G'), 'Go refuses GOMEMLIMIT=1G: the program aborts as it starts'],
  [pod('unquoted.yaml', '512Mi', '400000000'), 'Kubernetes refuses GOMEMLIMIT=400000000 without quotes'],
  [pod('tiny.yaml', '512m', '128MiB'), 'limits: memory: 512m is 0.512 bytes: m means thousandths'],
] as const
const FINE = pod('fine.yaml', '256Mi', '230MiB')

const compose = (name: string, other: string) =>
  folder.write(
    name,
    `services:
${other}
  api:
    mem_limit: 512m
    environment: {GOMEMLIMIT: 450MiB}
`,
  )
const SIDECAR = `apiVersion: v1
kind: Pod
spec:
  containers:
  - {name: app, resources: {limits: {memory: 256Mi}}, env: [{name: GOMEMLIMIT, value: 230MiB}]}
  - {name: sidecar, resources: {limits: {memory: 64m}}}
`
/** The settings in force are those of `api` or `app`: the first that sets a variable of Go. */
const OTHERS = [
  [compose('web.yaml', '  web: {mem_limit: "64"}'), 'web: mem_limit: 64 is 64 bytes'],
  [compose('db.yaml', '  db: {mem_limit: "512"}'), 'db: mem_limit: 512 is 512 bytes'],
  [folder.write('sidecar.yaml', SIDECAR), 'sidecar: limits: memory: 64m is 0.064 bytes: m means thousandths'],
] as const

describe('a manifest alone', () => {
  it.each(FATAL)('fails the gate where the program cannot start with it: %s', async (manifest, title) => {
    const { code, lines } = await call(['check', manifest])
    expect(code).toBe(3)
    expect(lines[0]).toMatchObject({
      holds: false,
      judged: false,
      checks: [
        { name: 'manifest', holds: false, found: title },
        { name: 'verdict', holds: null, found: expect.stringContaining('live heap') },
      ],
    })
    const { code: same, out } = await call(['check', manifest, '--markdown'])
    expect(same).toBe(3)
    expect(out).toContain(`| ❌ | the program starts as its manifest is written | ${title} |`)
  })

  it.each(FATAL)('makes advise report the mistake: %s', async (manifest, title) => {
    const { code, lines } = await call(['advise', manifest])
    expect(code).toBe(1)
    expect(lines[0]).toMatchObject({
      problems: [{ message: expect.stringContaining('live heap') }],
      findings: [{ title, isFatal: true }],
    })
  })

  it('is not enough for an answer if nothing is wrong with it', async () => {
    for (const command of ['check', 'advise']) {
      const { code, lines } = await call([command, FINE])
      expect(code).toBe(1)
      expect(lines).toEqual([{ problems: [{ path: '', message: expect.stringContaining('live heap') }] }])
    }
  })
})

describe('a deployment that cannot start as its manifest is written', () => {
  it.each(FATAL)('does not pass the gate: %s', async (manifest, title) => {
    const { code, lines } = await call(['check', LOG, manifest])
    expect(code).toBe(3)
    expect(lines[0]).toMatchObject({
      holds: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'manifest', holds: false, found: title })]),
    })
    const { out } = await call(['check', LOG, manifest, '--container', '256MiB', '--markdown'])
    expect(out).toContain(`| ❌ | the program starts as its manifest is written | ${title} |`)
  })

  it.each(FATAL)('gets no recommendation until it is mended: %s', async (manifest, title) => {
    const { lines, err } = await call(['advise', LOG, manifest])
    expect(lines[0]).toMatchObject({ recommended: null, env: null, findings: [{ title, isFatal: true }] })
    expect(lines[0]!.options).not.toHaveLength(0)
    expect(JSON.stringify(lines[0])).not.toContain('Nothing has to change')
    expect(err).toContain(title)
  })

  it.each(FATAL)('is reported by what-if with other settings: %s', async (manifest, title) => {
    const { code, lines, err } = await call(['what-if', LOG, manifest, '--gogc', '50'])
    expect(code).toBe(0)
    expect(lines[0]).toMatchObject({ findings: [{ title }] })
    expect(err).toContain(title)
  })

  it.each(OTHERS)('does not include another container’s mistakes: %s', async (manifest, title) => {
    const check = await call(['check', LOG, manifest])
    expect(check.code).toBe(0)
    expect(check.lines[0]).toMatchObject({ holds: true, checks: [{ name: 'verdict' }, { name: 'container' }] })
    const advice = await call(['advise', LOG, manifest])
    expect(advice.lines[0]!.recommended).not.toBeNull()
    expect(advice.lines[0]!.findings).toContainEqual(expect.objectContaining({ title }))
    const { err } = await call(['what-if', LOG, manifest, '--gogc', '50'])
    expect(err).not.toContain('cannot run')
  })

  it('does not include limits that Go accepts, or a request that is too small, which limits nothing', async () => {
    const requests = folder.write(
      'request.yaml',
      `apiVersion: v1
kind: Pod
spec:
  containers:
  - {name: app, resources: {limits: {memory: 256Mi}, requests: {memory: 64m}}, env: [{name: GOGC, value: "100"}]}
`,
    )
    for (const manifest of [FINE, requests]) {
      const { code, lines } = await call(['check', LOG, manifest])
      expect(code, manifest).toBe(0)
      expect(lines[0]).toMatchObject({ holds: true, checks: [{ name: 'verdict' }, { name: 'container' }] })
    }
  })

  it('does not include mistakes in another container’s file', async () => {
    const web = folder.write('other-file.yaml', 'services:\n  web: {image: nginx, mem_limit: "64"}\n')
    const { code, lines } = await call(['check', LOG, FINE, web])
    expect({ code, holds: lines[0]!.holds }).toEqual({ code: 0, holds: true })
  })
})
