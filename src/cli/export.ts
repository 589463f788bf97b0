import { drawStill } from '../charts/still/picture.ts'
import { simulate } from '../model/simulate.ts'
import { failed, ok, type Result } from '../result.ts'
import { machineMemoryOf } from '../scenario/presets/catalogue.ts'
import { encodeLink } from '../share/encode.ts'
import { exportText, type Pieces, TEXT_FORMATS, type TextFormat } from '../share/export/formats.ts'
import type { LinkState } from '../share/link.ts'
import type { CliIo } from './io.ts'
import { refuse } from './simulate.ts'
import { kindOf, loadScenario, refuseMap } from './source.ts'

/** The formats of `--as`. */
export const EXPORT_FORMATS = ['svg', ...TEXT_FORMATS] as const
type ExportFormat = 'svg' | TextFormat

/**
 * `sawtooth export SCENARIO --as FORMAT`.
 * @returns the exit code: 1 if the scenario has problems or cannot be written in this format
 */
export async function runExport(source: string, format: ExportFormat, io: CliIo): Promise<number> {
  const state = await loadScenario(source, io)
  const pieces = state.ok ? toPieces(state.value, format, baseOf(source)) : state
  if (!pieces.ok) return refuse(pieces.problems, io)
  for (const piece of pieces.value) await io.write(piece)
  return 0
}

function toPieces(state: LinkState, format: ExportFormat, base: string | undefined): Result<Pieces> {
  const { scenario, presetId, pinned, view = {} } = state
  const trace = simulate(scenario)
  if (format !== 'svg') return exportText(format, { scenario, trace })
  const problems = refuseMap(state)
  if (problems.length > 0) return failed(problems)
  const { zoom, theme, hide = [] } = view
  const { svg } = drawStill({
    scenario,
    trace,
    pinned: pinned && simulate(pinned.scenario),
    window: zoom,
    circumstances: { machineMemory: machineMemoryOf(presetId) },
    shade: theme === 'dark' ? 'dark' : 'light',
    isHeapOnly: hide.includes('cpu'),
    link: base === undefined ? undefined : base + encodeLink(state),
  })
  return ok([svg])
}

/** The Sawtooth at which a link was made: the caption leads to it. */
function baseOf(source: string): string | undefined {
  return kindOf(source) === 'link' && /^https?:/i.test(source) ? source.slice(0, source.search(/#|%23|$/)) : undefined
}
