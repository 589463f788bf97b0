import { describe, expect, it } from 'vitest'
import { inputKindOf } from '../../src/known/input/input-kind.ts'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { SETS_NONE } from '../../src/manifest/manifest.ts'
import { manifestOf, settingsIn } from './settings-in.ts'

const inFile = (...lines: string[]) => settingsIn('env-file', ...lines)
const problemsOf = (...lines: string[]) => manifestOf('env-file', ...lines).problems
const both = { GOGC: '50', GOMEMLIMIT: '1GiB' }

// POSIX, Shell Command Language, 2.9.4: only one branch of a compound command runs.
describe('a variable of a script', () => {
  const inScript = (...lines: string[]) => inFile('#!/bin/sh', ...lines)

  it.each([
    [['if [ "$A" ]; then', '  export GOGC=50', 'else', '  export GOGC=200', 'fi', 'exec /api']],
    [['case "$1" in', '  api) export GOGC=50 ;;', 'esac', 'exec /api']],
    [['for f in *; do', '  GOGC=50 ./api $f', 'done']],
    [['run() {', '  GOGC=50 ./api', '}', 'run']],
    [['export GOGC=50', 'if [ "$A" ]; then unset GOGC; fi', 'exec /api']],
    [['[ "$A" ] && export GOGC=50', 'exec /api']],
    [['GOGC=50 ./api | tee log']],
    [['(export GOGC=50; ./api)']],
    [[`: "\${GOGC:=50}"`, 'export GOGC', 'exec /api']],
    [['cat <<EOF', 'export GOGC=7', 'EOF', 'exec /api']],
    [['declare -x GOGC=50', 'exec /api']],
    [['set -a', 'GOGC=50', 'exec /api']],
    [['GOGC=off ./migrate', 'exec ./api']],
    [['export GOGC=10', 'unset GOGC', 'exec /api']],
  ])('is not known if more than a line that exports it sets it: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: undefined })
  })

  it.each([
    [['export GOGC=50', './migrate', 'exec /api']],
    [[`export GOGC=\${GOGC:-50}`, 'exec /api']],
    [['. ./defaults', 'ulimit -n 65536', 'export GOGC="50" # half', 'exec /api "$@"']],
    [['VERSION=$(cat VERSION | tail -n 1)', 'export GOGC=50 \\', '  VERSION', 'exec /api']],
  ])('is known if a line exports it: %j', (lines) => {
    expect(inScript(...lines)).toEqual({ GOGC: '50' })
    expect(problemsOf('#!/bin/sh', ...lines)).toEqual([])
  })

  it('shows that the script is an env file', () => {
    expect(manifestKindOf('#!/bin/sh\nset -e\nexport GOGC=50\nexec /api')).toBe('env-file')
    expect(manifestKindOf('#!/bin/sh\nPORT=80\nexec /api')).toBeUndefined()
  })
})

// go-kit/log and log/slog write their lines so (brandur.org/logfmt).
describe('a log in the form logfmt', () => {
  const log = [
    'time=2026-01-20T13:52:21.785Z level=INFO source=main.go:1589 msg="updated GOGC" old=100 new=75',
    'time=2026-01-20T13:52:21.785Z level=INFO msg="is updated" component=automemlimit GOMEMLIMIT=3386787840',
  ]

  it('is not an env file', () => {
    expect(manifestKindOf(log.join('\n'))).toBeUndefined()
    expect(manifestKindOf('ts=2023-01-12 caller=head.go:542 level=info msg="WAL, replayed"')).toBeUndefined()
    expect(manifestKindOf('level=info msg="started"\nlevel=warn msg="slow" GOGC=50')).toBeUndefined()
  })

  it('sets nothing if its lines are among those of an env file', () => {
    const lines = [...log, 'GOGC=50', 'PORT=80']
    expect(manifestKindOf(lines.join('\n'))).toBe('env-file')
    expect(inFile(...lines)).toEqual({ GOGC: '50' })
    expect(inFile(...lines, 'if x; then', 'fi')).toEqual({ GOGC: undefined })
  })

  it('does not include an env file with names in lower case', () => {
    expect(manifestKindOf('http_proxy=http://a:80\nlevel=info\nopts="-x y=1"')).toBe('env-file')
  })
})

describe('an env file without a setting of Go', () => {
  it.each(['PORT=80', 'export NAME="a b"\r\nPORT=80 # web\r\n'])(
    'is read, with a note that it sets none: %j',
    (text) => {
      expect(manifestKindOf(text)).toBe('env-file')
      const { containers, problems } = manifestOf('env-file', text)
      expect(containers).toEqual([])
      expect(problems).toEqual([SETS_NONE])
    },
  )

  it('does not include one with a misspelt setting', () => {
    expect(problemsOf('GOMEMLIMT=1GiB')).toEqual([])
  })
})

describe('a line of an env file', () => {
  it.each([
    ['GOGC=50 GOMEMLIMIT=1GiB ./api --port 80'],
    ['export GOGC=50 GOMEMLIMIT=1GiB'],
    ['PORT=80 GOGC=50 \\', "  GOMEMLIMIT='1GiB' exec ./api"],
  ])('may begin with several assignments: %s', (...lines) => {
    expect(inFile(...lines)).toEqual(both)
    expect(problemsOf(...lines)).toEqual([])
  })

  it('may stand among lines of other kinds, if it sets Go', () => {
    expect(manifestKindOf('GOGC=50\nGOMEMLIMIT=1GiB\nX="a\nb"')).toBe('env-file')
    expect(manifestKindOf('PORT=50\nX="a\nb"')).toBeUndefined()
    expect(manifestKindOf('GOGC=50 ./api\ngc 1 @0.1s\ngc 2 @0.2s')).toBeUndefined()
  })

  it.each(['GOMEMLIMIT=1GiB && ./api', 'GOMEMLIMIT=1GiB | x', 'GOMEMLIMIT=1GiB; ./api'])(
    'with commands behind it is not known: %s',
    (line) => {
      expect(inFile(line, 'GOGC=50')).toEqual({ GOGC: '50', GOMEMLIMIT: undefined })
    },
  )

  it('may be a comment', () => {
    expect(inFile('; GOGC=7', '# GOGC=8', 'GOMEMLIMIT=1GiB')).toEqual({ GOMEMLIMIT: '1GiB' })
  })

  // docs.docker.com, docker run, --env-file: a # is the beginning of a comment only at the beginning of a line.
  it('with a comment after the value has the value, and a warning, because docker reads the comment as part of it', () => {
    expect(inFile('GOGC=50   # comment')).toEqual({ GOGC: '50' })
    expect(problemsOf('GOGC=50   # hunter2')).toEqual([
      'line 1: docker and systemd read the comment as part of the value: write it on a line of its own',
    ])
    expect(problemsOf('GOGC=50', 'PORT=80 # comment')).toEqual([])
  })

  // docs.docker.com, docker run, --env-file; in compose, interpolation of env files.
  it('with quotes around the value has the value without them, and a warning, because docker keeps them', () => {
    const warning = 'docker run keeps the quotes in the value, and Go cannot read it then: remove them'
    expect(inFile('GOGC="50"', "GOMEMLIMIT='1GiB'")).toEqual(both)
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

  it('that no shell reads has the value that docker gives', () => {
    expect(manifestOf('env-file', 'GOGC="50', 'GOMEMLIMIT=1GiB').containers[0]?.env).toMatchObject([
      { name: 'GOGC', text: undefined, isHidden: true },
      { name: 'GOMEMLIMIT', text: '1GiB' },
    ])
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
    ).toEqual({ GOMAXPROCS: '2' })
  })
})

describe('what kubectl set env --list prints', () => {
  const LIST = '# Deployment api, container api'

  it('names variables whose values it does not show: they are set, but not known', () => {
    const text = `${LIST}\nGOMEMLIMIT=460MiB\n# GOGC from secret tuning, key gogc\n# GOMAXPROCS from configmap tuning, key procs\n`
    expect(manifestKindOf(text)).toBe('env-file')
    const [container] = manifestOf('env-file', text).containers
    expect(container).toMatchObject({
      name: 'api',
      env: [
        { name: 'GOMEMLIMIT', text: '460MiB', line: 2 },
        { name: 'GOGC', text: undefined, from: 'a Secret', line: 3 },
        { name: 'GOMAXPROCS', text: undefined, from: 'a ConfigMap', line: 4 },
      ],
    })
  })

  it('is recognised with no variable that has a value', () => {
    const text = `${LIST}\n# GOMEMLIMIT from resource field limits.memory\n`
    expect(manifestKindOf(text)).toBe('env-file')
    const [container] = manifestOf('env-file', text).containers
    expect(container?.env).toMatchObject([{ name: 'GOMEMLIMIT', from: 'valueFrom' }])
  })

  it('has several containers, each with its own variables', () => {
    const { containers } = manifestOf('env-file', LIST, 'GOGC=50', '# Deployment api, container worker', 'GOGC=200')
    expect(containers.map(({ name, env }) => [name, env.map(({ text }) => text)])).toEqual([
      ['api', ['50']],
      ['worker', ['200']],
    ])
  })

  it('may have thousands of containers, whose variables have the lines of the whole text', () => {
    const count = 10_000
    const { containers } = manifestOf('env-file', ...Array(count).fill(`${LIST}\nA=1\nGOGC=50`))
    expect(containers).toHaveLength(count)
    expect(containers.at(-1)).toMatchObject({ name: 'api', env: [{ name: 'GOGC', line: 3 * count }] })
  })

  it('is no comment of a file that a person wrote', () => {
    const { containers } = manifestOf('env-file', '# GOGC from the load test', 'PORT=80', 'GOMEMLIMIT=1GiB')
    expect(containers[0]?.env).toMatchObject([{ name: 'GOMEMLIMIT' }])
  })
})

describe('/proc/PID/environ', () => {
  it.each([
    ['as it is', '\0'],
    ['as less shows it', '^@'],
  ])('has an end after each variable: %s', (_, end) => {
    const text = ['PATH=/usr/bin', 'GOMEMLIMIT=460MiB', 'GOGC=50', 'HOME=/root', ''].join(end)
    expect(inputKindOf(text)).toBe('env-file')
    expect(settingsIn('env-file', text)).toEqual({ GOMEMLIMIT: '460MiB', GOGC: '50' })
  })

  it('as a terminal shows it has nothing between variables: they are set, but not known, and a problem says so', () => {
    const text = 'PATH=/usr/binGOMEMLIMIT=460MiBGOGC=50HOME=/root'
    expect(settingsIn('env-file', text)).toEqual({ GOMEMLIMIT: undefined, GOGC: undefined })
    expect(manifestOf('env-file', text).problems).toEqual([
      expect.stringMatching(/^line 1: nothing separates.*environ$/),
    ])
  })

  it('is no other binary file, and no value that has a setting in it', () => {
    expect(inputKindOf('\0PATH=/usr/bin')).toBeUndefined()
    expect(settingsIn('env-file', 'OPTIONS="a GOGC=5"', 'A=b;GOGC=7', 'GOGC=50')).toMatchObject({ GOGC: '50' })
  })
})
