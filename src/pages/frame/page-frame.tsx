import type { ReactNode } from 'react'
import { PageBar } from '../../ui/header/page-bar.tsx'
import { mount } from '../../ui/mount.tsx'
import { allowOwnWorkers } from '../../work/own-scripts.ts'
import { createWork, WorkContext } from '../work/context.ts'
import { WorkNotice } from './work-notice.tsx'

interface PageFrameProps {
  readonly current: 'experiments' | 'evidence'
  readonly title: string
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** The common parts of the pages beside the app: the bar at the top, and the title. */
export function PageFrame({ current, title, lead, children }: PageFrameProps) {
  return (
    <>
      <PageBar current={current} />
      <div className="reading-page">
        <main id="main">
          <h1>{title}</h1>
          <div className="page-lead">{lead}</div>
          <WorkNotice />
          {children}
        </main>
      </div>
    </>
  )
}

/** Puts a page into the document. @throws Error for a document without `#root` */
export function mountPage(page: ReactNode): void {
  allowOwnWorkers()
  mount(<WorkContext value={createWork()}>{page}</WorkContext>, () => location.reload())
}
