import type { Evidence } from '../known/known.ts'
import { failed, ok, type Result } from '../result.ts'
import { clip } from '../units.ts'
import type { Parsed } from './options.ts'
import { SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
import { TYPED_OPTIONS, toTyped } from './typed.ts'
import { createValues, parseSeconds } from './values.ts'

/** A call of `sawtooth estimate` that makes sense. Times in seconds. */
export interface EstimateCall extends Selection {
  readonly sources: readonly string[]
  readonly scrape?: Scraping | undefined
  readonly typed: Evidence['typed']
}

/** How to scrape a running service. */
export interface Scraping {
  readonly url: string
  readonly every: number
  readonly for: number
}

export const ESTIMATE_OPTIONS = ['scrape', 'every', 'for', ...SELECTION_OPTIONS, ...TYPED_OPTIONS] as const

/** In seconds. */
const EVERY = 15
const FOR = 60
const MOST_SCRAPES = 10_000

/** The arguments of `estimate`, parsed. Every problem is a wrong usage. */
export function toEstimate(parsed: Parsed): Result<EstimateCall> {
  const { sources, values: texts } = parsed
  const url = texts.get('scrape')
  const values = createValues(parsed, '')
  const which = toSelection(values)
  const typed = toTyped(values)
  const every = values.get('every', parseSeconds) ?? EVERY
  const length = values.get('for', parseSeconds) ?? FOR
  if (url === undefined && (texts.has('every') || texts.has('for')))
    values.complain('--every and --for go with --scrape URL')
  const refusal = url === undefined ? undefined : whyNotRead(url)
  if (refusal !== undefined) values.complain(refusal)
  if (length / every > MOST_SCRAPES) values.complain(`that is more than ${MOST_SCRAPES} scrapes`)
  if (sources.length === 0 && url === undefined)
    values.complain('estimate what? Name a log, metrics or a manifest, or -')
  if (values.problems.length > 0) return failed(values.problems)
  return ok({ sources, ...which, typed, scrape: url === undefined ? undefined : { url, every, for: length } })
}

/** Why an address cannot be scraped; undefined if it can. */
function whyNotRead(url: string): string | undefined {
  const isAddress = /^https?:\/\/[^/]/i.test(url) && URL.canParse(url)
  if (!isAddress) return `--scrape ${clip(url)}: write the address of /metrics or /debug/vars, with http://`
  const { username, password } = new URL(url)
  if (username === '' && password === '') return undefined
  // Not quoted: it would stand in logs.
  return '--scrape: leave user and password out of the address; fetch it with curl, and give the files'
}
