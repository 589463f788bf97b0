import { describe, expect, it } from 'vitest'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { commandsIn } from '../../src/manifest/shell/script-text.ts'
import { manifestOf, settingsIn } from './settings-in.ts'

// POSIX, Shell Command Language, 2.3 “Token Recognition”.
describe('the commands of a line of a simple script', () => {
  it.each([
    ['a b; c && d', [['a', 'b'], ['c'], ['d']]],
    [`a "b; c" 'd & e' f\\ g`, [['a', 'b; c', 'd & e', 'f g']]],
    ['a # b; c', [['a']]],
    ['# a', []],
    ['a#b', [['a#b']]],
    ['a 2>&1 >/dev/null', [['a', '2>&1', '>/dev/null']]],
    ['a=$(cat x | tail) b=`c; d`', [['a=$(cat x | tail)', 'b=`c; d`']]],
    ['a=$((1024*(2+3))) b', [['a=$((1024*(2+3)))', 'b']]],
    [`a=\${B:-c} d`, [[`a=\${B:-c}`, 'd']]],
    ['a "b \\"c\\" \\$d"', [['a', 'b "c" $d']]],
    ['', []],
  ])('are found: %j', (line, expected) => {
    expect(commandsIn(line)).toEqual(expected)
  })

  it.each([
    'a || b',
    'a | b',
    'a & b',
    '(a; b)',
    '{ a; }',
    'f() {',
    'if a; then b; fi',
    'case a in b) c ;; esac',
    'for a in b; do c; done',
    'while a; do b; done',
    '! a && b',
    '[ a ] && b',
    '[[ a ]] && b',
    'test a && b',
    'eval a',
    'a <<E',
    'a <<<b',
    'a=(b c)',
    `it's "open`,
    'a $(b',
    'a `b',
    `: "\${GOGC:=50}"`,
    'set -o allexport',
    'a '.repeat(10_000),
  ])('are not told where some may not run, or where a line is not a whole one: %s', (line) => {
    expect(commandsIn(line)).toBeUndefined()
  })

  it.each(['"', "'", '`', '\\', '(', '$(', '$', '#', '>'])('are found in a long text of %s', (piece) => {
    expect((commandsIn(piece.repeat(5000)) ?? []).length).toBeLessThan(3)
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
    ['kubernetes', pod('command: [sh, -c, "cd /app && GOGC=20 exec /api 2>&1"]')],
    ['kubernetes', pod('command: [sh, -c, "echo start; sleep 1; GOGC=20 /api >log # $LOG"]')],
    ['compose', service(`command: bash -lc "set -x; export GOGC='20'; /api"`)],
    ['dockerfile', ['FROM alpine', 'ENTRYPOINT ["/docker-entrypoint.sh"]', 'CMD GOGC=20 /api']],
    ['systemd', ['[Service]', `ExecStart=-/bin/sh -c 'exec env GOGC=20 /usr/bin/api'`]],
  ])('set variables for env and for shells: %s %j', (kind, lines) => {
    expect(settingsIn(kind, ...lines)).toEqual({ GOGC: '20' })
  })

  it('stay in the shell without export', () => {
    expect(settingsIn('kubernetes', ...pod('command: [sh, -c, "GOGC=20; exec /api"]'))).toEqual({})
  })

  it('keep a variable if they only give it a default', () => {
    for (const value of [`\${GOGC:-20}`, `\${GOGC-20}`]) {
      const script = `command: [sh, -c, "export GOGC=${value}; exec /api"]`
      expect(settingsIn('kubernetes', ...pod(script))).toEqual({ GOGC: '20' })
      expect(settingsIn('kubernetes', ...pod(`env: [{name: GOGC, value: "50"}], ${script}`))).toEqual({ GOGC: '50' })
      expect(settingsIn('kubernetes', ...pod(`env: [{name: GOGC, value: ""}], ${script}`))).toEqual({ GOGC: '20' })
    }
    const withAll = `command: [sh, -c, "set -a; GOGC=\${GOGC:-20}; exec /api"]`
    expect(settingsIn('kubernetes', ...pod(withAll))).toEqual({ GOGC: '20' })
  })

  it('set the value of another variable, which is not known', () => {
    const script = 'env: [{name: GOGC, value: "50"}], command: [sh, -c, "GOGC=$GOGC_DEFAULT exec /api"]'
    expect(settingsIn('kubernetes', ...pod(script))).toEqual({ GOGC: undefined })
  })

  it('unset variables', () => {
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
    [['if [ "$A" ]; then', '  echo a', 'fi', 'export GOGC=50', 'exec /api']],
    [['case "$1" in', '  api) export GOGC=50 ;;', 'esac', 'exec /api']],
    [['for f in *; do', '  GOGC=50 ./api $f', 'done']],
    [['run() {', '  GOGC=50 ./api', '}', 'run']],
    [['export GOGC=50', 'if [ "$A" ]; then unset GOGC; fi', 'exec /api']],
    [['[ "$A" ] && export GOGC=50', 'exec /api']],
    [['test -n "$GOGC" || export GOGC=50', 'exec /api']],
    [['GOGC=50 ./api | tee log']],
    [['(export GOGC=50; ./api)']],
    [['./proxy & GOGC=50 ./api']],
    [[`: "\${GOGC:=50}"`, 'export GOGC', 'exec /api']],
    [['cat <<EOF', 'export GOGC=7', 'EOF', 'exec /api']],
    [['declare -x GOGC=50', 'exec /api']],
    [['set -o allexport', 'GOGC=50', 'exec /api']],
  ])('is not told where the script has more than commands behind each other: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: undefined })
  })

  it.each([
    [['GOGC=off ./migrate', 'exec ./api']],
    [['GOGC=off ./migrate && exec ./api']],
    [['env GOGC=off ./migrate', './api']],
    [['GOGC=off ./migrate', 'GOGC=50 ./api']],
    [['export GOGC=off', './migrate', 'export GOGC=50', 'exec ./api']],
    [['GOGC=off ./migrate', 'export GOGC=50', './api']],
    [['GOGC=off ./migrate', './backup', 'GOGC=off ./api']],
  ])('is not told where another program has another value: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: undefined })
  })

  it.each([
    [['export GOGC=50', './migrate', 'exec /api']],
    [['./migrate', 'export GOGC=50', 'exec /api']],
    [['./migrate && GOGC=50 exec ./api']],
    [['GOGC=50 ./migrate', 'GOGC=50 api']],
    [['export GOGC=10', 'unset GOGC', `export GOGC=\${GOGC:-50}`, 'exec /api']],
    [['GOGC=50', `export GOGC=\${GOGC:-10}`, 'exec /api']],
    [['set -a', 'GOGC=50', 'set +a', 'GOMEMLIMIT=1GiB', 'exec /api']],
    [['set -ae -- -x', 'GOGC=50', 'exec /api']],
    [['export GOGC', 'GOGC=50', 'exec /api']],
    [['GOGC=50', 'X=1', 'export GOGC', 'exec /api']],
    [['. ./defaults', 'ulimit -n 65536', 'export GOGC="50" # half', 'exec /api "$@"']],
    [['VERSION=$(cat VERSION | tail -n 1)', 'export GOGC=50 \\', '  VERSION', 'exec /api']],
  ])('is told where the program gets it: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: '50' })
  })

  it.each([
    [['if [ "$A" ]; then echo "GOGC=$GOGC"; fi', 'exec /api']],
    [['# export GOGC=50', 'a | b']],
    [[`if [ "\${GOGC:-}" ]; then a; fi`]],
  ])('is not set where it is only read: %j', (lines) => {
    const script = ['command:', '- sh', '- -c', '- |', ...lines.map((line) => `  ${line}`)]
    const env = ['env:', '- {name: GOGC, value: "50"}']
    expect(
      settingsIn('kubernetes', ...['containers:', '- name: a', ...[...env, ...script].map((l) => `  ${l}`)]),
    ).toEqual({
      GOGC: '50',
    })
  })

  it('keeps the value of the container if a script with branches only gives a default', () => {
    const script = `command: [sh, -c, 'if a; then b; fi; export GOGC="\${GOGC:-20}"; exec /api']`
    expect(settingsIn('kubernetes', ...pod(script))).toEqual({ GOGC: undefined })
    expect(settingsIn('kubernetes', ...pod(`env: [{name: GOGC, value: "50"}], ${script}`))).toEqual({ GOGC: '50' })
  })

  it('whose value is unknown says why', () => {
    const entryOf = (...lines: string[]) => manifestOf('env-file', '#!/bin/sh', ...lines).containers[0]?.env
    expect(entryOf('a | b', 'export GOGC=50', 'GOMEMLIMIT=1GiB /api')).toEqual([
      { name: 'GOGC', text: undefined, from: 'a script that is more than a list of commands', line: 3 },
      { name: 'GOMEMLIMIT', text: undefined, from: 'a script that is more than a list of commands', line: 4 },
    ])
    expect(entryOf('GOGC=50 ./a', './b')).toEqual([
      { name: 'GOGC', text: undefined, from: 'a script that starts several programs', line: 3 },
    ])
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
    expect(problemsOf(...script)).toEqual([expect.stringMatching(/^line 4: GOMAXPROCS is set only in the shell/)])
    expect(manifestKindOf('#!/bin/sh\nPORT=80\nexec /api')).toBeUndefined()
  })

  it('may stand among lines of other kinds, if it sets Go', () => {
    expect(manifestKindOf('GOGC=50\nGOMEMLIMIT=1GiB\nX="a\nb"')).toBe('env-file')
    expect(manifestKindOf('PORT=50\nX="a\nb"')).toBeUndefined()
    expect(manifestKindOf('GOGC=50 ./api\ngc 1 @0.1s\ngc 2 @0.2s')).toBeUndefined()
  })

  it('that keeps a variable in the shell gives a problem', () => {
    expect(inFile('GOMEMLIMIT=1GiB && ./api')).toEqual({})
    expect(problemsOf('# x', 'GOMEMLIMIT=1GiB && ./api')).toEqual([
      'line 2: GOMEMLIMIT is set only in the shell: the program does not get it without export',
    ])
  })

  it('that is not exported overrides earlier lines', () => {
    expect(inFile('GOGC=50; echo ok', 'X=1', 'export GOGC')).toEqual({ GOGC: '50' })
    expect(inFile('; GOGC=7', 'GOMEMLIMIT=1GiB')).toEqual({ GOMEMLIMIT: '1GiB' })
  })

  // docs.docker.com, docker run, --env-file: a # is the beginning of a comment only at the beginning of a line.
  it('with a comment after the value has the value, and a warning, because docker reads the comment as part of it', () => {
    expect(inFile('GOGC=50   # comment')).toEqual({ GOGC: '50' })
    expect(problemsOf('GOGC=50   # hunter2')).toEqual([
      'line 1: docker and systemd read the comment as part of the value: write it on a line of its own',
    ])
    expect(problemsOf('GOGC=50', 'PORT=80 # comment')).toEqual([])
    expect(problemsOf('GOMEMLIMIT=450MiB ;')).toEqual([
      'line 1: docker and systemd read the semicolon as part of the value: remove it',
    ])
  })

  // docs.docker.com, docker run, --env-file; in compose, interpolation of env files.
  it('with quotes around the value has the value without them, and a warning, because docker keeps them', () => {
    const warning = 'docker run keeps the quotes in the value, and Go cannot read it then: remove them'
    expect(inFile('GOGC="50"', "GOMEMLIMIT='1GiB'")).toEqual({ GOGC: '50', GOMEMLIMIT: '1GiB' })
    expect(problemsOf('GOGC="50"', "GOMEMLIMIT='1GiB'")).toEqual([`line 1: ${warning}`, `line 2: ${warning}`])
    expect(problemsOf('GOGC=50', 'NAME="api"', 'export GOMEMLIMIT="1GiB"')).toEqual([])
  })

  it('with a space in its value is read as docker passes it to Go', () => {
    expect(inFile('GOMEMLIMIT= 900MiB')).toEqual({ GOMEMLIMIT: '900MiB' })
    expect(inFile('GOMEMLIMIT=1 GiB')).toEqual({ GOMEMLIMIT: '1 GiB' })
  })

  it('is not known if a command prints the value', () => {
    expect(inFile('GOMEMLIMIT=$((1024*1024*900))', 'X="a', 'b"')).toEqual({ GOMEMLIMIT: undefined })
    const [entry] = manifestOf('env-file', 'GOMAXPROCS=`nproc`', 'PORT=80').containers[0]!.env
    expect(entry).toMatchObject({ text: undefined, from: 'a variable or a template' })
  })

  it('that no shell reads has the value that docker gives, if it is one word', () => {
    expect(manifestOf('env-file', 'GOGC="50', 'GOMEMLIMIT=1GiB').containers[0]?.env).toMatchObject([
      { name: 'GOGC', text: undefined, isHidden: true },
      { name: 'GOMEMLIMIT', text: '1GiB' },
    ])
    expect(inFile('GOGC=50 | x', 'GOMEMLIMIT=1GiB')).toEqual({ GOGC: undefined, GOMEMLIMIT: '1GiB' })
  })

  it('in a branch is not known, and neither are the other lines', () => {
    const untold = { GOGC: undefined, GOMEMLIMIT: undefined }
    expect(inFile('if [ "$A" ]; then', 'GOGC=7', 'fi', 'GOMEMLIMIT=1GiB')).toEqual(untold)
    expect(inFile('cat <<EOF', 'GOGC=7', 'EOF', 'GOMEMLIMIT=1GiB')).toEqual(untold)
  })

  it('of a value of several lines changes nothing', () => {
    const key = ['-----BEGIN KEY-----', 'MIIE(|b+/=', 'a b', '-----END KEY-----"']
    expect(inFile('GOGC=50', 'A=1', 'B=2', 'C=3', `export KEY="${key[0]}`, ...key.slice(1), 'GOMEMLIMIT=1GiB')).toEqual(
      both,
    )
  })

  it('that sets other variables sets nothing of Go', () => {
    expect(
      inFile('URL=http://a/?b=c&d=e', `PASSWORD=it's;(`, 'PATTERN=^(a|b)$', 'OPTIONS="GOGC=50 x"', 'GOMAXPROCS=2'),
    ).toEqual({
      GOMAXPROCS: '2',
    })
  })
})
