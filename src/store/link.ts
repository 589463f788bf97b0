import { RUNTIME_MODEL_VERSION } from '../model/runtime/version.ts'
import type { Decoded, LinkState } from '../share/link.ts'
import type { LinkView } from '../share/view.ts'
import type { AppState, Notice, Opened } from './state.ts'

export function toLinkState(state: Pick<AppState, 'scenario' | 'presetId' | 'pinned' | 'view'>): LinkState {
  const { scenario, presetId, pinned, view } = state
  const modelVersion = scenario.model === 'runtime' ? RUNTIME_MODEL_VERSION : undefined
  return { scenario, presetId, pinned, view: toLinkView(view), modelVersion }
}

/** The view of a page or a frame, as its link states it. */
export function toLinkView({ window, holdScales, present, map, compare, clock }: Partial<AppState['view']>): LinkView {
  return {
    ...(window && { zoom: window }),
    ...(holdScales && { hold: true }),
    ...(clock !== 'cpu' && { axis: clock }),
    ...(present && { present: true }),
    ...(map && { map: true }),
    ...(compare && { compare: true }),
  }
}

/** What the view state in a link sets, on a page and in a frame. */
export function toOpened({ scenario, presetId, pinned, view }: Decoded): Opened {
  return {
    scenario,
    presetId,
    pinned,
    window: view.zoom,
    holdScales: view.hold,
    clock: view.axis,
  }
}

/** What a reader must be told about a link: its problems, and that another runtime model computed its figures. */
export function toNotice(decoded: Decoded): Notice | undefined {
  const { scenario, pinned, problems, doubts, kept, isReplaced, newer, modelVersion } = decoded
  const isRuntime = scenario.model === 'runtime' || pinned?.scenario.model === 'runtime'
  const isOther = isRuntime && modelVersion !== undefined && modelVersion !== RUNTIME_MODEL_VERSION
  if (problems.length + doubts.length === 0 && !isOther) return undefined
  return { problems, doubts, kept, isReplaced, newer, modelVersion: isOther ? modelVersion : undefined }
}
