import { createReadStream, existsSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { encodingOf } from '../gctrace/read/encoding.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import { parseScenario } from '../scenario/json.ts'
import { PRESETS } from '../scenario/presets/all.ts'
import { findPreset, toScenario } from '../scenario/presets/catalogue.ts'
import { decodeLink } from '../share/decode.ts'
import { toFragment } from '../share/fragment.ts'
import type { LinkState } from '../share/link.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'
import type { CliIo } from './io.ts'
import { readText, reasonOf } from './read.ts'

type SourceKind = 'link' | 'stdin' | 'file' | 'preset'

/** The kinds of a SCENARIO argument. A file has priority over a preset of the same name. */
export function kindOf(argument: string): SourceKind {
  if (/^(#|https?:|file:)/i.test(argument)) return 'link'
  if (argument === '-') return 'stdin'
  return existsSync(argument) ? 'file' : 'preset'
}

/** Whether an argument names a scenario, not a text that has to be read first. */
export function isNamedScenario(argument: string): boolean {
  return ['link', 'preset'].includes(kindOf(argument))
}

/** The scenario of a SCENARIO argument, with the preset and the view that came with it, or every problem. */
export async function loadScenario(argument: string, io: CliIo): Promise<Result<LinkState>> {
  switch (kindOf(argument)) {
    case 'link':
      return openLink(argument)
    case 'preset':
      return openPreset(argument)
    case 'stdin':
    case 'file': {
      const chunks = openChunks(argument, io)
      const text = chunks.ok ? await readText(chunks.value) : chunks
      if (!text.ok) return withArgument(argument, text)
      return text.value.trim() === '' ? withArgument(argument, failedAt('', 'is empty')) : parseState(text.value)
    }
  }
}

export function openChunks(argument: string, io: CliIo): Result<AsyncIterable<Uint8Array>> {
  if (io.kept) return ok(Readable.from(io.kept))
  if (argument === '-') return ok(io.stdin())
  try {
    if (statSync(argument).isDirectory()) return failedAt('', 'cannot be read: it is a directory')
    return ok(createReadStream(argument))
  } catch (error) {
    return failedAt('', `cannot be read: ${reasonOf(error)}`)
  }
}

/** An `io` with which the only source can be read several times, also if it is standard input or a pipe. */
export async function keepContent(argument: string, io: CliIo): Promise<Result<CliIo>> {
  if (argument !== '-' && statSync(argument).isFile()) return ok(io)
  const kept: Uint8Array[] = []
  const fed = await forEachChunk(argument, io, (chunk) => kept.push(chunk))
  return fed.ok ? ok({ ...io, kept }) : fed
}

/** Bytes arrive in the encoding that the first ones show. Bytes that do not fit the encoding are no error. */
export async function feed(
  argument: string,
  io: CliIo,
  reader: { push(text: string): void },
): Promise<Result<undefined>> {
  let decoder: TextDecoder | undefined
  const read = await forEachChunk(argument, io, (chunk) => {
    decoder ??= new TextDecoder(encodingOf(chunk))
    reader.push(decoder.decode(chunk, { stream: true }))
  })
  if (read.ok) reader.push(decoder?.decode() ?? '')
  return read
}

async function forEachChunk(argument: string, io: CliIo, use: (chunk: Uint8Array) => void): Promise<Result<undefined>> {
  const chunks = openChunks(argument, io)
  if (!chunks.ok) return failedAt(argument, chunks.problems[0]?.message ?? 'cannot be read')
  try {
    for await (const chunk of chunks.value) use(chunk)
    return ok(undefined)
  } catch (error) {
    return failedAt(argument, `cannot be read: ${reasonOf(error)}`)
  }
}

export function parseState(text: string): Result<LinkState> {
  const scenario = parseScenario(text.replace(/^\ufeff/, ''))
  return scenario.ok ? ok({ scenario: scenario.value }) : scenario
}

export function openLink(link: string): Result<LinkState> {
  if (toFragment(link) === '') return failedAt('', 'this address holds no scenario; a link has #v=1&… at its end')
  const { scenario, presetId, view, pinned, modelVersion, problems } = decodeLink(link)
  if (problems.length > 0) return failed(problems.map(withoutKept))
  return ok({
    scenario,
    presetId: presetId ?? undefined,
    view,
    pinned: pinned ? { scenario: pinned.scenario, presetId: pinned.presetId ?? undefined } : undefined,
    modelVersion: modelVersion ?? undefined,
  })
}

/** A page keeps the valid part of a damaged link, with a notice; the command line refuses the whole link. */
function withoutKept({ path, message }: Problem): Problem {
  return { path, message: message.replace(/; it stays at [^;]*$/, '').replace('unknown key, ignored', 'unknown key') }
}

/** The picture of a run would not show the map that the link asks for. */
export function refuseMap({ view }: LinkState): Problem[] {
  if (view?.show !== 'map') return []
  return [{ path: 'show', message: 'show=map is for frames: a picture shows the run, so leave it out, or use a frame' }]
}

function openPreset(id: string): Result<LinkState> {
  const preset = findPreset(id)
  if (preset) return ok({ scenario: toScenario(preset), presetId: id })
  const ids = PRESETS.map((known) => known.id)
  return failedAt('', `"${clip(id)}" is neither a file nor a preset${didYouMean(id, ids)} (presets: ${ids.join(', ')})`)
}

function withArgument(argument: string, result: Result<never>): Result<never> {
  if (result.ok) return result
  const name = argument === '-' ? 'standard input' : argument
  return failed(result.problems.map(({ path, message }) => ({ path, message: `${name}: ${message}` })))
}
