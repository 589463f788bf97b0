import type { Program, Settings } from '../scenario/types.ts'
import type { LinkView } from './view.ts'

type FrameView = Exclude<keyof LinkView, 'present' | 'map' | 'edit' | 'advise' | 'compare'>

/** The link's keys that an element in a page may carry as attributes (`memory-limit` for `memoryLimit`). */
export type LinkKey =
  | 'preset'
  | 'model'
  | 'modelVersion'
  | keyof Settings
  | Exclude<keyof Program, 'phases'>
  | FrameView

/** Listed here, because the script that reads them is loaded into other people's pages and must stay small. */
const KEYS =
  'preset model gogc memoryLimit containerLimit cpuLimiter procs cpuQuota initialLive otherMemory outsideMemory ' +
  'fixedCost pauseCost pace busyProcs peakAllocRate scannableShare pointerFreeLive pointerArrayShare stacks ' +
  'stackMemory globals untouched heapOverhead objectsPerSpan mixedPerSpan sweepRate warmMarking lateLive ' +
  'modelVersion zoom hold axis show hide theme'

export const LINK_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  KEYS.split(' ').map((key) => [key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`), key]),
)
