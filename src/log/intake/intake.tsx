import { type ChangeEvent, type ClipboardEvent, useRef, useState } from 'react'
import { useSession } from '../session/context.ts'
import { fromText } from '../session/sources.ts'

const EXAMPLE =
  'gc 1 @0.012s 2%: 0.026+0.39+0.10 ms clock, 0.21+0.88/0.52/0+0.84 ms cpu, 4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 8 P'

/** Where a log is put: pasted, dropped, chosen, or one of ours. */
export function Intake() {
  const session = useSession()
  const file = useRef<HTMLInputElement>(null)
  // The field keeps what is typed: handing several hundred kB back to it at every key would make typing slow.
  const field = useRef<HTMLTextAreaElement>(null)
  const [isTyped, setIsTyped] = useState(false)
  const read = (pasted: string) => void session.read(fromText(pasted))
  // Pasted text is read as it is: a field of a hundred megabytes would stop the page.
  const onPaste = (event: ClipboardEvent) => {
    event.stopPropagation()
    const [pastedFile] = event.clipboardData.files
    const pasted = event.clipboardData.getData('text/plain')
    if (!pastedFile && (pasted.trim() === '' || field.current?.value !== '')) return
    event.preventDefault()
    if (pastedFile) void session.read({ name: pastedFile.name, blob: pastedFile })
    else read(pasted)
  }
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    if (chosen) void session.read({ name: chosen.name, blob: chosen })
    target.value = ''
  }
  return (
    <section className="intake" aria-labelledby="intake-title">
      <h2 id="intake-title">See what the GC did, and what other settings would change</h2>
      <p className="lead">
        Run the program with <code>GODEBUG=gctrace=1</code> and paste its stderr; log prefixes and other lines are fine.
      </p>
      <div className="intake-area">
        <textarea
          ref={field}
          aria-label="gctrace log"
          placeholder={`Paste the log here, or drop its file\n\n${EXAMPLE}`}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setIsTyped(/\S/.test(event.target.value))}
          onPaste={onPaste}
        />
        <div className="intake-foot">
          <button type="button" className="solid" onClick={() => file.current?.click()}>
            Choose a file
          </button>
          <input ref={file} type="file" hidden tabIndex={-1} aria-label="Log file" onChange={onFile} />
          {isTyped && (
            <button type="button" className="solid" onClick={() => read(field.current?.value ?? '')}>
              Read what I typed
            </button>
          )}
          <span className="promise">Nothing leaves your browser.</span>
        </div>
      </div>
      <Samples />
    </section>
  )
}

function Samples() {
  const session = useSession()
  const open = async ({ title, load }: Sample) => {
    void session.read(fromText(await load(), title))
  }
  return (
    <div className="samples">
      <h3>Or try one of ours</h3>
      <ul>
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <button type="button" className="load" onClick={() => void open(sample)}>
              {sample.title}
            </button>
            <p>{sample.text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A log of our own to try the page with: recorded, as it was printed, with Go 1.26 on 2 CPUs. */
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
    text: '300 MiB live with GOMEMLIMIT=300MiB: the collector does most of the work.',
    load: async () => (await import('../samples/thrash.log?raw')).default,
  },
]
