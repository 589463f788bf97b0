import type { Estimate, EstimateName, EstimateSource } from '../../calibration/estimates.ts'
import { formatCpus, formatSeconds, formatShare, formatSize, formatValue } from '../../format.ts'
import { PACES } from '../../scenario/pace.ts'
import { findParameter } from '../../scenario/params.ts'
import type { Pace } from '../../scenario/types.ts'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import { showWithin } from './show.ts'

const perSecond = (bytes: number) => `${formatSize(bytes)} per second`
const perCpuSecond = (bytes: number) => `${formatSize(bytes)} per CPU-second`
const percent = (value: number) => `${formatValue(value)} %`

/** The name of each estimate, and its text with the unit. */
const SHOWN: Readonly<Record<EstimateName, readonly [name: string, show: (value: number) => string]>> = {
  gogc: ['GOGC', percent],
  memoryLimit: ['GOMEMLIMIT', formatSize],
  allocRate: ['Allocation', perSecond],
  reachable: ['Largest reachable heap', formatSize],
  pointerFreeLive: ['Live heap without pointers', formatSize],
  stacks: ['Stacks', formatSize],
  scanRate: ['Marking', perCpuSecond],
  pauseCost: ['Pauses per cycle', formatSeconds],
  pointerArrayShare: ['Large arrays of pointers', formatShare],
  busyProcs: ['CPUs kept busy', formatCpus],
  pace: ['Driven by', formatValue],
  peakAllocRate: ['Fastest allocation', perCpuSecond],
  otherMemory: ['Other memory of the runtime', formatSize],
  heapOverhead: ['Heap overhead', formatShare],
  outsideMemory: ['Memory outside Go', formatSize],
  warmMarking: ['Faster marking back to back', formatShare],
  sweepRate: ['Sweeping', perCpuSecond],
}

const SURENESS: Readonly<Record<EstimateSource, string>> = {
  asked: 'stated',
  measured: 'measured',
  inferred: 'inferred',
  assumed: 'assumed',
}

/** All estimates of the calibration, each with its error and its source. */
export function Estimates({ estimates }: { readonly estimates: readonly Estimate[] }) {
  return (
    <details className="estimates">
      <summary>How sure each value is</summary>
      <FiguresTable
        name="Estimates"
        columns={['Value', 'Error or range', 'How it is known']}
        rows={estimates.map((estimate) => [
          SHOWN[estimate.name][0],
          showEstimate(estimate),
          showError(estimate),
          <>
            <b>{SURENESS[estimate.sureness]}.</b> {estimate.text}
          </>,
        ])}
      />
    </details>
  )
}

function showEstimate({ name, value, within }: Estimate): string {
  if (name === 'pace') return PACES[value as Pace]
  if (typeof value === 'string') return value
  const zero = findParameter(name)?.zero
  const shown = value === 0 && zero !== undefined ? zero : SHOWN[name][1](value)
  return name === 'memoryLimit' && within?.low === 0 ? `${shown} or less` : shown
}

function showError({ name, error, within }: Estimate): string {
  if (within)
    return name === 'busyProcs' ? `${formatValue(within.low)} to ${formatCpus(within.high)}` : showWithin(within)
  return error === null ? '–' : SHOWN[name][1](error)
}
