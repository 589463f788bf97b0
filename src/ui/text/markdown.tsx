import { Fragment } from 'react'
import { type Block, type Inline, parseMarkdown } from '../../lessons/markdown.ts'
import { NoBreak } from './no-break.tsx'
import { TraceLine } from './trace-line.tsx'

/** The text of a lesson. It is always shown as text, never as HTML. */
export function Markdown({ source }: { readonly source: string }) {
  return parseMarkdown(source).map((block, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text never change places
    <BlockOf key={i} block={block} />
  ))
}

function BlockOf({ block }: { readonly block: Block }) {
  if (block.kind === 'code')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      <pre tabIndex={0}>
        <code>{block.text.startsWith('gc ') ? <TraceLines text={block.text} /> : block.text}</code>
      </pre>
    )
  if (block.kind === 'paragraph') return <p>{block.inlines.map(toNode)}</p>
  return (
    <ul>
      {block.items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of one list never change places
        <li key={i}>{item.map(toNode)}</li>
      ))}
    </ul>
  )
}

function TraceLines({ text }: { readonly text: string }) {
  return text.split('\n').map((line) => <TraceLine key={line} text={line} />)
}

/** Between the parts of the name of a metric: after a slash or a colon within a word. */
const PARTS = /(?<=\w[/:])(?=\w)/

/** Code in a line: a long name is broken between its parts. */
function Code({ text }: { readonly text: string }) {
  return (
    <code>
      {text.split(PARTS).map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change places
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}

const OUTWARD = { target: '_blank', rel: 'noopener noreferrer' } as const

function toNode(inline: Inline, i: number) {
  switch (inline.kind) {
    case 'text':
      return <NoBreak key={i} text={inline.text} />
    case 'strong':
      return (
        <strong key={i}>
          <NoBreak text={inline.text} />
        </strong>
      )
    case 'em':
      return <em key={i}>{inline.text}</em>
    case 'code':
      return <Code key={i} text={inline.text} />
    case 'link':
      return (
        <a key={i} href={inline.href} {...(!inline.href.startsWith('#') && OUTWARD)}>
          {inline.text}
        </a>
      )
  }
}
