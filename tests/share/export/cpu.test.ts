import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ManifestKind } from '../../../src/manifest/manifest.ts'
import { parseManifest } from '../../../src/manifest/parse.ts'
import { LINES, type LinesId } from '../../../src/share/export/lines.ts'
import { scenarioOf } from '../../support/run.ts'

const program = { phases: [{ duration: 1 }] }

function linesOf(id: LinesId, settings: object): string {
  const text = LINES.find((one) => one.id === id)?.toText(scenarioOf({ model: 'runtime', ...settings, program }))
  if (text === undefined) throw new Error(id)
  return text
}

/** Lines that state a container's CPU limit. A Dockerfile states it in a comment: the line that runs the image. */
const FORMS: readonly {
  readonly id: LinesId
  readonly kind: ManifestKind
  readonly half: RegExp
  readonly least?: number
}[] = [
  { id: 'yaml', kind: 'kubernetes', half: /^ {4}cpu: "500m"$/m },
  { id: 'downward', kind: 'kubernetes', half: /^ {4}cpu: "500m"$/m },
  { id: 'compose', kind: 'compose', half: /^ {4}cpus: 0\.5$/m, least: 0.01 },
  { id: 'systemd', kind: 'systemd', half: /^CPUQuota=50%$/m },
  { id: 'dockerfile', kind: 'docker-run', half: /docker run .*--cpus=0\.5 IMAGE$/m, least: 0.01 },
]

/** The CPU limit that our own reader of manifests finds in the lines. */
function cpuLimitOf({ id, kind }: (typeof FORMS)[number], settings: object): number | undefined {
  const text = linesOf(id, settings)
  const whole =
    kind === 'kubernetes' ? inPod(text) : kind === 'docker-run' ? text.replaceAll('# Run it with: ', '') : text
  const manifest = parseManifest(whole, kind)
  return manifest.ok ? manifest.value.containers[0]?.cpuLimit : undefined
}

/** The pod of one container, as JSON, which is YAML as well. */
function inPod(text: string): string {
  return JSON.stringify({ kind: 'Pod', spec: { containers: [{ name: 'app', ...parse(text) }] } })
}

describe.each(FORMS)('the CPU limit in the lines of $id', (form) => {
  const CONTAINER = { memoryLimit: '400MiB', containerLimit: '512MiB' }

  it('is the run’s CPU quota, whatever GOMAXPROCS is', () => {
    expect(linesOf(form.id, { ...CONTAINER, cpuQuota: 0.5 })).toMatch(form.half)
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 4096, noNaN: true }),
        fc.constantFrom({}, CONTAINER),
        (cpuQuota, limits) => {
          const written = cpuLimitOf(form, { ...limits, cpuQuota, procs: 8 })
          // A thousandth of a CPU is the least that Kubernetes takes, and systemd; Docker’s is the kernel’s 1 ms in 100.
          const { least = 0.001 } = form
          expect(written).toBeGreaterThanOrEqual(least)
          expect(Math.abs((written ?? 0) - Math.max(least, cpuQuota))).toBeLessThanOrEqual(0.001)
        },
      ),
    )
  })

  it('says so where it is more than the run’s', () => {
    const note = /# The run has 0\.005 CPU\./
    const text = linesOf(form.id, { ...CONTAINER, cpuQuota: 0.005 })
    if (form.least) expect(text).toMatch(note)
    else expect(text).not.toMatch(note)
    expect(linesOf(form.id, { ...CONTAINER, cpuQuota: 0.01 })).not.toMatch(/# The run has/)
  })

  it('is absent where the run has no quota: GOMAXPROCS alone never holds a container still', () => {
    expect(cpuLimitOf(form, { ...CONTAINER, procs: 4 })).toBeUndefined()
    expect(linesOf(form.id, { procs: 4 })).not.toMatch(/cpu/i)
  })
})

const LINES_WITH_SETTINGS = LINES.map(({ id }) => id).filter((id) => id !== 'alerts')

describe.each(LINES_WITH_SETTINGS)('GOMAXPROCS in the lines of %s', (id) => {
  it('is that of a run by the runtime model: without a CPU limit, Go takes all CPUs of the machine', () => {
    expect(linesOf(id, { procs: 3 })).toMatch(/GOMAXPROCS(?:=|: "|"?\n +value: "|\()3/)
  })

  it('is absent for one by the guide’s, which has one CPU whatever is set: pasted, it would hold the program to it', () => {
    for (const procs of [1, 4]) expect(linesOf(id, { model: 'guide', procs })).not.toContain('GOMAXPROCS')
  })
})

describe('Kubernetes without any limit', () => {
  it('has no resources', () => {
    expect(Object.keys(parse(linesOf('yaml', { procs: 2 })))).toEqual(['env'])
  })
})
