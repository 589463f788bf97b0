import type { ReactNode } from 'react'
import { mount } from '../../ui/mount.tsx'
import { allowOwnWorkers } from '../../work/own-scripts.ts'
import { createWork, WorkContext } from '../work/context.ts'

/** Puts a page into the document. @throws Error for a document without `#root` */
export function mountPage(page: ReactNode): void {
  allowOwnWorkers()
  mount(<WorkContext value={createWork()}>{page}</WorkContext>, () => location.reload())
}
