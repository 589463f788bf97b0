import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_TEXT_BYTES } from '../../src/cli/read.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(folder.remove)

/** Root may read everything, so for the time of a call root is somebody else. */
async function asNobody<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act()
  process.seteuid?.(65534)
  try {
    return await act()
  } finally {
    process.seteuid?.(0)
  }
}

describe('what cannot be read is a problem in words, with exit code 1', () => {
  const unreadable = folder.write('secret.json', '{}')
  chmodSync(unreadable, 0)
  const directory = join(folder.path, 'directory')
  mkdirSync(directory)
  const dangling = join(folder.path, 'dangling.json')
  symlinkSync(join(folder.path, 'nothing'), dangling)

  it.each([
    ['a directory', directory, 'it is a directory'],
    ['a binary file', folder.write('binary', Uint8Array.of(0, 1, 2, 255)), 'not UTF-8 text'],
    ['text in another encoding', folder.write('latin1.json', Uint8Array.of(0x7b, 0xe9, 0x7d)), 'not UTF-8 text'],
    ['UTF-16', folder.write('utf16.json', Buffer.from('{"version":1}', 'utf16le')), 'not UTF-8 text'],
    ['an empty file', folder.write('empty.json', ''), 'is empty'],
    ['a file of blanks', folder.write('blank.json', ' \n'), 'is empty'],
    ['a file that is not JSON', folder.write('prose.txt', 'Hello'), 'not JSON'],
    ['JSON that is no scenario', folder.write('list.json', '[1]'), 'a scenario is a JSON object, not a list'],
    ['a very large file', folder.write('huge.json', Buffer.alloc(MAX_TEXT_BYTES + 1, 0x20)), 'longer than 32 MiB'],
    ['deeply nested JSON', folder.write('deep.json', '['.repeat(100_000)), 'not JSON'],
    ['a link to nowhere', dangling, 'neither a file nor a preset'],
    ['a name that is nothing', 'no-such-preset', 'neither a file nor a preset'],
    ['a name that no file can have', 'a\0b', 'neither a file nor a preset'],
    ['an empty name', '', 'neither a file nor a preset'],
  ])('%s', async (_, source, message) => {
    for (const command of ['simulate', 'link', 'scenario']) {
      const { code, lines, err } = await call([command, source])
      expect(code).toBe(1)
      expect(lines).toEqual([{ problems: [expect.objectContaining({ message: expect.stringContaining(message) })] }])
      expect(err).toBe('')
    }
  })

  it('a file without permission', async () => {
    const { code, lines } = await asNobody(() => call(['simulate', unreadable]))
    expect(code).toBe(1)
    expect(lines).toEqual([{ problems: [{ path: '', message: expect.stringContaining('permission denied') }] }])
  })

  it('names the file', async () => {
    const file = folder.write('broken.json', Uint8Array.of(0))
    expect((await call(['simulate', file])).lines[0]).toEqual({
      problems: [{ path: '', message: `${file}: this is not UTF-8 text` }],
    })
  })

  it('a byte order mark is fine', async () => {
    const file = folder.write('bom.json', '\ufeff{"version":1,"program":{"phases":[]}}')
    expect((await call(['simulate', file])).code).toBe(0)
  })

  it('every problem of a scenario is listed with its path', async () => {
    const stdin = JSON.stringify({ version: 1, gogc: -1, colour: 'red', program: { phases: [{ allocRate: 'much' }] } })
    const { lines } = await call(['simulate', '-'], { stdin })
    const paths = ((lines[0]?.problems ?? []) as { path: string }[]).map(({ path }) => path)
    expect(paths.sort()).toEqual(['colour', 'gogc', 'program.phases[0].allocRate', 'program.phases[0].duration'])
  })

  it('line by line: a line that is not text, or too long, has a problem, and the next one an answer', async () => {
    const good = Buffer.from('{"version":1,"program":{"phases":[]}}\n')
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    const long = Array.from({ length: MAX_TEXT_BYTES / chunk.length + 1 }, () => chunk)
    const stdin = [Uint8Array.of(0xff, 0x0a), good, ...long, Uint8Array.of(0x0a), good]
    const { code, lines } = await call(['simulate', '--ndjson'], { stdin })
    expect(code).toBe(1)
    expect(lines.map((line) => ('problems' in line ? 'problems' : 'result'))).toEqual([
      'problems',
      'result',
      'problems',
      'result',
    ])
  })

  it('standard input that fails', async () => {
    const { runCli } = await import('../../src/cli/run.ts')
    for (const args of [['simulate'], ['simulate', '--ndjson'], ['check'], ['advise'], ['map']]) {
      let out = ''
      const code = await runCli([...args, '-'], {
        // biome-ignore lint/correctness/useYield: it fails before it has anything to give
        stdin: async function* (): AsyncGenerator<Uint8Array> {
          throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
        },
        write: async (text) => {
          out += text
        },
        warn: () => {},
      })
      expect(code).toBe(1)
      expect(JSON.parse(out)).toMatchObject({
        problems: [{ message: expect.stringContaining('cannot be read: input/output error') }],
      })
    }
  })

  it.skipIf(process.platform !== 'linux')('a file that fails while it is read', async () => {
    for (const command of ['check', 'advise', 'map']) {
      const { code, lines, err } = await call([command, '/proc/self/mem'])
      expect({ code, err }).toEqual({ code: 1, err: '' })
      expect(lines).toEqual([{ problems: [{ path: '/proc/self/mem', message: 'cannot be read: input/output error' }] }])
    }
  })
})

describe('usage', () => {
  it.each([
    [[], 'which command?'],
    [['simulat'], 'did you mean "simulate"?'],
    [['toString'], 'there is no command "toString"'],
    [['simulate'], 'simulate needs a scenario'],
    [['simulate', 'spike', '--cycle'], 'did you mean "--cycles"?'],
    [['link'], 'takes one SCENARIO'],
    [['link', 'spike', 'steady'], 'takes one SCENARIO, not 2'],
    [['scenario', '--cycles', 'spike'], 'no option --cycles here'],
    [['scenario', 'spike', '--as'], 'no option --as here'],
    [['export', 'spike', '--as'], '--as needs a value'],
    [['simulate', 'spike', '--cycles=all'], '--cycles takes no value'],
    [['verify-pacer', '--all'], 'no option --all here'],
    [['verify-pacer'], 'usage: sawtooth verify-pacer DIR'],
  ])('%j is a mistake: exit code 2, nothing on standard output', async (args, message) => {
    const { code, out, err } = await call(args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(message)
  })

  it.each([['--help'], ['-h'], ['help'], ['simulate', '--help'], ['link', '-h'], ['verify-pacer', '--help']])(
    '%s explains',
    async (...args) => {
      const { code, out } = await call(args)
      expect(code).toBe(0)
      for (const word of [
        'simulate',
        '--cycles',
        '--ndjson',
        'link',
        'scenario',
        'verify-pacer',
        'thrash-capped',
        'exit codes',
      ])
        expect(out).toContain(word)
    },
  )

  const TIMED = [['estimate'], ['what-if', '--gogc', '50'], ['map'], ['advise'], ['check']]

  it.each(TIMED)('%s takes the same --interval as the others', async (...args) => {
    // Nothing is read where the usage is wrong: exit code 1 is that of the missing file.
    for (const interval of ['15', '15s', '1.5', '.5', '500ms', '2m', '1h'])
      expect(await call([...args, 'no-such-file', '--interval', interval])).toMatchObject({ code: 1, err: '' })
    for (const interval of ['0', '0s', '-1', '', 'often', '15 apples', '1e999', '9999h'])
      expect(await call([...args, 'no-such-file', `--interval=${interval}`])).toMatchObject({
        code: 2,
        err: expect.stringContaining('write a number of seconds above 0, such as 15 or 15s'),
      })
  })

  it('behind -- a name may begin with a dash', async () => {
    for (const args of [['simulate'], ['link'], ['scenario'], ['export', '--as', 'svg'], ['export', '--as=svg']])
      expect((await call([...args, '--', '--cycles'])).lines).toEqual([
        { problems: [{ path: '', message: expect.stringContaining('"--cycles" is neither a file nor a preset') }] },
      ])
    for (const command of ['gctrace', 'verify-pacer'])
      expect(await call([command, '--', '--none'])).toMatchObject({ code: 1, err: '' })
  })

  it('any arguments give an exit code, never an exception', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'simulate',
        'what-if',
        'export',
        'scenario',
        '--ndjson',
        '--gogc',
        '-',
        '--',
        '--as=svg',
        '#v=1',
        'spike',
      ),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (args) => {
        const { code, err } = await call(args)
        expect([0, 1, 2]).toContain(code)
        expect(err).not.toMatch(/\n {4}at /)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a reader that goes away', () => {
  it('ends the run quietly, without reading on', async () => {
    let read = 0
    const { runCli } = await import('../../src/cli/run.ts')
    const { OutputClosed } = await import('../../src/cli/io.ts')
    const code = await runCli(['simulate', '--ndjson'], {
      stdin: async function* () {
        for (;;) {
          read++
          yield Buffer.from('{"version":1,"program":{"phases":[]}}\n')
        }
      },
      write: async () => {
        if (read > 3) throw new OutputClosed()
      },
      warn: (line) => {
        throw new Error(line)
      },
    })
    expect(code).toBe(0)
    expect(read).toBe(4)
  })
})
