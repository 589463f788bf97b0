import { describe, expect, it } from 'vitest'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { settingsIn } from './settings-in.ts'

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

  it.each([
    ['of ENV', ['ENV MEM=200MiB', 'ENV GOMEMLIMIT=$MEM']],
    ['of an ARG with its default', ['ARG MEM=200MiB', `ENV GOMEMLIMIT=\${MEM}`]],
    ['of the last that is written', ['ENV MEM=1GiB', 'ARG MEM=200MiB', `ENV GOMEMLIMIT=\${MEM:-2GiB}`]],
  ])('%s are known', (_, lines) => {
    expect(inDockerfile(...lines)).toEqual({ GOMEMLIMIT: '200MiB' })
  })

  it.each([
    ['an ARG without a value', ['ARG MEM', 'ENV GOMEMLIMIT=$MEM']],
    ['a variable of another stage', ['ENV MEM=200MiB', 'FROM scratch', 'ENV GOMEMLIMIT=$MEM']],
    ['nothing that is written', ['ENV GOMEMLIMIT=$MEM']],
  ])('%s is not', (_, lines) => {
    expect(inDockerfile(...lines)).toEqual({ GOMEMLIMIT: undefined })
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

// docs.docker.com/reference/dockerfile: an ARG before the first FROM is outside of every stage, and only FROM can use it.
describe('the Go that a Dockerfile builds with, where its image is an ARG', () => {
  const versionIn = (...lines: string[]) => {
    const manifest = parseManifest(`${lines.join('\n')}\nRUN go build\n`, 'dockerfile')
    if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
    return manifest.value.containers[0]?.goVersion
  }

  it.each([
    ['ARG BASE=golang:1.26', `FROM \${BASE}`],
    ['ARG BASE="golang:1.26-alpine"', 'FROM $BASE AS x'],
    ['ARG GO_VERSION=1.26', `FROM --platform=$BUILDPLATFORM golang:\${GO_VERSION}-alpine AS build`],
    ['ARG V=1.26 BASE=golang:$V', `from \${BASE}`],
    ['ARG REGISTRY', `FROM \${REGISTRY}/golang:1.26`],
    ['ARG BASE', `FROM \${BASE:-golang:1.26}`],
    ['ARG BASE=golang:1.26', `FROM \${BASE:-golang:1.18}`],
  ])('is read: %s, %s', (...lines) => expect(versionIn(...lines)).toBe('go1.26'))

  it.each([
    ['ARG BASE', `FROM \${BASE}`],
    ['FROM alpine', 'ARG BASE=golang:1.26', `FROM \${BASE}`],
    ['ARG BASE=golang:latest', `FROM \${BASE}`],
    ['ARG BASE=golang:1.26', `FROM \${BASE_IMAGE}`],
  ])('is not known: %s, %s', (...lines) => expect(versionIn(...lines)).toBeUndefined())

  it('may be a stage, whose ENV the next stage inherits', () => {
    const stages = ['ARG LAST=test', 'FROM alpine AS test', 'ENV GOGC=50', 'FROM alpine', `FROM \${LAST}`]
    expect(settingsIn('dockerfile', ...stages)).toEqual({ GOGC: '50' })
  })

  // Filled in to the end, the last of them would be longer than any text can be.
  it('is found even if ARGs double each other again and again', () => {
    const doubled = Array.from({ length: 200 }, (_, i) => `ARG A${i + 1}=$A${i}$A${i}`)
    expect(versionIn('ARG A0=golang', ...doubled, 'FROM $A200', 'FROM golang:1.26')).toBe('go1.26')
  })
})
