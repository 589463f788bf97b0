import { GIB, MIB } from '../../../units.ts'
import { type Preset, vary } from '../preset.ts'
import { append, makeLarge, type PhaseJson } from './append.ts'

const COUNT = 30_085_159
/** A string header. */
const SLOT = 16
const PREALLOCATED = 31e6
/** What a line's text takes, in bytes: from the total of lines-prealloc, less its slice. */
const TEXT = (1518 * MIB - PREALLOCATED * SLOT) / COUNT
/** Seconds per line, from the 1.08 s of lines-prealloc. */
const LINE_SECONDS = 36e-9
const SCAN_RATE = 2.2 * GIB
const COPY_RATE = 4 * GIB

const LINES = { slot: SLOT, kept: TEXT, dropped: 0, seconds: LINE_SECONDS, copyRate: COPY_RATE, scanRate: SCAN_RATE }

/** A slice (or an arena) that is allocated at full size, then the lines that are stored in it. */
function intoOne(bytes: number, text: number): PhaseJson[] {
  const lines = { duration: COUNT * LINE_SECONDS, allocRate: text / LINE_SECONDS, newSurvivalRate: 1 }
  return [makeLarge(bytes, SCAN_RATE), { ...lines, scanRate: SCAN_RATE, goroutines: 1 }]
}

const NAIVE: Preset = {
  id: 'lines-naive',
  title: '30 million lines, appended',
  look: 'The slice grows by a quarter each time: then the old and the new slice are live together, and their size starts the next cycle.',
  json: {
    model: 'runtime',
    procs: 8,
    program: {
      otherMemory: 4.5 * MIB,
      heapOverhead: 0.03,
      phases: append({ ...LINES, count: COUNT }).phases,
    },
  },
}

export const LINES_PRESETS: readonly Preset[] = [
  NAIVE,
  vary(
    NAIVE,
    'lines-off',
    '30 million lines, GOGC off',
    'No cycle: every slice that was replaced by a larger one stays in memory.',
    {
      gogc: 'off',
    },
  ),
  vary(
    NAIVE,
    'lines-limit',
    '30 million lines, limit 1.7 GB',
    'A few more cycles and a lower peak. It cannot go lower: live heap cannot be collected.',
    { memoryLimit: 1_700_000_000 },
  ),
  vary(
    NAIVE,
    'lines-prealloc',
    '30 million lines, slice made once',
    'The slice is made once at full size: less than half is allocated, and there are only two cycles.',
    { program: { phases: intoOne(PREALLOCATED * SLOT, TEXT) } },
  ),
  vary(
    NAIVE,
    'lines-arena',
    '30 million lines in an arena',
    'Lines of 24 bytes each in a slice, their text in an arena: as few cycles as with a slice made once, and a little more memory.',
    { program: { phases: intoOne(PREALLOCATED * 24, (1621 * MIB - PREALLOCATED * 24) / COUNT) } },
  ),
]
