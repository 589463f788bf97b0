import { describe, expect, it } from 'vitest'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { manifestOf, settingsIn } from './settings-in.ts'

/** The commands that a manifest starts, as each kind writes them. */
const pod = (rest: string) => ['kind: Pod', 'spec:', '  containers:', `  - {name: a, ${rest}}`]
const service = (rest: string) => ['services:', '  a:', `    ${rest}`]
const SET = 'env: [{name: GOGC, value: "50"}]'

// An argument of a program is no variable: only env(1) and a shell read assignments.
describe('a command with words that look like assignments', () => {
  it.each<[ManifestKind, string[]]>([
    ['kubernetes', pod('command: [/bin/api, -env, GOMEMLIMIT=10MiB]')],
    ['kubernetes', pod('args: [--config, GOGC=20]')],
    ['compose', service('command: api serve --env GOGC=30 GOMEMLIMIT=1GiB')],
    ['dockerfile', ['FROM alpine', 'CMD ["/api", "-e", "GOGC=20"]']],
    ['dockerfile', ['FROM alpine', 'CMD ["sh", "-c", "GOGC=20 /api"]', 'CMD ["/api"]']],
    ['systemd', ['[Service]', 'ExecStart=GOGC=20 /api']],
    ['systemd', ['[Service]', 'ExecStart=/api env GOGC=20']],
  ])('sets nothing if they are arguments of a program: %s %j', (kind, lines) => {
    expect(settingsIn(kind, ...lines)).toEqual({})
  })

  it.each<[ManifestKind, string[]]>([
    ['kubernetes', pod('command: [/usr/bin/env, -u, A, B=c, GOGC=20, /api]')],
    ['kubernetes', pod('command: [/tini, --, env, GOGC=20, /api]')],
    ['kubernetes', pod('command: [bash, -euo, pipefail, -c, "export GOGC=20; exec /api"]')],
    ['kubernetes', pod('args: [-c, "export GOGC=20; exec /api"]')],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "GOGC=20; exec /api"]`)],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "GOGC=$GOGC_DEFAULT exec /api"]`)],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "unset GOGC; /api"]`)],
    ['kubernetes', pod(`${SET}, command: [env, -u, GOGC, /api]`)],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "unset PORT GOGC && /api"]`)],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "exec env -u GOGC /api"]`)],
    ['kubernetes', pod(`${SET}, command: [env, --unset=GOGC, /api]`)],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "read -r GOGC < /etc/gogc; /api"]`)],
    ['kubernetes', pod(`${SET}, command: [sh, -c, "GOGC+=0 /api"]`)],
    ['kubernetes', pod(`command: [sh, -c, "export GOGC=\${GOGC:-20}; exec /api"]`)],
    ['compose', service(`command: bash -lc "set -x; export GOGC='20'; /api"`)],
    ['dockerfile', ['FROM alpine', 'ENTRYPOINT ["/docker-entrypoint.sh"]', 'CMD GOGC=20 /api']],
    ['systemd', ['[Service]', `ExecStart=-/bin/sh -c 'exec env GOGC=20 /usr/bin/api'`]],
  ])('may set variables if env or a shell reads it, to a value that is not known: %s %j', (kind, lines) => {
    expect(settingsIn(kind, ...lines)).toEqual({ GOGC: undefined })
  })

  it.each([
    `export GOGC=\${GOGC:-20}; exec /api`,
    'GOGC=$GOGC exec /api',
    'echo "GOGC=$GOGC"; exec /api',
    `if [ "\${GOGC:-}" ]; then a; fi`,
    'printf "GOGC: %s" "$GOGC"; exec /api',
  ])('keeps a variable of the container if it only reads it, or gives it a default: %s', (script) => {
    expect(settingsIn('kubernetes', ...pod(`${SET}, command: [sh, -c, '${script}']`))).toEqual({ GOGC: '50' })
  })

  it('says where the unknown value comes from', () => {
    expect(manifestOf('kubernetes', ...pod('command: [env, GOGC=20, /api]')).containers[0]?.env).toEqual([
      { name: 'GOGC', text: undefined, from: 'a command', line: 4 },
    ])
  })
})
