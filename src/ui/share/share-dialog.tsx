import './share.css'
import { Fragment, useId, useMemo, useRef, useState } from 'react'
import { LONG_LINK } from '../../share/export/snippets.ts'
import { Button } from '../button.tsx'
import { useApp, useAppState } from '../context.ts'
import { useListener } from '../use-listener.ts'
import { useModal } from '../use-modal.ts'
import { CopyText } from './copy-text.tsx'
import { type FileKind, FORMS, type Form } from './forms.ts'
import { Options } from './options.tsx'
import { toPng } from './png.ts'
import { save } from './save.ts'
import { DEFAULT_OPTIONS, type Shared, type ShareOptions, toShared } from './shared.ts'

export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const arrivals = useAppState((state) => state.arrivals)
  const dialog = useModal()
  const titleId = useId()
  const [form, setForm] = useState<Form>(FORMS[0])
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that arrives while the dialog is open counts
  const shared = useMemo(() => toShared(app, options), [app, options, arrivals])
  return (
    <dialog ref={dialog} className="share" aria-labelledby={titleId} onClose={onClose}>
      <div className="share-head">
        <h2 id={titleId}>Share</h2>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
      <div className="share-body">
        <FormList form={form} onChoose={setForm} />
        <div className="share-form">
          <Options form={form} options={options} onChange={setOptions} />
          <FormPanel key={form.id} form={form} shared={shared} options={options} onMeasure={setOptions} />
        </div>
      </div>
    </dialog>
  )
}

function FormList({ form, onChoose }: { readonly form: Form; readonly onChoose: (form: Form) => void }) {
  return (
    <fieldset className="share-list">
      <legend className="visually-hidden">Share as</legend>
      {FORMS.map((one) => (
        <Fragment key={one.id}>
          {one.group && <p className="share-group">{one.group}</p>}
          <label>
            <input
              type="radio"
              name="share-as"
              value={one.id}
              checked={one.id === form.id}
              onChange={() => onChoose(one)}
            />
            {one.name}
          </label>
        </Fragment>
      ))}
    </fieldset>
  )
}

interface FormPanelProps {
  readonly form: Form
  readonly shared: Shared
  readonly options: ShareOptions
  readonly onMeasure: (options: ShareOptions) => void
}

/** The field shows at most this many characters of a long text; the file has all of it. */
const SHOWN = 100_000

function FormPanel({ form, shared, options, onMeasure }: FormPanelProps) {
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

function PicturePreview({ shared }: { readonly shared: Shared }) {
  const { src, width, height } = useMemo(() => {
    const still = shared.draw()
    return { ...still, src: `data:image/svg+xml,${encodeURIComponent(still.svg)}` }
  }, [shared])
  return <img className="share-preview" src={src} width={width} height={height} alt={`Preview: ${shared.title}`} />
}

interface FramePreviewProps {
  readonly shared: Shared
  readonly options: ShareOptions
  readonly onHeight: (height: number) => void
}

/** The frame itself, in its sandbox. A page opened from a file may not show it. */
function FramePreview({ shared, options, onHeight }: FramePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { embedLink, base } = shared
  useListener('message', ({ source, data }) => {
    if (!source || source !== frame.current?.contentWindow) return
    const { type, height } = Object(data) as { type?: unknown; height?: unknown }
    if (type === 'sawtooth:resize' && typeof height === 'number' && height > 0) onHeight(Math.ceil(height))
  })
  if (!/^https?:/.test(base)) return <p className="share-help">The preview needs a page that is served.</p>
  const { width, height, wishedHeight } = options
  return (
    <div className="share-preview">
      <iframe
        // A frame per link: another address in the same frame would be a step in the history.
        key={embedLink}
        ref={frame}
        title="Preview"
        sandbox="allow-scripts"
        src={`${base}embed.html${embedLink}`}
        style={{ width: width ?? '100%', height: height ?? wishedHeight }}
      />
    </div>
  )
}
