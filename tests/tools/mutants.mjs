/**
 * Single-token changes that a test should notice: what stands there, and what is put in its place. Binary operators have
 * spaces around them, as the formatter writes them, so that types in angle brackets are left alone.
 *
 * @type {readonly (readonly [RegExp, (found: string) => string])[]}
 */
const CHANGES = [
  [/ (?:<=?|>=?) /g, (found) => ({ ' < ': ' <= ', ' <= ': ' < ', ' > ': ' >= ', ' >= ': ' > ' })[found] ?? found],
  [/ [!=]== /g, (found) => (found === ' === ' ? ' !== ' : ' === ')],
  [/ (?:&&|\|\|) /g, (found) => (found === ' && ' ? ' || ' : ' && ')],
  [/ [-+]=? /g, (found) => found.replace(/[-+]/, (sign) => (sign === '+' ? '-' : '+'))],
  [/ [*/%]=? /g, (found) => found.replace(/[*/%]/, (sign) => (sign === '*' ? '/' : '*'))],
  [/(?<=[\s(|&?:[=]|\.\.\.)!(?=[\w(])/g, () => ''],
  [/\b(?:true|false)\b/g, (found) => String(found !== 'true')],
  [/\bMath\.(?:min|max)\b/g, (found) => (found === 'Math.min' ? 'Math.max' : 'Math.min')],
  [/\bMath\.(?:floor|ceil|round|trunc)\b/g, (found) => (found === 'Math.ceil' ? 'Math.floor' : 'Math.ceil')],
  [/\.(?:some|every)(?=\()/g, (found) => (found === '.some' ? '.every' : '.some')],
  [/(?<![\w.$]|\?\? )\d[\d_]*(?:\.\d+)?(?:e-?\d+)?(?![\w.])/g, (found) => `(${found} + 1)`],
]

/** What is not code that runs: comments, texts, regular expressions, imports and types. */
const NOT_RUN = [
  /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g,
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
  /(?<=[(=,:[!&|?]\s*|return\s)\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g,
  /^import [\s\S]*? from [^\n]*/gm,
  /^(?:export )?(?:declare )?interface [\s\S]*?^}/gm,
  /^(?:export )?type \w[\s\S]*?(?=\n\n|\n(?:export|const|function)|$(?![\s\S]))/gm,
]

/**
 * @typedef {{line: number, from: string, to: string, code: string}} Mutant `code` is the whole file with the change
 * @param {string} source TypeScript
 * @returns {Mutant[]} in the order of the text
 */
export function findMutants(source) {
  let masked = source
  for (const pattern of NOT_RUN) masked = masked.replace(pattern, (found) => found.replace(/[^\n]/g, '\u0000'))
  return CHANGES.flatMap(([pattern, change]) =>
    [...masked.matchAll(pattern)].map(({ index, 0: found }) => ({ index, found, to: change(found) })),
  )
    .sort((a, b) => a.index - b.index)
    .map(({ index, found, to }) => {
      const line = source.slice(0, index).split('\n').length
      const code = source.slice(0, index) + to + source.slice(index + found.length)
      const [from = '', changed = ''] = [source, code].map((text) => text.split('\n')[line - 1]?.trim())
      return { line, from, to: changed, code }
    })
}
