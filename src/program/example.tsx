import { useState } from 'react'
import { NotLoaded } from '../log/intake/not-loaded.tsx'
import { Button } from '../ui/button.tsx'
import { useProgram } from './context.ts'
import { loadExample } from './load-example.ts'

/** Fills the page with an example, for readers who have no numbers at hand. */
export function Example() {
  const session = useProgram()
  const [isMissing, setMissing] = useState(false)
  const open = () =>
    loadExample().then(
      (given) => session.add(given),
      () => setMissing(true),
    )
  return (
    <div className="example">
      <p>
        No numbers at hand?{' '}
        <Button className="load" onClick={() => void open()}>
          Try an example
        </Button>
        : a cache of 200 MiB in a container of 512 MiB, by two scrapes of /metrics and its manifest.
      </p>
      {isMissing && <NotLoaded what="The example" />}
    </div>
  )
}
