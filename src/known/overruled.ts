import { formatBriefSize, formatValue } from '../format.ts'
import type { Scenario } from '../scenario/types.ts'
import { gogcPercent, limitBytes } from '../units.ts'
import { listed, type OwnSetting } from './by-program.ts'
import { find, type Known } from './known.ts'

/* A program may call debug.SetGCPercent and debug.SetMemoryLimit: then GOGC and GOMEMLIMIT do not stay as they are set. */

/**
 * Scrapes show that the program sets it itself, or that the process does not have the value of its manifest. undefined
 * if nothing suggests it, or if the last scrape shows the same values.
 */
export function whyOverruled(known: Known, under: Pick<Scenario, 'gogc' | 'memoryLimit'>): string | undefined {
  const reasons = [
    whyOne(known, 'gogc', 'GOGC', gogcPercent(under.gogc)),
    whyOne(known, 'memoryLimit', 'GOMEMLIMIT', limitBytes(under.memoryLimit)),
  ]
  return reasons.filter((reason) => reason !== undefined).join('; ') || undefined
}

/** @param asked GOGC in percent or a memory limit in bytes; Infinity for off */
function whyOne(
  known: Known,
  key: 'gogc' | 'memoryLimit',
  name: OwnSetting['name'],
  asked: number,
): string | undefined {
  const last = known.watched.get(key)
  if (last?.sureness !== 'measured') return undefined
  const value = typeof last.value === 'number' ? last.value : Infinity
  if (value === asked) return undefined
  const own = known.ownSettings.find((one) => one.name === name)
  if (own)
    return `the program sets ${name} itself (scrapes show ${listed(own.values)}), so it may not keep this ${name}`
  // A program hardly sets the value that Go has anyway: its manifest is not rolled out yet.
  const isSetOtherwise = find(known, key)?.otherwise?.some(({ isInferred }) => !isInferred)
  if (value === DEFAULTS[key] || !isSetOtherwise) return undefined
  const shown = value === Infinity ? 'off' : key === 'gogc' ? formatValue(value) : formatBriefSize(value)
  return `the process has ${name} ${shown}, not the one of its manifest: if the program sets it itself, it does not keep this ${name}`
}

const DEFAULTS = { gogc: 100, memoryLimit: Infinity } as const
