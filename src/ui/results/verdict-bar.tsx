import { isEmptyTrace } from '../../model/empty.ts'
import { toVerdict } from '../../model/verdict.ts'
import { useRun } from '../context.ts'

/**
 * On a phone, under the chart that stays in sight: the verdict, while a limit further down is dragged. The same as among
 * the results, where a screen reader finds it.
 */
export function VerdictBar() {
  const { trace } = useRun()
  if (isEmptyTrace(trace)) return null
  const { kind, label, reason } = toVerdict(trace)
  return (
    <p className={`verdict-bar verdict-${kind}`} aria-hidden="true">
      <b className="number">{label}</b> {reason}
    </p>
  )
}
