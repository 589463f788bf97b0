import { Suspense } from 'react'
import { useAppState } from '../context.ts'
import { later } from '../later.ts'
import { Help } from './help.tsx'
import { ProgramTable } from './program-table.tsx'
import { Published } from './published.tsx'
import { RunTable } from './run-table.tsx'

const Compare = later('The comparison', () => import('../compare/compare.tsx').then(({ Compare }) => Compare))

export function Below({ onTour }: { readonly onTour: () => void }) {
  const isPinned = useAppState((state) => state.pinned !== undefined)
  return (
    <div className="below">
      {isPinned && (
        <Suspense>
          <Compare />
        </Suspense>
      )}
      <Published />
      <RunTable />
      <ProgramTable />
      <Help onTour={onTour} />
    </div>
  )
}
