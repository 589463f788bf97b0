import { useProgramState } from './context.ts'

/** Each mistake in a manifest, its effect, and the mended line. */
export function Findings() {
  const findings = useProgramState(({ answer }) => answer?.findings)
  const hasAdvice = useProgramState(({ answer }) => answer?.simulated !== undefined)
  const hasManifest = useProgramState(({ answer }) => (answer?.containers.length ?? 0) > 0)
  if (!findings || (findings.length === 0 && !hasManifest)) return null
  if (findings.length === 0)
    return <p className="no-findings">No mistake was found in the manifest’s GOGC, GOMEMLIMIT and limits.</p>
  const areMended = findings.some(({ mended }) => mended !== undefined)
  return (
    <section className="manifest-findings" aria-labelledby="findings-title">
      <h2 id="findings-title">{areMended ? 'Settings to mend' : 'Settings that differ'}</h2>
      <ol>
        {findings.map(({ kind, title, text, line, mended }) => (
          <li key={`${kind} ${line} ${title}`}>
            <h3>{title}</h3>
            <p>
              {line !== undefined && <span className="line">Line {line}. </span>}
              {text}
            </p>
            {mended !== undefined && (
              <pre>
                <code>{mended}</code>
              </pre>
            )}
          </li>
        ))}
      </ol>
      {hasAdvice && (
        <p className="beside-findings">
          {areMended && 'These lines mend what is wrong. '}
          <a href="#advice-title">What to set</a> finds what suits the program.
        </p>
      )}
    </section>
  )
}
