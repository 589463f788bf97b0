import { ok, type Result } from '../../result.ts'
import { exportText, type Pieces, type TextFormat } from '../../share/export/formats.ts'
import { toGitLab, toPictureHtml, toPlainIframe, toSlides, toTechDocs } from '../../share/export/hosts.ts'
import { LINES } from '../../share/export/lines.ts'
import { toElementHtml, toIframeHtml, toMarkdown } from '../../share/export/snippets.ts'
import type { Shared, ShareOptions } from './shared.ts'

export interface Form {
  readonly id: string
  readonly name: string
  readonly help: string
  readonly group?: string
  readonly preview?: 'frame' | 'picture'
  readonly choices?: readonly ('parts' | 'theme' | 'size')[]
  /** The text to copy; absent if there are only files. */
  readonly text?: (shared: Shared, options: ShareOptions) => Result<Pieces>
  /** Files that can be saved, by ending. Files of different content have different endings. */
  readonly files?: readonly FileKind[]
}

/** An ending, and the media type of the file. */
export interface FileKind {
  readonly ending: string
  readonly type: string
}

const SVG = { ending: 'svg', type: 'image/svg+xml' }
const PNG = { ending: 'png', type: 'image/png' }

const FRAME = { preview: 'frame', choices: ['parts', 'theme', 'size'] } as const

/** The size of a frame that the author wants. */
const sizeOf = ({ width, height, wishedHeight }: ShareOptions) => ({ width, height: height ?? wishedHeight })

/** Texts in an export format are the same here and on the command line. */
function exported(id: TextFormat, name: string, help: string, ending: string, type: string): Form {
  const text = ({ scenario, trace }: Shared) => exportText(id, { scenario, trace })
  return { id, name, help, text, files: [{ ending, type }] }
}

/** For hosts that remove most HTML: tests put each form through the sanitizer of its host. */
const HOST_FORMS: readonly Form[] = [
  {
    id: 'plain-frame',
    name: 'Plain frame',
    help: 'A frame with an address, a width and a height, for hosts that keep nothing else: Gitiles, Confluence, wikis. Confluence and Notion take its address alone, too.',
    ...FRAME,
    text: (shared, options) => ok([toPlainIframe(shared, sizeOf(options))]),
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    help: 'GitLab shows it as a frame once an administrator has allowed this host for embeds; elsewhere it is a broken image.',
    ...FRAME,
    text: (shared, options) => ok([toGitLab(shared, sizeOf(options))]),
  },
  {
    id: 'techdocs',
    name: 'TechDocs',
    help: 'Backstage’s TechDocs keep only frames and elements that its settings name: copy the settings and the figure.',
    ...FRAME,
    text: (shared, options) => ok([toTechDocs(shared, sizeOf(options))]),
  },
  {
    id: 'slides',
    name: 'Slide',
    help: 'A slide with the live figure, which you can change while you speak: Slidev’s layout, or a section for reveal.js.',
    preview: 'frame',
    choices: ['parts', 'theme'],
    text: (shared) => ok([toSlides(shared)]),
  },
  {
    id: 'github',
    name: 'GitHub, Slack',
    help: 'GitHub and Slack show only pictures. Save the PNG: beside the text for GitHub, dropped into the message for Slack.',
    preview: 'picture',
    choices: ['theme'],
    text: (shared) => ok([toPictureHtml(shared, `${shared.fileName}.png`, shared.alt, shared.draw().width)]),
    files: [PNG],
  },
]

export const FORMS: readonly [Form, ...Form[]] = [
  {
    id: 'link',
    name: 'Link',
    group: 'Link and embed',
    help: 'Opens this page with everything as it is now.',
    preview: 'picture',
    text: ({ page, link }) => ok([page + link]),
  },
  {
    id: 'iframe',
    name: 'Frame (HTML)',
    help: 'A figure for a page, wiki or slides: it works sandboxed and stores nothing.',
    ...FRAME,
    text: (shared, options) => ok([toIframeHtml(shared, sizeOf(options))]),
  },
  {
    id: 'element',
    name: 'Element (HTML)',
    help: 'The same with a script: it takes the height it needs. Where scripts are off it shows a plain link.',
    ...FRAME,
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
    group: 'Picture and data',
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
    ...exported(id, name, help, id === ending ? ending : `${id}.${ending}`, type),
    ...(i === 0 && { group: 'Settings' }),
  })),
]
