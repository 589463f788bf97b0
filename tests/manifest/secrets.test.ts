import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import { programOf } from '../../src/known/scenario.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { call } from '../cli/harness.ts'
import { readText } from '../metrics/read.ts'
import { HOSTILE } from './hostile.ts'

const PLACE = '%S%'
const PROGRAM = { liveHeap: 1e8, allocRate: 1e8, procs: 2 }

/** A manifest with a secret in some of its places, and in the others something that is none. */
function fill(text: string, secret: string, isSecret: (place: number) => boolean): string {
  const [first = '', ...others] = text.split(PLACE)
  return first + others.map((part, i) => (isSecret(i) ? secret : '100') + part).join('')
}

/** All that is kept of a manifest, shown of it, and sent: as text. */
async function traceOf(text: string): Promise<string> {
  const read = await readText(text)
  const manifests = read.ok && 'manifest' in read.value ? [read.value.manifest] : []
  const known = toKnown({ runs: [], manifests, typed: PROGRAM })
  const program = programOf(known, 10)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const { scenario } = program.value
  const links = [undefined, 'spike'].map((presetId) => encodeLink({ scenario, presetId }))
  return JSON.stringify([
    read,
    known,
    findingsOf(manifests, known),
    scenario,
    links,
    links.map((link) => decodeLink(link)),
  ])
}

/** As passwords, keys and tokens look. */
const secrets = fc.stringMatching(/^hush[A-Za-z0-9+/=_-]{8,30}$/)

describe.each(Object.entries(HOSTILE))('a secret in %s', (_, text) => {
  const places = text.split(PLACE).length - 1

  it('is neither kept nor shown nor put into a link, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        fc.array(fc.boolean(), { minLength: places, maxLength: places }),
        async (secret, at) => {
          expect(await traceOf(fill(text, secret, (place) => at[place] === true))).not.toContain(secret)
        },
      ),
      { numRuns: 4 },
    )
    expect(await traceOf(fill(text, 's3cr3t-hunter2', () => true))).not.toContain('s3cr3t')
  })

  it('is not in what the command line prints', async () => {
    const { out, err } = await call(['estimate', '-'], { stdin: fill(text, 's3cr3t-hunter2', () => true) })
    expect(out + err).not.toContain('s3cr3t')
  })
})

describe('a variable', () => {
  it('is dropped, whatever its name is, unless it is one of Go', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Z_]{1,14}$/), async (name) => {
        expect(JSON.stringify(await readText(`GOGC=100\n${name}=s3cr3t-hunter2\n`))).not.toContain('s3cr3t')
      }),
      { numRuns: 200 },
    )
  })

  it('with nearly the name of a Go setting is shown with a setting, never with a number that may be a card number', async () => {
    const shown = async (value: string) => JSON.stringify(await readText(`GOMEMLIMT=${value}\n`))
    expect(await shown('400MiB')).toContain('400MiB')
    expect(await shown('4111111111111111')).not.toContain('4111')
  })
})

describe('the largest limit that Go takes', () => {
  it('is read', async () => {
    const read = await readText('GOMEMLIMIT=9223372036854775807\n')
    expect(JSON.stringify(read)).toContain('9223372036854775807')
  })
})
