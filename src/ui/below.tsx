import { Help } from './help.tsx'
import { ProgramTable } from './program-table.tsx'
import { Published } from './published.tsx'
import { RunTable } from './run-table.tsx'

/** What stands below the first screen, and is loaded after it. */
export function Below() {
  return (
    <div className="below">
      <Published />
      <RunTable />
      <ProgramTable />
      <Help />
    </div>
  )
}
