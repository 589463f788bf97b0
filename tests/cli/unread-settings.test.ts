import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const LOG = 'src/program/samples/steady.log'
const folder = createFolder()
afterAll(folder.remove)

/** Without a memory limit GOGC=off fills the container; with one of 230 MiB the program, which keeps some 60, runs well. */
const POD = folder.write(
  'pod.yaml',
  `apiVersion: v1
kind: Pod
spec:
  containers:
  - name: app
    resources: {limits: {memory: 256Mi}}
    env:
    - {name: GOGC, value: "off"}
    - {name: GOMEMLIMIT, valueFrom: {configMapKeyRef: {name: x, key: y}}}
`,
)
/** The log was recorded under GOGC=100. */
const findings = [{ kind: 'not-in-force', title: 'The log shows another GOGC than the manifest has' }]
const UNKNOWN =
  'GOMEMLIMIT is set by the Kubernetes manifest, app, from a ConfigMap (line 9), so its value is not known'

describe('a memory limit that the manifest takes from elsewhere', () => {
  it('lets check neither pass nor fail', async () => {
    const { code, lines } = await call(['check', LOG, POD])
    expect(code).toBe(1)
    expect(lines[0]).toMatchObject({
      holds: null,
      judged: false,
      checks: [
        { name: 'verdict', holds: null, found: `not judged: ${UNKNOWN}` },
        { name: 'container', holds: null },
      ],
      problems: [{ message: `${UNKNOWN}: give it with --memory-limit` }],
    })
    const { code: same, out, err } = await call(['check', LOG, POD, '--markdown'])
    expect(same).toBe(1)
    expect(out).toContain('Nothing could be judged')
    expect(err).toContain('--memory-limit')
  })

  it('is judged once it is typed', async () => {
    expect(await call(['check', LOG, POD, '--memory-limit', '230MiB'])).toMatchObject({ code: 0 })
    expect(await call(['check', LOG, POD, '--memory-limit', 'off'])).toMatchObject({ code: 3 })
  })

  it('does not hide what the log itself recorded', async () => {
    // GC takes more than a thousandth of the CPU in every recorded run.
    const { code, lines } = await call(['check', LOG, POD, '--max-gc-cpu', '0.1%'])
    expect(code).toBe(3)
    expect(lines[0]).toMatchObject({ holds: false, judged: false })
  })

  it('is missing, and a problem, for estimate', async () => {
    const { code, lines } = await call(['estimate', LOG, POD])
    expect(code).toBe(0)
    expect(lines[0]).toMatchObject({ findings, problems: [{ message: `${UNKNOWN}: give it with --memory-limit` }] })
    expect(lines[0]!.missing).toContain('memoryLimit')
    const typed = await call(['estimate', LOG, POD, '--memory-limit', '230MiB'])
    expect(typed.lines[0]).toMatchObject({ scenario: { memoryLimit: 230 * 2 ** 20 }, problems: [] })
  })

  it('leaves advise without an answer, until it is typed', async () => {
    const { code, lines } = await call(['advise', LOG, POD])
    expect(code).toBe(1)
    expect(lines).toMatchObject([{ problems: [{ message: `${UNKNOWN}: give it with --memory-limit` }], findings }])
    expect((await call(['advise', LOG, POD, '--memory-limit', '230MiB'])).lines[0]!.options).not.toHaveLength(0)
  })

  it('is reported by what-if, unless another limit is asked for', async () => {
    const told = await call(['what-if', LOG, POD, '--gogc', '100'])
    expect(told.err).toContain(UNKNOWN)
    expect(told.lines[0]).toMatchObject({ calibration: { problems: [{ message: expect.stringContaining(UNKNOWN) }] } })
    expect((await call(['what-if', LOG, POD, '--memory-limit', '230MiB'])).err).not.toContain(UNKNOWN)
  })

  it('is reported with a map', async () => {
    expect((await call(['map', LOG, POD, '--columns', '1', '--rows', '1'])).err).toContain(UNKNOWN)
  })
})

describe('a setting that is typed', () => {
  it.each([
    ['--gogc', 'x', 'write a whole percentage from 0, or off'],
    ['--memory-limit', 'x', 'size'],
    ['--procs', '0', 'procs'],
    ['--container', '0', 'Write a size above 0, or off for none.'],
    ['--container', '512', 'say in which unit, for example 512Mi'],
    ['--container', '512m', 'Kubernetes reads 512m as 512 thousandths of a byte. Write 512Mi'],
    ['--cpu-quota', '0', 'Write more than 0 and at most 4096 CPUs, such as 1.5 or 500m, or off.'],
  ])('has to be one: %s %s', async (option, value, message) => {
    for (const command of ['check', 'advise', 'estimate']) {
      const { code, err } = await call([command, LOG, option, value])
      expect({ command, code }).toEqual({ command, code: 2 })
      expect(err).toContain(message)
    }
  })

  it.each([
    ['--container', '128Mi', '128MiB'],
    ['--container', '134217728', '128MiB'],
    ['--container', '1G', '1000000000'],
    ['--cpu-quota', '500m', '0.5'],
  ])('of a container is read as Kubernetes reads it: %s %s', async (option, value, same) => {
    for (const command of ['what-if', 'estimate']) {
      const [read, expected] = [await call([command, LOG, option, value]), await call([command, LOG, option, same])]
      expect(read.code).toBe(0)
      expect(read.out).toBe(expected.out)
    }
    expect((await call(['what-if', LOG, option, value])).out).not.toBe(
      (await call(['what-if', LOG, option, 'off'])).out,
    )
  })

  it('is refused for a scenario: it has its own settings', async () => {
    expect(await call(['check', 'spike', '--gogc', '50'])).toMatchObject({ code: 1 })
    expect(await call(['check', 'spike', '--container', '1GiB'])).toMatchObject({ code: 0 })
  })
})

it('a limit that a LimitRange may set is given as an option: no env file can set it', async () => {
  const pod = folder.write(
    'limit-range.yaml',
    `apiVersion: v1
kind: LimitRange
metadata: {name: least}
spec: {limits: [{type: Container, default: {memory: 64Mi}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: api}
spec: {containers: [{name: api, image: "api:1"}]}
`,
  )
  const { out } = await call(['estimate', LOG, pod])
  expect(out).toContain('which is not read: give the value with --container"')
  expect(out).not.toContain('env file')
})
