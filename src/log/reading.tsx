import { countOf, formatSize } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { useSession, useSessionState } from './session/context.ts'

export function Reading() {
  const session = useSession()
  const stage = useSessionState((state) => state.stage)
  if (stage.kind !== 'reading') return null
  const { source, progress } = stage
  const { bytes = 0, lines = 0, cycles = 0 } = progress ?? {}
  const total = source.blob.size
  return (
    <section className="reading" aria-label="Reading">
      <h2>Reading {source.name}</h2>
      <progress max={Math.max(1, total)} value={bytes} aria-label="Read so far" />
      <p>
        {formatSize(bytes)} of {formatSize(total)} · {countOf(lines, 'line')} · {countOf(cycles, 'cycle')}
      </p>
      <Button className="solid" onClick={() => session.leave()}>
        Cancel
      </Button>
    </section>
  )
}
