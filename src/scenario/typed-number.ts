import { type CpuQuota, OFF } from '../units.ts'
import { isOffWord, readBytes, readNumber } from './typed.ts'
import { isLong, type Typed, tooLong, toPlain, toRead, unread } from './typed-text.ts'

// Apart from typed.ts, because no field of the first screen reads these.

/** Reads a share, with or without its percent sign: 20, 12.5 %. @returns 0…1. */
export function readPercentage(text: string): Typed<number> {
  const wrong = 'Write a percentage from 0 to 100, for example 20%.'
  if (isLong(text)) return tooLong(wrong)
  const { text: plain, note } = toPlain(text)
  const number = Number(plain.replace(/%$/, '') || Number.NaN)
  if (!(number >= 0 && number <= 100)) return unread(wrong)
  const isShare = number > 0 && number < 1 && !plain.endsWith('%')
  return toRead(
    number / 100,
    note,
    isShare ? `Read as ${number} %; a share of ${number} is ${number * 100} %.` : undefined,
  )
}

/** Reads a CPU quota: a number of CPUs, thousandths as Kubernetes writes them (`500m`), or a word for none. */
export function readQuota(text: string, max: number): Typed<CpuQuota> {
  if (isOffWord(text)) return { kind: 'read', value: OFF }
  const milli = isLong(text) ? null : /^(\d+)m$/.exec(toPlain(text).text)
  const cpus = readNumber(milli ? String(Number(milli[1]) / 1000) : text, 0, max)
  return cpus.kind === 'read' && cpus.value > 0
    ? { ...cpus, value: { kind: 'cpus', cpus: cpus.value } }
    : unread(`Write more than 0 and at most ${max} CPUs, such as 1.5 or 500m, or off.`)
}

const PER_SECOND = /(?:\/|per)\s*(?:cpu[-\s]?)?s(?:ec(?:ond)?)?\.?$/i

/** Reads a size per second: 512MiB, 2 GiB/s, 20 MiB per CPU-second. @returns bytes per second of the rate's own clock. */
export function readRate(text: string): Typed<number> {
  return readBytes(isLong(text) ? text : text.trim().replace(PER_SECOND, ''), 'rate', '/s')
}
