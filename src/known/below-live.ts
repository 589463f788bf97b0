import { formatBriefSize, formatProseSize, formatShare, formatValue } from '../format.ts'
import { entryOf } from '../manifest/env.ts'
import type { GoSettings, ManifestFinding } from '../manifest/finding.ts'
import { GAP } from '../manifest/findings.ts'
import { toGoSize } from '../manifest/kubernetes/kube-quantity.ts'
import type { Container, ManifestKind } from '../manifest/manifest.ts'
import { goodLimit } from '../manifest/meant.ts'
import { formOf, toMended } from '../manifest/mended.ts'
import { find, type Known, numberOf } from './known.ts'
import type { Quantity } from './quantities.ts'

/** A mistake in a manifest that we find only by comparing it with measured values. */
export type BelowLive = ManifestFinding<'below-live'>

/** The memory limit has to be this many times the live heap: with less, Go runs cycles more often than with GOGC=25. */
const LEAST_ROOM = 1.25

/**
 * A GOMEMLIMIT below the live heap, if that was measured or typed. We do not report a limit just above it, although the
 * limit also counts memory outside the heap: it may be intended.
 */
export function belowLive(container: Container, kind: ManifestKind, known: Known): BelowLive[] {
  const entry = entryOf(container.env, 'GOMEMLIMIT')
  const [limit, live] = [find(known, 'memoryLimit'), find(known, 'liveHeap')]
  if (!entry || !isInForce(limit) || typeof limit?.value !== 'number') return []
  if (live?.sureness !== 'measured' && live?.sureness !== 'typed') return []
  const most = Number(live.value)
  if (limit.value >= (live.low ?? most)) return []
  const good = goodLimit({ ...container, memoryLimit: numberOf(known, 'containerLimit') ?? container.memoryLimit })
  const hasRoom = good !== undefined && good >= LEAST_ROOM * most
  const before = settingsOf(known, container, limit.value)
  return [
    {
      kind: 'below-live',
      title: `GOMEMLIMIT of ${formatProseSize(limit.value)} is below the live heap`,
      text: [toCause(live), ...toMeasured(known), toCure(good, hasRoom)].join(' '),
      line: entry.line,
      mended: toMended(formOf(kind, [entry]), 'GOMEMLIMIT', hasRoom ? toGoSize(good) : `${GAP}MiB`),
      before,
      after: { ...before, memoryLimit: hasRoom ? good : 'off' },
    },
  ]
}

function isInForce(limit: Quantity | undefined): boolean {
  return limit?.sureness === 'set' || (limit?.sureness === 'measured' && limit.otherwise === undefined)
}

function settingsOf(known: Known, { cpuLimit }: Container, memoryLimit: number): GoSettings {
  const gogc = find(known, 'gogc')?.value
  return {
    gogc: typeof gogc === 'number' ? gogc : gogc === 'off' ? gogc : 100,
    memoryLimit,
    containerLimit: numberOf(known, 'containerLimit') ?? 'off',
    cpuLimit,
  }
}

function toCause({ value, source }: Quantity): string {
  return `${formatBriefSize(Number(value))} are live after a GC cycle (${source}), and no cycle can free them: Go starts one cycle after another, and memory stays above the limit.`
}

function toMeasured(known: Known): string[] {
  const [rate, share] = [find(known, 'cyclesPerSecond'), find(known, 'gcCpu')]
  if (known.isUnlikeLog || rate?.sureness !== 'measured') return []
  const cycles = formatValue(Number(Number(rate.value).toPrecision(2)))
  const cpu = share?.sureness === 'measured' ? `, which took ${formatShare(Number(share.value))} of the CPU` : ''
  return [`The measured rate was ${cycles} GC cycles a second${cpu}.`]
}

function toCure(good: number | undefined, hasRoom: boolean): string {
  if (good === undefined || hasRoom) return 'Raise the limit well above the live heap, or reduce the live heap.'
  return 'The container leaves no room for a limit well above the live heap: raise both limits, or reduce the live heap.'
}
