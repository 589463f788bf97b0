import { formatProseSize, formatValue } from '../format.ts'
import { KIB, MIB } from '../units.ts'
import { readQuantity } from './kube-quantity.ts'
import type { TinyMemory } from './manifest.ts'

/** No program fits into less: such a quantity is a slip, like `512m` for `512Mi`. 0 stands for no limit. */
const LEAST_MEMORY = MIB

/**
 * A memory quantity of Kubernetes, in bytes. One that cannot be meant counts as unknown; `tiny` tells of it. A value of
 * thousandths that is large enough counts: autoscalers write such.
 */
export function readMemory(text: string | undefined): { readonly bytes?: number; readonly tiny?: number } {
  const bytes = readQuantity(text)
  if (bytes === undefined || bytes === 0) return {}
  return bytes < LEAST_MEMORY ? { tiny: bytes } : { bytes }
}

/** `memory: 512m is 0.512 bytes`, with what was probably meant, `512Mi`, where that makes sense. */
export function describeTiny({ of, text, bytes }: TinyMemory) {
  const meant = meantQuantity(text)
  const size = bytes < KIB ? `${formatValue(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}` : formatProseSize(bytes)
  const why = text.endsWith('m') ? ': m means thousandths' : ''
  const question = meant === undefined ? '' : ` Was ${meant} meant?`
  const unknown =
    of === 'limits' ? 'Until it is corrected, the memory limit of the container counts as unknown here.' : ''
  return {
    title: `${of}: memory: ${text} is ${size}${why}`,
    text: `No program fits into so little.${question} ${unknown}`.trimEnd(),
    mended: `memory: ${meant ?? '…Mi'}`,
  }
}

/** A small bare number was meant in GiB, any other in MiB. */
function meantQuantity(text: string): string | undefined {
  const [, digits = '', suffix = ''] = /^([\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text) ?? []
  const number = Number(digits)
  const meant = `${number}${suffix === '' && number < FEW ? 'Gi' : 'Mi'}`
  return (readQuantity(meant) ?? 0) < LEAST_MEMORY ? undefined : meant
}

const FEW = 16
