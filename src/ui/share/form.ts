import type { Result } from '../../result.ts'
import type { Pieces } from '../../share/export/formats.ts'
import type { Shared, ShareOptions } from './shared.ts'

/** One way in which a run leaves the page. */
export interface Form {
  readonly id: string
  readonly name: string
  /** What it is for, in a sentence. */
  readonly help: string
  readonly isFirstOfGroup?: boolean
  /** What is shown beside the text: a frame that works, the picture, or nothing. */
  readonly preview: 'frame' | 'picture' | 'none'
  /** Which choices make a difference. */
  readonly choices: readonly ('parts' | 'theme' | 'size')[]
  /** The text to copy; absent for what is only a file. */
  readonly text?: (shared: Shared, options: ShareOptions) => Result<Pieces>
  /** Files that can be saved, by ending. */
  readonly files: readonly FileKind[]
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
