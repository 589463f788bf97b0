/**
 * The link's keys that an element in a page may carry as attributes (`memory-limit` for `memoryLimit`). Written out, since
 * the script that reads them is loaded into the pages of others and has no room for the table of parameters.
 */
const KEYS = [
  'preset',
  'model',
  'gogc',
  'memoryLimit',
  'containerLimit',
  'cpuLimiter',
  'procs',
  'cpuQuota',
  'initialLive',
  'otherMemory',
  'outsideMemory',
  'fixedCost',
  'pauseCost',
  'pace',
  'busyProcs',
  'peakAllocRate',
  'scannableShare',
  'pointerFreeLive',
  'pointerArrayShare',
  'stacks',
  'stackMemory',
  'globals',
  'untouched',
  'heapOverhead',
  'objectsPerSpan',
  'mixedPerSpan',
  'sweepRate',
  'warmMarking',
  'lateLive',
  'modelVersion',
  'zoom',
  'hold',
  'axis',
  'chart',
  'show',
  'hide',
  'theme',
] as const

export type LinkKey = (typeof KEYS)[number]

/** Attribute by attribute: its name and the link's key. */
export const LINK_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  KEYS.map((key) => [key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`), key]),
)
