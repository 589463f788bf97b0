import type { Estimate, Sureness } from '../../calibration/estimates.ts'
import { formatSeconds, formatShare, formatSize, formatValue } from '../../format.ts'
import { PACES } from '../../scenario/pace.ts'
import { findParameter } from '../../scenario/params.ts'
import type { Pace } from '../../scenario/types.ts'
import { Scrolling } from '../../ui/below/scrolling.tsx'
import { showWithin } from './show.ts'

const NAMES: Readonly<Record<Estimate['name'], string>> = {
  gogc: 'GOGC',
  memoryLimit: 'GOMEMLIMIT',
  allocRate: 'Allocation',
  reachable: 'Largest live heap',
  pointerFreeLive: 'Live heap without pointers',
  stacks: 'Stacks',
  scanRate: 'Marking',
  pauseCost: 'Pauses per cycle',
  pointerArrayShare: 'Large arrays of pointers',
  busyProcs: 'CPUs kept busy',
  pace: 'Driven by',
  peakAllocRate: 'Fastest allocation',
  otherMemory: 'Other memory of the runtime',
  heapOverhead: 'Heap overhead',
  outsideMemory: 'Memory outside Go',
  warmMarking: 'Faster marking back to back',
  sweepRate: 'Sweeping',
}

const SURENESS: Readonly<Record<Sureness, string>> = {
  asked: 'as you say',
  measured: 'measured',
  inferred: 'inferred',
  assumed: 'assumed',
}

/** Everything that calibration settled on, and how sure each of it is. */
export function Estimates({ estimates }: { readonly estimates: readonly Estimate[] }) {
  return (
    <details className="estimates">
      <summary>How sure each value is</summary>
      <Scrolling label="Estimates">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col" className="column">
                Value
              </th>
              <th scope="col" className="column">
                Give or take
              </th>
              <th scope="col" className="column words">
                How it is known
              </th>
            </tr>
          </thead>
          <tbody>
            {estimates.map((estimate) => (
              <tr key={estimate.name}>
                <th scope="row" className="first">
                  {NAMES[estimate.name]}
                </th>
                <td>{showEstimate(estimate)}</td>
                <td>{showError(estimate)}</td>
                <td className="words">
                  <b>{SURENESS[estimate.sureness]}.</b> {estimate.text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </details>
  )
}

function showEstimate({ name, value, unit }: Estimate): string {
  if (name === 'pace') return PACES[value as Pace]
  const zero = findParameter(name)?.zero
  return value === 0 && zero !== undefined ? zero : showValue(value, unit)
}

function showError({ error, unit, within }: Estimate): string {
  if (within) return showWithin(within)
  return error === null ? '–' : showValue(error, unit)
}

function showValue(value: number | string, unit: Estimate['unit']): string {
  if (typeof value === 'string') return value
  switch (unit) {
    case 'bytes':
      return formatSize(value)
    case 'bytes/s':
      return `${formatSize(value)} per second`
    case 'bytes/CPU-s':
      return `${formatSize(value)} per CPU-second`
    case 's':
      return formatSeconds(value)
    case 'CPUs':
      return `${formatValue(value)} CPUs`
    case '%':
      return `${formatValue(value)} %`
    case 'share':
      return formatShare(value)
    case '':
      return formatValue(value)
  }
}
