import { RUNTIME_MODEL_VERSION } from '../model/runtime/version.ts'
import type { Decoded } from '../share/link.ts'
import type { Notice } from './state.ts'

/** What a reader has to know of a link: what was wrong with it, and whether another runtime model made its figures. */
export function toNotice(decoded: Decoded): Notice | undefined {
  const { scenario, pinned, problems, doubts, kept, newer, modelVersion } = decoded
  const isRuntime = scenario.model === 'runtime' || pinned?.scenario.model === 'runtime'
  const isOther = isRuntime && modelVersion !== null && modelVersion !== RUNTIME_MODEL_VERSION
  if (problems.length + doubts.length === 0 && !isOther) return undefined
  return { problems, doubts, kept, newer, modelVersion: isOther ? modelVersion : undefined }
}
