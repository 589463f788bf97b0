import { procsOfQuota, takesCpuLimit } from '../manifest/go-values.ts'
import type { Otherwise, Quantity, QuantityKey } from './quantities.ts'

/** Settings that may differ between a running process and its manifest. */
const SETTINGS: readonly QuantityKey[] = ['containerLimit', 'cpuQuota', 'procs', 'gogc', 'memoryLimit']

/** Nearer than this it is the same value, rounded. */
const SAME = 0.005

/**
 * Values of other inputs that disagree with the one that counts: a manifest not yet rolled out, or two that differ.
 * @param found the values of all inputs, the surest first
 */
export function otherwiseOf(quantity: Quantity, found: readonly Quantity[]): readonly Otherwise[] {
  if (!SETTINGS.includes(quantity.key)) return []
  // A value inferred from the goals of a log is no statement of an input.
  const said = [...found, ...procsByLimit(found)].filter(
    ({ key, sureness }) => key === quantity.key && sureness !== 'derived',
  )
  const [first] = said
  // A typed value differs from every input: report it only if the inputs disagree among themselves.
  const told = said.filter(({ sureness }) => sureness === 'set' || sureness === 'assumed')
  if (!first || told.every((one) => isSame(one.value, first.value))) return []
  return [first, ...told]
    .filter(({ value }) => !isSame(value, quantity.value))
    .filter(({ value }, i, all) => all.findIndex((one) => isSame(one.value, value)) === i)
    .map(({ value, source }) => ({ value, source }))
}

/** From Go 1.25 on a manifest’s CPU limit says GOMAXPROCS too, at most: the machine may have fewer CPUs. */
function procsByLimit(found: readonly Quantity[]): Quantity[] {
  const of = (key: QuantityKey, sureness?: Quantity['sureness']) =>
    found.find((one) => one.key === key && (sureness === undefined || one.sureness === sureness))
  const [procs, quota, version] = [of('procs'), of('cpuQuota', 'set'), of('goVersion')?.value]
  if (!procs || of('procs', 'set') || typeof quota?.value !== 'number' || typeof version !== 'string') return []
  const value = procsOfQuota(quota.value)
  if (!takesCpuLimit(version) || !(Number(procs.value) > value)) return []
  return [{ ...procs, value, low: value, high: value, source: `${quota.source}: its CPU limit`, sureness: 'assumed' }]
}

function isSame(a: number | string, b: number | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return Math.abs(a - b) <= SAME * Math.max(a, b)
}
