import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useSession } from '../session/context.ts'
import type { Source } from '../session/session.ts'
import { IntakeField, type Take } from './intake-field.tsx'
import { NotLoaded } from './not-loaded.tsx'

const EXAMPLE =
  'gc 1 @0.012s 2%: 0.026+0.39+0.10 ms clock, 0.21+0.88/0.52/0+0.84 ms cpu, 4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 8 P'

/** Reads a log: the first file, or a text. */
export function useTake(): Take {
  const session = useSession()
  return ([file], text) => {
    if (file) void session.read({ name: file.name, blob: file })
    else if (text.trim() !== '') void session.read(fromText(text))
  }
}

function fromText(text: string, name = 'pasted text'): Source {
  return { name, blob: new Blob([text]) }
}

/** The field for a log: pasted, dropped, chosen, or one of our samples. */
export function Intake() {
  return (
    <section className="intake" aria-labelledby="intake-title">
      <h2 id="intake-title">See what the GC did, and what other settings would change</h2>
      <p className="lead">
        Run the program with <code>GODEBUG=gctrace=1</code> and paste its stderr; log prefixes and other lines are fine.
        Copy the command too if it sets GOGC or GOMEMLIMIT.
      </p>
      <IntakeField
        label="gctrace log"
        fileLabel="Log file"
        button="Choose a file"
        placeholder={`Paste the log here, or drop its file\n\n${EXAMPLE}`}
        take={useTake()}
      >
        Nothing leaves your browser.
      </IntakeField>
      <Samples />
    </section>
  )
}

function Samples() {
  const session = useSession()
  const [missing, setMissing] = useState<string>()
  const open = ({ title, load }: Sample) =>
    load().then(
      (text) => session.read(fromText(text, title)),
      () => setMissing(title),
    )
  return (
    <div className="samples">
      <h3>Or try one of ours</h3>
      <ul>
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <Button className="load" onClick={() => void open(sample)}>
              {sample.title}
            </Button>
            <p>{sample.text}</p>
          </li>
        ))}
      </ul>
      {missing !== undefined && <NotLoaded what={`“${missing}”`} />}
    </div>
  )
}

/** A sample log to try the page with, recorded with Go 1.26 on 2 CPUs, as Go printed it. */
interface Sample {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly load: () => Promise<string>
}

const SAMPLES: readonly Sample[] = [
  {
    id: 'steady',
    title: 'A steady service',
    text: '40 MiB live, 200 MiB of garbage a second, GOGC=100.',
    load: async () => (await import('../samples/steady.log?raw')).default,
  },
  {
    id: 'cache',
    title: 'A cache below its limit',
    text: '200 MiB live with GOMEMLIMIT=256MiB: the limit sets the pace.',
    load: async () => (await import('../samples/cache.log?raw')).default,
  },
  {
    id: 'grow',
    title: 'A heap that grows',
    text: 'Up to 160 MiB, with GOGC=100 and no limit.',
    load: async () => (await import('../samples/grow.log?raw')).default,
  },
  {
    id: 'thrash',
    title: 'A limit that is too low',
    text: 'Up to 355 MiB live with GOMEMLIMIT=300MiB: the collector does most of the work.',
    load: async () => (await import('../samples/thrash.log?raw')).default,
  },
]
