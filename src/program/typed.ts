import type { QuantityKey } from '../known/quantities.ts'
import { isOffWord, readCount, readGogc, readNumber, readPercentage, readRate, readSize } from '../scenario/typed.ts'
import type { Typed } from '../scenario/typed-text.ts'

const MAY_BE_OFF: readonly QuantityKey[] = ['containerLimit', 'memoryLimit', 'cpuQuota', 'gogc']
const MOST_CPUS = 4096

/** Reads what somebody typed for a quantity, in the spellings that all fields of Sawtooth take. */
export function readTyped(key: QuantityKey, text: string): Typed<number | 'off'> {
  if (MAY_BE_OFF.includes(key) && isOffWord(text)) return { kind: 'read', value: 'off' }
  switch (key) {
    case 'procs':
      return readCount(text, 1, MOST_CPUS)
    case 'cpuQuota':
    case 'busyProcs':
      return readNumber(text, 0.001, MOST_CPUS)
    case 'gogc': {
      const typed = readGogc(text, true)
      if (typed.kind === 'unread') return typed
      return { ...typed, value: typed.value.kind === 'off' ? 'off' : typed.value.percent }
    }
    case 'allocRate':
    case 'scanRate':
      return readRate(text)
    case 'heapOverhead':
    case 'gcCpu':
      return readPercentage(text)
    case 'cyclesPerSecond':
      return readNumber(text, 0, 1e6)
    default:
      return readSize(text)
  }
}
