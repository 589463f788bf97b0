import type { ManifestKind } from './manifest.ts'

/*
 * What web pages, mails and word processors make of a manifest. To Kubernetes and docker these characters are part of a
 * name or a value; but a manifest that has them hardly runs, so the copy has them, not the file. Unless they are part of
 * a value: such a manifest runs, and Go ignores or refuses the value.
 */
const HARD_SPACE = /[\u00a0\u202f\u2007]/g
/** At the end of a value, where a parser takes them for space around it. */
const ENDS_VALUE = /[^\s:>|-][\u00a0\u202f\u2007\ufeff][ \t\u00a0\u202f\u2007\ufeff]*\r?$/m
/** It only marks the beginning of a text. */
const MARK = /^\ufeff/
const UNSEEN = /[\u200b\u2060\ufeff]/g
/** The margin of a line, and what follows a key that ends it. */
const BESIDE_KEY = /^[ \t\u200b\u2060\ufeff]+|(?<=:)[ \t\u200b\u2060\ufeff]+(?=\r?$)/gm
/** `–memory=512m`, `—rm` and `–e`: they were one or two hyphens. */
const DASHED_WORD = /(^|\s)[–—](?=\w[\w-])/g
const DASHED_LETTER = /(^|\s)[–—](?=\w\s)/g
/** A whole value in YAML, of a key or an item of a list: `value: “50”`. */
const VALUE = /^(\s*(?:-\s+)*(?:[^\s:]+:\s+)?)[“„]([^“”„"]*)[“”](?=\s*$|\s+#)/
/** The same between braces or brackets: `{name: GOGC, value: “50”}`. */
const INNER_VALUE = /([[{,:]\s*)[“„]([^“”„"]*)[“”](?=\s*[,}\]])/g
const WORD = /[“„]([^“”„"]*)[“”](?=\s|$)/g
const IS_YAML: readonly ManifestKind[] = ['kubernetes', 'compose', 'ecs']

const SEE = 'check the file for them'
const QUOTES = `its typographic quotes (“ ”) were read as plain ones ("): ${SEE}`
const SPACES = `non-breaking spaces at the end of its values were left out: ${SEE}`
const KEYS = `invisible characters beside its keys were left out: ${SEE}`

/** A text with plain margins, spaces, hyphens and quotes. `problems` says what was not plain and may change a value. */
export function withPlainText(written: string, kind: ManifestKind): { text: string; problems: string[] } {
  const marked = written.replace(MARK, '')
  const seen = marked.replace(BESIDE_KEY, (space) => space.replace(UNSEEN, ''))
  const spaced = seen.replace(HARD_SPACE, ' ')
  const dashed = kind === 'docker-run' ? spaced.replace(DASHED_WORD, '$1--').replace(DASHED_LETTER, '$1-') : spaced
  const unquote = IS_YAML.includes(kind) ? withPlainValues : (line: string) => line.replace(WORD, '"$1"')
  // If a line has plain quotes too, these are inside a text.
  const toPlain = (line: string) => (line.includes('"') ? line : unquote(line))
  const text = /[“„]/.test(dashed) ? dashed.split('\n').map(toPlain).join('\n') : dashed
  const problems = [
    ...(seen === marked ? [] : [KEYS]),
    ...(ENDS_VALUE.test(seen) ? [SPACES] : []),
    ...(text === dashed ? [] : [QUOTES]),
  ]
  return { text, problems }
}

/** Within a value that is a text, quotes stay as they are: plain ones at its beginning would end it. */
function withPlainValues(line: string): string {
  const from = line.search(/[[{]/)
  const plain = line.replace(VALUE, '$1"$2"')
  return plain === line && from >= 0 ? line.slice(0, from) + line.slice(from).replace(INNER_VALUE, '$1"$2"') : plain
}
