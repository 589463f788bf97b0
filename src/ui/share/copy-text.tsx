import { useEffect, useRef, useState } from 'react'

interface CopyTextProps {
  readonly text: string
  readonly label: string
  readonly isWhole: boolean
  readonly rows: number
}

type Said = '' | 'Copied' | 'Press Ctrl+C (⌘C) to copy'

/** A text to copy. If the browser refuses the clipboard, the text is selected for the reader to copy. */
export function CopyText({ text, label, isWhole, rows }: CopyTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState<Said>('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said was said of another text
  useEffect(() => setSaid(''), [text])
  const copy = async () => {
    const isCopied = await copyText(text, field.current)
    setSaid(isCopied ? 'Copied' : 'Press Ctrl+C (⌘C) to copy')
  }
  return (
    <div className="share-text">
      <textarea
        ref={field}
        readOnly
        rows={rows}
        value={text}
        spellCheck={false}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="share-copy">
        {isWhole ? (
          <button type="button" onClick={copy}>
            Copy
          </button>
        ) : (
          <span>Only the beginning is shown: the file has everything.</span>
        )}
        <span role="status">{said}</span>
      </div>
    </div>
  )
}

/** @returns whether the text is in the clipboard; if not, it is selected in the field */
async function copyText(text: string, field: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.focus()
    field?.select()
    // The older method needs no permission; it may be refused too.
    return document.execCommand?.('copy') ?? false
  }
}
