import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const LOG = 'src/log/samples/steady.log'
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
    expect(out).toContain('there is no run 7: --run takes one of a log or of metrics, and neither is given')
  },
)

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
