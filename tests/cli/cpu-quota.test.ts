import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const RECORDED = 'tests/fixtures/metrics'
const folder = createFolder()
afterAll(folder.remove)

/** A container of half a CPU, of which no process can use more than all the time. */
const pod = folder.write(
  'pod.yaml',
  `kind: Pod
spec:
  containers:
    - name: api
      image: api
      resources: {limits: {memory: 512Mi, cpu: 500m}}
`,
)

interface Check {
  code: number
  checks: { name: string; holds: boolean; bound: string; found: string }[]
}
async function check(...args: string[]): Promise<Check> {
  const { code, lines } = await call(['check', ...args])
  return { code, checks: lines[0]?.checks as Check['checks'] }
}

interface Option {
  name: string
  holds: boolean
  why: string
  warnings: string[]
}
async function advise(...args: string[]) {
  const { lines, err } = await call(['advise', ...args])
  return { options: lines[0]?.options as Option[], recommended: lines[0]?.recommended as string | null, err }
}

/** The kernel counted 0.17 and 0.041 CPUs of these two, GC among them: half a CPU is enough for both. */
describe.each(['steady', 'pages'])('a program under a CPU quota, of which a log alone is known: %s', (mode) => {
  const log = `${RECORDED}/${mode}/gctrace.log`
  const scrapes = ['metrics-0.txt', 'metrics-1.txt'].map((name) => `${RECORDED}/${mode}/${name}`)

  it('could be throttled: check says for how long, and what would tell', async () => {
    const { code, checks } = await check(pod, log)
    expect(code).toBe(0)
    const [verdict] = checks
    const range = /^could be CPU-throttled: its CPU quota stops it for (\d+) to (\d+) % of the time; measured CPU time/
    expect(verdict?.found).toMatch(range)
    const [, low, high] = range.exec(verdict!.found)!.map(Number)
    expect(low).toBeLessThan(10)
    expect(high).toBeGreaterThan(25)
    expect(verdict?.found).toContain('process_cpu_seconds_total')
  })

  it('is not throttled once its CPU time is measured', async () => {
    const { code, checks } = await check(pod, log, ...scrapes)
    expect(code).toBe(0)
    expect(checks[0]?.found).toBe('healthy')
  })

  it('gets advice that says so, and none that calls for nothing or for a larger quota flatly', async () => {
    const { options } = await advise(pod, log)
    expect(options.length).toBeGreaterThan(0)
    for (const { why, warnings } of options) {
      expect(warnings[0]).toMatch(/^With it the CPU quota could stop the program for \d+ to \d+ % of the time; /)
      expect(why).not.toContain('Nothing has to change')
      expect(why).not.toMatch(/is (thrashing|CPU-throttled)/)
    }
  })
})
