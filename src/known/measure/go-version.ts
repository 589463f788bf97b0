import type { Calibration } from '../../calibration/calibrate.ts'
import { isGoBeforeLimits, isSameGo } from '../../manifest/go-values.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { LOG } from '../log/by-log.ts'
import { exactly, type Quantity } from '../quantities.ts'
import { NO_LIMIT, valuesOf } from './ranged.ts'
import type { ProcessRun } from './timeline.ts'

/** The inputs that show a Go version. */
interface OfGo {
  readonly runs: readonly ProcessRun[]
  readonly manifests: readonly Manifest[]
  readonly calibration?: Calibration | undefined
}

/**
 * Whether the Go that a process reports, or that a manifest builds with, has no memory limit. A process that reports a
 * limit has a later Go, whatever a manifest says.
 */
export function hasOldGo(evidence: OfGo): boolean {
  return isGoBeforeLimits(versionIn(evidence)) && !reportsLimit(evidence)
}

/** Whether the Go of a log may have no memory limit, because nothing shows the version. False without a log. */
export function mayBeOldGo(evidence: OfGo): boolean {
  const { calibration } = evidence
  const isLogOpen = calibration?.isSinceLimits === false && calibration.scenario.memoryLimit.kind === 'off'
  return isLogOpen && versionIn(evidence) === undefined && !reportsLimit(evidence)
}

function versionIn({ runs, manifests }: OfGo): string | undefined {
  const containers = manifests.flatMap((manifest) => manifest.containers)
  return [...runs, ...containers].find(({ goVersion }) => goVersion)?.goVersion
}

/** Whether the process reports a memory limit that is not off. */
function reportsLimit({ runs }: OfGo): boolean {
  return runs.some(({ scrapes }) => valuesOf(scrapes, 'memoryLimit').some((bytes) => bytes < NO_LIMIT))
}

/**
 * The quantities with the Go version that holds. Where a process or a log shows another than a manifest builds with, that of
 * the manifest only stands in `otherwise`.
 * @param all of all inputs
 */
export function withVersionInForce(all: readonly Quantity[], evidence: OfGo): readonly Quantity[] {
  const of = (sureness: Quantity['sureness']) => all.find((one) => one.key === 'goVersion' && one.sureness === sureness)
  const set = of('set')
  if (typeof set?.value !== 'string') return all
  const shown = of('measured') ?? shownBy(evidence, isGoBeforeLimits(set.value))
  if (typeof shown?.value !== 'string' || isSameGo(shown.value, set.value)) return all
  const { value, source } = set
  return [{ ...shown, otherwise: [{ value, source }] }, ...all.filter(({ key }) => key !== 'goVersion')]
}

/** The version that a log or a reported limit shows, if it rules out that of a manifest. @param isOld of the manifest */
function shownBy(evidence: OfGo, isOld: boolean): Quantity | undefined {
  const { calibration } = evidence
  if (!isOld && calibration?.isBeforeLimits)
    return exactly('goVersion', 'go1.17 or earlier', `${LOG}, which has no stacks`, 'measured')
  const by = calibration?.isSinceLimits ? LOG : reportsLimit(evidence) ? 'from the scrapes' : undefined
  if (!isOld || by === undefined) return undefined
  return exactly('goVersion', 'at least go1.19', `${by}, as an older Go has no memory limit`, 'measured')
}
