import { ok, type Result } from '../../result.ts'
import { exportText, type Pieces, type TextFormat } from '../../share/export/formats.ts'
import { LINES } from '../../share/export/lines.ts'
import { toElementHtml, toIframeHtml, toMarkdown } from '../../share/export/snippets.ts'
import { HOST_FORMS } from './host-forms.ts'
import type { Shared, ShareOptions } from './shared.ts'

/** One way in which a run leaves the page. */
export interface Form {
  readonly id: string
  readonly name: string
  /** What it is for, in a sentence. */
  readonly help: string
  readonly isFirstOfGroup?: boolean
  /** What is shown beside the text: a frame that works, the picture, or nothing. */
  readonly preview?: 'frame' | 'picture'
  /** Which choices make a difference. */
  readonly choices?: readonly ('parts' | 'theme' | 'size')[]
  /** The text to copy; absent for what is only a file. */
  readonly text?: (shared: Shared, options: ShareOptions) => Result<Pieces>
  /** Files that can be saved, by ending. */
  readonly files?: readonly FileKind[]
}

/** An ending, and what the file holds by its media type. */
export interface FileKind {
  readonly ending: string
  readonly type: string
}

export const SVG = { ending: 'svg', type: 'image/svg+xml' }
export const PNG = { ending: 'png', type: 'image/png' }

/** How large the author wants a frame to be. */
export const sizeOf = ({ width, height, wishedHeight }: ShareOptions) => ({ width, height: height ?? wishedHeight })

/** Texts with a format of their own are the same here and on the command line. */
function exported(id: TextFormat, name: string, help: string, ending: string, type: string): Form {
  const text = ({ scenario, trace }: Shared) => exportText(id, { scenario, trace })
  return { id, name, help, text, files: [{ ending, type }] }
}

export const FORMS: readonly [Form, ...Form[]] = [
  {
    id: 'link',
    name: 'Link',
    help: 'Opens this page with everything as it is now.',
    preview: 'picture',
    text: ({ page, link }) => ok([page + link]),
  },
  {
    id: 'iframe',
    name: 'Frame (HTML)',
    help: 'A figure for a page, wiki or slides: it works sandboxed and stores nothing.',
    preview: 'frame',
    choices: ['parts', 'theme', 'size'],
    text: (shared, options) => ok([toIframeHtml(shared, sizeOf(options))]),
  },
  {
    id: 'element',
    name: 'Element (HTML)',
    help: 'The same with a script: it takes the height it needs. Where scripts are off it shows a plain link.',
    preview: 'frame',
    choices: ['parts', 'theme', 'size'],
    text: (shared, options) => ok([toElementHtml(shared, sizeOf(options))]),
  },
  {
    id: 'markdown',
    name: 'Markdown',
    help: 'The picture with the link on it, for a README or an issue. Save the picture beside the text.',
    preview: 'picture',
    choices: ['theme'],
    text: (shared) => ok([toMarkdown(shared, `${shared.fileName}.svg`)]),
    files: [SVG],
  },
  ...HOST_FORMS,
  {
    id: 'picture',
    name: 'Picture',
    help: 'SVG for documents, PNG at twice its size for everything else. Settings, results and link are in the caption.',
    isFirstOfGroup: true,
    preview: 'picture',
    choices: ['theme'],
    files: [SVG, PNG],
  },
  exported(
    'csv',
    'Points (CSV)',
    'The run point by point; between two rows everything changes in a straight line.',
    'csv',
    'text/csv',
  ),
  exported('cycles', 'Cycles (JSON)', 'Every GC cycle, with what set its goal.', 'cycles.json', 'application/json'),
  exported(
    'scenario',
    'Scenario (JSON)',
    'The scenario, as the command line and scripts read it.',
    'scenario.json',
    'application/json',
  ),
  exported(
    'gctrace',
    'gctrace',
    'The run as Go would have logged it with GODEBUG=gctrace=1.',
    'gctrace.log',
    'text/plain',
  ),
  ...LINES.map(({ id, name, help, ending, type }, i) => ({
    ...exported(id, name, help, ending, type),
    isFirstOfGroup: i === 0,
  })),
]
