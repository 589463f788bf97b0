import { toSentence } from '../../format.ts'
import { isOnlyCommands } from '../../gctrace/read/command.ts'
import { describeProblem, hasLinesOfGo } from '../../gctrace/read/problems.ts'
import { LogReader, type ParsedLog } from '../../gctrace/read/reader.ts'
import type { Manifest, ManifestKind } from '../../manifest/manifest.ts'
import { parseManifest } from '../../manifest/parse.ts'
import type { MetricsKind } from '../../metrics/kind.ts'
import { parseHeapProfile, parseVars } from '../../metrics/memstats.ts'
import { createPrometheusReader } from '../../metrics/prometheus-json.ts'
import { parseRuntimeMetrics } from '../../metrics/runtime-json.ts'
import type { Metrics } from '../../metrics/samples.ts'
import { createTextReader, type MetricsReader } from '../../metrics/text.ts'
import { failedAt, ok, type Result } from '../../result.ts'
import { aboutLimit } from './container-figures.ts'
import { toMetrics, usageIn } from './container-usage.ts'
import { type InputKind, inputKindOf, OTHER_BLOCKS } from './input-kind.ts'
import { hasOtherBlocks, unquoted, withoutMarkdown } from './markdown.ts'
import { hasOtherParts } from './other-parts.ts'
import { refusedForm, whyUnread } from './refused-form.ts'
import { describeCommands } from './stated.ts'

export type ReadInput =
  | { readonly kind: 'gctrace'; readonly log: ParsedLog; readonly notes?: readonly string[] }
  | { readonly kind: MetricsKind; readonly metrics: Metrics }
  | { readonly kind: ManifestKind; readonly manifest: Manifest }

/** The notes on parts that were skipped. A log lists its own skipped lines. */
export function notesOf(read: ReadInput): readonly string[] {
  if ('log' in read) return [...(read.notes ?? []), ...describeCommands(read.log)]
  return 'metrics' in read ? read.metrics.problems : read.manifest.problems
}

/** A note that asks for the container’s limit, for users who have not given it. */
export function limitNoteOf(read: ReadInput): string | undefined {
  return 'metrics' in read ? read.metrics.limitNote : undefined
}

/** Whether other parts were skipped, which may hold a limit. */
export function hasSkippedParts(read: ReadInput): boolean {
  return notesOf(read).includes(OTHER_BLOCKS)
}

/** Takes files of any size, and keeps little of them in memory. */
export interface InputReader {
  push(text: string): void
  /** @returns a problem if the input cannot be read */
  end(): Result<ReadInput>
  kind(): InputKind | undefined
}

/** Characters that are read before the kind of an input is decided. */
const HEAD = 1 << 16
/** The most characters of a dump or a manifest, which we keep whole. */
const MOST_WHOLE = 32 << 20

/** Lines of a terminal before a JSON object: a command, and the headers of `curl -i`. */
const ABOVE_JSON =
  /^\ufeff?\s*(?:[^\n{]{0,200}\b(?:curl|wget|kubectl|crictl|http|docker|podman|nerdctl|az|aws|gcloud)\b[^\n]{0,2000}\n)?(?:HTTP\/[\d.]+ \d{3}[^\n]*\n(?:[\w-]+:[^\n]*\n)*\r?\n)?(?=\s*(?:\{|\[\s*[{\]]))/

/** A reader of any input. @param forced the kind of the input, if the user chose it */
export function createInputReader(forced?: InputKind): InputReader {
  let head = ''
  let kind = forced
  /** If the kind is a guess: why the text cannot be read, if the guess is wrong. */
  let otherwise: string | undefined
  let isMixed = false
  /** The last pieces, if the input is longer than its head. We join them only at the end: each join is a copy. */
  let tail = ''
  let beforeTail = ''
  let sink: Sink | undefined
  const open = (): Sink => {
    // The empty lines stay: lines keep their numbers.
    head = head.replace(ABOVE_JSON, (above) => above.replace(/[^\n]+/g, ''))
    kind ??= kindInMarkdown(head)
    const refused = refusedForm(head, kind)
    if (kind === undefined && refused === undefined) otherwise = whyUnread(unquoted(head)) ?? NOTHING
    const hasBlocks = isOfLines(kind) && hasOtherBlocks(head, kind === 'gctrace' ? kindBesideLog : inputKindOf, kind)
    isMixed = hasBlocks || hasOtherParts(head, kind ?? FALLBACK)
    kind = refused === undefined ? (kind ?? FALLBACK) : undefined
    sink = kind === undefined ? createRefusingSink(refused ?? NOTHING) : createSink(kind, otherwise)
    sink.push(head)
    head = ''
    return sink
  }
  return {
    push(text) {
      if (sink) {
        if (tail.length >= HEAD) [beforeTail, tail] = [tail, '']
        tail += text
        return sink.push(text)
      }
      head += text
      if (head.length >= HEAD) open()
    },
    end() {
      if (!sink && head.trim() === '') return failedAt('', EMPTY)
      const read = (sink ?? open()).end()
      const end = (beforeTail + tail).slice(-HEAD)
      if (read.ok) return ok(isMixed || hasOtherParts(end, read.value.kind) ? withNote(read.value) : read.value)
      const isOther = [otherwise, NO_TEXT].includes(read.problems[0]?.message)
      if (otherwise !== undefined && isOther) kind = undefined
      return read
    },
    kind: () => kind,
  }
}

function withNote(read: ReadInput): ReadInput {
  const add = (notes: readonly string[]) => [...new Set([...notes, OTHER_BLOCKS])]
  if ('log' in read) return { ...read, notes: add(read.notes ?? []) }
  if ('metrics' in read) return { ...read, metrics: { ...read.metrics, problems: add(read.metrics.problems) } }
  return { ...read, manifest: { ...read.manifest, problems: add(read.manifest.problems) } }
}

/** Whether it is of a kind whose lines we read wherever they are in a text. */
const isOfLines = (kind: InputKind | undefined): kind is InputKind =>
  kind === 'gctrace' || kind === 'prometheus-text' || kind === 'heap-profile'

/** The kind of a block beside a log. Commands are read with the log. */
const kindBesideLog = (block: string) => (isOnlyCommands(block) ? undefined : inputKindOf(block))

function kindInMarkdown(head: string): InputKind | undefined {
  const kind = inputKindOf(head)
  return isOfLines(kind) ? kind : inputKindOf(withoutMarkdown(head, inputKindOf).text)
}

/** If we recognise no kind, we read the input as a log, because a log may begin with any text. */
const FALLBACK = 'gctrace'

interface Sink {
  push(text: string): void
  end(): Result<ReadInput>
}

function createRefusingSink(message: string): Sink {
  return { push: () => undefined, end: () => failedAt('', message) }
}

/** @param otherwise what to say if a text that we took for a log is none (see `ofLog`) */
function createSink(kind: InputKind, otherwise?: string): Sink {
  const unmarked = (written: string) => withoutMarkdown(written, inputKindOf, kind)
  const ofMetricsIn = (parse: (text: string) => Result<Metrics>, of: MetricsKind) =>
    createWholeSink((written) => {
      const { text, isCut } = unmarked(written)
      const read = toInput(of, parse(text))
      return read.ok && isCut ? ok(withNote(read.value)) : read
    })
  switch (kind) {
    case 'gctrace':
      return ofLog(new LogReader(), otherwise)
    case 'prometheus-text':
      return ofMetrics(kind, createTextReader())
    case 'prometheus-json':
      return ofMetrics(kind, createPrometheusReader())
    case 'vars':
      return ofMetricsIn(parseVars, kind)
    case 'heap-profile':
      return createWholeSink((text) => toInput(kind, parseHeapProfile(text)), true)
    case 'runtime-metrics':
      return ofMetricsIn(parseRuntimeMetrics, kind)
    case 'container-usage':
      return ofMetricsIn(readUsage, kind)
    default:
      return createWholeSink((written) => {
        const { text, isCut } = unmarked(written)
        const read = parseManifest(text, kind)
        if (!read.ok) return read
        const input: ReadInput = { kind, manifest: read.value }
        return ok(isCut ? withNote(input) : input)
      })
  }
}

/** @param otherwise what to say of a text without a line of the Go runtime; undefined: it surely is a log */
function ofLog(reader: LogReader, otherwise?: string): Sink {
  return {
    push: (text) => reader.push(text),
    end() {
      const log = reader.end()
      if (log.columns.count > 0) return ok({ kind: 'gctrace', log })
      const [first] = log.problems
      if (first?.kind === 'binary') return failedAt('', NO_TEXT)
      if (otherwise !== undefined && (otherwise !== NOTHING || !hasLinesOfGo(log))) return failedAt('', otherwise)
      return failedAt('', log.problems.map((one) => toSentence(describeProblem(one))).join(' '))
    },
  }
}

const NOTHING =
  'it is not an input that we know: paste a gctrace log, /metrics, a Prometheus answer, /debug/vars, a heap profile, runtime/metrics, the memory of a process or a manifest'
const EMPTY = 'it is empty'
const NO_TEXT =
  'it is not text: unpack it if it is compressed, and get a heap profile as text, from /debug/pprof/heap?debug=1'
const NO_FIGURES = 'it has no metrics of a Go program (such as go_memstats_alloc_bytes_total)'

function ofMetrics(kind: MetricsKind, reader: MetricsReader): Sink {
  return {
    push: (text) => reader.push(text),
    end() {
      const metrics = reader.end()
      const { processes, problems, unused } = metrics
      if (processes.length > 0) return ok({ kind, metrics })
      // An answer of Prometheus may have only a metric that we do not use: answers for others may follow.
      if (unused && problems.length === 0) return ok({ kind, metrics: { ...metrics, problems: [notUsed(unused)] } })
      return failedAt('', problems[0] ?? NO_FIGURES)
    },
  }
}

function notUsed(metric: string): string {
  return `it has only metrics that we do not use (such as ${metric}): answers are the same without it`
}

function toInput(kind: MetricsKind, metrics: Result<Metrics>): Result<ReadInput> {
  return metrics.ok ? ok({ kind, metrics: metrics.value }) : metrics
}

/** @param isTail keep the end of a text that is too long, not its beginning */
function createWholeSink(parse: (text: string) => Result<ReadInput>, isTail = false): Sink {
  let parts: string[] = []
  let length = 0
  return {
    push(text) {
      length += text.length
      if (length <= MOST_WHOLE) parts.push(text)
      else parts = isTail ? [parts.join('').slice(-MOST_TAIL), text].slice(-2) : []
    },
    end() {
      if (length > MOST_WHOLE && !isTail) return failedAt('', 'too long: only logs and metrics may exceed 32 MiB')
      return parse(parts.join(''))
    },
  }
}

function readUsage(text: string): Result<Metrics> {
  const usage = usageIn(text)
  if (!usage) return failedAt('', whyUnread(text) ?? refusedForm(text, undefined) ?? NO_FIGURES)
  const metrics = toMetrics(usage)
  return ok('limit' in usage ? { ...metrics, limitNote: aboutLimit(usage.limit) } : metrics)
}

const MOST_TAIL = 1 << 20
