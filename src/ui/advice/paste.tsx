import '../share/share.css'
import { useState } from 'react'
import type { Scenario } from '../../scenario/types.ts'
import { LINES, type LinesId } from '../../share/export/lines.ts'
import { Button } from '../button.tsx'
import { CopyText } from '../share/copy-text.tsx'

/** An option as lines to paste, for each place where the program may be deployed. */
export function Paste({ scenario }: { readonly scenario: Scenario }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="apply" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Lines to paste
      </Button>
      {isOpen && <Chosen scenario={scenario} />}
    </>
  )
}

function Chosen({ scenario }: { readonly scenario: Scenario }) {
  const [id, setId] = useState<LinesId>('env')
  const lines = LINES.find((one) => one.id === id)
  if (!lines) return null
  return (
    <div className="paste">
      <select name="lines" aria-label="Lines for" value={id} onChange={(event) => setId(event.target.value as LinesId)}>
        {LINES.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <p className="fine">{lines.help}</p>
      <CopyText text={lines.toText(scenario)} label={lines.name} isWhole rows={id === 'env' ? 4 : 12} />
    </div>
  )
}
