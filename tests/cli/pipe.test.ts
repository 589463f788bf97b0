import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { call, createFolder } from './harness.ts'

const LOG = 'src/program/samples/steady.log'
const folder = createFolder()
const writers: ReturnType<typeof spawn>[] = []
let pipes = 0
afterAll(() => {
  for (const writer of writers) writer.kill()
  folder.remove()
})

/** A named pipe that gives the content of a file once, as `<(cat FILE)` does. Who opens it again finds it empty. */
function pipeOf(file: string): string {
  const pipe = join(folder.path, `pipe-${pipes++}`)
  execFileSync('mkfifo', [pipe])
  writers.push(spawn('sh', ['-c', 'cat "$0" > "$1"; : > "$1"', file, pipe]))
  return pipe
}

describe('a pipe, which can be read only once', () => {
  const LIMIT = ['--container', '256MiB']
  it.each([['check', ...LIMIT], ['map'], ['estimate', ...LIMIT]])(
    'is read like its file: %s',
    async (command, ...options) => {
      const [piped, read] = [await call([command, pipeOf(LOG), ...options]), await call([command, LOG, ...options])]
      expect(piped.code).toBe(0)
      expect(piped.lines).toEqual(read.lines)
    },
  )

  it('can be the baseline of check', async () => {
    const { code, err } = await call(['check', pipeOf(LOG), '--baseline', pipeOf(LOG)])
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  it('can hold a scenario', async () => {
    const scenario = folder.write('scenario.json', JSON.stringify(toScenario(findPreset('steady')!)))
    expect((await call(['check', pipeOf(scenario)])).lines).toEqual((await call(['check', scenario])).lines)
  })
})
