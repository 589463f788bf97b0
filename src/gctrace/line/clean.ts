/*
 * Undoes what pasting, logging and terminals do to a line: colours, entities, arrows as one character, bold text of
 * Markdown, zero bytes of UTF-16. One pass, bounded alternatives: linear in the line.
 */

const ARROW = '->'

const DIRT = new RegExp(
  [
    '\\u001b\\[[0-9;?]{0,20}[A-Za-z]',
    '&[#\\w]{1,8};(?:[#\\w]{1,8};)?',
    '\\\\u00[0-9a-fA-F]{2}',
    '\\*\\*',
    '[\\u0000\\u00a0\\u2000-\\u200b\\u202f\\u2010-\\u2015\\u2190-\\u21ff\\u2212\\ufeff\\uff0b]',
  ].join('|'),
  'g',
)

const ENTITIES: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&lt;': '<',
  '&amp;gt;': '>',
  '&#62;': '>',
  '&#x3e;': '>',
  '&#8594;': ARROW,
  '&#x2192;': ARROW,
  '&rarr;': ARROW,
  '&nbsp;': ' ',
  '&amp;nbsp;': ' ',
  '&#160;': ' ',
  '&#43;': '+',
  '&#37;': '%',
  '&percnt;': '%',
  '&plus;': '+',
  '&quot;': '"',
  '&#34;': '"',
  '&minus;': '-',
  '&amp;': '&',
}

/** Characters that a clean gc line never has: only lines with one of these are worth cleaning. */
const SUSPICIOUS = /[&\\*]|[^\t\r -~]/

export function isDirty(text: string): boolean {
  return SUSPICIOUS.test(text)
}

/**
 * A line without decoration.
 * @param origins if given, receives the index in `text` of each character, and of its end
 */
export function cleanLine(text: string, origins?: number[]): string {
  if (!origins) return text.replace(DIRT, cleaned)
  let out = ''
  let from = 0
  const add = (piece: string, start: number, isCopy: boolean) => {
    for (let i = 0; i < piece.length; i++) origins.push(isCopy ? start + i : start)
    out += piece
  }
  for (const match of text.matchAll(DIRT)) {
    add(text.slice(from, match.index), from, true)
    add(cleaned(match[0]), match.index, false)
    from = match.index + match[0].length
  }
  add(text.slice(from), from, true)
  origins.push(text.length)
  return out
}

function cleaned(dirt: string): string {
  if (dirt.startsWith('&')) return ENTITIES[dirt.toLowerCase()] ?? dirt
  if (dirt.startsWith('\\u')) return String.fromCharCode(Number.parseInt(dirt.slice(2), 16))
  const code = dirt.charCodeAt(0)
  if (code >= 0x2190 && code <= 0x21ff) return ARROW
  if (code === 0xff0b) return '+'
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-'
  // No-break spaces become spaces; invisible characters and colours are removed.
  return code === 0xa0 || code === 0x202f || (code >= 0x2000 && code <= 0x200a) ? ' ' : ''
}
