import { describe, expect, it } from 'vitest'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { commandsIn } from '../../src/manifest/shell.ts'
import { manifestOf, settingsIn } from './settings-in.ts'

// POSIX, Shell Command Language, 2.3 “Token Recognition”.
describe('the commands of a script', () => {
  it.each([
    ['a b; c && d || e | f & g', [['a', 'b'], ['c'], ['d'], ['||', 'e'], ['|', 'f'], ['g']]],
    [`a "b; c" 'd & e' f\\ g`, [['a', 'b; c', 'd & e', 'f g']]],
    ['a # b; c\nd', [['a'], ['d']]],
    ['a#b', [['a#b']]],
    ['a 2>&1 >/dev/null <in b', [['a', 'b']]],
    ['a=$(cat x | tail) b=`c; d`', [['a=$', 'b=$']]],
    ['a=$((1024*(2+3))) b', [['a=$', 'b']]],
    [`a=\${B:-c d} e`, [[`a=\${B:-c d}`, 'e']]],
    ['(a; b)\n{ c; }', [['a'], ['b'], ['{', 'c'], ['}']]],
    ['a \\\n b', [['a', 'b']]],
    [`it's "open`, [["it's", '"open']]],
    ['a "b \\"c\\" \\$d"', [['a', 'b "c" $d']]],
    ['a <<E >f b\nc; d\nE\ne', [['a', 'b'], ['e']]],
    ["a <<-'E'; b\n\tc\n\tE\nd", [['a'], ['b'], ['d']]],
    ['a <<<b\nc', [['a'], ['c']]],
    ['', []],
  ])('%j', (script, expected) => {
    expect(commandsIn(script)).toEqual(expected)
  })

  it.each(['"', "'", '`', '\\', '('])('are found in a long text of %s', (piece) => {
    expect(commandsIn(piece.repeat(5000)).length).toBeLessThan(3)
  })
})

/** The commands that a manifest starts, as each kind writes them. */
const pod = (rest: string) => ['kind: Pod', 'spec:', '  containers:', `  - {name: a, ${rest}}`]
const service = (rest: string) => ['services:', '  a:', `    ${rest}`]

// An argument of a program is no variable: only env(1) and a shell read assignments.
describe('words that look like assignments', () => {
  it.each<[ManifestKind, string[]]>([
    ['kubernetes', pod('command: [/bin/api, -env, GOMEMLIMIT=10MiB]')],
    ['kubernetes', pod('args: [--config, GOGC=20]')],
    ['kubernetes', pod('command: [env, A=b, /api, GOGC=20]')],
    ['kubernetes', pod('command: [sh, /run.sh, "GOGC=20 x"]')],
    ['kubernetes', pod('command: [sh, -c, "exec /api", GOGC=20]')],
    ['compose', service('command: api serve --env GOGC=30 GOMEMLIMIT=1GiB')],
    ['dockerfile', ['FROM alpine', 'CMD ["/api", "-e", "GOGC=20"]']],
    ['dockerfile', ['FROM alpine', 'CMD ["sh", "-c", "GOGC=20 /api"]', 'CMD ["/api"]']],
    ['dockerfile', ['FROM alpine', 'ENTRYPOINT exec /api', 'CMD GOGC=20 /api']],
    ['systemd', ['[Service]', 'ExecStart=GOGC=20 /api']],
    ['systemd', ['[Service]', 'ExecStart=/api env GOGC=20']],
  ])('set nothing as arguments of a program: %s %j', (kind, lines) => {
    expect(settingsIn(kind, ...lines)).toEqual({})
  })

  it.each<[ManifestKind, string[]]>([
    ['kubernetes', pod('command: [/usr/bin/env, -u, A, B=c, GOGC=20, /api]')],
    ['kubernetes', pod('command: [env, -S, "GOGC=20 /api"]')],
    ['kubernetes', pod('command: [/tini, --, env, GOGC=20, /api]')],
    ['kubernetes', pod('command: [bash, -euo, pipefail, -c, "export GOGC=20; exec /api"]')],
    ['kubernetes', pod('command: [/bin/sh], args: [-ec, "GOGC=20; export GOGC; exec /api"]')],
    ['kubernetes', pod('command: [sh, -c, "set -a; GOGC=20; exec /api"]')],
    ['kubernetes', pod('command: [sh, -c, "exec env GOGC=20 /api"]')],
    ['kubernetes', pod('env: [{name: GOGC, value: "50"}], command: [sh, -c, "GOGC=20; exec /api"]')],
    ['kubernetes', pod('command: [env, -uA, --unset=B, -C/tmp, --chdir=/, GOGC=20, /api]')],
    ['kubernetes', pod('command: [env, --split-string=GOGC=20 /api]')],
    ['systemd', ['[Service]', 'ExecStart=/usr/bin/env -S"GOGC=20 A=b" /api']],
    ['systemd', ['[Service]', String.raw`ExecStart=/bin/sh -c "export GOGC=\"20\"; exec /api"`]],
    ['kubernetes', pod('command: [sh, -c, "GOGC=20 /api | tee log; sleep 1"]')],
    ['compose', service(`command: bash -lc "set -x; export GOGC='20'; /api"`)],
    ['dockerfile', ['FROM alpine', 'ENTRYPOINT ["/docker-entrypoint.sh"]', 'CMD GOGC=20 /api']],
    ['systemd', ['[Service]', `ExecStart=-/bin/sh -c 'exec env GOGC=20 /usr/bin/api'`]],
  ])('set variables for env and for shells: %s %j', (kind, lines) => {
    expect(settingsIn(kind, ...lines)).toEqual({ GOGC: '20' })
  })

  it('stay in the shell without export', () => {
    expect(settingsIn('kubernetes', ...pod('command: [sh, -c, "GOGC=20; exec /api"]'))).toEqual({})
  })

  it('keep a variable whose default they give', () => {
    const script = `command: [sh, -c, "export GOGC=\${GOGC:-20}; exec /api"]`
    expect(settingsIn('kubernetes', ...pod(script))).toEqual({ GOGC: '20' })
    expect(settingsIn('kubernetes', ...pod(`env: [{name: GOGC, value: "50"}], ${script}`))).toEqual({ GOGC: '50' })
  })

  it('count after || only where nothing else sets the variable', () => {
    const script = `command: [sh, -c, 'test -n "$GOGC" || export GOGC=20; exec /api']`
    expect(settingsIn('kubernetes', ...pod(script))).toEqual({ GOGC: '20' })
    expect(settingsIn('kubernetes', ...pod(`env: [{name: GOGC, value: "50"}], ${script}`))).toEqual({ GOGC: '50' })
    const withAll = `command: [sh, -c, "set -a; GOGC=\${GOGC:-20}; exec /api"]`
    expect(settingsIn('kubernetes', ...pod(withAll))).toEqual({ GOGC: '20' })
  })

  it('take variables away', () => {
    const env = 'env: [{name: GOGC, value: "50"}]'
    expect(settingsIn('kubernetes', ...pod(`${env}, command: [env, -u, GOGC, /api]`))).toEqual({ GOGC: '' })
    expect(settingsIn('kubernetes', ...pod(`${env}, command: [sh, -c, "unset GOGC; /api"]`))).toEqual({ GOGC: '' })
    for (const option of ['-uGOGC', '--unset=GOGC'])
      expect(settingsIn('kubernetes', ...pod(`${env}, command: [env, ${option}, /api]`))).toEqual({ GOGC: '' })
    expect(settingsIn('kubernetes', ...pod(`${env}, command: [env, -i, /api]`))).toMatchObject({ GOGC: '' })
  })
})

// POSIX, Shell Command Language, 2.9.4: only one branch of a compound command runs.
describe('a variable of a script', () => {
  const inScript = (...lines: string[]) => settingsIn('env-file', '#!/bin/sh', ...lines)

  it.each([
    [['if [ "$A" ]; then', '  export GOGC=50', 'else', '  export GOGC=200', 'fi', 'exec /api']],
    [['case "$1" in', '  api) export GOGC=50 ;;', 'esac', 'exec /api']],
    [['export GOGC=50', 'if [ "$A" ]; then unset GOGC; fi', 'exec /api']],
    [['GOGC=off ./migrate', 'exec ./api']],
    [['GOGC=off ./migrate && exec ./api']],
    [['env GOGC=off ./migrate', './api']],
  ])('is not told where it may not be what the program gets: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: undefined })
  })

  it.each([
    [['if [ "$A" ]; then', '  echo a', 'fi', 'export GOGC=50', 'exec /api']],
    [['if [ "$A" ]; then export GOGC=10; fi', 'export GOGC=50', 'exec /api']],
    [['export GOGC=50', './migrate', 'exec /api']],
    [['export GOGC=10', 'unset GOGC', `export GOGC=\${GOGC:-50}`, 'exec /api']],
    [['GOGC=off ./migrate', 'GOGC=50 ./api', 'echo done']],
    [['set -a', 'GOGC=50', 'set +a', 'GOMEMLIMIT=1GiB', 'exec /api']],
    [['set -o allexport', 'GOGC=50', 'set +o allexport', 'GOMEMLIMIT=1GiB', 'exec /api']],
    [['export GOGC', 'GOGC=50', 'exec /api']],
    [['GOGC=50', 'X=1', 'export GOGC', 'exec /api']],
    [['cat <<EOF', 'export GOGC=7', 'EOF', 'export GOGC=50', 'exec /api']],
  ])('is told where the program gets it: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: '50' })
  })
})

describe('a line of an env file', () => {
  const inFile = (...lines: string[]) => settingsIn('env-file', ...lines)
  const problemsOf = (...lines: string[]) => manifestOf('env-file', ...lines).problems
  const both = { GOGC: '50', GOMEMLIMIT: '1GiB' }

  it.each([
    ['GOGC=50 GOMEMLIMIT=1GiB ./api --port 80'],
    ['export GOGC=50 GOMEMLIMIT=1GiB'],
    ['GOGC=50; GOMEMLIMIT="1GiB"; export GOGC GOMEMLIMIT'],
    ['GOGC=50', 'export GOMEMLIMIT=1GiB && ./api'],
    ['PORT=80 GOGC=50 \\', "  GOMEMLIMIT='1GiB' exec ./api"],
    ['set -a; GOGC=50; GOMEMLIMIT=1GiB; ./api'],
  ])('with several words is read as a shell reads it: %s', (...lines) => {
    expect(inFile(...lines)).toEqual(both)
    expect(problemsOf(...lines)).toEqual([])
  })

  it('of a script sets only what is exported', () => {
    const script = ['#!/bin/sh', 'set -e', 'export GOGC=50', 'GOMAXPROCS=2', 'exec /api']
    expect(manifestKindOf(script.join('\n'))).toBe('env-file')
    expect(inFile(...script)).toEqual({ GOGC: '50' })
    expect(problemsOf(...script)).toEqual([expect.stringMatching(/^line 4: GOMAXPROCS is set for the shell alone/)])
    expect(manifestKindOf('#!/bin/sh\nPORT=80\nexec /api')).toBeUndefined()
  })

  it('may stand among lines of other kinds, if it sets Go', () => {
    expect(manifestKindOf('GOGC=50\nGOMEMLIMIT=1GiB\nX="a\nb"')).toBe('env-file')
    expect(manifestKindOf('PORT=50\nX="a\nb"')).toBeUndefined()
    expect(manifestKindOf('GOGC=50 ./api\ngc 1 @0.1s\ngc 2 @0.2s')).toBeUndefined()
  })

  it('that keeps a variable in the shell is said to', () => {
    expect(inFile('GOMEMLIMIT=1GiB && ./api')).toEqual({})
    expect(problemsOf('# x', 'GOMEMLIMIT=1GiB && ./api')).toEqual([
      'line 2: GOMEMLIMIT is set for the shell alone: the program gets it only with export',
    ])
  })

  it('that only the shell keeps is kept over the lines of others', () => {
    expect(inFile('GOGC=50; echo ok', 'X=1', 'export GOGC')).toEqual({ GOGC: '50' })
    expect(inFile('cat <<EOF', 'GOGC=7', 'EOF', 'GOMEMLIMIT=1GiB')).toEqual({ GOMEMLIMIT: '1GiB' })
    expect(inFile('; GOGC=7', 'GOMEMLIMIT=1GiB')).toEqual({ GOMEMLIMIT: '1GiB' })
  })

  // docs.docker.com, docker run, --env-file: a # is the beginning of a comment only at the beginning of a line.
  it('with a comment behind the value has the value, and a warning, as docker takes the comment for a part of it', () => {
    expect(inFile('GOGC=50   # comment')).toEqual({ GOGC: '50' })
    expect(problemsOf('GOGC=50   # hunter2')).toEqual([
      'line 1: docker and systemd take the comment for a part of the value: write it into a line of its own',
    ])
    expect(problemsOf('GOGC=50', 'PORT=80 # comment')).toEqual([])
  })

  it('with a space in its value is what Go is given by docker', () => {
    expect(inFile('GOMEMLIMIT= 900MiB')).toEqual({ GOMEMLIMIT: '900MiB' })
    expect(inFile('GOMEMLIMIT=1 GiB')).toEqual({ GOMEMLIMIT: '1 GiB' })
  })

  it('is not known where a command prints the value', () => {
    expect(inFile('GOMEMLIMIT=$((1024*1024*900))', 'X="a', 'b"')).toEqual({ GOMEMLIMIT: undefined })
  })

  it('of other variables sets nothing of Go’s', () => {
    expect(inFile('URL=http://a/?b=c&d=e', `PASSWORD=it's;(`, 'OPTIONS="GOGC=50 x"', 'GOMAXPROCS=2')).toEqual({
      GOMAXPROCS: '2',
    })
  })
})
