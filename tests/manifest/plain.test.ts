import { describe, expect, it } from 'vitest'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { manifestOf, settingsIn } from './settings-in.ts'

// docs.docker.com/reference/dockerfile: ENV persists in the image, and each FROM begins another one.
describe('ENV of a Dockerfile with several stages', () => {
  const inDockerfile = (...lines: string[]) => settingsIn('dockerfile', ...lines)
  const BUILD = ['FROM --platform=linux/amd64 golang:1.26 AS build', 'ENV GOGC=off', 'RUN go build -o /app']

  it('of the build stage does not reach the program', () => {
    expect(inDockerfile(...BUILD, 'FROM alpine', 'COPY --from=build /app /app', 'ENV GOMEMLIMIT=400MiB')).toEqual({
      GOMEMLIMIT: '400MiB',
    })
  })

  it('is inherited through FROM lines that name the stage, in upper or lower case, over several stages', () => {
    expect(inDockerfile(...BUILD, 'FROM Build AS test', 'ENV GOMAXPROCS=2', 'FROM alpine', 'FROM test')).toEqual({
      GOGC: 'off',
      GOMAXPROCS: '2',
    })
  })

  it('of another stage with the same base does not count', () => {
    const stages = ['FROM alpine AS base', 'ENV GOGC=50', 'FROM base AS debug', 'ENV GOGC=off', 'FROM base']
    expect(inDockerfile(...stages)).toEqual({ GOGC: '50' })
  })

  it('counts in a part of a file without a FROM', () => {
    expect(inDockerfile('ENV GOGC=50', 'CMD ["/app"]')).toEqual({ GOGC: '50' })
  })
})

describe('variables that a Dockerfile fills in', () => {
  const inDockerfile = (...lines: string[]) => settingsIn('dockerfile', 'FROM alpine', ...lines)

  it.each([['ARG MEM=200MiB', `ENV GOMEMLIMIT=\${MEM}`], ['ENV GOMEMLIMIT=$MEM']])('are not known: %j', (...lines) => {
    expect(inDockerfile(...lines)).toEqual({ GOMEMLIMIT: undefined })
  })

  it('have the default that is written beside them', () => {
    expect(inDockerfile(`ENV GOMEMLIMIT=\${MEM:-200MiB}`)).toEqual({ GOMEMLIMIT: '200MiB' })
  })
})

describe('variables that a command may set for its program', () => {
  it.each<[ManifestKind, string[]]>([
    ['kubernetes', ['kind: Pod', 'spec:', '  containers:', '  - {name: a, command: [env, GOGC=400, /api]}']],
    ['kubernetes', ['kind: Pod', 'spec:', '  containers:', "  - {name: a, args: [-c, 'export GOGC=400; exec /api']}"]],
    ['compose', ['services:', '  a:', '    command: sh -c "GOGC=400 exec /api"']],
    ['compose', ['services:', '  a:', '    environment: [GOGC=50]', '    entrypoint: [env, GOGC=400, /api]']],
    ['dockerfile', ['FROM alpine', 'ENV GOGC=50', 'ENTRYPOINT ["sh", "-c", "GOGC=400 exec /api"]']],
    ['dockerfile', ['FROM alpine', "CMD GOGC='400' /api", 'ENV GOGC=50']],
    ['dockerfile', ['FROM alpine AS a', 'CMD GOGC=400 /api', 'FROM scratch', 'ENV GOGC=9', 'FROM a', 'ENV GOGC=50']],
    ['systemd', ['[Service]', 'Environment=GOGC=50', 'ExecStart=/usr/bin/env GOGC=400 /api']],
  ])('are not known, whatever others are: %s %j', (kind, lines) => {
    expect(settingsIn(kind, ...lines)).toEqual({ GOGC: undefined })
  })

  it('do not include options of the program, or parts of other names', () => {
    expect(settingsIn('systemd', '[Service]', 'ExecStart=/api --GOGC=400 MYGOGC=300 -GOMEMLIMIT=1GiB')).toEqual({})
  })

  it('are not known if a shell fills them in, and never show a secret', () => {
    const unit = (value: string) =>
      settingsIn('systemd', '[Service]', `ExecStart=/bin/sh -c 'GOMEMLIMIT=${value} exec /api'`)
    expect(unit('$MEM')).toEqual({ GOMEMLIMIT: undefined })
    expect(unit('hunter2-secret')).toEqual({ GOMEMLIMIT: undefined })
  })
})

it.each([
  ['FROM golang:1.26', 'go1.26'],
  ['FROM --platform=$BUILDPLATFORM golang:1.26-alpine AS build', 'go1.26'],
  [`FROM \${REGISTRY}/golang:1.26`, 'go1.26'],
  [`FROM golang:\${GO_VERSION}`, undefined],
  ['FROM golang:latest', undefined],
])('the Go that a Dockerfile builds with is that of its image: %s', (from, expected) => {
  const [container] = manifestOf('dockerfile', from, 'RUN go build').containers
  expect(container?.goVersion).toBe(expected)
})

it('a size with a space is one value of an env file, with a comment behind it too', () => {
  for (const line of ['GOMEMLIMIT=512 MiB', 'GOMEMLIMIT=512 MiB # half of it'])
    expect(settingsIn('env-file', line)).toEqual({ GOMEMLIMIT: '512 MiB' })
})
