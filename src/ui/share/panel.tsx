import { useMemo, useState } from 'react'
import { LONG_LINK } from '../../share/export/snippets.ts'
import { CopyText } from './copy-text.tsx'
import type { FileKind, Form } from './forms.ts'
import { toPng } from './png.ts'
import { FramePreview, PicturePreview } from './preview.tsx'
import { save } from './save.ts'
import type { Shared, ShareOptions } from './shared.ts'

interface FormPanelProps {
  readonly form: Form
  readonly shared: Shared
  readonly options: ShareOptions
  readonly onMeasure: (options: ShareOptions) => void
}

/** The field shows at most this many characters of a long text; the file has all of it. */
const SHOWN = 100_000

/** The text of a form to copy, its files to save, and its preview. */
export function FormPanel({ form, shared, options, onMeasure }: FormPanelProps) {
  const text = useMemo(() => form.text?.(shared, options), [form, shared, options])
  const shown = useMemo(() => (text?.ok ? firstOf(text.value, SHOWN) : undefined), [text])
  return (
    <>
      <p className="share-help">{form.help}</p>
      {text && !text.ok && <p className="share-warning">{text.problems.map(({ message }) => message).join(' ')}</p>}
      {shown !== undefined && (
        <CopyText
          text={shown}
          label={form.name}
          isWhole={shown.length < SHOWN}
          rows={form.id === 'link' ? 2 : form.preview ? 8 : 16}
        />
      )}
      {form.preview && form.id !== 'picture' && <LengthWarning link={shared.page + shared.link} />}
      {form.files && (text === undefined || text.ok) && <Files form={form} shared={shared} options={options} />}
      {form.preview === 'picture' && <PicturePreview shared={shared} />}
      {form.preview === 'frame' && (
        <FramePreview
          shared={shared}
          options={options}
          onHeight={(wishedHeight) => onMeasure({ ...options, wishedHeight })}
        />
      )}
    </>
  )
}

function firstOf(pieces: Iterable<string>, length: number): string {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length >= length) return text.slice(0, length)
  }
  return text
}

function LengthWarning({ link }: { readonly link: string }) {
  if (link.length <= LONG_LINK) return null
  return (
    <p className="share-warning" role="status">
      This link has {link.length} characters. Mail programs and chat tools begin to cut links at about 2000: send the
      scenario as a file instead, or a picture with it.
    </p>
  )
}

function Files({ form, shared, options }: Omit<FormPanelProps, 'onMeasure'>) {
  const [problem, setProblem] = useState('')
  const saveAs = async ({ ending, type }: FileKind) => {
    try {
      setProblem('')
      save(`${shared.fileName}.${ending}`, await toBlob(ending, type, form, shared, options))
    } catch (error) {
      setProblem(`That did not work: ${(error as Error).message}`)
    }
  }
  return (
    <div className="share-files">
      {form.files?.map((kind) => (
        <button key={kind.ending} type="button" onClick={() => saveAs(kind)}>
          Save {kind.ending.toUpperCase().split('.').at(-1)}
        </button>
      ))}
      <span role="status">{problem}</span>
    </div>
  )
}

async function toBlob(ending: string, type: string, form: Form, shared: Shared, options: ShareOptions): Promise<Blob> {
  if (ending === 'png') return toPng(shared.draw())
  if (ending === 'svg') return new Blob([shared.draw().svg], { type })
  const pieces = form.text?.(shared, options)
  if (!pieces?.ok) throw new Error(pieces?.problems[0]?.message ?? 'there is nothing to save')
  return new Blob([...pieces.value], { type })
}
