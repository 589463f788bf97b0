import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const LOG = 'src/program/samples/steady.log'
const METRICS = [0, 4].map((i) => `tests/fixtures/metrics/steady/metrics-${i}.txt`)
const folder = createFolder()
afterAll(folder.remove)

describe('a run that is not there', () => {
  it.each([
    ['estimate', ...METRICS],
    ['estimate', LOG],
    ['what-if', '--gogc', '50', ...METRICS],
    ['what-if', '--gogc', '50', LOG],
  ])('is the problem, and nothing else is answered: %s %s', async (...args) => {
    const { code, lines } = await call([...args, '--run', '7'])
    expect(code).toBe(1)
    expect(lines).toEqual([{ problems: [{ path: '', message: 'there is no run 7; there is 1, numbered from 0' }] }])
  })
})

it.each([['estimate'], ['what-if', '--gogc', '50']])(
  'no run is there to take in a manifest alone: %s',
  async (...args) => {
    const env = folder.write('go.env', 'GOGC=100\nGOMEMLIMIT=400MiB\n')
    const { code, out } = await call([...args, env, '--run', '7'])
    expect(code).toBe(1)
    expect(out).toContain('there is no run 7: --run selects one of a log or metrics; neither is given')
  },
)

describe('of a scrape and a dump of one process', () => {
  const inCache = (name: string) => `tests/fixtures/metrics/cache/${name}`

  it.each([
    ['metrics-1.txt', 'vars-4.json', '0 (/debug/vars) counts; of run 1 (/metrics), which'],
    ['metrics-4.txt', 'vars-1.json', '0 (/metrics) counts; of run 1 (/debug/vars), which'],
  ])('the newer one counts, in either order, and a problem says so: %s, %s', async (scrape, dump, message) => {
    const [answer, other] = await Promise.all(
      [
        [scrape, dump],
        [dump, scrape],
      ].map(async (names) => (await call(['estimate', ...names.map(inCache)])).lines[0]!),
    )
    expect(other).toEqual(answer)
    expect(answer!.problems).toEqual([{ path: '', message: expect.stringContaining(message) }])
  })

  it('no problem is named if they are of the same moment', async () => {
    const { lines } = await call(['estimate', inCache('vars-4.json'), inCache('metrics-4.txt')])
    expect(lines[0]!.problems).toEqual([])
  })
})

describe('of several runs or logs', () => {
  const OTHER = 'tests/fixtures/runs/logs/thrash-a.log'
  const text = (path: string) => readFileSync(path, 'utf8')
  const prefixed = (path: string, pod: string) => text(path).replaceAll(/^gc /gm, `${pod} | gc `)
  const pods = folder.write('pods.log', prefixed(LOG, 'pod-a') + prefixed(OTHER, 'pod-b'))

  it('check needs a choice: it lists the runs, and judges only the chosen one', async () => {
    const { code, out, err } = await call(['check', pods])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/--run N selects one: 0 \(pod-a, \d+ cycles\), 1 \(pod-b, \d+ cycles\)/)
    const codeOf = async (run: string) => (await call(['check', pods, '--run', run, '--max-gc-cpu', '10%'])).code
    expect([await codeOf('0'), await codeOf('1')]).toEqual([0, 3])
  })

  it('check takes the recorded figures of the one that is chosen', async () => {
    const [steady, thrash] = await Promise.all(
      ['0', '1'].map(async (run) => (await call(['check', pods, '--run', run, '--max-gc-cpu', '1%'])).lines[0]!),
    )
    const [alone, otherAlone] = await Promise.all(
      [LOG, OTHER].map(async (log) => (await call(['check', log, '--max-gc-cpu', '1%'])).lines[0]!),
    )
    expect([steady, thrash]).toEqual([alone, otherAlone])
  })

  it('check refuses two logs in either order: it judges one at a time', async () => {
    for (const logs of [
      [LOG, OTHER],
      [OTHER, LOG],
    ]) {
      for (const option of [[], ['--run', '1']]) {
        const { code, out, err } = await call(['check', ...logs, ...option])
        expect({ code, out }).toEqual({ code: 2, out: '' })
        expect(err).toContain(`check judges one at a time; give one of them: ${logs.join(', ')}`)
      }
    }
  })

  it('of dumps without times in the wrong order, says that they may be', async () => {
    const dump = (name: string, bytes: number) =>
      folder.write(
        name,
        JSON.stringify({
          '/gc/heap/allocs:bytes': bytes,
          '/gc/heap/live:bytes': 2e7,
          '/gc/gogc:percent': 100,
          '/gc/cycles/total:gc-cycles': bytes / 1e7,
        }),
      )
    const [first, second] = [dump('first.json', 1e9), dump('second.json', 2e9)]
    const say = async (...args: string[]) => {
      const { out, err } = await call([...args, '--interval', '10'])
      return out + err
    }
    for (const command of ['estimate', 'check', 'advise']) {
      expect(await say(command, second, first), command).toContain('give them in the order in which they were taken')
      expect(await say(command, first, second), command).not.toContain('in which they were taken')
    }
  })

  it('of dumps without times, says how to give the seconds between them', async () => {
    const dumps = [1e9, 2e9].map((bytes) =>
      JSON.stringify({ '/gc/heap/allocs:bytes': bytes, '/gc/heap/live:bytes': 2e7 }),
    )
    const file = folder.write('both.json', dumps.join('\n'))
    const hint = 'the scrapes have no times: give the seconds between two of them with --interval'
    for (const command of ['estimate', 'what-if', 'check', 'advise']) {
      const say = async (...args: string[]) => {
        const { out, err } = await call([command, file, '--container', '1GiB', ...args])
        return out + err
      }
      expect(await say(), command).toContain(hint)
      expect(await say('--interval', '10'), command).not.toContain(hint)
    }
  })

  it('names them whole: long names of pods and files differ at their ends', async () => {
    const gc = readFileSync(LOG, 'utf8').split('\n', 5)
    const pods = ['x7k2p', 'q9d4m'].map((id) => `pod/payments-checkout-service-6f7d8c9b5d-${id}/server`)
    const ofPod = (pod: string) => gc.map((line) => `[${pod}] ${line}\n`).join('')
    const runs = await call(['check', folder.write('long-pods.log', pods.map(ofPod).join(''))])
    const files = ['a', 'b'].map((end) => folder.write(`${'long-'.repeat(10)}${end}.log`, gc.join('\n')))
    const logs = await call(['check', ...files])
    for (const name of pods) expect(runs.err).toContain(`(${name}, 5 cycles)`)
    for (const name of files) expect(logs.err).toContain(name)
  })

  it('check compares with no baseline of several, and says how to choose one', async () => {
    const { code, out, err } = await call(['check', LOG, '--baseline', pods])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/the baseline has several runs, but check compares with one; give one alone: 0 \(/)
    expect(err).not.toContain('--run')
  })

  it.each(['advise', 'estimate'])('%s says which one counts, or takes the one that is chosen', async (command) => {
    const all = async (...args: string[]) => {
      const { err, out } = await call([command, ...args])
      return err + out
    }
    expect(await all(pods)).toMatch(
      /several runs: \d \(pod-., \d+ cycles\) is used; --run N selects one: 0 \(pod-a, \d+ cycles\), 1 \(pod-b/,
    )
    expect(await all(pods, '--run', '0')).toContain('several runs: 0 (pod-a')
    expect(await all(OTHER, LOG)).toContain(`several logs: ${OTHER} is used; give one of them: ${OTHER}, ${LOG}`)
  })

  it.each(['check', 'advise'])('%s of one that is not there says so', async (command) => {
    const { code, lines } = await call([command, pods, '--run', '7'])
    expect(code).toBe(1)
    expect(lines).toEqual([{ problems: [{ path: '', message: 'there is no run 7; there are 2, numbered from 0' }] }])
  })
})

describe('estimate of a log with several runs', () => {
  it('is of the run that is chosen', async () => {
    const other = readFileSync('tests/fixtures/runs/logs/thrash-a.log', 'utf8')
    const log = folder.write('two.log', readFileSync(LOG, 'utf8') + other)
    const [first, second, alone] = await Promise.all(
      [[log, '--run', '0'], [log, '--run', '1'], [LOG]].map(
        async (args) => (await call(['estimate', ...args])).lines[0],
      ),
    )
    expect(first?.scenario).toEqual(alone?.scenario)
    expect(second?.scenario).not.toEqual(alone?.scenario)
  })
})

describe('of several containers', () => {
  const pod = folder.write(
    'two.yaml',
    `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: api
      env: [{ name: GOGC, value: "100" }]
      resources: { limits: { memory: 300Mi } }
    - name: worker
      resources: { limits: { memory: 400Mi } }
`,
  )

  it.each([
    ['check', LOG],
    ['advise', LOG],
    ['estimate', LOG],
    ['what-if', '--gogc', '50', LOG],
    ['map', '--columns', '1', '--rows', '1', LOG],
  ])('says which was taken, and how to take another, unless one is named: %s', async (...args) => {
    const usual = await call([...args, pod])
    expect(usual.out + usual.err).toContain(
      'several containers: api is used; --container-name NAME selects one: api, worker',
    )
    const named = await call([...args, pod, '--container-name', 'worker'])
    expect(named.code).toBe(0)
    expect(named.out + named.err).not.toContain('of several containers')
  })

  it('takes none of two with one name, and says how to take one', async () => {
    const twin = folder.write('twin.yaml', readFileSync(pod, 'utf8').replace('name: worker', 'name: api'))
    const usual = await call(['check', LOG, twin])
    expect(usual.err).toContain('several containers: api is used; give only the part of the manifests that you mean')
    const named = await call(['check', LOG, twin, '--container-name', 'api'])
    expect(named).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 containers have this name; give only the part'),
    })
  })

  it('tells containers of one name apart by their workloads, and lists no more than ten', async () => {
    const workload = (name: string, memory: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec: { template: { spec: { containers: [{ name: server, resources: { limits: { memory: ${memory} } } }] } } }
`
    const all = Array.from({ length: 12 }, (_, i) => workload(`shop${i}`, `${300 + i}Mi`))
    const shops = folder.write('shops.yaml', all.join('---\n'))
    const usual = await call(['check', LOG, shops])
    expect(usual.err).toMatch(/several containers: shop0\/server is used; --container-name NAME .*shop9\/server, …/)
    const one = await call(['check', LOG, shops, '--container-name', 'shop11/server'])
    expect(one.out).toContain('311.0 MiB')
    const alike = await call(['check', LOG, shops, '--container-name', 'server'])
    expect(alike.out).toContain('12 containers have this name; --container-name NAME selects one: shop0/server')
  })

  it('takes docker run commands without a name by their order', async () => {
    const script = folder.write('run.sh', 'docker run -m 300m api:1\ndocker run -m 400m worker:2\n')
    const usual = await call(['check', LOG, script])
    expect(usual.err).toContain('container-1 is used; --container-name NAME selects one: container-1, container-2')
    const second = await call(['check', LOG, script, '--container-name', 'container-2'])
    expect(second.out).toContain('400.0 MiB')
  })

  it('does not count a file that only adds to another: compose with its override', async () => {
    const base = folder.write('compose.yml', 'services:\n  api: {image: a, mem_limit: 256m}\n')
    const override = folder.write('compose.override.yml', 'services:\n  api: {mem_limit: 512m}\n')
    const { lines } = await call(['estimate', LOG, override, base])
    expect(lines).toMatchObject([{ problems: [] }])
  })

  it('takes the limits of the named one', async () => {
    const { out } = await call(['check', LOG, pod, '--container-name', 'worker'])
    expect(out).toContain('400.0 MiB')
  })

  it('lists the containers if the named one is missing', async () => {
    const { code, out } = await call(['check', LOG, pod, '--container-name', 'web'])
    expect(code).toBe(1)
    expect(out).toContain('--container-name web: there is no such container; the manifests have api, worker')
    const alone = await call(['what-if', '--gogc', '50', LOG, '--container-name', 'web'])
    expect(alone.out).toContain('no input names containers')
  })
})

it('check judges nothing if a text has parts of another kind, which may hold a limit', async () => {
  const text = `${readFileSync(LOG, 'utf8')}\nservices:\n  api:\n    image: a\n    mem_limit: 64m\n`
  const { code, err } = await call(['check', folder.write('both.txt', text)])
  expect(code).toBe(2)
  expect(err).toMatch(/both\.txt has other parts, which were skipped: check needs them as inputs of their own/)
})

describe('of the limits of several containers beside a log, none', () => {
  const limitOf = (pod: string, mib: number) =>
    `kube_pod_container_resource_limits{pod="${pod}",container="app",resource="memory"} ${mib * 2 ** 20}\n`
  const limits = folder.write('limits.prom', limitOf('web-1', 33) + limitOf('web-2', 512))
  const known = async (...more: string[]) => (await call(['estimate', LOG, limits, ...more])).lines[0]

  it('counts, and a problem says how to name one', async () => {
    const answer = await known()
    expect(answer).toMatchObject({
      problems: [{ message: expect.stringContaining('of 2 containers, and none counts') }],
    })
    expect(JSON.stringify(answer)).toContain('--container-name NAME selects one: web-1/app, web-2/app')
    expect(JSON.stringify(answer)).not.toContain(String(33 * 2 ** 20))
  })

  it('counts unless it is named', async () => {
    const answer = await known('--container-name', 'web-2/app')
    expect(answer).toMatchObject({ problems: [] })
    expect(JSON.stringify(answer)).toContain(String(512 * 2 ** 20))
    const { code, out } = await call(['estimate', LOG, limits, '--container-name', 'db'])
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('the metrics have web-1/app, web-2/app') })
  })
})
