import type { ReactNode } from 'react'
import { ProblemList } from '../problem-list.tsx'
import { useSessionState } from '../session/context.ts'

/** Says why a log has nothing to show. @param elsewhere link to another page, shown for a text that is not gctrace */
export function Refused({ elsewhere }: { readonly elsewhere?: ReactNode }) {
  const stage = useSessionState((state) => state.stage)
  if (stage.kind === 'failed')
    return (
      <section className="notice refused" role="alert">
        <div>
          <strong>{stage.source.name} could not be read</strong>
          <p>{stage.message}</p>
        </div>
      </section>
    )
  if (stage.kind !== 'refused') return null
  const [first, ...others] = stage.problems
  return (
    <section className="notice refused" role="alert">
      <div>
        <strong>No GC cycle in {stage.source.name}</strong>
        <p>{first?.message}</p>
        {first?.kind === 'not-gctrace' && elsewhere}
        <ProblemList problems={others} />
      </div>
    </section>
  )
}
