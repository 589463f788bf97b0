import { RUNTIME_MODEL_VERSION } from '../model/runtime/version.ts'
import type { Notice } from '../store/state.ts'
import { Button } from './button.tsx'
import { useActions, useAppState } from './context.ts'
import { ProblemItems } from './text/problem-items.tsx'

export function Notices() {
  return (
    <>
      <LinkNotice />
      <MissingModel />
    </>
  )
}

function LinkNotice() {
  const { dismissNotice } = useActions()
  const notice = useAppState((state) => state.notice)
  if (!notice) return null
  return (
    <div className="notice" role="alert">
      <div>
        {notice.problems.length > 0 && <Problems {...notice} />}
        {notice.doubts?.map(({ path, message }) => (
          <p key={path}>
            <b>Is this size meant?</b> <code>{path}</code> {message}
          </p>
        ))}
        {notice.modelVersion && (
          <p>
            <b>This link was made with another runtime model ({notice.modelVersion}).</b> The figures here are computed
            by {RUNTIME_MODEL_VERSION}, and may differ from those that the sender saw.
          </p>
        )}
      </div>
      <Button onClick={dismissNotice}>Dismiss</Button>
    </div>
  )
}

function Problems({ problems, kept, isReplaced, newer }: Notice) {
  return (
    <>
      <p>
        <b>
          {newer
            ? 'This link comes from a newer Sawtooth.'
            : `${isReplaced ? 'The program in' : 'Part of'} this link could not be read.`}
        </b>{' '}
        Shown {isReplaced ? 'instead' : 'here'}: {kept.join(', ')}.
      </p>
      <ul>
        <ProblemItems problems={problems} />
      </ul>
    </>
  )
}

/** The address contains the settings. */
function MissingModel() {
  const isMissing = useAppState((state) => state.missing !== undefined && state.missing === state.scenario.model)
  if (!isMissing) return null
  return (
    <div className="notice" role="alert">
      <p>
        <b>The runtime model could not be loaded.</b> The connection may be down, or Sawtooth has been updated since
        this page was opened.
      </p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </div>
  )
}
