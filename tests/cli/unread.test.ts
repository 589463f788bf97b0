import { afterAll, describe, expect, it } from 'vitest'
import { call, createFolder } from './harness.ts'

const LOG = 'src/program/samples/steady.log'
const METRICS = [0, 4].map((i) => `tests/fixtures/metrics/steady/metrics-${i}.txt`)
const folder = createFolder()
afterAll(folder.remove)
const JUNK = folder.write('junk.txt', 'nothing of a program\n')

// `1 problems, printed as {"problems": […]}`, says the help.
describe('an input that was named and cannot be read', () => {
  const asked = [
    ['check'],
    ['advise'],
    ['map', '--columns', '2', '--rows', '2'],
    ['what-if', '--gogc', '50'],
    ['estimate'],
  ]
  const cases = asked.flatMap(([command = '', ...options]) =>
    [[LOG], METRICS].flatMap((inputs) =>
      ['no-such.yaml', JUNK].map((unread) => [command, unread, [command, ...inputs, unread, ...options]] as const),
    ),
  )

  it.each(cases)('stops %s, although others can be read: %s', async (_, unread, args) => {
    const { code, lines } = await call(args)
    expect(code).toBe(1)
    expect(lines).toEqual([{ problems: [expect.objectContaining({ path: unread })] }])
  })

  it('may be a service', async () => {
    const { code, lines } = await call(['estimate', LOG, '--scrape', 'http://127.0.0.1:1/metrics'])
    expect(code).toBe(1)
    expect(lines).toEqual([{ problems: [{ path: 'http://127.0.0.1:1/metrics', message: expect.any(String) }] }])
  })
})
